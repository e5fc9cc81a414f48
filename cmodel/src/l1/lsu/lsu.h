// Load/store unit: takes warp instructions and keeps them until they retire, pulls the data of stores, presents accesses to
// the arbiter, keeps the remainders that are to be replayed or gives them back to the instruction side, lets accesses
// sleep that were deferred, and asks for what fences wait for.
//
// It relies on its neighbours for two things: sel_* names at most one candidate, and one that is there; and of what is
// presented again, or replayed, the instruction is in flight. (Whatever in_id and in_sub, merged_id and merged_sub say, nothing
// outside the tables is touched.)
#ifndef UL1_LSU_H
#define UL1_LSU_H

#include "common/machine.h"

// As many as a pending table index can name. Only UL1_PT are ever given out, but an index comes from outside as well.
#define LSU_IDS (1 << UL1_ID_W)
#define LSU_WARPS (1 << UL1_WARP_W)

// An address as the pending table has it: the array address, and the bits above.
#define LSU_ADDR_BITS (UL1_LANE_W + 2 + UL1_ROW_W)

#include "sleepers.h"

struct lsu_state {
    // The pending table. Of masks of 64 bits bit i stands for entry i, here and below.
    uint64_t valid;                         // in flight
    uint64_t stores, cached, fences;        // what it is; a load if neither store nor fence
    uint64_t nulls;                         // faulty when taken, or without an active lane
    uint64_t pulls;                         // stores with a lane whose beat is not pulled
    uint64_t asked, answered;               // of a fence: memory was asked, has answered
    struct lsu_entry {
        uint8_t warp, level, width, sign, reg;
        uint8_t bypass, wb;                 // of a cached one
        uint8_t err;                        // that of the lowest failing lane
        uint32_t mask, failing;             // active lanes; those that failed
        uint32_t todo;                      // lanes to be presented
        uint32_t pull;                      // of a store: lanes whose beat is not pulled
        uint32_t open;                      // of a cached load: lanes whose access is not done
        uint16_t addr[LANES];               // array address of each lane
        uint32_t high[LANES];               // and the bits above; of a shared access without fault nobody looks at them
    } entry[LSU_IDS];

    // The new queue: not yet presented in full.
    struct lsu_queue {
        uint8_t count;
        uint8_t id[LSU_IDS];                // in the order in which they were taken
        uint64_t turn;                      // those before whom there is none of their warp
        uint64_t of_warp[LSU_WARPS];
    } fresh;

    uint8_t beat_head, beat_count;          // the beat queue: beats pulled for the stores of the new queue
    struct lsu_beat {
        uint8_t id, beat_at;
    } beat[UL1_INTAKE];

    uint8_t out[LSU_WARPS];                 // of each warp: instructions not in the new queue any more and not retired
    uint8_t sleeping[LSU_WARPS];            // of each warp: sleepers

    uint8_t replays;                        // the replay buffer, the oldest first
    struct lsu_replay {
        uint8_t id, sub, store;
        uint8_t wait;                       // cycles until it is a candidate
        uint8_t has_beat, beat_at;          // of a store: its beat is in the intake, and where
        uint32_t mask;                      // the slots left
    } replay[UL1_RB];

    uint64_t busy;                          // bit w: a shared access of warp w has a remainder
    uint8_t home;                           // cfg_home of the cycle before; it may not change while that matters

    struct sleepers sleepers;

    uint8_t remainder_valid, remainder_id, remainder_sub;     // the remainder on its way out
    uint32_t remainder_mask;

    struct lsu_follow {
        uint8_t load, hit;                  // writes back: words of a shared load; words of a hit, known from stage 2 on
        uint8_t ret;                        // the last of an instruction; of a cached load known from stage 2 on
        uint8_t id, sub;
    } follow[UL1_HLAT];                     // what goes with the passes in stage 1 to HLAT

    // And with the pass in stage 1 if it is a cached load, and not a bare replay (valid).
    struct lsu_look {
        uint8_t valid, replay, err;
        uint8_t has_token;
        struct lsu_lack token;
        uint32_t lanes;
    } look;
};

#endif
