#include "blocks/l2/contract.h"

#include <stddef.h>
#include <string.h>

// ---- bytes

static uint32_t bytes_of(unsigned be)
{
    uint32_t bytes = 0;
    for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
        bytes |= be >> k & 1 ? UINT32_C(0xff) << 8 * k : 0;
    return bytes;
}

static bool any_bytes(const uint8_t *be)
{
    unsigned any = 0;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        any |= be[i];
    return any;
}

// ---- lines

static struct l2_line *set_of(struct l2_contract *c, uint64_t line)
{
    return c->line[line >> UL1_L2_LOW & (UL1_L2_SETS - 1)];
}

struct l2_line *l2_contract_line(struct l2_contract *c, uint64_t line)
{
    struct l2_line *set = set_of(c, line);
    for (unsigned i = 0; i < L2_KEPT; i++)
        if (set[i].here && set[i].line == line)
            return &set[i];
    return NULL;
}

static bool any_dirty(const struct l2_line *l)
{
    return any_bytes(l->dirty);
}

// The line, in place of the one touched the longest ago that memory has all of, if it is not kept. Null:
// there is none.
static struct l2_line *keep(struct l2_contract *c, uint64_t line)
{
    struct l2_line *l = l2_contract_line(c, line), *set = set_of(c, line);
    for (unsigned i = 0; i < L2_KEPT && !l; i++)
        l = set[i].here ? NULL : &set[i];
    for (unsigned i = 0; i < L2_KEPT && !l; i++) {
        if (set[i].reads || set[i].coming || any_dirty(&set[i]))
            continue;
        l = &set[i];
        for (unsigned k = i + 1; k < L2_KEPT; k++)
            if (!set[k].reads && !set[k].coming && set[k].touched < l->touched && !any_dirty(&set[k]))
                l = &set[k];
    }
    if (l && (!l->here || l->line != line))
        *l = (struct l2_line){ .here = true, .line = line };
    return l;
}

static unsigned dirty_lines(struct l2_contract *c, uint64_t line)
{
    const struct l2_line *set = set_of(c, line);
    unsigned n = 0;
    for (unsigned i = 0; i < L2_KEPT; i++)
        n += set[i].here && any_dirty(&set[i]);
    return n;
}

static uint8_t sector_bits(unsigned word, unsigned sect)
{
    return sect >> word / UL1_SECTOR_WORDS & 1 ? ALL_BYTES : 0;
}

static unsigned sectors_with(const uint8_t *bytes)
{
    unsigned sect = 0;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        sect |= (unsigned)(bytes[i] != 0) << i / UL1_SECTOR_WORDS;
    return sect;
}

// ---- requests

static void set_data(struct l2_asked *r, const uint8_t *be, const uint32_t *word)
{
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        r->be[i] = be[i];
        r->word[i] = word[i] & bytes_of(be[i]);
    }
}

static struct l2_asked asked(const struct ul1_l2_in *in)
{
    struct l2_asked r;
    memset(&r, 0, sizeof r);
    r.op = in->req_op;
    r.sect = in->req_sect;
    r.walk = in->reqread_kind == UL1_READKIND_WALK && r.op == UL1_MEMOP_READ;
    r.number = in->req_number;
    r.line = in->req_line;
    r.vline = in->req_vline;
    set_data(&r, in->reqdata_be, in->reqdata_word);
    return r;
}

static bool under_way(const struct l2_contract *c, const struct l2_asked *r)
{
    for (unsigned i = 0; i < c->reads; i++)
        if (c->read[i].number == r->number && c->read[i].sect & r->sect)
            return true;
    for (unsigned i = 0; i < c->queued; i++)
        if (c->queue[i].op == UL1_MEMOP_READ && c->queue[i].number == r->number && c->queue[i].sect & r->sect)
            return true;
    return false;
}

