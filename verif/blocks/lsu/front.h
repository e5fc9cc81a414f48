// Load/store unit: what it takes, which beats it pulls, accesses to shared memory from when they are chosen to their last pass, what
// is next, and what an instruction says as it retires, judged by what it has of them as the specification has it. What is in the new
// queue, what is cached and who sleeps it knows from who.h.
#ifndef LSU_FRONT_H
#define LSU_FRONT_H

#include "blocks/lsu/who.h"

struct lsu_front {
    uint64_t valid, fed;                // entries in flight; stores to shared memory that have a beat
    struct lsu_kept {                   // of each what the table keeps besides who.h
        bool bypass, writeback;
        uint32_t pull;
    } kept[1 << UL1_ID_W];
    struct lsu_pooled {
        bool used, fresh, behind, fed;  // behind: as it was chosen, it was to wait for its warp
        uint8_t id, sub, wait;
        uint32_t slots;
        uint64_t age, joined;           // in the order of last passes, or joining; of joining alone
    } pool[UL1_POOL];
    struct lsu_pooled prepared;         // chosen in the cycle before
    struct lsu_pooled left[1 << UL1_ID_W]; // of each entry its remainder in the table; of a store, fed: it has its beat
    uint64_t has_left;                  // those that have one
    bool others;                        // in the cycle before one more entry had an access that could be chosen
    uint64_t joined;                    // accesses that have joined the pool, and passes of those that stayed: ages
    uint32_t cached_beats;              // those of the intake that are of cached stores
    uint8_t home, interval;             // those of the cycle before
    uint8_t chosen, given[2];           // the entry of which an access was chosen last; which was given a beat, of cached stores
    bool given_shared;                  // and of those to shared memory; and whether one of these was the last
    uint64_t taken;                     // places of the pool that were used when the cycle began
    struct lsu_now {                    // in the cycle that is judged, once (lsu_front_look):
        bool many_wait;                 // as many accesses wait for their warp as may
        uint64_t pool;                  // places of the pool with an access that lacks at most a booking, or room
        uint64_t left, new;             // entries of which a remainder, a new access could be chosen if there is a place
        uint64_t lacking, feeds[2];     // stores of which a remainder lacks its beat; that may have one: cached, shared
        const struct lsu_pooled *next[2]; // of the pool the load, the store that is ready and joined, or had its last pass, the longest ago; or null
    } now;
    struct lsu_seen {
        uint8_t ready, there;           // kinds that were ready; that were, or lacked only a booking, or room
        bool store, flush;              // one lacked room
        bool turned;                    // an access of the pool entered before one of its kind that had joined before it and was ready
        bool left, beside;              // a remainder was chosen; its entry had a new access besides that could be
        bool passes_left, passes_new;   // and a remainder, a new access of other entries, that were not
        bool passes_older, passes_kin;  // a new one was, before an older one; before one that was kept out as many wait
        bool full, kin;                 // one could be chosen, and had no place; as many wait for their warp as may
        bool fed_left, own;             // a remainder was given a beat; its instruction had lanes to pull besides
        bool both, over_left, over_new; // and the other kind of stores could have had it; a remainder; a new store to shared memory
    } seen;                             // in the cycle that was judged last
    struct lsu_pooled back;             // what a pass left over in the cycle before, on its way to the instruction side
};

// What could be chosen and fed in this cycle; first of all that is asked in it.
void lsu_front_look(struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *);

// Null, or the rule that an output breaks; in every cycle, with who.h's as it is at the cycle's beginning.
const char *lsu_front_check(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// A load is in the pool.
bool lsu_front_has_load(const struct lsu_front *, const struct lsu_answers *);

// ---- what its change at the end of a cycle (front_advance.h) looks at, too

// The access to shared memory that is selected; null if none is.
const struct lsu_pooled *lsu_front_selected(const struct lsu_front *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// The kinds of what is next that are ready.
unsigned lsu_front_ready(const struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *);

// New accesses that could be chosen; as many wait as may: then none that would wait, too.
uint64_t lsu_front_new(const struct lsu_front *, const struct lsu_answers *, bool many_wait);

// A new access of the warp would wait for it.
bool lsu_front_would_wait(const struct lsu_front *, const struct lsu_answers *, unsigned warp);

// What a pass leaves over in this cycle keeps its place.
bool lsu_front_stays(const struct lsu_front *);

#endif
