#include "blocks/share/contract.h"

#include <stddef.h>
#include <string.h>

#include "common/atoms.h"

// The second operand of a `cas` is at words that are not enabled, beside the first.
static void set_data(struct share_request *r, const uint8_t *be, const uint32_t *word)
{
    const bool swaps = r->atom == UL1_ATOM_CAS;
    for (unsigned b = 0; b < UL1_LINE_WORDS; b++) {
        uint32_t bytes = swaps && be[b ^ (r->wide ? 2 : 1)] ? UINT32_MAX : 0;
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
            bytes |= be[b] >> k & 1 ? UINT32_C(0xff) << 8 * k : 0;
        r->be[b] = be[b];
        r->word[b] = word[b] & bytes;
    }
}

// The request that an L1 offers, with the number that memory is to see.
static struct share_request offered(const struct ul1_share_in *in, unsigned i)
{
    struct share_request r;
    memset(&r, 0, sizeof r);
    r.op = in->req_op[i];
    r.sect = in->req_sect[i];
    r.level = in->req_level[i];
    r.number = i << UL1_TAG_W | in->req_number[i];
    r.line = in->req_line[i];
    r.vline = in->req_vline[i];
    r.atom = in->reqdata_atom[i];
    r.wide = in->reqdata_wide[i];
    r.sign = in->reqdata_signed[i];
    r.returns = UL1_GLOBAL_ATOMICS > 1 && in->reqold_valid[i];
    r.old = r.returns ? i << UL1_TAG_W | in->reqold_number[i] : 0;
    r.kind = in->reqread_kind[i];
    r.warp = UL1_READ_SOURCES ? in->reqread_warp[i] : 0;
    r.space = UL1_READ_SOURCES ? in->reqread_space[i] : 0;
    set_data(&r, in->reqdata_be + i * UL1_LINE_WORDS, in->reqdata_word + i * UL1_LINE_WORDS);
    return r;
}

static struct share_request shown(const struct ul1_share_out *out)
{
    struct share_request r;
    memset(&r, 0, sizeof r);
    r.op = out->mem_op;
    r.sect = out->mem_sect;
    r.level = out->mem_level;
    r.number = out->mem_number;
    r.line = out->mem_line;
    r.vline = out->mem_vline;
    r.atom = out->memdata_atom;
    r.wide = out->memdata_wide;
    r.sign = out->memdata_signed;
    r.returns = out->memold_valid;
    r.old = out->memold_valid ? out->memold_number : 0;
    r.kind = out->memread_kind;
    r.warp = out->memread_warp;
    r.space = out->memread_space;
    set_data(&r, out->memdata_be, out->memdata_word);
    return r;
}

// Answers that memory owes for a request, and those that a response brings: one for each sector of a read.
static unsigned owes(const struct share_request *r)
{
    return r->op == UL1_MEMOP_READ ? (unsigned)__builtin_popcount(r->sect)
                                   : r->op == UL1_MEMOP_FENCE || r->returns;
}

static unsigned brings(const struct ul1_share_in *in)
{
    return in->resp_op == UL1_MEMOP_READ ? (unsigned)__builtin_popcount(in->resp_sect)
                                         : in->resp_op != UL1_MEMOP_WRITE;
}

