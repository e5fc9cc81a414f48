#include "checkers/packets/packets.h"
#include "common/flit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WAY = 4 }; // cycles from end to end of a network if nothing delays a flit

// The wires that a finding names, so that the design is at fault (lockstep/judge.h).
#define MEM_WIRES  "lni[%u].mem_valid, lni[%u].mem_number: "
#define RESP_WIRES "sni[%u].resp_valid, sni[%u].resp_op: "

static const char *found(struct packets *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static const char *found(struct packets *l, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(l->error, sizeof l->error, format, ap);
    va_end(ap);
    return l->error;
}

// ---- requests and answers under way

unsigned packets_sectors(const struct packets *l, unsigned sm, unsigned number)
{
    unsigned sect = 0;
    for (unsigned i = 0; i < l->sm[sm].top; i++) {
        const struct packets_request *r = &l->sm[sm].request[i];
        if (r->used && r->op == UL1_MEMOP_READ && r->number == number)
            sect |= r->sect;
    }
    return sect;
}

bool packets_old(const struct packets *l, unsigned sm, unsigned number)
{
    for (unsigned i = 0; i < l->sm[sm].top; i++) {
        const struct packets_request *r = &l->sm[sm].request[i];
        if (r->used && r->old && r->number == number)
            return true;
    }
    return false;
}

bool packets_fences(const struct packets *l, unsigned sm, unsigned number)
{
    for (unsigned i = 0; i < l->sm[sm].fences; i++)
        if (l->sm[sm].fence[i].number == number)
            return true;
    return false;
}

int packets_unanswered(const struct packets *l, unsigned slice, unsigned sm, unsigned from)
{
    for (unsigned k = 0; k < PACKETS_REQUESTS; k++) {
        const unsigned i = (from + k) % PACKETS_REQUESTS;
        const struct packets_request *r = &l->sm[sm].request[i];
        if (r->used && r->arrived && !r->answered && r->slice == slice)
            return (int)i;
    }
    return PACKETS_NONE;
}

static void leave(struct packets_sm *sm, struct packets_request *r)
{
    if (!r->answered || r->out)
        return;
    r->used = false;
    sm->requests--;
    while (sm->top && !sm->request[sm->top - 1].used)
        sm->top--;
}

// ---- an SM's interface takes a request

// The bits of a word of a write that travel.
static uint32_t travels(const struct packets_request *r, unsigned w)
{
    return sent_bits(r->be, w, r->atom, r->wide);
}

static uint32_t carried(const struct packets_request *r)
{
    uint32_t words = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        words |= (uint32_t)(travels(r, w) != 0) << w;
    return words;
}

static unsigned flits(unsigned sectors)
{
    return (unsigned)__builtin_popcount(sectors);
}

static struct packets_request *place(struct packets_sm *sm)
{
    unsigned i = 0;
    while (i < PACKETS_REQUESTS && sm->request[i].used)
        i++;
    if (i == PACKETS_REQUESTS)
        return NULL;
    sm->top = sm->top > i ? sm->top : i + 1;
    return &sm->request[i];
}

// Nothing that is between SMs and slices is alone any more.
static bool crowd(struct packets *l)
{
    bool any = false;
    for (unsigned s = 0; s < UL1_XIN; s++)
        for (unsigned i = 0; i < l->sm[s].top; i++) {
            struct packets_request *r = &l->sm[s].request[i];
            any |= r->used && !r->arrived;
            r->alone = false;
        }
    return any;
}

static const char *enter(struct packets *l, unsigned s, const struct ul1_sni_in *in)
{
    struct packets_sm *sm = &l->sm[s];
    const uint64_t order = sm->order++;
    if (in->mem_op == UL1_MEMOP_FENCE) {
        if (sm->fences < UL1_EPOCHS)
            sm->fence[sm->fences++] = (struct packets_fence){ in->mem_number, order, l->cycle };
        l->fences++;
        return NULL;
    }
    struct packets_request *r = place(sm);
    if (!r)
        return found(l, "sni[%u].mem_ready: more than %d requests of an SM are under way", s,
                     PACKETS_REQUESTS);
    const bool writes = in->mem_op == UL1_MEMOP_WRITE, alone = !crowd(l);
    memset(r, 0, sizeof *r);
    r->used = true;
    r->order = order;
    r->op = in->mem_op;
    r->line = in->mem_line;
    r->taken = l->cycle;
    r->alone = alone;
    if (writes) {
        r->vline = in->mem_vline;
        r->atom = in->memdata_atom;
        r->wide = in->memdata_wide;
        r->sign = in->memdata_signed;
        r->old = in->memold_valid;
        r->number = r->old ? in->memold_number : 0;
        memcpy(r->be, in->memdata_be, sizeof r->be);
        for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
            r->word[w] = in->memdata_word[w] & travels(r, w);
    } else {
        r->number = in->mem_number;
        r->sect = in->mem_sect;
        r->left = in->mem_sect;
        r->use = in->memread_kind;
    }
    sm->requests++;
    l->reads += !writes;
    l->writes += writes;
    return NULL;
}

// ---- a slice gets a request

// The oldest request of the SM for the line that has not arrived.
static struct packets_request *next_for(struct packets_sm *sm, uint64_t line)
{
    struct packets_request *first = NULL;
    for (unsigned i = 0; i < sm->top; i++) {
        struct packets_request *r = &sm->request[i];
        if (r->used && !r->arrived && r->line == line && (!first || r->order < first->order))
            first = r;
    }
    return first;
}

static bool words_differ(const struct packets_request *r, const struct ul1_lni_out *out)
{
    const unsigned sect = sectors_of(carried(r));
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        if (sect >> w / UL1_SECTOR_WORDS & 1 && out->memdata_word[w] != r->word[w])
            return true;
    return false;
}

static const char *check_arrival(struct packets *l, unsigned j, const struct ul1_lni_out *out, bool taken)
{
    const unsigned s = out->mem_number >> UL1_TAG_W, number = out->mem_number & ((1u << UL1_TAG_W) - 1);
    if (s >= UL1_XIN)
        return found(l, MEM_WIRES "of no SM", j, j);
    struct packets_request *r = next_for(&l->sm[s], out->mem_line);
    if (!r || home_slice(out->mem_line) != j)
        return found(l, MEM_WIRES "SM %u sent no request for line 0x%" PRIx64 " here, or it has arrived", j,
                     j, s, (uint64_t)out->mem_line);
    const bool reads = r->op == UL1_MEMOP_READ;
    if (out->mem_op != r->op || out->mem_sect != r->sect || out->mem_vline != r->vline
        || out->memread_kind != r->use || memcmp(out->memdata_be, r->be, sizeof r->be)
        || out->memdata_atom != r->atom || out->memdata_wide != r->wide || out->memdata_signed != r->sign
        || out->memold_valid != r->old || (reads && number != r->number))
        return found(l, MEM_WIRES "not the oldest request of SM %u for line 0x%" PRIx64, j, j, s, r->line);
    if (words_differ(r, out))
        return found(l, "lni[%u].memdata_word: not the words that SM %u sent for line 0x%" PRIx64, j, s,
                     r->line);
    const uint64_t way = WAY + (reads ? 0 : flits(sectors_of(carried(r))) - 1);
    if (r->alone && l->slice[j].offered == 0 && l->cycle - r->taken != way)
        return found(l, MEM_WIRES "%" PRIu64 " cycles behind SM %u, alone, and not %" PRIu64, j, j,
                     l->cycle - r->taken, s, way);
    if (!taken)
        return NULL;
    for (unsigned i = 0; i < l->sm[s].top; i++)
        l->ordered += l->sm[s].request[i].used && !l->sm[s].request[i].arrived && &l->sm[s].request[i] != r
            && l->sm[s].request[i].line == r->line;
    r->arrived = true;
    r->alone = false;
    r->slice = j;
    r->slice_number = out->mem_number;
    return NULL;
}

// ---- a slice answers

// The oldest request that the slice has not answered and that this answers, or null.
static struct packets_request *answered(struct packets_sm *sm, unsigned j, const struct ul1_lni_in *in)
{
    struct packets_request *first = NULL;
    for (unsigned i = 0; i < sm->top; i++) {
        struct packets_request *r = &sm->request[i];
        const unsigned op = r->old ? UL1_MEMOP_ATOM : r->op;
        const bool fits = op == UL1_MEMOP_READ ? in->resp_sect && !(in->resp_sect & ~r->left)
            : op == UL1_MEMOP_WRITE            ? in->resp_vline == r->vline
                                               : true;
        if (r->used && r->arrived && !r->answered && r->slice == j && r->slice_number == in->resp_number
            && op == in->resp_op && fits && (!first || r->order < first->order))
            first = r;
    }
    return first;
}

static const char *give(struct packets *l, struct packets_sm *sm, unsigned s, struct packets_request *r,
                        const struct ul1_lni_in *in)
{
    bool any = false;
    for (unsigned k = 0; k < UL1_XIN; k++) {
        any |= l->sm[k].answers || l->sm[k].acks;
        for (unsigned i = 0; i < PACKETS_ANSWERS; i++)
            l->sm[k].answer[i].alone = false;
    }
    if (in->resp_op == UL1_MEMOP_WRITE && !in->resp_err) {
        sm->acks = true;
        leave(sm, r);
        return NULL;
    }
    unsigned i = 0;
    while (i < PACKETS_ANSWERS && sm->answer[i].used)
        i++;
    if (i == PACKETS_ANSWERS)
        return found(l, RESP_WIRES "more than %d answers are under way to the SM", s, s, PACKETS_ANSWERS);
    struct packets_answer *a = &sm->answer[i];
    const bool writes = in->resp_op == UL1_MEMOP_WRITE;
    a->used = true;
    a->request = (unsigned)(r - sm->request);
    a->op = in->resp_op;
    a->sect = writes ? 0 : in->resp_sect;
    a->err = in->resp_err;
    a->number = writes ? 0 : r->number;
    a->vline = writes ? r->vline : 0;
    memcpy(a->word, in->resp_data, sizeof a->word);
    a->given = l->cycle;
    a->alone = !any;
    r->out++;
    sm->answers++;
    return NULL;
}

static const char *answer(struct packets *l, unsigned j, const struct ul1_lni_in *in)
{
    const unsigned s = in->resp_number >> UL1_TAG_W;
    struct packets_sm *sm = &l->sm[s % UL1_XIN];
    struct packets_request *r = s < UL1_XIN ? answered(sm, j, in) : NULL;
    if (!r)
        return found(l,
                     "lni[%u].resp_valid, lni[%u].resp_number: an answer that no request of SM %u waits for",
                     j, j, s);
    const bool reads = in->resp_op == UL1_MEMOP_READ;
    l->pieces += reads && in->resp_sect != r->sect;
    r->left &= ~(unsigned)in->resp_sect;
    r->answered = !reads || !r->left;
    for (unsigned i = 0; i < sm->fences; i++)
        if (!reads && sm->fence[i].order > r->order)
            sm->fence[i].over = l->cycle;
    return give(l, sm, s, r, in);
}

// ---- an SM gets a response

static bool is_answer(const struct packets_answer *a, const struct ul1_sni_out *out)
{
    if (!a->used || out->resp_op != a->op || out->resp_number != a->number || out->resp_sect != a->sect
        || out->resp_err != a->err || out->resp_vline != a->vline)
        return false;
    const uint32_t words = a->err || a->op == UL1_MEMOP_WRITE ? 0 : words_of(a->sect);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        if (out->resp_data[w] != (words >> w & 1 ? a->word[w] : 0))
            return false;
    return true;
}

// All writes of the SM before the fence are answered, and what the answers bring has come.
static const char *check_fence(struct packets *l, unsigned s, const struct ul1_sni_out *out)
{
    struct packets_sm *sm = &l->sm[s];
    if (!sm->fences || sm->fence[0].number != out->resp_number)
        return found(l, RESP_WIRES "not the oldest fence of SM %u", s, s, s);
    for (unsigned i = 0; i < sm->top; i++)
        if (sm->request[i].used && sm->request[i].op == UL1_MEMOP_WRITE
            && sm->request[i].order < sm->fence[0].order)
            return found(l, RESP_WIRES "a fence of SM %u, before the answer of a write before it", s, s, s);
    memmove(&sm->fence[0], &sm->fence[1], (UL1_EPOCHS - 1) * sizeof sm->fence[0]);
    sm->fences--;
    sm->fenced = true;
    return NULL;
}

static const char *check_response(struct packets *l, unsigned s, const struct ul1_sni_out *out)
{
    struct packets_sm *sm = &l->sm[s];
    const bool fenced = sm->fenced;
    sm->fenced = false;
    if (!out->resp_valid)
        return NULL;
    if (out->resp_op == UL1_MEMOP_FENCE)
        return check_fence(l, s, out);
    for (unsigned i = 0; i < PACKETS_ANSWERS; i++) {
        struct packets_answer *a = &sm->answer[i];
        if (!is_answer(a, out))
            continue;
        const uint64_t way = WAY + (a->err || !a->sect ? 0 : flits(a->sect) - 1), time = l->cycle - a->given;
        if (a->alone && (time < way || time > way + fenced))
            return found(l, RESP_WIRES "%" PRIu64 " cycles behind the slice, alone, and not %" PRIu64, s, s,
                         time, way);
        l->failures += a->err;
        a->used = false;
        sm->answers--;
        sm->request[a->request].out--;
        leave(sm, &sm->request[a->request]);
        return NULL;
    }
    return found(l, RESP_WIRES "no such answer is under way to SM %u", s, s, s);
}

// ---- waits

static const char *check_waits(struct packets *l)
{
    const uint64_t request = packets_request_bound(l), answer = packets_answer_bound();
    for (unsigned s = 0; s < UL1_XIN; s++) {
        const struct packets_sm *sm = &l->sm[s];
        for (unsigned i = 0; i < sm->top; i++)
            if (sm->request[i].used && !sm->request[i].arrived && l->cycle - sm->request[i].taken > request)
                return found(l, "sni[%u].mem_ready: its request does not arrive within %" PRIu64 " cycles", s,
                             request);
        for (unsigned i = 0; i < PACKETS_ANSWERS; i++)
            if (sm->answer[i].used && l->cycle - sm->answer[i].given > answer)
                return found(l, RESP_WIRES "an answer to SM %u does not come within %" PRIu64 " cycles", s, s,
                             s, answer);
        bool writes = false;
        for (unsigned i = 0; sm->fences && i < sm->top; i++)
            writes |= sm->request[i].used && sm->request[i].op == UL1_MEMOP_WRITE && !sm->request[i].answered
                && sm->request[i].order < sm->fence[0].order;
        if (sm->fences && !writes && l->cycle - sm->fence[0].over > answer + 2 * UL1_EPOCHS)
            return found(l, RESP_WIRES "a fence of SM %u is not answered within %" PRIu64 " cycles", s, s, s,
                         answer + 2 * UL1_EPOCHS);
        if (sm->offered > UL1_SECTORS * UL1_XIN * (l->slowest + UL1_SECTORS) + 1)
            return found(l, "sni[%u].mem_ready: a read is not taken for %" PRIu64 " cycles", s, sm->offered);
    }
    for (unsigned j = 0; j < UL1_XOUT; j++)
        if (l->slice[j].waited > UL1_SECTORS * UL1_XOUT * (UL1_SECTORS + 2) + 1)
            return found(l, "lni[%u].resp_ready: a response is not taken for %" PRIu64 " cycles", j,
                         l->slice[j].waited);
    return NULL;
}

// When nothing has been under way for as long as an answer may take, nothing is left inside.
static const char *check_rest(struct packets *l, const struct packets_view *v)
{
    bool any = false;
    for (unsigned s = 0; s < UL1_XIN; s++)
        any |= l->sm[s].requests || l->sm[s].answers || l->sm[s].fences || v->sm_in[s]->mem_valid;
    if (any)
        l->quiet = l->cycle + 1;
    if (l->cycle < l->quiet + packets_answer_bound())
        return NULL;
    l->resting++;
    for (unsigned s = 0; s < UL1_XIN; s++) {
        l->sm[s].acks = false;
        if (v->sm[s]->rq_valid || v->sm[s]->resp_valid)
            return found(l, "sni[%u].rq_valid, sni[%u].resp_valid: while nothing is under way", s, s);
        for (unsigned e = 0; e < UL1_EPOCHS; e++)
            if (v->sm[s]->epoch_count[e])
                return found(l, "sni[%u].epoch_count: not zero while nothing is under way", s);
        if (v->requests->fifo_used[s] || v->replies->lock_valid[s])
            return found(l, "requests.fifo_used, replies.lock_valid: not empty while nothing is under way");
    }
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        if (v->slice[j]->rp_valid || v->slice[j]->mem_valid)
            return found(l, "lni[%u].rp_valid, lni[%u].mem_valid: while nothing is under way", j, j);
        if (v->replies->fifo_used[j] || v->requests->lock_valid[j])
            return found(l, "replies.fifo_used, requests.lock_valid: not empty while nothing is under way");
    }
    return NULL;
}

