// The sleepers: entries of the pending table with a deferred access, in the order in which they became sleepers.
#ifndef UL1_LSU_SLEEPERS_H
#define UL1_LSU_SLEEPERS_H

#include <string.h>

#include "common/ages.h"
#include "l1/lsu/entry.h"

// What a deferred access waits for: a cause and its key. As a token: that it has become free, which it is for the one who
// holds the token to use.
struct lsu_lack {
    uint8_t cause, key;
};

struct lsu_sleepers {
    uint64_t all, asleep, tokens;           // all of them; those that are not awake; those that hold a token
    uint64_t room;                          // of those: which wait or waited for room in the write data buffer
    uint64_t before[LSU_IDS];               // their ages
    struct lsu_lack lack[LSU_IDS];          // what each waits for or waited for
    uint8_t of_warp[LSU_WARPS];             // of each warp: how many there are
};

// Those that are asleep for it.
static inline uint64_t lsu_sleepers_for(const struct lsu_sleepers *s, struct lsu_lack lack)
{
    uint64_t those = 0;
    for (uint64_t left = s->asleep; left; left = without_lowest(left)) {
        struct lsu_lack l = s->lack[lowest(left)];
        those |= l.cause == lack.cause && l.key == lack.key ? lowest_one(left) : 0;
    }
    return those;
}

static inline void lsu_sleepers_sleep(struct lsu_sleepers *s, unsigned id, unsigned warp, struct lsu_lack lack)
{
    if (!is_in(s->all, id)) {
        ages_join(s->before, LSU_IDS, id);
        s->all |= one(id);
        s->of_warp[warp]++;
    }
    s->asleep |= one(id);
    s->room = with(s->room, id, lack.cause == UL1_CAUSE_ROOM);
    s->lack[id] = lack;
}

static inline void lsu_sleepers_leave(struct lsu_sleepers *s, unsigned id, unsigned warp)
{
    s->all &= ~one(id);
    s->of_warp[warp]--;
}

// The oldest of those, if there is any, wakes with a token.
static inline void lsu_sleepers_wake_one(struct lsu_sleepers *s, uint64_t those)
{
    if (!those)
        return;
    unsigned id = ages_oldest(s->before, those);
    s->asleep &= ~one(id);
    s->tokens |= one(id);
}

static inline void lsu_sleepers_reset(struct lsu_sleepers *s)
{
    s->all = s->asleep = s->tokens = s->room = 0;
    memset(s->of_warp, 0, sizeof s->of_warp);
}

#endif
