// Load/store unit: takes warp instructions and keeps them until they retire, pulls the data of stores, presents accesses to
// the arbiter, keeps the remainders that are to be replayed or gives them back to the instruction side, and lets accesses
// sleep that were deferred.
//
// It relies on its neighbours for two things: sel_* names at most one candidate, and one that is there; and of what is
// presented again, or replayed, the instruction is in flight. (Whatever in_id and in_sub, rep_id and rep_sub say, nothing
// outside the tables is touched.)
#ifndef UL1_LSU_H
#define UL1_LSU_H

#include "machine.h"

// As many as a pending table index can name. Only UL1_PT are ever given out, but an index comes from outside as well.
#define LSU_IDS (1 << UL1_ID_W)

// An address as the pending table has it: the array address, and the bits above.
#define LSU_ADDR_BITS (LG + 2 + UL1_ROW_W)

// Instructions in the order in which they were taken.
struct lsu_queue {
    uint8_t head, count;                    // place of the oldest, and how many
    uint8_t sub;                            // the next sub-warp of the oldest to look at; of a cached load not used
    uint8_t id[LSU_IDS];
};

// What a deferred access waits for: a cause and its key. As a token: that it has become free, which it is for the one who
// holds the token to use.
struct lsu_lack {
    uint8_t cause, key;
};

struct lsu_state {
    // The pending table.
    uint64_t valid;                         // bit i: entry i is in flight
    struct lsu_entry {
        uint8_t warp, store, width, sign, reg;
        uint8_t cached, bypass;
        uint8_t err;                        // that of the lowest failing lane
        uint8_t subs;                       // bit k: sub-warp k has work to do; none: the instruction is null
        uint32_t mask, failing;             // active lanes; those that failed
        uint32_t todo, open;                // of a cached load: lanes to be presented; lanes whose access is not done
        uint16_t addr[LANES];               // array address of each lane
        uint32_t high[LANES];               // and the bits above; of a shared access without fault nobody looks at them
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

    uint64_t busy;                          // bit w: a shared access of warp w has a remainder
    uint8_t home;                           // cfg_home of the cycle before; it may not change while that matters

    // The sleepers: entries with a deferred access. Bit i stands for entry i.
    uint64_t sleepers, asleep, tokens;      // all of them; those that are not awake; those that hold a token
    uint64_t before[LSU_IDS];               // of a sleeper: those who became one before it; the rest of its bits say nothing
    struct lsu_lack lack[LSU_IDS];          // what it waits for or waited for

    uint8_t rpl_valid, rpl_id, rpl_sub;     // the remainder on its way out
    uint32_t rpl_mask;

    struct lsu_follow {
        uint8_t load, hit;                  // writes back: words of a shared load; words of a hit, known from stage 2 on
        uint8_t ret;                        // the last pass of an instruction, or a null one; of a cached load likewise
        uint8_t id, sub;
    } follow[UL1_HLAT];                     // what goes with the passes in stage 1 to HLAT

    // And with the pass in stage 1 if it is a cached one (valid).
    struct lsu_look {
        uint8_t valid, replay, err;
        uint8_t has_token;
        struct lsu_lack token;
        uint32_t lanes;
    } look;
};

#endif
