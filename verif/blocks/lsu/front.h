// Load/store unit: predicts which instructions it takes, which beats it pulls, shared accesses from their
// choice to their last pass, the next candidate, and the outputs at retirement. The state follows the
// specification; `who.h` has the new queue, cached accesses and deferred accesses.
#ifndef LSU_FRONT_H
#define LSU_FRONT_H

#include "blocks/lsu/who.h"

struct lsu_front {
    uint64_t valid, fed; // entries in flight; stores to shared memory that have a beat
    struct lsu_kept {    // fields of each entry of the instruction table that `who.h` lacks
        bool bypass, fresh, stream, writeback;
        uint32_t pull;
    } kept[1 << UL1_ID_W];
    struct lsu_pooled {
        bool used, unissued, behind, fed; // behind: when chosen, it had to wait for its warp
        uint8_t id, sub, wait;
        uint32_t slots;
        uint64_t age, joined; // order of last passes, or of joining; order of joining alone
    } pool[UL1_POOL];
    struct lsu_pooled prepared; // chosen in the previous cycle
    // for each entry its remainder in the table; fed: a store's has its beat
    struct lsu_pooled left[1 << UL1_ID_W];
    uint64_t has_left;      // entries with a remainder in the table
    bool others;            // in the previous cycle one more entry had an access that could be chosen
    uint64_t joined;        // counts accesses that joined the pool, and passes of those that stayed: ages
    uint32_t cached_beats;  // beats of the intake that belong to cached stores
    uint8_t home, interval; // those of the previous cycle
    // the entry of the last chosen access; the cached store that was given a beat last
    uint8_t chosen, given[2];
    // given[1]: the store to shared memory that was given a beat last; given_shared: it was the later one
    bool given_shared;
    uint64_t taken;     // pool entries in use when the cycle began
    struct lsu_now {    // state of the current cycle, computed once (lsu_front_look)
        bool many_wait; // as many accesses wait for their warp as may
        // pool entries with an access that lacks at most a write-port reservation or a WDB credit
        uint64_t pool;
        // entries with a remainder, with a new access, that could be chosen if there is a pool entry
        uint64_t left, new;
        // lacking: stores with a remainder that lacks its beat; feeds: stores that may have a beat, cached
        // and shared
        uint64_t lacking, feeds[2];
        // the next load and the next store of the pool: ready, and joined or had its last pass the longest
        // ago; or null
        const struct lsu_pooled *next[2];
    } now;
    struct lsu_seen {
        // kinds that were ready; kinds that were ready or lacked only a reservation or a credit
        uint8_t ready, there;
        bool store, flush; // one lacked a credit
        bool turned; // an access of the pool entered before a ready one of its kind that had joined earlier
        bool left, beside;            // a remainder was chosen; its entry also had a new access that could be
        bool passes_left, passes_new; // a remainder, a new access of other entries could have been chosen
        // a new access was chosen before an older one; before one kept out because too many wait
        bool passes_older, passes_same_warp;
        // an access could be chosen and had no pool entry; as many wait for their warp as may
        bool full, kin;
        bool fed_left, own; // a remainder was given a beat; its instruction also had lanes to pull
        // the other kind of stores could have had the beat; a remainder could; a new store to shared memory
        // could
        bool both, over_left, over_new;
    } seen;                 // notes of the last cycle checked
    struct lsu_pooled back; // the previous pass's remainder, on its way to the instruction side
};

// Computes which accesses could be chosen and which stores could get a beat in this cycle. Call it first.
void lsu_front_look(struct lsu_front *, const struct lsu_predictor *, const struct ul1_lsu_in *);

// Null, or the rule that an output breaks. Call it in every cycle, with the state of `who.h` at the cycle's
// beginning.
const char *lsu_front_check(const struct lsu_front *, const struct lsu_predictor *, const struct ul1_lsu_in *,
                            const struct ul1_lsu_out *);

// Whether a load is in the pool.
bool lsu_front_has_load(const struct lsu_front *, const struct lsu_predictor *);

// ---- also used at the end of a cycle (front_advance.h)

// The shared access that is selected; null if none is.
const struct lsu_pooled *lsu_front_selected(const struct lsu_front *, const struct ul1_lsu_in *,
                                            const struct ul1_lsu_out *);

// The kinds of candidates that are ready.
unsigned lsu_front_ready(const struct lsu_front *, const struct lsu_predictor *, const struct ul1_lsu_in *);

// Entries with a new access that could be chosen. If many_wait, those that would wait for their warp are
// excluded.
uint64_t lsu_front_new(const struct lsu_front *, const struct lsu_predictor *, bool many_wait);

// Whether a new access of the warp would wait for its warp.
bool lsu_front_would_wait(const struct lsu_front *, const struct lsu_predictor *, unsigned warp);

// Whether the remainder of a pass in this cycle stays in the pool.
bool lsu_front_stays(const struct lsu_front *);

#endif
