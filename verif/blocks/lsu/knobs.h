// Load/store unit: what its drive does in a phase, that is for a few hundred cycles: the settings, and how much there is of
// everything.
#ifndef LSU_KNOBS_H
#define LSU_KNOBS_H

#include "blocks/drive.h"
#include "kit/lane_diff.h"

enum { LSU_LINES = 12 };                // cached accesses are of so many lines

// A warp has one remainder at most, and so has an instruction: so many there can be.
#define LSU_REMAINDERS (UL1_WARPS < UL1_PT ? UL1_WARPS : UL1_PT)

#define LSU_ALL_LINES all_of(UL1_LINE_W) // the highest number of a line

// To change the settings the unit has to run empty (drain). So it has for the command that changes the carveout: it runs
// (command), then nothing is taken, and as it ends there is a new carveout.
struct lsu_settings {
    uint8_t carveout, home, interval, policy;
    bool drain, command;
    bool changed, new_carveout;         // they have just been drawn; the command has just ended
    unsigned drawn;                     // how often they were
};

// How much there is of what: in percent, if nothing else is said.
struct lsu_knobs {
    // What is offered: new instructions, remainders. The former are
    unsigned offer, again;
    unsigned store, fence, upkeep;      // stores, fences, invals and flushes
    unsigned cached, foreign;           // accesses in a cached space, in any but shared memory
    unsigned empty, faulty;             // without active lanes; with addresses that are wrong
    unsigned warps, first_warp;         // of this many warps, from this one up; of all in turn, if zero
    unsigned width;                     // of this width; or of each its own, if that is no code
    unsigned hold;                      // cycles in which a command keeps them out

    // What is taken from the unit: the candidate; a fence's request. Cycles in which the write port is booked by others.
    unsigned select, accept, booked;
    unsigned whole;                     // shared accesses accepted whole
    unsigned room;                      // cycles with room for a store

    // The intake: beats that are there when asked for; a beat given up is free that many cycles later at most; beats that
    // are never free.
    unsigned beat, beat_delay, beats_taken;

    // Remainders are made to pile up outside; when there are that many the pile comes back.
    bool pile, surge;
    unsigned high;

    // The lines of cached accesses, and how far behind one of these they may lie.
    unsigned lines, spread;
    uint64_t line[LSU_LINES];
    bool scattered;                     // each lane has a line of its own
    unsigned hit, opens;                // loads that hit; stores that have their line fetched
    unsigned replay, failed;            // filled lines whose replays come at once; fetches that end with an error
    unsigned dirty, room_dirty;         // misses that need room for a dirty line; cycles in which there is some
    unsigned entries, ways, places;     // limits: entries in use, ways taken of a set, accesses that an entry holds
    unsigned latency;                   // until a line is filled, at most

    unsigned scarce_drawn;              // how often there was to be little of something
};

// For a new phase, in turn: mixed, as it comes, with a pile of remainders, with little of something.
void lsu_draw_knobs(struct drive *, struct lsu_settings *, struct lsu_knobs *);

// The settings, as the unit is empty; the phase ends.
void lsu_draw_settings(struct drive *, struct lsu_settings *);

// The command ends: there is a new carveout, and an instruction may be taken at once; the phase ends.
void lsu_end_command(struct drive *, struct lsu_settings *);

// A pile of remainders is held back outside until there are many.
void lsu_steer_pile(struct lsu_knobs *, uint64_t returned);

// The unit runs empty.
static inline bool lsu_runs_empty(const struct lsu_settings *s)
{
    return s->drain || s->command;
}

#endif
