// A litmus test taken apart: the points in time of its events, the bytes that its loads read, and the order
// that holds whatever they read.
#ifndef LITMUS_POINTS_H
#define LITMUS_POINTS_H

#include "litmus/litmus.h"
#include "litmus/order.h"

enum { POINTS_WORDS = AXIOMS_BYTES / 4, POINTS_CELLS = 64, POINTS_READS = 96 };

// Bytes of one word of memory that the same loads read and the same stores write: a load has all of them
// from one store.
struct cell {
    uint64_t addr;
    unsigned bytes;
    uint64_t loads, stores;         // events, a bit each
    uint8_t initial[4];
};

// A cell that a load reads.
struct read {
    unsigned load, cell;            // the number of the event
    unsigned word;                  // for the load's, the one that it lies in
};

struct points {
    const struct litmus *test;
    unsigned count;
    uint8_t in[AXIOMS_EVENTS];      // accepted, performed in its L1, begun, looked up; of a bar one for all
    uint8_t out[AXIOMS_EVENTS];     // for a store: performed in memory; of a far fence: answered by memory
    uint8_t done[AXIOMS_EVENTS];    // for a load
    uint8_t memory[AXIOMS_EVENTS][POINTS_WORDS];    // for a load: the moment at which memory gives that word
    uint8_t over[AXIOMS_PARTS];     // for a part: the machine is at rest
    unsigned number[AXIOMS_EVENTS]; // for a load, among the loads
    unsigned parts;
    struct cell cell[POINTS_CELLS];
    struct read read[POINTS_READS];
    unsigned cells, reads;
};

// A point in words.
enum point_kind { POINT_IN, POINT_OUT, POINT_DONE, POINT_MEMORY, POINT_OVER };
struct point_name {
    enum point_kind kind;
    unsigned event;                 // for the last, its part
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

// The end of an event, behind which what waits for it begins.
static inline uint8_t points_end(const struct points *p, unsigned event)
{
    const struct litmus_event *e = &p->test->event[event];
    if (e->kind == EVENT_LOAD)
        return p->done[event];
    return e->kind == EVENT_FENCE && e->far ? p->out[event] : p->in[event];
}

// Null, or why it is too much.
const char *points_of(struct points *, const struct litmus *);

// The edges that hold for every source: A1 to A3, without the axioms left out.
void points_order(const struct points *, unsigned left_out, struct order *, struct order_log *);

#endif
