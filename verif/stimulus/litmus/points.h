// Analyses a litmus test: the points in time of its events, the bytes that its loads read, and the order that
// holds for all sources.
#ifndef LITMUS_POINTS_H
#define LITMUS_POINTS_H

#include "stimulus/litmus/litmus.h"
#include "stimulus/litmus/order.h"

enum { POINTS_WORDS = AXIOMS_BYTES / 4, POINTS_CELLS = 64, POINTS_READS = 96 };

// Bytes of one word of memory that the same loads read and the same stores write: a load has all of them from
// one store.
struct cell {
    uint64_t addr;
    unsigned bytes;
    uint64_t loads, stores; // events, one bit each; a reduction is in both
    uint8_t initial[4];
};

// A cell that a load reads.
struct read {
    unsigned load, cell; // `load` is the number of the event
    unsigned word;       // which word of the load contains it
};

struct points {
    const struct litmus *test;
    unsigned count;
    // accepted, performed in its L1, begun, looked up; all bars of a barrier share one
    uint8_t in[AXIOMS_EVENTS];
    uint8_t out[AXIOMS_EVENTS];  // store: performed in memory; far fence: answered by memory
    uint8_t done[AXIOMS_EVENTS]; // of a load or an atomic
    // load: memory reads that word; reduction or atomic: the same point as `out`
    uint8_t memory[AXIOMS_EVENTS][POINTS_WORDS];
    uint8_t over[AXIOMS_PARTS];     // part: the machine is at rest
    unsigned number[AXIOMS_EVENTS]; // load or atomic: its index in the outcome
    unsigned parts;
    struct cell cell[POINTS_CELLS];
    struct read read[POINTS_READS];
    unsigned cells, reads;
    unsigned changed; // the first reads are those of reductions and atomics
};

// A point in words.
enum point_kind { POINT_IN, POINT_OUT, POINT_DONE, POINT_MEMORY, POINT_OVER };
struct point_name {
    enum point_kind kind;
    unsigned event; // for POINT_OVER: its part
};
struct point_name points_name(const struct points *, unsigned point);

static inline unsigned points_l1(const struct points *p, unsigned event)
{
    return p->test->thread[p->test->event[event].thread].l1;
}

static inline bool points_same_line(const struct points *p, unsigned a, unsigned b)
{
    const struct litmus_event *e = p->test->event;
    return e[a].addr / p->test->line_bytes == e[b].addr / p->test->line_bytes;
}

// The end of an event: later events that wait for it begin behind this point.
static inline uint8_t points_end(const struct points *p, unsigned event)
{
    const struct litmus_event *e = &p->test->event[event];
    if (litmus_sees(e))
        return p->done[event];
    return e->kind == EVENT_FENCE && e->far ? p->out[event] : p->in[event];
}

// Null, or why the test is too large.
const char *points_of(struct points *, const struct litmus *);

// The edges that hold for every source: A1 to A3, without the omitted axioms.
void points_order(const struct points *, unsigned left_out, struct order *, struct order_log *);

#endif
