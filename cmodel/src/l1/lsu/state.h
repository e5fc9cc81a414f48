// Load/store unit: takes warp instructions and keeps them until they retire, pulls the data of stores, presents accesses to
// the arbiter, keeps the remainders that are to be replayed or gives them back to the instruction side, lets accesses
// sleep that were deferred, and asks for what fences wait for.
//
// It relies on its neighbours for two things: sel_* names at most one candidate, and one that is there; and of what is
// presented again, or replayed, the instruction is in flight. (Whatever they say, nothing outside the tables is touched.)
//
// What it consists of, each part using only some of those before it: entry.h (an instruction and its lanes), queue.h (the new
// queue), pool.h (accesses to shared memory that are prepared), sleepers.h (deferred
// accesses), lines.h (cached accesses that are prepared); this file (all of the state); next.h (what is next), fences.h, prepare.h
// and gather.h (the stages before stage 0, for shared memory and cached), pull.h (which beat is pulled), request.h (the access
// selected), take.h (new instructions), present.h (what becomes of an access that enters), outcome.h (what its lookup comes
// to), follow.h (words to the register file, retirement); lsu.c (the outputs and the clock edge).
#ifndef UL1_LSU_STATE_H
#define UL1_LSU_STATE_H

#include "l1/lsu/entry.h"
#include "l1/lsu/lines.h"
#include "l1/lsu/pool.h"
#include "l1/lsu/queue.h"
#include "l1/lsu/sleepers.h"

struct lsu_state {
    // The pending table. Bit i of a set stands for entry i.
    uint64_t valid;                         // in flight
    uint64_t stores, cached, fences;        // what it is; a load if none of these and of the next
    uint64_t invals, flushes;               // the two of them: upkeep
    uint64_t shared;                        // what goes to shared memory, or would if it were not faulty
    uint64_t nulls;                         // faulty when taken, or without an active lane
    uint64_t ordered;                       // ordered loads that are not null
    uint64_t asked, over;                   // of a fence: memory was asked; it has nothing more to wait for
    struct lsu_entry entry[LSU_IDS];

    struct lsu_queue queue;
    struct lsu_pool pool;
    uint64_t left;                          // those whose remainder waits in the table to be chosen
    uint64_t left_waits, left_fed;          // those of them that may not be yet; the stores that have their beat
    struct lsu_sleepers sleepers;

    uint64_t fed;                           // stores of the queue that have a beat
    uint64_t cached_beats;                  // by their numbers: those of cached stores, up to the pass of their last line

    struct lsu_choice {
        uint8_t valid, fresh;               // fresh: it is new, and not a remainder
        uint8_t behind;                     // another of its warp was before it
        uint8_t id, sub, beat;
        uint32_t mask;                      // its slots
    } prepared;                             // the access to shared memory whose addresses are read
    uint8_t others;                         // another could have been chosen when it was
    struct lsu_lines lines;
    struct lsu_reading {
        uint8_t valid, kind, id;
        uint8_t sub, prt, last, err, bare;  // of a replay
        uint64_t line;
    } reading;                              // the cached access whose addresses are read
    struct lsu_examined {
        uint8_t valid, id;                  // without one, id is the last
    } examined;                             // the fence that is examined: whether its warp has anything out

    // Rotations over entries: which was the last
    uint8_t chosen, retired;                // chosen to be prepared, of shared memory; a null or a fence
    uint8_t pulled[LSU_ORDERS], pulled_last; // given a beat, of shared memory and cached; which of these was the last
    uint8_t rotated[2];                     // of which a line was chosen, by kind: loads, stores
    uint8_t last_kind;                      // the kind of the last line of all

    uint64_t went_before[6];                // of each kind of what is next (next.h): those that entered, or went, before it did
    uint8_t owed_replay, owed_load;         // a replay, a load of shared memory, was next, and a dirty line had the turn
    uint8_t owed_line;                      // and so of a load's or an inval's line
    uint8_t plain_waits;                    // a null or a fence could go in the cycle before

    uint64_t busy;                          // bit w: a shared access of warp w has a remainder
    uint64_t loading;                       // bit w: an ordered load of warp w is out and has a lane open
    uint8_t home, interval;                 // settings of the cycle before; they may not change while that matters

    struct lsu_back {
        uint8_t valid, id, sub;
        uint32_t mask;
    } back;                                 // the remainder on its way to the instruction side

    struct lsu_follow {
        uint8_t writes;                     // in stage 1: it writes words back; of a cached load its lookup says so
        uint8_t retires;                    // the last of an instruction; of a cached load known from stage 2 on
        uint8_t id, sub;
    } follow[UL1_HLAT];                     // what goes with the passes in stage 1 to HLAT

    struct lsu_words {
        uint8_t valid, id, sub;
    } words[UL1_HLAT - 1];                  // whose words stand at the register file now, in the next cycle, and so on

    // What goes with the pass in stage 1 besides, if it is a cached load or upkeep, and no bare replay (valid): how it is
    // judged. A cached access that is no replay asks for a line.
    struct lsu_look {
        uint8_t asks, valid, replay, err;
        uint32_t lanes;
    } look;
};

static inline unsigned lsu_is_upkeep(const struct lsu_state *s, unsigned id)
{
    return is_in(s->invals | s->flushes, id);
}

#endif
