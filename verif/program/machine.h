// What a program wants of a machine: the interface between the engine that runs programs and whoever simulates. Codes are
// those of the tables in cmodel/ports.
#ifndef PROGRAM_MACHINE_H
#define PROGRAM_MACHINE_H

#include "program/bounds.h"

enum { MACHINE_PLACES = 64 };   // pages and lines that a program can name

// In the first `on` cycles of each `of`; of 0: by chance, in so many percent of the cycles.
struct machine_pattern {
    unsigned on, of, percent;
};

enum machine_order { MACHINE_AS_TAKEN, MACHINE_RANDOM, MACHINE_YOUNGEST }; // in which memory answers what is due

enum { MACHINE_LOADS = 1, MACHINE_STORES = 2, MACHINE_WALKS = 4 }; // kinds for which a line fails

struct machine_place {
    uint64_t addr;
    unsigned kinds;             // of a line that fails; for walks, it is that of the page table with the page's entry
    unsigned level;             // of this level
};

// How a part is to be run on an L1.
struct machine_own {
    unsigned carveout, policy, home, fetch, interval;
    unsigned latency, spread, every;            // of memory; up to `spread` more cycles, at random
    enum machine_order order;
    unsigned batch, pieces, early, stall, apart; // of memory; see docs/programs.md
    struct machine_pattern late, booked, gaps;
    unsigned again;                             // cycles after which a remainder is presented again
    bool again_any;                             // of several any, else the one that returned first
    int64_t draws;                              // from which what is left to chance in the part is drawn; 0: the run's seed
};

// And on all of them.
struct machine_settings {
    struct machine_own own[PROGRAM_L1S];
    unsigned page;
    bool fresh;
    struct machine_place absent[MACHINE_PLACES], readonly[MACHINE_PLACES], failing[MACHINE_PLACES];
    unsigned absents, readonlys, failings;
    int64_t reset;                              // in this cycle of the part, or -1
    int64_t cycles;                             // that it is expected to take, or -1
    bool first;                                 // of the program, or of a point of its sweeps
};

// An instruction that is offered.
struct machine_access {
    uint32_t serial;            // what it is called from now on, within the part
    unsigned line;              // of the text, in which it stands
    uint8_t op, space, width, hint, level, warp, reg;
    bool sign;
    uint32_t mask;
    uint64_t addr[PROGRAM_LANES];
    uint32_t word[PROGRAM_LANES * PROGRAM_WORDS];  // of a store: those of lane 0, of lane 1, ...
    int64_t passes;             // that are expected, or -1
};

// Registers that a lane has of an access of that width; reserved codes are as wide as the widest.
static inline unsigned machine_words(unsigned width)
{
    return width <= 2 ? 1 : width == 3 ? 2 : PROGRAM_WORDS;
}

// A word of a lane of a load, which has come.
struct machine_word {
    uint32_t serial;
    unsigned lane, number;
    uint32_t value;
};

// Something that a warp has come to: a statement of its own, an access when it is offered, a word that a load brings it.
struct stmt;
struct machine_step {
    unsigned part;              // of all that have begun so far, at all points of the sweeps
    unsigned warp, cta, l1;
    const struct machine_settings *set;
    const struct stmt *stmt;
    const struct machine_access *access; // null: it is none
    const struct machine_word *word;     // likewise
};
typedef void machine_watcher(void *who, const struct machine_step *);

// What becomes of the page of a command in the cycle in which it is offered first. Moved: it is there, in a frame of its own
// that is new, and writable; protected: it is there, in the frame that it had, and may not be written.
enum machine_change { CHANGE_NONE, CHANGE_MOVED, CHANGE_REMOVED, CHANGE_PROTECTED };

struct machine_command {
    uint8_t op, carveout;
    enum machine_change change;
    uint64_t addr;
};

enum machine_offer {
    OFFER_ACCESS,
    OFFER_LATER,                // nothing now: it waits for what was begun
    OFFER_IN_TIME,              // nothing now: it waits for a cycle
    OFFER_END,                  // nothing any more in this part
};

#endif
