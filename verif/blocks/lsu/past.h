// Load/store unit: the state of previous cycles for its cover points: the instructions in flight, and the
// contract's rotations and deferred accesses.
#ifndef LSU_PAST_H
#define LSU_PAST_H

#include "blocks/lsu/contract.h"
#include "blocks/lsu/track.h"

// An instruction in flight.
struct lsu_instruction {
    uint64_t taken; // the cycle
    uint8_t warp, level, space, hint;
    bool interleaved;                 // its lanes' addresses are
    uint32_t mask, presented, failed; // cached load: active lanes, presented so far, failed so far
};

struct lsu_past {
    // The previous cycle: no beat was requested, and no store arrived that could request one, so a request in
    // this cycle was held up; one beat was free; none was; there was a credit for a store; words were written
    // back.
    bool no_beat, one_free, none_free, had_credit, wrote;

    // In 64-bit masks, bit i stands for entry i.
    uint64_t in_flight, null; // in flight; taken with an empty mask
    uint64_t stores, cached_loads, ordered, cached_stores, fences, cmo;
    uint64_t unseen; // without a pass so far
    struct lsu_instruction entry[1 << UL1_ID_W];

    uint64_t slept; // bit w: a cached load of warp w was deferred after the last store of that warp
    // the lookup of a cached load, of a CMO (inval or flush), was in stage 1 in the previous cycle
    bool looked, kept_up;
    uint8_t looked_warp; // the warp of that lookup

    // State at the beginning of the cycle: the last of each rotation, deferred accesses, and the cause of
    // each last deferral.
    bool left; // there is a remainder in the table
    uint8_t chosen, given[2], turn[2], retired;
    uint64_t went[WENT_KINDS];
    bool owed;
    struct lsu_examined examined;
    uint64_t deferral, unwoken;
    struct lsu_urgent urgent;
    uint8_t cause[1 << UL1_ID_W];
    bool reads; // a cached access was chosen in the previous cycle
};

// Advances at the end of a cycle; `track` is its state at the beginning, the contract is that at the end.
void lsu_past_advance(struct lsu_past *, const struct lsu_track *, const struct lsu_contract *,
                      const struct ul1_lsu_in *, const struct ul1_lsu_out *, uint64_t cycle);

// A reset.
void lsu_past_reset(struct lsu_past *);

// Those of `entries` that belong to the warp.
uint64_t lsu_of_warp(const struct lsu_past *, uint64_t entries, unsigned warp);

// Whether the replay in stage 1 fails.
static inline bool lsu_pass_fails(const struct lsu_pass *p)
{
    return p->replay && !p->bare && p->err != UL1_ERR_NONE;
}

#endif