static const char *check_request(const struct l2_contract *c, const struct ul1_l2_in *in)
{
    const bool writes = in->req_valid && in->req_op == UL1_MEMOP_WRITE;
    if (writes != any_bytes(in->reqdata_be))
        return "reqdata_be: bytes without a write on offer, or none with one (req_valid, req_op)";
    if (in->reqdata_atom || in->reqdata_wide || in->reqdata_signed)
        return "reqdata_atom, reqdata_wide, reqdata_signed: an operation";
    const struct l2_asked now = asked(in);
    if (c->waits && (!in->req_valid || memcmp(&now, &c->waiting, sizeof now)))
        return "req_valid, req_op, req_number, req_line, req_sect, req_vline, reqread_kind, reqdata_be, "
               "reqdata_word: not the request that was offered before and not taken";
    if (!in->req_valid)
        return NULL;
    if (in->req_op > UL1_MEMOP_FENCE)
        return "req_op: none that there is";
    if (in->req_op == UL1_MEMOP_READ && !in->req_sect)
        return "req_sect: a read of no sector";
    if (in->req_op == UL1_MEMOP_READ && c->judged && !c->waits && under_way(c, &now))
        return "req_number: that of a read under way, which has one of its sectors";
    return NULL;
}

// ---- the oldest request is done

static const char *read_done(struct l2_contract *c, const struct l2_asked *r)
{
    struct l2_line *l = keep(c, r->line);
    if (!l || c->reads == L2_READS)
        return "queue_used: more reads wait, or more lines are dirty, than there is room for";
    if (r->walk && (any_dirty(l) || l->reads))
        return "queue_used: a page walk's read is done before memory has all bytes of its line, or before "
               "reads that came before it are answered";
    if (r->walk)
        memset(l->known, 0, sizeof l->known);
    l->touched = ++c->requests;
    l->reads++;
    c->read[c->reads++] =
        (struct l2_read){ .line = r->line, .since = c->cycle, .number = r->number, .sect = r->sect };
    return NULL;
}

static const char *write_done(struct l2_contract *c, const struct l2_asked *r)
{
    struct l2_line *l = keep(c, r->line);
    if (!l)
        return "queue_used: more lines are dirty than there is room for";
    if (l->reads || l->coming)
        return "queue_used: a write is done before reads of its line that came before it are answered";
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        const uint32_t bytes = bytes_of(r->be[i]);
        l->word[i] = (l->word[i] & ~bytes) | r->word[i];
        l->known[i] |= r->be[i];
        l->dirty[i] |= r->be[i];
    }
    l->failed &= (uint8_t)~sectors_with(r->be);
    l->touched = ++c->requests;
    return dirty_lines(c, r->line) > UL1_L2_WAYS ? "queue_used: a set has more dirty lines than ways" : NULL;
}

// Whether the oldest request is done.
static const char *see_queue(struct l2_contract *c, const struct ul1_l2_out *out)
{
    const struct l2_asked *done = &c->done;
    c->is_done = false;
    if (out->req_ready != (out->queue_used < UL1_L2_QUEUE))
        return "req_ready: not exactly while the queue is not full";
    if (out->queue_used == c->queued)
        return NULL;
    if (out->queue_used + 1u != c->queued)
        return "queue_used: neither as many requests as before, nor one less";
    c->done = c->queue[0];
    c->is_done = true;
    memmove(c->queue, c->queue + 1, --c->queued * sizeof *c->queue);
    c->oldest = c->cycle;
    return done->op == UL1_MEMOP_READ ? read_done(c, done)
        : done->op == UL1_MEMOP_WRITE ? write_done(c, done)
                                      : NULL;
}

// ---- requests to memory

static struct l2_asked offer(const struct ul1_l2_out *out)
{
    struct l2_asked r;
    memset(&r, 0, sizeof r);
    r.op = out->mem_op;
    r.sect = out->mem_sect;
    r.number = out->mem_number;
    r.line = out->mem_line;
    r.vline = out->mem_vline;
    set_data(&r, out->memdata_be, out->memdata_word);
    return r;
}

