// A litmus test: what a few warps do, each in its order; and an outcome: what its loads bring.
#ifndef LITMUS_LITMUS_H
#define LITMUS_LITMUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AXIOMS_THREADS = 16,
    AXIOMS_PARTS = 4,
    AXIOMS_EVENTS = 48,
    AXIOMS_LOADS = 12,
    AXIOMS_STORES = 16,
    AXIOMS_BYTES = 16,              // for an access
    AXIOMS_INITIAL = 128,           // bytes that loads read
    AXIOMS_TEXT = 4000,             // for an explanation
};

enum event_kind { EVENT_LOAD, EVENT_STORE, EVENT_FENCE, EVENT_INVAL, EVENT_FLUSH, EVENT_BAR };

struct litmus_event {
    enum event_kind kind;
    unsigned thread, part;
    unsigned line;                  // for the text, for messages
    unsigned reg;                   // for a load, likewise
    bool bypass, ordered;           // for a load: it goes past the cache; it waits for ordered ones before it
    bool back;                      // for a store: it is written back
    bool far;                       // for a fence: of level gpu or sys
    uint64_t addr;                  // for an inval or a flush: in its line
    unsigned bytes;
    uint8_t value[AXIOMS_BYTES];    // that it stores
};

struct litmus_thread {
    unsigned warp, l1, block;
};

// All of it that means nothing is zero, so that equal tests are equal bytes.
struct litmus {
    unsigned line_bytes;
    unsigned threads, events, initials;
    struct litmus_thread thread[AXIOMS_THREADS];
    struct litmus_event event[AXIOMS_EVENTS];   // for each thread in its order
    struct { uint64_t addr; uint8_t value; } initial[AXIOMS_INITIAL];   // for each byte that a load reads
};

// The value that each load brings, in the order of the events.
struct litmus_outcome {
    uint8_t value[AXIOMS_LOADS][AXIOMS_BYTES];
};

// The axioms, by what follows from them.
enum axiom {
    AXIOM_PROGRAM_ORDER, AXIOM_ORDERED_LOADS,                           // A1
    AXIOM_FENCE, AXIOM_BAR, AXIOM_PART,                                 // A2
    AXIOM_ACCESS,                                                       // A3
    AXIOM_PUBLISHED, AXIOM_FLUSHED,                                     // A4
    AXIOM_READS_NEAR, AXIOM_READS_FAR,                                  // A5
    AXIOM_COHERENT_MEMORY, AXIOM_COHERENT_L1,                           // A6
    AXIOM_OLDER_IN_L1, AXIOM_UNSEEN_IN_L1,                              // A7
    AXIOM_OLDER_IN_MEMORY, AXIOM_FRESH_BYPASS, AXIOM_FRESH_INVAL,       // A8
    AXIOM_NEVER_BACK,                                                   // A9
    AXIOMS,
    AXIOM_CASE = AXIOMS,            // none: one of two cases, each of which is tried
};

#endif
