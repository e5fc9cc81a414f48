#include "blocks/rmw/predictor.h"

#include <stddef.h>
#include <string.h>

#include "kit/arithmetic.h"

enum { NONE = UL1_RMWS };

// ---- requests and responses

static uint32_t bytes_of(unsigned be)
{
    uint32_t bytes = 0;
    for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
        bytes |= be >> k & 1 ? UINT32_C(0xff) << 8 * k : 0;
    return bytes;
}

// The second operand of a `cas` is at words that are not enabled, beside the first.
static void set_data(struct rmw_request *r, const uint8_t *be, const uint32_t *word)
{
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        const bool second = r->atom == UL1_ATOM_CAS && be[n ^ (r->wide ? 2 : 1)];
        r->be[n] = be[n];
        r->word[n] = word[n] & (second ? UINT32_MAX : bytes_of(be[n]));
    }
}

struct rmw_request rmw_offered(const struct ul1_rmw_in *in)
{
    struct rmw_request r;
    memset(&r, 0, sizeof r);
    r.op = in->req_op;
    r.sect = in->req_sect;
    r.level = in->req_level;
    r.kind = in->reqread_kind;
    r.warp = UL1_READ_SOURCES ? in->reqread_warp : 0;
    r.space = UL1_READ_SOURCES ? in->reqread_space : 0;
    r.atom = UL1_GLOBAL_ATOMICS ? in->reqdata_atom : 0;
    r.wide = r.atom && in->reqdata_wide;
    r.sign = r.atom && in->reqdata_signed;
    r.returns = r.atom && UL1_GLOBAL_ATOMICS > 1 && in->reqold_valid;
    r.number = in->req_number;
    r.old = r.returns ? in->reqold_number : 0;
    r.line = in->req_line;
    r.vline = in->req_vline;
    set_data(&r, in->reqdata_be, in->reqdata_word);
    return r;
}

unsigned rmw_operation_of(uint32_t number)
{
    const unsigned which = number >> UL1_SHARED_TAG_W;
    return which && which <= UL1_RMWS ? which - 1 : NONE;
}

static unsigned reads_for(const struct ul1_rmw_in *in)
{
    return in->resp_op == UL1_MEMOP_READ ? rmw_operation_of(in->resp_number) : NONE;
}

// ---- operations

static unsigned find(const struct rmw_predictor *a, int at)
{
    unsigned i = 0;
    while (i < UL1_RMWS && !(a->operation[i].used && a->operation[i].at == at))
        i++;
    return i;
}

static unsigned in_use(const struct rmw_predictor *a)
{
    unsigned count = 0;
    for (unsigned i = 0; i < UL1_RMWS; i++)
        count += a->operation[i].used;
    return count;
}

static bool has_room(const struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    return !a->holds || in->mem_ready;
}

static bool may_take(const struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    const bool operates = UL1_GLOBAL_ATOMICS && in->reqdata_atom;
    if (!has_room(a, in) || find(a, RMW_WAITS) != NONE)
        return false;
    if (in->req_op == UL1_MEMOP_FENCE)
        return !in_use(a);
    for (unsigned i = 0; i < UL1_RMWS; i++)
        if (a->operation[i].used && a->operation[i].of.line == in->req_line)
            return false;
    return !operates || in_use(a) < UL1_RMWS;
}

// The operation that has an answer to give.
static unsigned answers(const struct rmw_predictor *a)
{
    const unsigned i = find(a, 2);
    const struct rmw_known *o = &a->operation[i % UL1_RMWS];
    return i != NONE && !o->told && (UL1_L2_ACKS || o->of.returns || o->err) ? i : NONE;
}

// It has to wait: for a response that was on offer before, or until it is taken.
static bool answer_waits(const struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    return answers(a) != NONE && (a->passing || !in->answer_ready);
}

// A response that goes to no L1.
static bool stays(const struct ul1_rmw_in *in)
{
    return reads_for(in) != NONE
        || (UL1_L2_ACKS && in->resp_op == UL1_MEMOP_WRITE && in->resp_number >> UL1_SHARED_TAG_W);
}

