// A strict order of points in time, edge by edge: its consequences, and the shortest cycle once there is one.
#ifndef LITMUS_ORDER_H
#define LITMUS_ORDER_H

#include <stdbool.h>
#include <stdint.h>

enum { ORDER_POINTS = 128, ORDER_WORDS = ORDER_POINTS / 64, ORDER_EDGES = 8192 };

// One point is before another, for a reason. `because`: the two points of its premise; both 0: none.
struct order_edge {
    uint8_t from, to, reason;
    uint8_t because[2];
};

// The edges added so far. Without room for more, the order itself is still complete, but cycles are not
// found.
struct order_log {
    struct order_edge edge[ORDER_EDGES];
    unsigned count;
};

struct order {
    uint64_t after[ORDER_POINTS][ORDER_WORDS]; // for each point, those that are later
    unsigned points;
    bool cyclic;
};

static inline bool order_is(const struct order *o, unsigned from, unsigned to)
{
    return o->after[from][to / 64] >> to % 64 & 1;
}

// Adds an edge with all its consequences.
void order_add(struct order *, struct order_log *, struct order_edge);

// The shortest cycle among the edges of the log, into `cycle`. Returns its number of edges; 0: there is none.
unsigned order_cycle(const struct order_log *, unsigned points, struct order_edge cycle[ORDER_POINTS]);

#endif
