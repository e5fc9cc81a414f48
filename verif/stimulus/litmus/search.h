// A search for an execution that obeys the axioms: what is chosen so far, and what follows from it.
#ifndef LITMUS_SEARCH_H
#define LITMUS_SEARCH_H

#include "stimulus/litmus/points.h"

enum {
    INITIAL = -1, // the source of a load that reads no store
    PREMISES = 2048,
};

// If these points are in this order (the second pair may be absent: both are equal then), `then` holds.
struct premise {
    uint8_t first[2], second[2];
    struct order_edge then;
};

// The shortest cycle that makes a choice impossible.
struct why {
    struct order_edge cycle[ORDER_POINTS];
    unsigned edges, cost, sim_gate;
};

struct search {
    struct points p;
    const struct litmus_outcome *seen; // null: any
    unsigned left_out;
    struct order_log log;
    int from[POINTS_READS];                     // source of each read: a store or INITIAL
    uint8_t value[AXIOMS_EVENTS][AXIOMS_BYTES]; // what each store stores, with these sources
    uint64_t later[AXIOMS_EVENTS];              // for each store, those behind it in the order of a byte
    struct premise premise[PREMISES];
    unsigned premises;
    bool full;
    // Results if outcomes are listed.
    struct litmus_outcome *list;
    unsigned room, count;
    // Results if the outcome is explained.
    bool explains;
    // for the current choice; for the choice that comes nearest to being possible
    struct why here, hardest;
};

static inline const struct litmus_event *event_of(const struct search *s, unsigned e)
{
    return &s->p.test->event[e];
}

static inline bool same_l1(const struct search *s, unsigned a, unsigned b)
{
    return points_l1(&s->p, a) == points_l1(&s->p, b);
}

// Whether a store comes behind the source of a read.
static inline bool is_later(const struct search *s, unsigned read, unsigned store)
{
    return s->from[read] == INITIAL || s->later[s->from[read]] >> store & 1;
}

// Whether the source of a read is a store of the read's L1, seen there before memory performs it. A reduction
// is neither such a store nor such a read.
static inline bool reads_near(const struct search *s, unsigned read)
{
    const int from = s->from[read];
    const unsigned load = s->p.read[read].load;
    return from != INITIAL && same_l1(s, (unsigned)from, load) && !litmus_changes(event_of(s, (unsigned)from))
        && !litmus_changes(event_of(s, load));
}

#endif