static const char *check_requests(const struct share_contract *c, const struct ul1_share_in *in)
{
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        uint8_t bytes = 0;
        for (unsigned b = 0; b < UL1_LINE_WORDS; b++)
            bytes |= in->reqdata_be[i * UL1_LINE_WORDS + b];
        if (bytes && (!in->req_valid[i] || in->req_op[i] != UL1_MEMOP_WRITE))
            return "reqdata_be: bytes without a write on offer (req_valid, req_op)";
        const bool returns = UL1_GLOBAL_ATOMICS > 1 && in->reqold_valid[i];
        if (in->reqdata_atom[i] && (!bytes || !red_passes(in->reqdata_atom[i], returns)))
            return "reqdata_atom: not built, or without a write on offer";
        if (!in->reqdata_atom[i] && (in->reqdata_wide[i] || in->reqdata_signed[i]))
            return "reqdata_wide, reqdata_signed: without an operation (reqdata_atom)";
        if (returns && !in->reqdata_atom[i])
            return "reqold_valid: without an operation (reqdata_atom)";
        if (in->req_valid[i] && in->req_op[i] > UL1_MEMOP_FENCE)
            return "req_op: none that there is";
        if (in->req_valid[i] && in->req_op[i] != UL1_MEMOP_READ
            && (in->reqread_kind[i] || (UL1_READ_SOURCES && (in->reqread_warp[i] || in->reqread_space[i]))))
            return "reqread_kind, reqread_warp, reqread_space: of no read";
        const bool fresh = UL1_CACHES_BEHIND && in->reqread_kind[i] == UL1_READKIND_FRESH;
        if (in->req_valid[i] && in->reqread_kind[i] > UL1_READKIND_TEXTURE && !fresh)
            return "reqread_kind: none that there is";
        const struct share_request now = offered(in, i);
        if (in->req_valid[i] && c->judged && c->owed[i] + owes(&now) >= 1u << UL1_OWED_W)
            return "req_valid, req_op, req_sect, reqold_valid: memory would owe more answers than there are "
                   "numbers for";
        if (!c->waits[i])
            continue;
        if (!in->req_valid[i] || memcmp(&now, &c->waiting[i], sizeof now))
            return "req_valid, req_op, req_number, req_line, req_sect, req_vline, req_level, reqdata_be, "
                   "reqdata_word, reqdata_atom, reqread_kind, reqold_valid: not the request that was offered "
                   "before and "
                   "not "
                   "taken";
    }
    return NULL;
}

static const char *check_response(const struct share_contract *c, const struct ul1_share_in *in)
{
    if (!in->resp_valid)
        return NULL;
    if (in->resp_op > (UL1_GLOBAL_ATOMICS > 1 ? UL1_MEMOP_ATOM : UL1_MEMOP_FENCE))
        return "resp_op: none that there is";
    if (in->resp_number >> UL1_TAG_W >= UL1_SHARERS)
        return "resp_number: of an L1 that there is not";
    return c->judged && brings(in) > c->owed[in->resp_number >> UL1_TAG_W]
        ? "resp_valid, resp_op, resp_sect: an answer that memory does not owe the L1"
        : NULL;
}

// Whether an L1 that has something to take waits.
static bool waits(const struct share_contract *c, const struct ul1_share_in *in,
                  const struct ul1_share_out *out, unsigned i)
{
    return share_fence_due(c, i) || (in->req_valid[i] && !c->drains[i] && !out->req_ready[i]);
}

// A request is taken, or a fence that is due, whenever there is one and the register is free or becomes so.
// No L1 waits for two requests of another.
static const char *check_turns(const struct share_contract *c, const struct ul1_share_in *in,
                               const struct ul1_share_out *out)
{
    unsigned offers = 0, taken = 0, due = 0;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        offers += in->req_valid[i] && !c->drains[i];
        due += share_fence_due(c, i);
        taken += out->req_ready[i];
        if (out->req_ready[i] && !in->req_valid[i])
            return "req_ready: without a request";
        if (out->req_ready[i] && c->drains[i])
            return "req_ready: of an L1 that was reset, before all is done that it had requested";
    }
    const bool has_room = !out->mem_valid || in->mem_ready;
    if (taken > has_room || (has_room && offers && !taken && !due))
        return "req_ready: not one request when the register is free, and none when it is not";
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        if (waits(c, in, out, i) && has_room && (taken || !share_fence_due(c, i))
            && c->others[i] + 1 >= UL1_SHARERS)
            return "req_ready: an L1 waits for more requests than one of each other L1";
    return NULL;
}

// The fence behind what an L1 had requested before its reset. The L1 is noted.
static const char *check_fence(struct share_contract *c, const struct ul1_share_out *out)
{
    const unsigned i = out->mem_number >> UL1_TAG_W;
    struct share_request fence;
    memset(&fence, 0, sizeof fence);
    fence.op = UL1_MEMOP_FENCE;
    fence.level = UL1_LEVEL_SYS;
    fence.number = i << UL1_TAG_W;
    c->held = shown(out);
    if (i >= UL1_SHARERS || memcmp(&fence, &c->held, sizeof fence) || !share_fence_due(c, i))
        return "mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level, memdata_be, memdata_atom, "
               "memdata_wide, memdata_signed, memread_kind, memread_warp, memread_space, memold_valid: not "
               "the "
               "fence of an L1 that was reset";
    c->fences = false;
    c->fenced[i] = true;
    c->owed[i] = 1;
    c->others[i] = 0;
    return NULL;
}