// The write with the results of an operation.
static struct rmw_request result_of(const struct rmw_known *o, unsigned number)
{
    const struct rmw_request *of = &o->of;
    struct rmw_request r;
    memset(&r, 0, sizeof r);
    r.op = UL1_MEMOP_WRITE;
    r.number = (number + 1) << UL1_SHARED_TAG_W | of->number;
    r.line = of->line;
    r.vline = of->vline;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        const unsigned low = of->wide ? n & ~1u : n, beside = low ^ (of->wide ? 2 : 1);
        uint64_t old = o->old[low], by = of->word[low], swap = of->word[beside];
        if (of->wide) {
            old |= (uint64_t)o->old[low + 1] << 32;
            by |= (uint64_t)of->word[low + 1] << 32;
            swap |= (uint64_t)of->word[beside + 1] << 32;
        }
        r.be[n] = of->be[n] ? ALL_BYTES : 0;
        if (r.be[n])
            r.word[n] =
                (uint32_t)(arithmetic_result(of->atom, of->sign, old, by, swap) >> (n == low ? 0 : 32));
    }
    return r;
}

// The read of an operation.
static struct rmw_request read_of(const struct rmw_request *of, unsigned number)
{
    struct rmw_request r;
    memset(&r, 0, sizeof r);
    r.op = UL1_MEMOP_READ;
    r.kind = UL1_READKIND_ATOM;
    r.number = (number + 1) << UL1_SHARED_TAG_W | of->number;
    r.line = of->line;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        r.sect |= (uint8_t)(of->be[n] ? 1u << n / UL1_SECTOR_WORDS : 0);
    return r;
}

// ---- the checks

static const char *check_offer(const struct rmw_predictor *a, const struct ul1_rmw_out *out)
{
    struct rmw_request now;
    if (out->memdata_atom || out->memdata_wide || out->memdata_signed || out->memold_valid)
        return "memdata_atom, memdata_wide, memdata_signed, memold_valid: an operation goes on to memory";
    if (out->mem_valid != a->holds)
        return "mem_valid: not from the cycle behind a request or a result until memory takes it";
    if (!a->holds) {
        for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
            if (out->memdata_be[n])
                return "memdata_be: bytes without a write on offer";
        return NULL;
    }
    memset(&now, 0, sizeof now);
    now.op = out->mem_op;
    now.sect = out->mem_sect;
    now.level = out->mem_level;
    now.kind = out->memread_kind;
    now.warp = out->memread_warp;
    now.space = out->memread_space;
    now.number = out->mem_number;
    now.line = out->mem_line;
    now.vline = out->mem_vline;
    set_data(&now, out->memdata_be, out->memdata_word);
    return memcmp(&now, &a->held, sizeof now)
        ? "mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level, memdata_be, memdata_word, "
          "memread_kind, "
          "memread_warp, memread_space: not the request, the read of an operation, or its results"
        : NULL;
}

static const char *check_operation(const struct rmw_known *o, const struct ul1_rmw_out *out)
{
    unsigned sect = 0;
    for (unsigned n = 0; n < UL1_LINE_WORDS && o->of.returns; n++)
        sect |= o->of.be[n] ? 1u << n / UL1_SECTOR_WORDS : 0;
    if (!out->answer_valid || out->answer_op != (o->of.returns ? UL1_MEMOP_ATOM : UL1_MEMOP_WRITE)
        || out->answer_number != (o->of.returns ? o->of.old : o->of.number))
        return "answer_valid, answer_op, answer_number: not the answer of the operation in the second stage";
    if (out->answer_err != o->err || out->answer_sect != sect || out->answer_vline != o->of.vline)
        return "answer_err, answer_sect, answer_vline: not those of the operation in the second stage";
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (out->answer_data[n] != (o->of.be[n] ? o->old[n] : 0) && !o->err)
            return "answer_data: not the old words of the operation in the second stage";
    return NULL;
}

