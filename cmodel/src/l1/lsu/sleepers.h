// The sleepers, a part of the load/store unit: entries of the pending table with a deferred access, in the order in which
// they became sleepers. Included by lsu.h only.
#ifndef UL1_SLEEPERS_H
#define UL1_SLEEPERS_H

#include "common/machine.h"

// What a deferred access waits for: a cause and its key. As a token: that it has become free, which it is for the one who
// holds the token to use.
struct lsu_lack {
    uint8_t cause, key;
};

// Bit i stands for entry i.
struct sleepers {
    uint64_t all, asleep, tokens;           // all of them; those that are not awake; those that hold a token
    uint64_t slot;                          // of all: those that wait or waited for a slot of the write data buffer
    uint64_t before[LSU_IDS];               // of a sleeper: those who became one before it; the rest of its bits say nothing
    struct lsu_lack lack[LSU_IDS];          // what it waits for or waited for
};

// The oldest of some of them; there must be one.
static inline unsigned sleepers_oldest(const struct sleepers *s, uint64_t some)
{
    uint64_t left = some;
    while (s->before[lowest(left)] & some)
        left &= left - 1;
    return lowest(left);
}

// Those that are asleep for it.
static inline uint64_t sleepers_for(const struct sleepers *s, struct lsu_lack lack)
{
    uint64_t those = 0;
    for (uint64_t left = s->asleep; left; left &= left - 1) {
        struct lsu_lack l = s->lack[lowest(left)];
        those |= l.cause == lack.cause && l.key == lack.key ? left & -left : 0;
    }
    return those;
}

static inline void sleepers_fall_asleep(struct sleepers *s, unsigned id, struct lsu_lack lack)
{
    uint64_t one = UINT64_C(1) << id;
    if (!(s->all & one)) {
        for (unsigned i = 0; i < LSU_IDS; i++)
            s->before[i] &= ~one;
        s->before[id] = s->all;
        s->all |= one;
    }
    s->asleep |= one;
    s->slot = lack.cause == UL1_CAUSE_ROOM ? s->slot | one : s->slot & ~one;
    s->lack[id] = lack;
}

static inline void sleepers_leave(struct sleepers *s, unsigned id)
{
    s->all &= ~(UINT64_C(1) << id);
    s->slot &= s->all;
}

// The oldest of those, if there is any, wakes with a token.
static inline void sleepers_wake_one(struct sleepers *s, uint64_t those)
{
    if (!those)
        return;
    uint64_t one = UINT64_C(1) << sleepers_oldest(s, those);
    s->asleep &= ~one;
    s->tokens |= one;
}

#endif
