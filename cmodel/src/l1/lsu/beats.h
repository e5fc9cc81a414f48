// The beats pulled for stores of the new queue: of a store two at most, of which the one that was pulled first is used first.
#ifndef UL1_LSU_BEATS_H
#define UL1_LSU_BEATS_H

#include "l1/lsu/entry.h"

struct lsu_beats {
    uint64_t some, two;                     // stores that have a beat, that have two
    uint8_t first[LSU_IDS], second[LSU_IDS];
    uint64_t cached;                        // by their numbers: those of cached stores, up to the pass of their last line
};

// (Of who has two none is wanted, so none comes, but for inputs that break their contract.)
static inline void lsu_beats_join(struct lsu_beats *b, unsigned id, unsigned beat, unsigned cached)
{
    b->cached = with(b->cached, beat, cached);
    if (is_in(b->some, id)) {
        b->two |= one(id);
        b->second[id] = (uint8_t)beat;
    } else {
        b->some |= one(id);
        b->first[id] = (uint8_t)beat;
    }
}

static inline void lsu_beats_leave(struct lsu_beats *b, unsigned id)
{
    if (is_in(b->two, id)) {
        b->two &= ~one(id);
        b->first[id] = b->second[id];
    } else {
        b->some &= ~one(id);
    }
}

#endif
