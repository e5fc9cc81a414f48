#include "blocks/fill/contract.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// A response is of one of three kinds. A read's response names its requester, a fence's names an entry or a
// command. (That the response was requested is a rule of the pins.)
static const char *check_response(const struct ul1_fill_in *in)
{
    if (!in->resp_valid)
        return NULL;
    if (in->resp_op > (UL1_GLOBAL_ATOMICS > 1 ? UL1_MEMOP_ATOM : UL1_MEMOP_FENCE))
        return "resp_op: no kind of request";
    if (in->resp_op == UL1_MEMOP_READ && in->resp_number >= UL1_READ_NUMBERS)
        return "resp_number: neither an entry nor a page walker nor a cache";
    if (in->resp_op == UL1_MEMOP_FENCE && in->resp_number >> UL1_ID_W)
        return "resp_number: neither a fence's nor a command's";
    return NULL;
}

// An entry is complete once, and again only after its replays have been handed out.
static const char *check_done(const struct fill_shadow *s, const struct ul1_fill_in *in,
                              const struct ul1_fill_out *out)
{
    if (in->done_fill && !out->fill_valid)
        return "done_fill: nothing has arrived for an entry (fill_valid)";
    if (in->done_fill && s->queued >> out->fill_prt & 1)
        return "done_fill: the entry is in the filled queue";
    if (!in->done_fault)
        return NULL;
    if (in->head_prt >= UL1_PRT)
        return "done_fault: there is no such entry (head_prt)";
    if (s->queued >> in->head_prt & 1)
        return "done_fault: the entry is in the filled queue";
    return in->done_fill && in->head_prt == out->fill_prt ? "done_fault: done_fill says it already" : NULL;
}

// An entry has MERGE replays at most.
static const char *check_replay(const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    bool more = out->replay_valid && out->replay_pos + 1 >= UL1_MERGE && !in->merged_last;
    return more ? "merged_last: more replays than an entry holds" : NULL;
}

// ---- guarantees

static const char *check_arrived(const struct ul1_fill_in *came, const struct ul1_fill_out *out)
{
    const bool read = came->resp_valid && came->resp_op == UL1_MEMOP_READ,
               entry = read && came->resp_number < UL1_PRT;
    const bool con = UL1_CONSTANTS && came->resp_number == UL1_CON_NUMBER;
    const bool tex = UL1_TEXTURE && read && came->resp_number >= UL1_TEX_NUMBER;
    const bool fence = came->resp_valid && came->resp_op == UL1_MEMOP_FENCE;
    const bool write = came->resp_valid && came->resp_op == UL1_MEMOP_WRITE;
    if (out->fill_here != read || out->fill_valid != entry || (entry && out->fill_prt != came->resp_number))
        return "fill_here, fill_valid, fill_prt: not what has come for an entry";
    if (out->fill_con != (con && read))
        return "fill_con: not what has come for the constant cache";
    if (out->fill_tex != tex || (tex && out->fill_fetch != came->resp_number - UL1_TEX_NUMBER))
        return "fill_tex, fill_fetch: not what has come for the texture cache";
    if (out->fill_walk != (read && !entry && !con && !tex ? 1u << (came->resp_number - UL1_PRT) : 0))
        return "fill_walk: not what has come for a page walker";
    if (read && (out->fill_sect != came->resp_sect || out->fill_err != came->resp_err))
        return "fill_sect, fill_err: not what has come";
    if (read && memcmp(out->fill_data, came->resp_data, sizeof out->fill_data) != 0)
        return "fill_data: not what has come";
    if (out->answer_fence != fence || (fence && out->answer_id != came->resp_number))
        return "answer_fence, answer_id: not the answer to a fence";
    return out->memfail_valid != write || (write && out->memfail_line != came->resp_vline)
        ? "memfail_valid, memfail_line: not a write that has failed"
        : NULL;
}

static const char *check_head(const struct fill_shadow *s, const struct ul1_fill_out *out)
{
    if (out->replay_valid != (s->count != 0))
        return "replay_valid: not that an entry is in the filled queue";
    return s->count && (out->replay_prt != s->queue[0] || out->replay_pos != s->pos)
        ? "replay_prt, replay_pos: not the head of the filled queue, or its next load"
        : NULL;
}

static const char *first_broken(const struct fill_shadow *s, const struct ul1_fill_in *in,
                                const struct ul1_fill_out *out)
{
    const char *broken = check_response(in);
    if (!broken)
        broken = check_done(s, in, out);
    if (!broken)
        broken = check_replay(in, out);
    if (broken || !s->judged)
        return broken;
    broken = check_arrived(&s->came, out);
    return broken ? broken : check_head(s, out);
}

const char *fill_contract_check(struct fill_contract *c, const struct ul1_fill_in *in,
                                const struct ul1_fill_out *out)
{
    const char *broken = in->rst ? NULL : first_broken(&c->shadow, in, out);
    fill_shadow_advance(&c->shadow, in, out);
    return broken;
}
