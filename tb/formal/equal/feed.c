// The store that gets a beat: the next of two rotations, of stores to shared memory and of cached ones, which
// alternate.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find(struct lsu_state *s)
{
    s->cached = held("instr_cached", 0, 0);
    s->left = 0;
    s->pulled_last = yes("fed_cached_q") ? LSU_CACHED : LSU_SHARED;
    for (unsigned m = 0; m < LSU_ORDERS; m++) {
        s->pulled[m] = (uint8_t)any(UL1_INSTR_W);
        never(s->pulled[m] >= UL1_INSTRS);
    }
    never(held("u_feed_shared.behind_q", 0, 0) != behind(s->pulled[LSU_SHARED]));
    never(held("u_feed_cached.behind_q", 0, 0) != behind(s->pulled[LSU_CACHED]));
}

// A beat arrives for it. Module lsu_beats has what is recorded about the beat.
static void clock_pull(struct lsu_state *s, unsigned id)
{
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    in->pull_valid = (uint8_t)yes("feed_arrives");
    in->intake_beat = 0;
    out->pull_ready = 1;
    out->pull_id = (uint8_t)id;
    out->pull_sub = 0;
    lsu_clock_pull(s, in, out);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    const uint64_t feeds = held("pulls", 0, 0);
    // lsu_pull: a beat comes if it is requested
    never(yes("rst") || (yes("feed_arrives") && !feeds));
    find(s);
    if (feeds) {
        const unsigned id = lsu_feed_next(s, feeds);
        same("feed_one", 0, 0, one(id), 1);
        same("feed_entry", 0, 0, id, 1);
        clock_pull(s, id);
    } else {
        same("feed_one", 0, 0, 0, 1);
    }
    becomes("fed_cached_q", 0, 0, s->pulled_last == LSU_CACHED, 1);
    becomes("u_feed_shared.behind_q", 0, 0, behind(s->pulled[LSU_SHARED]), 1);
    becomes("u_feed_cached.behind_q", 0, 0, behind(s->pulled[LSU_CACHED]), 1);
}
