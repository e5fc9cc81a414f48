// A litmus test, the actions of some warps in order; and an outcome, the values of its loads.
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
    AXIOMS_CHANGES = 6,   // words that reductions and atomics change
    AXIOMS_BYTES = 16,    // of an access
    AXIOMS_INITIAL = 128, // bytes that loads read
    AXIOMS_TEXT = 4000,   // of an explanation
};

enum event_kind { EVENT_LOAD, EVENT_STORE, EVENT_FENCE, EVENT_INVAL, EVENT_FLUSH, EVENT_BAR };

struct litmus_event {
    enum event_kind kind;
    unsigned thread, part;
    unsigned line;        // line of the text, for messages
    unsigned reg;         // load: its register, for messages
    bool bypass, ordered; // load: it bypasses the cache; it waits for earlier ordered ones
    bool back;            // store: written back
    unsigned atom;        // store that memory computes: its operation (kit/arithmetic.h); else 0
    bool sign, returns;   // such a store: operands are signed; it is an atomic, whose old bytes are seen
    bool far;             // fence: of level gpu or sys
    uint64_t addr;        // inval or flush: an address in its line
    unsigned bytes;
    uint8_t value[AXIOMS_BYTES]; // stored bytes; of such a store its operands, one behind the other
};

// A reduction or an atomic: it reads the bytes of memory and stores others there, in one moment.
static inline bool litmus_changes(const struct litmus_event *e)
{
    return e->atom != 0;
}

// Whether the outcome has a value of the event.
static inline bool litmus_sees(const struct litmus_event *e)
{
    return e->kind == EVENT_LOAD || e->returns;
}

static inline bool litmus_reads(const struct litmus_event *e)
{
    return e->kind == EVENT_LOAD || litmus_changes(e);
}

struct litmus_thread {
    unsigned warp, l1, block;
};

// Unused fields are zero, so that equal tests are equal bytes.
struct litmus {
    unsigned line_bytes;
    bool behind; // caches behind the L1s keep copies, which an inval does not drop
    unsigned threads, events, initials;
    struct litmus_thread thread[AXIOMS_THREADS];
    struct litmus_event event[AXIOMS_EVENTS]; // the events of each thread in its order
    struct {
        uint64_t addr;
        uint8_t value;
    } initial[AXIOMS_INITIAL]; // one for each byte that a load reads
};

// The value of each load and atomic, in the order of the events.
struct litmus_outcome {
    uint8_t value[AXIOMS_LOADS][AXIOMS_BYTES];
};

// The axioms, by their consequences.
enum axiom {
    AXIOM_PROGRAM_ORDER,
    AXIOM_ORDERED_LOADS, // A1
    AXIOM_FENCE,
    AXIOM_BAR,
    AXIOM_PART,   // A2
    AXIOM_ACCESS, // A3
    AXIOM_PUBLISHED,
    AXIOM_FLUSHED, // A4
    AXIOM_READS_NEAR,
    AXIOM_READS_FAR, // A5
    AXIOM_COHERENT_MEMORY,
    AXIOM_COHERENT_L1, // A6
    AXIOM_OLDER_IN_L1,
    AXIOM_UNSEEN_IN_L1, // A7
    AXIOM_OLDER_IN_MEMORY,
    AXIOM_FRESH_BYPASS,
    AXIOM_FRESH_INVAL, // A8
    AXIOM_NEVER_BACK,  // A9
    AXIOMS,
    AXIOM_CASE = AXIOMS, // no axiom: one of two cases, each of which is tried
};

#endif
