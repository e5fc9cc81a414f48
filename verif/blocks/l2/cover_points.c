#include "blocks/l2/cover_points.h"

#include <string.h>

#include "common/sizes.h"

const struct point_name l2_event_names[L2_POINT_COUNT] = { L2_POINTS(POINT_NAME) };

// The MSHRs in this state.
static unsigned in_state(const struct ul1_l2_out *out, unsigned state)
{
    unsigned n = 0;
    for (unsigned i = 0; i < UL1_L2_MSHRS; i++)
        n += out->mshr_state[i] == state;
    return n;
}

static bool has_line(const struct l2_seen *s, const struct ul1_l2_out *out, uint64_t line)
{
    return s->way[out->pass_set][out->pass_way].there && s->way[out->pass_set][out->pass_way].line == line;
}

// The request that was done.
static void count_done(struct drive *d, struct l2_seen *s, const struct l2_contract *c,
                       const struct ul1_l2_out *out)
{
    const unsigned did = out->pass_did, mshr = out->pass_mshr;
    const bool there = has_line(s, out, c->done.line), walks = c->done.walk,
               fetches = out->mem_valid && out->mem_op == UL1_MEMOP_READ && out->mem_line == c->done.line
        && out->mem_number == mshr;
    s->of[mshr].listed = did == UL1_L2DID_MISS ? 1 : s->of[mshr].listed + (did == UL1_L2DID_JOIN);
    saw(d, L2_HIT, did == UL1_L2DID_HIT);
    saw(d, L2_HITS, did == UL1_L2DID_HIT && s->did == did);
    saw(d, L2_HIT_UNDER_MISS, did == UL1_L2DID_HIT && in_state(out, UL1_MSHRSTATE_FREE) < UL1_L2_MSHRS);
    saw(d, L2_MISS, did == UL1_L2DID_MISS);
    saw(d, L2_MISS_OWN, did == UL1_L2DID_MISS && there && !walks);
    saw(d, L2_WALK_ANEW, did == UL1_L2DID_MISS && there && walks);
    saw(d, L2_JOIN, did == UL1_L2DID_JOIN);
    saw(d, L2_JOIN_MORE, did == UL1_L2DID_JOIN && fetches);
    saw(d, L2_JOIN_ANSWERS, did == UL1_L2DID_JOIN && out->mshr_state[mshr] == UL1_MSHRSTATE_ANSWERS);
    saw(d, L2_JOIN_LAST, did == UL1_L2DID_JOIN && s->of[mshr].listed == UL1_L2_LIST);
    saw(d, L2_JOIN_WALK, did == UL1_L2DID_JOIN && s->of[mshr].walks);
    saw(d, L2_STORE_HIT, did == UL1_L2DID_STORE && there);
    saw(d, L2_STORE_MISS, did == UL1_L2DID_STORE && !there);
    saw(d, L2_FENCE, did == UL1_L2DID_FENCE);
    if (did == UL1_L2DID_MISS)
        s->of[mshr].walks = walks;
    if (did == UL1_L2DID_MISS || did == UL1_L2DID_STORE) {
        s->way[out->pass_set][out->pass_way].there = true;
        s->way[out->pass_set][out->pass_way].line = c->done.line;
    }
}

// The oldest request stays.
static void count_stays(struct drive *d, const struct l2_seen *s, struct l2_contract *c,
                        const struct ul1_l2_out *out)
{
    const unsigned did = out->pass_did;
    const struct l2_asked *r = &c->queue[0];
    const struct l2_line *l = l2_contract_line(c, r->line);
    const bool reads = r->op == UL1_MEMOP_READ, there = has_line(s, out, r->line);
    const bool back = did == UL1_L2DID_BACK, listed = s->of[out->pass_mshr].listed == UL1_L2_LIST;
    saw(d, L2_LIST, did == UL1_L2DID_LIST && listed);
    saw(d, L2_LIST_ANSWERS, did == UL1_L2DID_LIST && !listed);
    saw(d, L2_NO_WAY, did == UL1_L2DID_WAY);
    saw(d, L2_NO_MSHR, did == UL1_L2DID_MSHR);
    saw(d, L2_NO_REQUEST, did == UL1_L2DID_REQUEST);
    saw(d, L2_NO_ANSWER, did == UL1_L2DID_ANSWER);
    saw(d, L2_WRITE_WAITS, did == UL1_L2DID_PENDING && !reads);
    saw(d, L2_WALK_WAITS, did == UL1_L2DID_PENDING && reads);
    saw(d, L2_WALK_DIRTY, back && there && r->walk);
    saw(d, L2_PARTLY, back && there && !r->walk);
    saw(d, L2_PARTLY_PENDING, back && there && l && l->reads);
    saw(d, L2_VICTIM_READ, back && !there && reads);
    saw(d, L2_VICTIM_WRITE, back && !there && !reads);
}

static void count_replay(struct drive *d, struct l2_seen *s, const struct ul1_l2_out *out)
{
    const unsigned did = out->pass_did, mshr = out->pass_mshr;
    if (did != UL1_L2DID_WORDS && did != UL1_L2DID_ERROR)
        return;
    saw(d, L2_REPLAY_BEFORE, out->queue_used != 0);
    saw(d, L2_BOTH_KINDS, did == UL1_L2DID_ERROR && s->answers == mshr && s->number == out->answer_number);
    s->answers = did == UL1_L2DID_WORDS ? mshr : UL1_L2_MSHRS;
    s->number = out->answer_number;
    if (s->of[mshr].walks && out->mshr_state[mshr] == UL1_MSHRSTATE_FREE)
        s->way[out->pass_set][out->pass_way].there = false;
}

void l2_count(struct drive *d, struct l2_seen *s, struct l2_contract *c, const struct ul1_l2_in *in,
              const struct ul1_l2_out *out)
{
    const unsigned did = out->pass_did, answer = in_state(out, UL1_MSHRSTATE_ANSWERS),
                   opened = UL1_L2_MSHRS - in_state(out, UL1_MSHRSTATE_FREE);
    const bool comes = in->resp_valid && in->resp_op == UL1_MEMOP_READ;
    saw(d, L2_RESET_BUSY, in->rst && opened);
    if (in->rst) {
        memset(s, 0, sizeof *s);
        s->answers = UL1_L2_MSHRS;
        return;
    }
    if (c->is_done)
        count_done(d, s, c, out);
    else if (did && c->queued)
        count_stays(d, s, c, out);
    count_replay(d, s, out);
    saw(d, L2_TAKEN_FULL, in->req_valid && !out->req_ready);
    saw(d, L2_ALL_MSHRS, opened == UL1_L2_MSHRS);
    saw(d, L2_FILL_PART, did == UL1_L2DID_FILL && out->mshr_sect[out->pass_mshr]);
    saw(d, L2_FILL_ERROR, comes && in->resp_err);
    saw(d, L2_FILL_BEFORE, comes && out->queue_used > 1);
    saw(d, L2_FILL_BEFORE_REPLAY, comes && answer);
    saw(d, L2_TWO_ANSWER, answer > 1);
    saw(d, L2_SAME_SET, did && s->did && s->set == out->pass_set);
    saw(d, L2_LOST, out->lost_valid);
    s->did = did;
    s->set = out->pass_set;
    s->mshr = out->pass_mshr;
}