// Sectors of the line that reads wait for.
static unsigned wanted(const struct l2_contract *c, uint64_t line)
{
    unsigned sect = 0;
    for (unsigned i = 0; i < c->reads; i++)
        sect |= c->read[i].line == line ? c->read[i].sect : 0;
    return sect;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// The longest time for which fetches of these sectors have been under way.
static uint64_t fetch_time(const struct l2_contract *c, unsigned mshr, unsigned sect)
{
    uint64_t time = 0;
    for (unsigned i = 0; i < UL1_SECTORS; i++)
        if (sect >> i & 1)
            time = most(time, c->cycle - c->fetched[mshr][i] + 1);
    return time;
}

static const char *see_fetch(struct l2_contract *c, const struct l2_asked *r)
{
    struct l2_line *l = l2_contract_line(c, r->line);
    if (r->number >= UL1_L2_MSHRS || r->vline)
        return "mem_number, mem_vline: not an MSHR, or a virtual line of a fetch";
    if (!l || !r->sect || r->sect & ~wanted(c, r->line))
        return "mem_sect: a fetch of sectors that no read waits for, or of none";
    if (r->sect & l->coming || (l->coming ? l->number != r->number : c->fetching[r->number]))
        return "mem_number: a line has two MSHRs, an MSHR has two lines, or a sector is fetched twice";
    if (r->sect & sectors_with(l->dirty))
        return "mem_sect: a fetch of a sector of which memory lacks bytes";
    l->coming |= r->sect;
    l->failed &= (uint8_t)~r->sect;
    l->number = r->number;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        l->known[i] &= (uint8_t)~sector_bits(i, r->sect);
    c->fetching[r->number] |= r->sect;
    for (unsigned i = 0; i < UL1_SECTORS; i++)
        if (r->sect >> i & 1)
            c->fetched[r->number][i] = c->cycle;
    return NULL;
}

static const char *see_write_back(struct l2_contract *c, const struct l2_asked *r)
{
    struct l2_line *l = l2_contract_line(c, r->line);
    if (r->op != UL1_MEMOP_WRITE || r->number || r->sect
        || r->vline != (r->line & ((UINT64_C(1) << UL1_LINE_W) - 1)))
        return "mem_op, mem_number, mem_sect, mem_vline: not those of a write-back";
    if (!l || !any_dirty(l))
        return "mem_line: a write-back of a line of which memory has all bytes";
    const unsigned dirty = sectors_with(l->dirty);
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        if (r->be[i] & ~(l->known[i] & sector_bits(i, dirty)) || l->dirty[i] & ~r->be[i])
            return "memdata_be: not the bytes that memory lacks, and others that are known of their sectors";
        if (r->word[i] != (l->word[i] & bytes_of(r->be[i])))
            return "memdata_word: not the bytes that were written or fetched";
    }
    memset(l->dirty, 0, sizeof l->dirty);
    return NULL;
}

static const char *see_offer(struct l2_contract *c, const struct ul1_l2_out *out)
{
    const struct l2_asked now = offer(out);
    if (any_bytes(out->memdata_be) && (!out->mem_valid || out->mem_op != UL1_MEMOP_WRITE))
        return "memdata_be: bytes without a write on offer";
    if (c->offers)
        return !out->mem_valid || memcmp(&now, &c->offered, sizeof now)
            ? "mem_valid, mem_op, mem_number, mem_line, mem_sect, mem_vline, memdata_be, memdata_word: not "
              "the "
              "request that was offered before and not taken"
            : NULL;
    if (!out->mem_valid)
        return NULL;
    c->offered = now;
    c->offered_since = c->cycle;
    return now.op == UL1_MEMOP_READ ? see_fetch(c, &now) : see_write_back(c, &now);
}

// ---- answers

static struct l2_answered answered(const struct ul1_l2_out *out)
{
    struct l2_answered a;
    memset(&a, 0, sizeof a);
    a.op = out->answer_op;
    a.sect = out->answer_sect;
    a.err = out->answer_err;
    a.number = out->answer_number;
    a.vline = out->answer_vline;
    memcpy(a.word, out->answer_data, sizeof a.word);
    return a;
}

