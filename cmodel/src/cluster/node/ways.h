// The ways of a set of a node: which has a line, which is given away, and which loses its line.
#ifndef UL1_NODE_WAYS_H
#define UL1_NODE_WAYS_H

#include "cluster/node/state.h"

static inline unsigned node_set_of(uint64_t line)
{
    return line >> UL1_NODE_LOW & (UL1_NODE_SETS - 1);
}

// The way that has the line, or UL1_NODE_WAYS.
static inline unsigned node_way_of(const struct node_set *set, uint64_t line)
{
    unsigned way = 0;
    while (way < UL1_NODE_WAYS && !(is_in(set->there, way) && set->line[way] == line))
        way++;
    return way;
}

// The way that a line gets: the lowest without a line, else the oldest that is not pending; or UL1_NODE_WAYS.
static inline unsigned node_victim(const struct node_set *set)
{
    const uint32_t all = (uint32_t)below(UL1_NODE_WAYS), free = all & ~set->pending;
    return all & ~set->there ? lowest(all & ~set->there)
        : free               ? ages_oldest(set->before, free)
                             : UL1_NODE_WAYS;
}

static inline void node_give(struct node_set *set, unsigned way, uint64_t line)
{
    set->there |= (uint32_t)one(way);
    set->line[way] = line;
    set->full[way] = 0;
}

static inline void node_lose(struct node_set *set, unsigned way)
{
    set->there &= ~(uint32_t)one(way);
}

static inline void node_touch(struct node_set *set, unsigned way)
{
    ages_join(set->before, UL1_NODE_WAYS, way);
}

static inline uint32_t *node_words(struct node_state *s, unsigned set, unsigned way)
{
    return s->words[set * UL1_NODE_WAYS + way];
}

#endif
