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
        uint64_t age, joined;           // in the order of last passes, or joining; of joining alone
    } pool[UL1_POOL];
    struct lsu_pooled again, prepared;  // presented again in the cycle before; chosen then
    uint64_t joined;                    // accesses that have joined the pool, and passes of those that stayed: ages
    uint32_t cached_beats;              // those of the intake that are of cached stores
    uint8_t home;                       // that of the cycle before
    uint8_t chosen, given[2];           // the entry of which a new access was chosen last; of which a new store's beat was pulled,
    uint64_t taken;                     // places of the pool that were used when the cycle began
    bool given_shared;                  // of cached stores and of those to shared memory; and whether one of these was the last
    uint8_t wanted;                     // the place in the pool that was given its beat last
    struct lsu_seen {
        uint8_t ready, there;           // kinds that were ready; that were, or lacked only a booking, or room
        bool store, flush;              // one lacked room
        bool turned;                    // an access of the pool entered before one that had joined before it and was ready
        bool both;                      // a beat was given, and both kinds of new stores could have had it
    } seen;                             // in the cycle that was judged last
    struct lsu_pooled back;             // what a pass left over in the cycle before, on its way to the instruction side
};

// Null, or the rule that an output breaks; in every cycle, with who.h's as it is at the cycle's beginning.
const char *lsu_front_check(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// A load is in the pool.
bool lsu_front_has_load(const struct lsu_front *, const struct lsu_answers *);

// ---- what its change at the end of a cycle (front_advance.h) looks at, too

// The next place of the pool that lacks a beat, in rotation; and the place that is ready and joined, or had its last pass, the longest
// ago. Null if there is none.
const struct lsu_pooled *lsu_front_lacking(const struct lsu_front *);
const struct lsu_pooled *lsu_front_next(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *);

// It wants nothing but a booking, or room.
bool lsu_front_prepared(const struct lsu_front *, const struct lsu_answers *, const struct lsu_pooled *);

// The access to shared memory that is selected; null if none is.
const struct lsu_pooled *lsu_front_selected(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *,
    const struct ul1_lsu_out *);

// The kinds of what is next that are ready; and of new stores those that may have a beat, shared memory's or cached.
unsigned lsu_front_ready(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *);
uint64_t lsu_front_feeds(const struct lsu_front *, const struct lsu_answers *, bool shared);

#endif