// The words of the sectors are what was written or fetched, or memory did not deliver them.
static const char *check_words(const struct l2_line *l, const struct l2_answered *a)
{
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        const bool brings = !a->err && sector_bits(i, a->sect);
        if (!brings && a->word[i])
            return "answer_data: words beside those of the answer's sectors";
        if (brings && (l->known[i] != ALL_BYTES || a->word[i] != l->word[i]))
            return "answer_data: not the bytes that were written before the read, or else those in memory";
    }
    return NULL;
}

static const char *see_read_answered(struct l2_contract *c, const struct l2_answered *a)
{
    unsigned n = 0;
    while (n < c->reads && (c->read[n].number != a->number || a->sect & ~c->read[n].sect))
        n++;
    if (n == c->reads || !a->sect)
        return "answer_number, answer_sect: not those of a read that waits";
    struct l2_read *r = &c->read[n];
    struct l2_line *l = l2_contract_line(c, r->line);
    for (unsigned i = 0; i < n; i++)
        if (c->read[i].line == r->line)
            return "answer_number: a read of the line that came before waits";
    if (r->sect & l->coming || a->sect != (r->sect & (a->err ? l->failed : (unsigned)~l->failed)))
        return "answer_sect, answer_err: not all sectors that have come, or all that failed";
    const char *broken = check_words(l, a);
    r->sect &= (uint8_t)~a->sect;
    if (r->sect)
        return broken;
    l->reads--;
    l->touched = ++c->requests;
    memmove(r, r + 1, (--c->reads - n) * sizeof *r);
    return broken;
}

// A fence, and a write if writes are answered, has its answer in the cycle in which it is done.
static const char *see_answer(struct l2_contract *c, const struct ul1_l2_out *out)
{
    const struct l2_asked *done = &c->done;
    const struct l2_answered now = answered(out);
    const bool answers = out->answer_valid && !c->answers;
    const bool owes =
        c->is_done && (done->op == UL1_MEMOP_FENCE || (UL1_L2_ACKS && done->op == UL1_MEMOP_WRITE));
    if (c->answers && (!out->answer_valid || memcmp(&now, &c->answer, sizeof now)))
        return "answer_valid, answer_op, answer_number, answer_sect, answer_err, answer_vline, answer_data: "
               "not the answer that was offered before and not taken";
    if (owes || (answers && now.op != UL1_MEMOP_READ)) {
        const struct l2_answered is = { .op = now.op, .number = now.number, .vline = now.vline };
        if (!owes || !answers || now.op != done->op || now.number != done->number
            || now.vline != (done->op == UL1_MEMOP_WRITE ? done->vline : 0) || memcmp(&now, &is, sizeof now))
            return "answer_valid, answer_op, answer_number, answer_sect, answer_err, answer_vline, "
                   "answer_data: "
                   "not that of the fence, or of the write, that is done, in its cycle";
    }
    if (answers)
        c->answer_since = c->cycle;
    c->answer = now;
    return answers && now.op == UL1_MEMOP_READ
        ? now.vline ? "answer_vline: not zero for a read" : see_read_answered(c, &now)
        : NULL;
}

// ---- responses of memory

