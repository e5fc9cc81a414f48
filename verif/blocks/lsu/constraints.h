// Load/store unit: the random constraints of its drive for a phase: the settings, and all rates.
#ifndef LSU_CONSTRAINTS_H
#define LSU_CONSTRAINTS_H

#include "blocks/drive.h"
#include "kit/lane_diff.h"

enum { LSU_LINES = 12 }; // number of lines of cached accesses

// The largest number of remainders: a warp has one at most, and so has an instruction.
#define LSU_REMAINDERS (UL1_WARPS < UL1_INSTRS ? UL1_WARPS : UL1_INSTRS)

#define LSU_ALL_LINES all_of(UL1_LINE_W) // the highest line number

// A change of the settings requires that the unit is empty (drain). So does the command that changes the
// carveout (command): while it runs nothing is taken, and when it ends there is a new carveout.
struct lsu_settings {
    uint8_t carveout, home, interval, policy, bankwidth;
    bool drain, command;
    bool changed, new_carveout; // the settings were just drawn; the command has just ended
    unsigned drawn;             // number of draws
};

// Rates, in percent unless stated otherwise.
struct lsu_constraints {
    // Offers: new instructions, and remainders. The new ones:
    unsigned offer, again;
    unsigned store, fence, cmo; // stores; fences; CMOs (inval, flush)
    unsigned atomic;            // stores that are atomics
    unsigned matrix;            // matrix accesses, of loads and other stores
    unsigned cached, foreign;   // in a cached space; in any space but shared memory
    unsigned empty, faulty;     // without active lanes; with wrong addresses
    unsigned warps, first_warp; // from so many warps, from this one up; zero: from all, alternating
    unsigned width;             // the width of all; if it is no code, each has its own
    unsigned hold;              // cycles in which a command keeps instructions from being taken

    // The acceptance of the unit's outputs: candidates, fence requests. Cycles in which others reserve the
    // write port.
    unsigned select, accept, reserved;
    unsigned whole;    // shared accesses accepted whole
    unsigned room;     // cycles with a WDB credit for a store
    unsigned old_room; // cycles with a credit for old words, while an entry is free

    // The intake: beats that are present when requested; the most cycles until a released beat is free; beats
    // that are never free.
    unsigned beat, beat_delay, beats_taken;

    // Remainders pile up outside; when there are `high` of them, they come back.
    bool pile, surge;
    unsigned high;

    // The number of lines, and the largest distance of an access from one of them.
    unsigned lines, spread;
    uint64_t line[LSU_LINES];
    bool scattered;          // each lane has a line of its own
    unsigned hit, opens;     // loads that hit; stores that have their line fetched
    unsigned replay, failed; // filled lines that are replayed immediately; fetches that end with an error
    unsigned dirty, credit_dirty;   // misses that need a credit for a dirty line; cycles with such a credit
    unsigned entries, ways, places; // limits: entries in use, ways taken of a set, accesses in a PRT entry
    unsigned latency;               // the most cycles until a line is filled

    unsigned scarce_drawn; // number of phases with something scarce
};

// Draws a new phase, in alternation: mixed, unconstrained, with a pile of remainders, with something scarce.
void lsu_draw_constraints(struct drive *, struct lsu_settings *, struct lsu_constraints *);

// Draws new settings while the unit is empty; the phase ends.
void lsu_draw_settings(struct drive *, struct lsu_settings *);

// The command ends: there is a new carveout, and an instruction may be taken in the same cycle; the phase
// ends.
void lsu_end_command(struct drive *, struct lsu_settings *);

// Holds returned remainders back until there are many.
void lsu_steer_pile(struct lsu_constraints *, uint64_t returned);

// Whether nothing new is offered, so that the unit runs empty.
static inline bool lsu_runs_empty(const struct lsu_settings *s)
{
    return s->drain || s->command;
}

#endif
