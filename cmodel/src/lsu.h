// Load/store unit: takes warp instructions and keeps them until they retire, pulls the data of stores, presents accesses to
// the arbiter, and keeps the remainders that are to be replayed or gives them back to the instruction side.
//
// It relies on its neighbours for two things: sel_* names at most one candidate, and one that is there; and of what is
// presented again the instruction is in flight. (Whatever in_id and in_sub say, nothing outside the tables is touched.)
#ifndef UL1_LSU_H
#define UL1_LSU_H

#include "machine.h"

// As many as a pending table index can name. Only UL1_PT are ever given out, but an index comes from outside as well.
#define LSU_IDS (1 << UL1_ID_W)

// Instructions in the order in which they were taken.
struct lsu_queue {
    uint8_t head, count;                    // place of the oldest, and how many
    uint8_t sub;                            // the next sub-warp of the oldest to look at
    uint8_t id[LSU_IDS];
};

struct lsu_state {
    // The pending table.
    uint64_t valid;                         // bit i: entry i is in flight
    struct lsu_entry {
        uint8_t warp, store, width, sign, reg;
        uint8_t err;
        uint8_t subs;                       // bit k: sub-warp k has work to do; none: the instruction is null
        uint32_t mask;                      // active lanes; of a faulty instruction the failing ones
        uint16_t addr[LANES];               // array address of each lane
    } entry[LSU_IDS];

    struct lsu_queue fresh;                 // the new queue: not yet presented in full (its sub is nsub)
    struct lsu_queue stores;                // the store queue: beats not all pulled (its sub is fsub)

    uint8_t beat_head, beat_count;          // the beat queue: beats pulled for the stores of the new queue
    uint8_t beat[UL1_INK];

    uint8_t replays;                        // the replay buffer, the oldest first
    struct lsu_replay {
        uint8_t id, sub, store;
        uint8_t wait;                       // cycles until it is a candidate
        uint8_t has_beat, ink;              // of a store: its beat is in the intake, and where
        uint32_t mask;                      // the slots left
    } replay[UL1_RB];

    uint64_t busy;                          // bit w: an access of warp w has a remainder
    uint8_t home;                           // cfg_home of the cycle before; it may not change while that matters

    uint8_t rpl_valid, rpl_id, rpl_sub;     // the remainder on its way out
    uint32_t rpl_mask;

    struct lsu_follow {
        uint8_t load, ret;                  // a pass of a load; the last pass of an instruction, or a null one
        uint8_t id, sub;
    } follow[UL1_LAT];                      // what goes with the passes in stage 1 to 3
};

#endif
