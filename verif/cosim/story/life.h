// An instruction's life, from the first cycle in which it is offered to the one in which it retires: its
// activity or wait in each cycle. Cycles are those of the run.
#ifndef STORY_LIFE_H
#define STORY_LIFE_H

#include <stdbool.h>
#include <stdint.h>

#include "environment/sm/wait_rows.h"

// Activities of an instruction in a cycle in which it does not wait. The names are those of
// docs/microarchitecture.md (scripts/docs.py checks that both agree). If several apply in one cycle, the
// first in this list counts.
#define STEPS(STEP)                  \
    STEP(PASS, "pass")               \
    STEP(REPLAY, "replay")           \
    STEP(DEFERRED, "deferred")       \
    STEP(LOOKS, "stage 0")           \
    STEP(RETIRES, "retires")         \
    STEP(ANSWERED, "fence answered") \
    STEP(ASKS, "fence asks")         \
    STEP(AGAIN, "presented again")   \
    STEP(CHOSEN, "chosen")           \
    STEP(BEAT, "beat pulled")        \
    STEP(TAKEN, "taken")             \
    STEP(OFF, "off the port")

#define STEP(name, text) STEP_##name,
enum step { STEPS(STEP) STEP_KINDS };
#undef STEP

// A doing: a step, or STEP_KINDS plus the number of a row of the wait table.
enum { DOINGS = STEP_KINDS + WAIT_INSTRS };

static inline const char *doing_name(unsigned doing)
{
#define STEP(name, text) text,
    static const char *const names[] = { STEPS(STEP) };
#undef STEP
    return doing < STEP_KINDS ? names[doing] : wait_name((enum wait_row)(doing - STEP_KINDS));
}

// Consecutive cycles with the same doing.
struct span {
    uint32_t doing, cycles;
};

enum life_end { LIFE_RETIRED, LIFE_RESET, LIFE_OPEN }; // how it ended; OPEN: the run ended first

struct life {
    const struct instr *instr; // null: there is none
    uint64_t number;           // in the order of first offers
    uint64_t from;             // cycle of the first offer
    // the machine; the part of the program; its entry of the instruction table; the line of the program's
    // text, or 0
    unsigned l1, part, entry, line;
    bool own; // belongs to the measured part of the test, not to a preparation or a part around it
    // cached accesses of the instruction: loads that hit without a fetch; misses that opened an entry; merges
    unsigned hits, misses, merges;
    uint8_t err; // how it retired, a code
    struct span *span;
    uint32_t *banks; // for each pass and replay: the banks that give or get a word, a bit each
    unsigned spans, spans_room, passes, passes_room;
};

#endif
