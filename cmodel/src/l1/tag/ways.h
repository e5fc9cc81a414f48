// The ways of a set: which are free, which has a line, and the state of a line.
#ifndef UL1_TAG_WAYS_H
#define UL1_TAG_WAYS_H

#include "l1/tag/replace.h"

// The row of a line, by its set and way. Another chip may replace this function.
static inline unsigned tag_row(unsigned set, unsigned way, unsigned carveout)
{
    return shared_rows(carveout) + way * cache_sets(carveout) + set;
}

// ---- sets and ways

// The ways of this carveout; and the free ways of a set, which are neither pending nor locked.
static inline unsigned tag_ways(const struct tag_state *s)
{
    return (1u << cache_ways(s->carveout)) - 1;
}

static inline unsigned tag_free(const struct tag_state *s, unsigned set)
{
    return ~(unsigned)(s->pend[set] | s->lock[set]) & tag_ways(s);
}

// The way that has the line; UL1_WAYS if it is absent.
static inline unsigned tag_find(const struct tag_state *s, uint64_t line, unsigned set, unsigned unused)
{
    const struct tag_set *t = &s->set[set];
    unsigned same = 0;
    for (unsigned w = 0; w < UL1_WAYS; w++)
        same |= (unsigned)(t->line[w] == line && (t->sect[w] || !bit(unused, w))) << w;
    same &= tag_ways(s);
    return same ? lowest(same) : UL1_WAYS;
}

// Sets the valid sectors of a way, and the dirty ones among them.
static inline void tag_set_sectors(struct tag_state *s, unsigned set, unsigned way, unsigned valid,
                                   unsigned dirty)
{
    s->set[set].sect[way] = (uint8_t)valid;
    s->set[set].dirty[way] = (uint8_t)dirty;
    s->dirty[set] = (uint8_t)with(s->dirty[set], way, dirty != 0);
}

// ---- a line

// State of a line.
struct tag_found {
    unsigned set;
    unsigned there, free;  // the line is present; its way is free
    unsigned valid, dirty; // its sectors; none if it is absent
    unsigned reservable;   // a way can be reserved for it
    unsigned way, row;     // its way and row, else those of the victim, else 0
    unsigned victim;       // dirty sectors of the victim
};

static inline struct tag_found tag_seek(const struct tag_state *s, uint64_t line)
{
    unsigned set = tag_index(line, s->carveout), unused = tag_free(s, set),
             way = tag_find(s, line, set, unused);
    const struct tag_set *t = &s->set[set];
    struct tag_found found = { .set = set, .there = way < UL1_WAYS };
    if (found.there) {
        found.free = bit(unused, way);
        found.valid = t->sect[way];
        found.dirty = t->dirty[way];
        found.reservable = found.free;
        found.way = way;
    } else if (unused) {
        found.reservable = 1;
        found.way = tag_victim(s, t, unused);
        found.victim = t->dirty[found.way];
    }
    if (found.there || unused)
        found.row = tag_row(set, found.way, s->carveout);
    return found;
}

// The command `line` waits for the line's last replay.
static inline unsigned tag_awaits(const struct tag_state *s, uint64_t line)
{
    return s->cmd == UL1_CMD_STATE_WAIT && line == addr_line(s->addr);
}

// A bypassing load takes over the way of its line if that is free, as if the line were absent.
static inline unsigned tag_takes_over(const struct tag_in *in, const struct tag_found *found)
{
    return in->pass_bypass && !in->pass_store && !in->pass_replay && found->free;
}

#endif
