#include "environment/sm/route.h"

#include <string.h>

const char *route_block(const struct ul1_block *whole, size_t part)
{
    return whole->parts[part].block->name;
}

// The wire that begins, or ends, at this interface of a part; null if the interface is the machine's own.
static const struct ul1_wire *wire_at(const struct ul1_block *whole, size_t part, const char *group,
                                      bool ends)
{
    for (size_t i = 0; i < whole->wire_count; i++) {
        const struct ul1_wire *w = &whole->wires[i];
        if ((ends ? w->to : w->from) == part && !strcmp(ends ? w->to_group : w->from_group, group))
            return w;
    }
    return NULL;
}

static unsigned place_of(int index)
{
    return index < 0 ? 0 : (unsigned)index;
}

bool route_find(struct route *r, const struct ul1_block *whole, size_t l1)
{
    const struct ul1_wire *w;
    memset(r, 0, sizeof *r);
    r->ask_end = r->answer_end = l1;
    while ((w = wire_at(whole, r->ask_end, "mem", false)) != NULL && r->asks < ROUTE_HOPS) {
        r->ask[r->asks++] = (struct route_hop){ .part = w->to, .place = place_of(w->to_index) };
        r->ask_end = w->to;
    }
    if (w)
        return false;
    while ((w = wire_at(whole, r->answer_end, "resp", true)) != NULL && r->answers < ROUTE_HOPS) {
        r->answer[r->answers++] = (struct route_hop){ .part = w->from, .place = place_of(w->from_index) };
        r->answer_end = w->from;
    }
    return !w;
}
