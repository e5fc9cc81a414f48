// Load/store unit with coalescer: takes warp instructions and keeps them until they retire, pulls store data,
// and presents accesses to the arbiter. It keeps remainders or returns them to the instruction side, keeps
// deferred accesses until they are woken, and requests fences of memory.
//
// Assumptions: sel_* names at most one candidate, which exists; a remainder presented again and a replay are
// of an instruction in flight. If inputs break these, no memory outside the tables is touched.
//
// Files, each of which uses only earlier ones:
// - entry.h: an instruction and its lanes; queue.h: the new queue; pool.h: prepared shared accesses
// - deferral.h: deferred accesses; lines.h: prepared cached accesses; state.h: all of the state
// - next.h: selection; fences.c: fences; prepare.c, coalescer.c: the stages before stage 0
// - pull.c: beats to pull; request.c: the selected access; take.c: new instructions
// - present.h: an access that enters; outcome.h: the outcome of its lookup; follow.c: words and retirement
// - lsu.c: the outputs and the clock edge
#ifndef UL1_LSU_STATE_H
#define UL1_LSU_STATE_H

#include "l1/lsu/entry.h"
#include "l1/lsu/lines.h"
#include "l1/lsu/pool.h"
#include "l1/lsu/queue.h"
#include "l1/lsu/deferral.h"

struct lsu_state {
    // The instruction table. Bit i of a set stands for entry i.
    uint64_t valid;                  // in flight
    uint64_t stores, cached, fences; // kind of the instruction; a load if none of these and of the next
    uint64_t invals, flushes;        // CMOs
    uint64_t shared;      // shared instructions, including those that would be if they were not faulty
    uint64_t returns;     // atomics on global memory
    uint64_t nulls;       // faulty when taken, or without an active lane
    uint64_t ordered;     // loads with the hint `ord`; it matters for cached ones
    uint64_t asked, over; // fences that have requested memory; fences with nothing more to wait for
    struct lsu_entry entry[LSU_IDS];

    struct lsu_queue queue;
    struct lsu_pool pool;
    uint64_t left; // entries with a remainder in the table
    // Those among them that may not be chosen yet; stores among them with their beat
    uint64_t left_waits, left_fed;
    struct lsu_deferral deferral;

    uint64_t fed;          // stores in the queue with a beat
    uint64_t cached_beats; // intake beats of cached stores, up to the pass of their last line

    struct lsu_choice {
        uint8_t valid, unissued; // unissued: it is new, not a remainder
        uint8_t behind;          // an earlier access of its warp was ahead
        uint8_t id, sub, beat;
        lane_set mask; // its slots
    } prepared;        // the shared access with addresses being read
    uint8_t others;    // another access was eligible at that choice
    struct lsu_lines lines;
    struct lsu_reading {
        uint8_t valid, kind, id;
        uint8_t part, prt, last, err, bare; // of a replay
        uint8_t old, number;                // a replay that returns old words, and their number
        lane_set mask;                      // its slots
        uint64_t line;
    } reading; // the cached access in the coalescer
    struct lsu_examined {
        uint8_t valid, id; // without one, id is the last
    } examined;            // the examined fence

    // Rotations over entries: the last entry
    uint8_t chosen, retired; // last shared access chosen; last null or fence
    // Last store given a beat, shared and cached; which of the two was last
    uint8_t pulled[LSU_ORDERS], pulled_last;
    uint8_t rotated[2]; // last entry chosen for a line, by kind: loads, stores
    uint8_t last_kind;  // the kind of the last line

    uint64_t went_before[6];                  // for each kind (next.h): the kinds that went before it
    uint8_t displaced_replay, displaced_load; // outstanding grant of a replay, of a shared load
    uint8_t displaced_line;                   // outstanding grant of a line of a load or an inval
    uint8_t plain_waits;                      // a null or a fence could go in the previous cycle

    uint64_t busy;          // bit w: a shared access of warp w has a remainder
    uint64_t loading;       // bit w: an ordered load of warp w is out and has a lane open
    uint8_t home, interval; // settings of the previous cycle; they are constant while that matters

    struct lsu_back {
        uint8_t valid, id, sub;
        lane_set mask;
    } back; // the remainder on its way to the instruction side

    struct lsu_follow {
        uint8_t writes;  // in stage 1: the pass writes words back; for a cached load the lookup decides
        uint8_t retires; // the pass is the last of its instruction; for a cached load known from stage 2 on
        uint8_t id, sub;
    } follow[UL1_HLAT]; // the passes in stages 1 to HLAT

    struct lsu_words {
        uint8_t valid, id, sub;
    } words[UL1_HLAT - 1]; // the loads that write words in this cycle, in the next, and so on

    // More of the pass in stage 1, for a cached load or CMO other than a bare replay (`valid`). `asks` is set
    // for a cached access that is no replay.
    struct lsu_look {
        uint8_t asks, valid, replay, old, err; // old: a replay that returns old words
        lane_set lanes;
    } look;
};

static inline unsigned lsu_is_cmo(const struct lsu_state *s, unsigned id)
{
    return is_in(s->invals | s->flushes, id);
}

#endif
