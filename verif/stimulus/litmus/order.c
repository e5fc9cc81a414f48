#include "stimulus/litmus/order.h"

#include <string.h>

void order_add(struct order *o, struct order_log *log, struct order_edge e)
{
    if (log->count < ORDER_EDGES)
        log->edge[log->count++] = e;
    if (order_is(o, e.from, e.to))
        return;
    uint64_t later[ORDER_WORDS];
    memcpy(later, o->after[e.to], sizeof later);
    later[e.to / 64] |= UINT64_C(1) << e.to % 64;
    for (unsigned p = 0; p < o->points; p++)
        for (unsigned i = 0; (p == e.from || order_is(o, p, e.from)) && i < ORDER_WORDS; i++)
            o->after[p][i] |= later[i];
    o->cyclic |= e.from == e.to || order_is(o, e.to, e.from);
}

// The edges by which each point is reached from the first one, by breadth-first search.
static bool reach(const struct order_log *log, unsigned first, unsigned most, int by[ORDER_POINTS])
{
    uint64_t front[ORDER_WORDS] = { 0 }, next[ORDER_WORDS];
    for (unsigned p = 0; p < ORDER_POINTS; p++)
        by[p] = -1;
    front[first / 64] = UINT64_C(1) << first % 64;
    for (unsigned steps = 0; steps < most; steps++) {
        memset(next, 0, sizeof next);
        for (unsigned i = 0; i < log->count; i++) {
            const struct order_edge *e = &log->edge[i];
            if (!(front[e->from / 64] >> e->from % 64 & 1) || by[e->to] >= 0)
                continue;
            by[e->to] = (int)i;
            if (e->to == first)
                return true;
            next[e->to / 64] |= UINT64_C(1) << e->to % 64;
        }
        memcpy(front, next, sizeof front);
    }
    return false;
}

unsigned order_cycle(const struct order_log *log, unsigned points, struct order_edge cycle[ORDER_POINTS])
{
    unsigned shortest = 0;
    int by[ORDER_POINTS];
    for (unsigned p = 0; p < points; p++) {
        if (!reach(log, p, shortest ? shortest - 1 : points, by))
            continue;
        shortest = 0;
        unsigned at = p;
        do {
            cycle[shortest] = log->edge[by[at]];
            at = cycle[shortest++].from;
        } while (at != p);
    }
    for (unsigned i = 0; i < shortest / 2; i++) { // found from its end
        const struct order_edge e = cycle[i];
        cycle[i] = cycle[shortest - 1 - i];
        cycle[shortest - 1 - i] = e;
    }
    return shortest;
}