static const char *check_answer(const struct rmw_predictor *a, const struct ul1_rmw_in *in,
                                const struct ul1_rmw_out *out)
{
    const unsigned i = a->passing ? NONE : answers(a);
    if (out->resp_ready != (i == NONE && (in->answer_ready || (in->resp_valid && stays(in)))))
        return "resp_ready: not that no operation gives its answer, and the response is taken or goes to no "
               "L1";
    if (i != NONE)
        return check_operation(&a->operation[i], out);
    if (out->answer_valid != (in->resp_valid && !stays(in)))
        return "answer_valid: not that a response to an L1 is there";
    if (!out->answer_valid)
        return NULL;
    return out->answer_op != in->resp_op
            || out->answer_number != (in->resp_number & ((1u << UL1_SHARED_TAG_W) - 1))
            || out->answer_sect != in->resp_sect || out->answer_err != in->resp_err
            || out->answer_vline != in->resp_vline
            || memcmp(out->answer_data, in->resp_data, sizeof out->answer_data)
        ? "answer_op, answer_number, answer_sect, answer_err, answer_vline, answer_data: not the response"
        : NULL;
}

const char *rmw_predictor_check(const struct rmw_predictor *a, const struct ul1_rmw_in *in,
                                const struct ul1_rmw_out *out)
{
    if (!a->judged)
        return NULL;
    const char *broken = check_offer(a, out);
    if (!broken && out->req_ready != (in->req_valid && may_take(a, in)))
        broken = "req_ready: not that there is room for the request, and no operation before it";
    return broken ? broken : check_answer(a, in, out);
}

// ---- the end of a cycle

static void advance_response(struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    const unsigned i = reads_for(in);
    if (!in->resp_valid || i == NONE)
        return;
    struct rmw_known *o = &a->operation[i];
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (in->resp_sect >> n / UL1_SECTOR_WORDS & 1)
            o->old[n] = in->resp_data[n];
    o->err |= in->resp_err;
    o->lacks &= (uint8_t)~in->resp_sect;
    if (!o->lacks && o->at == RMW_READS)
        o->at = RMW_HAS;
}

// The next operation in rotation that has its words.
static unsigned enters(const struct rmw_predictor *a)
{
    for (unsigned k = 1; k <= UL1_RMWS; k++) {
        const unsigned i = (a->entered + k) % UL1_RMWS;
        if (a->operation[i].used && a->operation[i].at == RMW_HAS)
            return i;
    }
    return NONE;
}

// `next`: the operation that enters the unit.
static void advance_unit(struct rmw_predictor *a, bool moves, unsigned next, bool waits)
{
    for (unsigned i = 0; i < UL1_RMWS; i++) {
        struct rmw_known *o = &a->operation[i];
        if (!o->used)
            continue;
        o->told = o->at == 2 && !waits;
        if (!moves || o->at <= RMW_HAS || o->at == RMW_WAITS)
            continue;
        o->used = !(o->at == 2 && o->err);
        o->at++;
        o->told = false;
    }
    if (!moves || next == NONE)
        return;
    a->operation[next].at = 1;
    a->entered = next;
}

static void advance_requests(struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    const unsigned done = answer_waits(a, in) ? NONE : find(a, RMW_WAITS);
    const bool takes = in->req_valid && may_take(a, in);
    if (!has_room(a, in))
        return;
    a->holds = done != NONE || takes;
    if (done != NONE) {
        a->held = result_of(&a->operation[done], done);
        a->operation[done].used = false;
    } else if (takes) {
        const struct rmw_request r = rmw_offered(in);
        a->held = r;
        if (!r.atom)
            return;
        unsigned i = 0;
        while (a->operation[i].used)
            i++;
        a->held = read_of(&r, i);
        a->operation[i] = (struct rmw_known){ .used = true, .at = RMW_READS, .lacks = a->held.sect, .of = r };
    }
}

void rmw_predictor_advance(struct rmw_predictor *a, const struct ul1_rmw_in *in)
{
    if (in->rst) {
        *a = (struct rmw_predictor){ .judged = true };
        return;
    }
    const bool waits = answer_waits(a, in), moves = !waits && (find(a, RMW_WAITS) == NONE || has_room(a, in));
    const unsigned next = enters(a);
    const struct rmw_predictor before = *a;
    advance_requests(a, in);
    advance_unit(a, moves, next, waits);
    const bool passes = answers(&before) == NONE || before.passing;
    if (passes)
        advance_response(a, in);
    a->passing = passes && in->resp_valid && !stays(in) && !in->answer_ready;
}