static const char *check_offer(struct share_contract *c, const struct ul1_share_out *out)
{
    const bool fences = c->fences;
    c->fences = false;
    if (out->mem_valid != c->holds)
        return "mem_valid: not exactly from the cycle behind the L1's offer until memory takes the request";
    if (!c->holds) {
        for (unsigned b = 0; b < UL1_LINE_WORDS; b++)
            if (out->memdata_be[b])
                return "memdata_be: bytes without a write on offer";
        return out->memdata_atom || out->memdata_wide || out->memdata_signed || out->memold_valid
            ? "memdata_atom, memdata_wide, memdata_signed, memold_valid: an operation without a write on "
              "offer"
            : NULL;
    }
    if (fences)
        return check_fence(c, out);
    const struct share_request now = shown(out);
    return memcmp(&now, &c->held, sizeof now)
        ? "mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level, memdata_be, memdata_word, "
          "memdata_atom, memdata_wide, memdata_signed, memread_kind, memread_warp, memread_space, "
          "memold_valid, memold_number: "
          "not the "
          "request that was taken"
        : NULL;
}

static const char *check_drains(const struct share_contract *c, const struct ul1_share_out *out)
{
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        if (out->drain_valid[i] != c->drains[i])
            return "drain_valid: not exactly from the cycle behind the L1's reset until its fence is "
                   "answered";
    return NULL;
}

static const char *check_answer(const struct ul1_share_in *in, const struct ul1_share_out *out)
{
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        if (out->answer_valid[i]
            != (in->resp_valid && in->resp_number >> UL1_TAG_W == i && !out->drain_valid[i]))
            return "answer_valid: not the L1 of the response, or one that was reset";
    if (!in->resp_valid)
        return NULL;
    if (out->answer_op != in->resp_op || out->answer_number != (in->resp_number & ((1u << UL1_TAG_W) - 1))
        || out->answer_sect != in->resp_sect || out->answer_err != in->resp_err
        || out->answer_vline != in->resp_vline
        || memcmp(out->answer_data, in->resp_data, sizeof out->answer_data))
        return "answer_op, answer_number, answer_sect, answer_err, answer_vline, answer_data: not the "
               "response";
    return NULL;
}

static void advance(struct share_contract *c, const struct ul1_share_in *in, const struct ul1_share_out *out)
{
    int taken = -1;
    bool due = false;
    const bool has_room = !out->mem_valid || in->mem_ready;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        if (in->req_valid[i] && out->req_ready[i])
            taken = (int)i;
        due |= share_fence_due(c, i);
    }
    if (c->holds && in->mem_ready)
        c->holds = false;
    c->fences = taken < 0 && has_room && due;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        c->others[i] = waits(c, in, out, i) ? c->others[i] + (taken >= 0 || c->fences) : 0;
        c->waits[i] = in->req_valid[i] && !out->req_ready[i] && !in->fresh_valid[i];
        c->waiting[i] = offered(in, i);
        const bool over = c->fenced[i] && !c->owed[i];
        c->drains[i] = in->fresh_valid[i] || (c->drains[i] && !over);
        c->fenced[i] = c->drains[i] && c->fenced[i];
        if (in->resp_valid && in->resp_number >> UL1_TAG_W == i)
            c->owed[i] -= brings(in) < c->owed[i] ? brings(in) : c->owed[i];
    }
    c->holds |= taken >= 0 || c->fences;
    if (taken >= 0) {
        c->held = offered(in, (unsigned)taken);
        c->owed[taken] += owes(&c->held);
    }
}

const char *share_contract_check(struct share_contract *c, const struct ul1_share_in *in,
                                 const struct ul1_share_out *out)
{
    if (in->rst) {
        *c = (struct share_contract){ .judged = true };
        return NULL;
    }
    const char *broken = check_requests(c, in);
    broken = broken ? broken : check_response(c, in);
    if (!broken && c->judged)
        broken = check_offer(c, out);
    broken = broken || !c->judged ? broken : check_drains(c, out);
    broken = broken || !c->judged ? broken : check_turns(c, in, out);
    broken = broken ? broken : check_answer(in, out);
    advance(c, in, out);
    return broken;
}
