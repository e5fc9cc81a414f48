// Load/store unit: what it takes, which beats it pulls, accesses to shared memory from when they are chosen to their last pass, what
// is next, and what an instruction says as it retires, judged by what it has of them as the specification has it. What is in the new
// queue, what is cached and who sleeps it knows from who.h.
#ifndef LSU_FRONT_H
#define LSU_FRONT_H

#include "blocks/lsu/who.h"

struct lsu_front {
    uint64_t valid;                     // entries in flight
    struct lsu_kept {                   // of each what the table keeps besides who.h
        bool sign, bypass, writeback;
        uint8_t err, fed, beat[2];      // fed: beats of a store to shared memory, in order, which no access has used
        uint32_t pull, failing;
        uint64_t addr[LANES];
    } kept[1 << UL1_ID_W];
    struct lsu_pooled {
        bool used, fresh, lacks;
        uint8_t id, sub, beat, wait;
        uint32_t slots;
        uint64_t age;
    } pool[UL1_POOL];
    struct lsu_pooled again, prepared;  // presented again in the cycle before; chosen then
    uint64_t joined;                    // accesses that have joined the pool: ages
    uint32_t cached_beats;              // those of the intake that are of cached stores
    uint8_t home;                       // that of the cycle before
    struct lsu_pooled back;             // what a pass left over in the cycle before, on its way to the instruction side
};

// Null, or the rule that an output breaks; in every cycle, with who.h's as it is at the cycle's beginning.
const char *lsu_front_check(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// ---- what its change at the end of a cycle (front_advance.h) looks at, too

// The oldest in the pool of those that lack a beat; of those that may enter, remainders of loads or of stores; and the oldest fresh
// one that is ready. Null if there is none.
const struct lsu_pooled *lsu_front_lacking(const struct lsu_front *);
const struct lsu_pooled *lsu_front_remainder(const struct lsu_front *, const struct lsu_answers *, bool store);
const struct lsu_pooled *lsu_front_fresh(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *);

// Which of them is selected; null if none is.
const struct lsu_pooled *lsu_front_selected(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *,
    const struct ul1_lsu_out *);

#endif