static const char *see_response(struct l2_contract *c, const struct ul1_l2_in *in,
                                const struct ul1_l2_out *out)
{
    const bool lost = in->resp_valid && in->resp_op == UL1_MEMOP_WRITE;
    if (out->lost_valid != lost || (lost && out->lost_line != in->resp_vline))
        return "lost_valid, lost_line: not those of a write that memory refuses";
    if (!in->resp_valid || lost)
        return NULL;
    if (in->resp_op != UL1_MEMOP_READ)
        return "resp_op: neither of a read nor of a write";
    if (!c->judged)
        return NULL;
    struct l2_line *l = NULL;
    for (unsigned i = 0; i < UL1_L2_SETS * L2_KEPT && !l; i++) {
        struct l2_line *at = &c->line[0][0] + i;
        l = at->here && at->coming && at->number == in->resp_number ? at : NULL;
    }
    const bool taken = !(l && out->mem_valid && out->mem_op == UL1_MEMOP_READ && out->mem_line == l->line
                         && out->mem_sect & in->resp_sect);
    if (!l || !taken || !in->resp_sect || in->resp_sect & ~l->coming)
        return "resp_number, resp_sect: of no fetch under way, or of sectors that it does not have";
    l->coming &= (uint8_t)~in->resp_sect;
    l->failed |= (uint8_t)(in->resp_err ? in->resp_sect : 0);
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        if (!in->resp_err && sector_bits(i, in->resp_sect)) {
            l->known[i] = ALL_BYTES;
            l->word[i] = in->resp_data[i];
        }
    c->fetch = most(c->fetch, fetch_time(c, in->resp_number, in->resp_sect));
    c->fetching[in->resp_number] = l->coming;
    return NULL;
}

// ---- waits

// The bounds of the document. Quantities that last now are in them.
static const char *check_waits(const struct l2_contract *c)
{
    const uint64_t head = c->queued ? c->cycle - c->oldest : 0,
                   read = c->reads ? c->cycle - c->read[0].since : 0;
    uint64_t D = c->fetch;
    for (unsigned n = 0; n < UL1_L2_MSHRS; n++)
        D = most(D, fetch_time(c, n, c->fetching[n]));
    const uint64_t T = most(c->taking, c->offers ? c->cycle - c->offered_since : 0) + 1,
                   A = most(c->accepting, c->answers ? c->cycle - c->answer_since : 0) + 1;
    const uint64_t E = UL1_L2_LIST * (T + D) + UL1_L2_MSHRS * (UL1_SECTORS + 2 * UL1_L2_LIST * (A + 3));
    if (read > E)
        return "answer_valid: a read waits for longer than its bound";
    return head > 3 * E + (UL1_L2_WAYS + 2) * (T + A + 3)
        ? "queue_used: the oldest request waits for longer than its bound"
        : NULL;
}

// The bounds are no less than this.
static const char *see_waits(const struct l2_contract *c)
{
    const uint64_t since = c->reads ? c->read[0].since : c->cycle;
    const bool long_ago = c->cycle - since > UL1_L2_LIST + UL1_L2_MSHRS
        || (c->queued && c->cycle - c->oldest > 3 * (UL1_L2_LIST + UL1_L2_MSHRS));
    return long_ago ? check_waits(c) : NULL;
}

// ---- cycles

static void advance(struct l2_contract *c, const struct ul1_l2_in *in, const struct ul1_l2_out *out)
{
    c->waits = in->req_valid && !out->req_ready;
    c->waiting = asked(in);
    if (in->req_valid && out->req_ready && c->queued < UL1_L2_QUEUE) {
        if (!c->queued)
            c->oldest = c->cycle + 1;
        c->queue[c->queued++] = c->waiting;
    }
    c->offers = out->mem_valid && !in->mem_ready;
    c->answers = out->answer_valid && !in->answer_ready;
    if (out->mem_valid && in->mem_ready)
        c->taking = most(c->taking, c->cycle - c->offered_since);
    if (out->answer_valid && in->answer_ready)
        c->accepting = most(c->accepting, c->cycle - c->answer_since);
    c->cycle++;
}

const char *l2_contract_check(struct l2_contract *c, const struct ul1_l2_in *in, const struct ul1_l2_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        return NULL;
    }
    const char *broken = check_request(c, in);
    if (c->judged) {
        broken = broken ? broken : see_queue(c, out);
        broken = broken ? broken : see_offer(c, out);
        broken = broken ? broken : see_answer(c, out);
    }
    broken = broken ? broken : see_response(c, in, out);
    broken = broken || !c->judged ? broken : see_waits(c);
    advance(c, in, out);
    return broken;
}