// ---- a cycle

static const char *check_slices(struct packets *l, const struct packets_view *v)
{
    const char *broken = NULL;
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        struct packets_slice *slice = &l->slice[j];
        const struct ul1_lni_in *gets = v->slice_in[j];
        const struct ul1_lni_out *shows = v->slice[j];
        const char *other = shows->mem_valid ? check_arrival(l, j, shows, gets->mem_ready) : NULL;
        broken = broken ? broken : other;
        slice->offered = shows->mem_valid ? slice->offered + 1 : 0;
        if (l->slowest < slice->offered)
            l->slowest = slice->offered;
        if (gets->mem_ready)
            slice->offered = 0;
        slice->waited = gets->resp_valid && !shows->resp_ready ? slice->waited + 1 : 0;
        if (!broken && gets->resp_valid && shows->resp_ready)
            broken = answer(l, j, gets);
    }
    return broken;
}

static const char *check_sms(struct packets *l, const struct packets_view *v)
{
    const char *broken = NULL;
    for (unsigned s = 0; s < UL1_XIN; s++) {
        const struct ul1_sni_in *gets = v->sm_in[s];
        const bool taken = gets->mem_valid && v->sm[s]->mem_ready;
        const char *other = check_response(l, s, v->sm[s]);
        broken = broken ? broken : other;
        l->sm[s].offered =
            gets->mem_valid && gets->mem_op == UL1_MEMOP_READ && !taken ? l->sm[s].offered + 1 : 0;
        if (!broken && taken)
            broken = enter(l, s, gets);
    }
    return broken;
}

const char *packets_check(struct packets *l, const struct packets_view *v)
{
    if (v->rst) {
        const uint64_t cycle = l->cycle + 1;
        memset(l, 0, sizeof *l);
        l->cycle = l->quiet = cycle;
        return NULL;
    }
    l->reads = l->writes = l->fences = l->failures = l->ordered = l->pieces = l->resting = 0;
    const char *broken = check_sms(l, v), *other = broken ? NULL : check_slices(l, v);
    broken = broken ? broken : other;
    broken = broken ? broken : check_waits(l);
    broken = broken ? broken : check_rest(l, v);
    l->cycle++;
    return broken;
}
