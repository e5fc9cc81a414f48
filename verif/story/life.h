// An instruction's life, from the first cycle in which it is offered to the one in which it retires: what it does or waits for
// in each of them. Cycles are those of the run.
#ifndef STORY_LIFE_H
#define STORY_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "surround/wait_rows.h"

// What an instruction does in a cycle in which it does not wait. The names are those of docs/microarchitecture.md
// (scripts/docs.py holds them together). Of several in one cycle the one that stands first here counts.
#define STEPS(STEP) \
    STEP(PASS, "pass") \
    STEP(REPLAY, "replay") \
    STEP(DEFERRED, "deferred") \
    STEP(LOOKS, "stage 0") \
    STEP(RETIRES, "retires") \
    STEP(ANSWERED, "fence answered") \
    STEP(ASKS, "fence asks") \
    STEP(AGAIN, "presented again") \
    STEP(CHOSEN, "chosen") \
    STEP(BEAT, "beat pulled") \
    STEP(TAKEN, "taken") \
    STEP(OFF, "off the port")

#define STEP(name, text) STEP_##name,
enum step { STEPS(STEP) STEP_KINDS };
#undef STEP

// A doing: a step, or STEP_KINDS and the number of a row of the table of waits.
enum { DOINGS = STEP_KINDS + WAIT_INSTRS };

static inline const char *doing_name(unsigned doing)
{
#define STEP(name, text) text,
    static const char *const names[] = { STEPS(STEP) };
#undef STEP
    return doing < STEP_KINDS ? names[doing] : wait_name((enum wait_row)(doing - STEP_KINDS));
}

// Cycles in a row that are spent alike.
struct span {
    uint32_t doing, cycles;
};

enum life_end { LIFE_RETIRED, LIFE_RESET, LIFE_OPEN };  // how it ended; OPEN: the run ended first

struct life {
    const struct instr *instr;  // null: there is none
    uint64_t number;            // in the order in which they were offered first
    uint64_t from;              // when that was
    unsigned l1, part, entry, line; // the machine; the part of its own; where in the pending table; in the program's text, or 0
    bool own;                   // of what the test is about; not what prepares it, nor of the parts around it
    unsigned hits, misses, merges;  // of its cached accesses: loads that hit without a fetch; what opened an entry; what joined one
    uint8_t err;                // how it retired, a code
    struct span *span;
    uint32_t *banks;            // of each pass and replay: those that give or get a word, a bit each
    unsigned spans, spans_room, passes, passes_room;
};

#endif
