#include "locks.h"

#include <string.h>

enum { B32 = 2, FREE = 0 };

static bool is_lock(unsigned atom)
{
    return atom == MEMCHECK_LOCK || atom == MEMCHECK_UNLOCK || atom == MEMCHECK_CUNLOCK;
}

bool memcheck_lock_known(const struct memcheck *w, const struct memcheck_instr *in)
{
    if (in->op == MEMCHECK_LOAD)
        return in->atom != MEMCHECK_LOCK || (w->shape.locks && in->width == B32);
    if (in->op != MEMCHECK_STORE || !is_lock(in->atom))
        return true;
    return in->atom != MEMCHECK_LOCK && w->shape.locks && in->width == B32;
}

void memcheck_locks_reset(struct memcheck *w)
{
    memset(w->holder, FREE, sizeof w->holder);
}

// A flag stays with its words in the array when addresses of banks of 64 bits change.
static uint16_t *holder_of(struct memcheck *w, const struct access *a, unsigned slot)
{
    return &w->holder[a->at[slot] / WORD % w->shape.locks];
}

// Lanes act one after the other. A lane that finds its flag free becomes its holder. An unlock frees the flag
// from any holder. A conditional one needs a holder, and a lower lane of its pass may have freed the flag.
uint32_t memcheck_lock_pass(struct memcheck *w, const struct checked_instr *i, const struct access *a,
                            uint32_t mask)
{
    uint32_t had = 0;
    for_each_bit (slot, mask) {
        uint16_t *holder = holder_of(w, a, slot);
        const bool is_free = *holder == FREE;
        if (i->lock == MEMCHECK_LOCK && is_free)
            *holder = (uint16_t)(i->warp * LANES + slot + 1);
        if (i->lock != MEMCHECK_LOCK)
            *holder = FREE;
        had |= i->lock != MEMCHECK_UNLOCK && is_free == (i->lock == MEMCHECK_LOCK) ? bit(slot) : 0;
    }
    return had;
}

bool memcheck_lock_predicates(struct memcheck *w, const struct checked_instr *i, uint32_t mask, uint32_t had)
{
    const uint32_t right = i->cached || !i->lock ? 0 : i->access[w->event.sub % WORDS_MAX].had & mask;
    if (had == right)
        return true;
    return memcheck_object(w, lowest(had ^ right),
                           "expected true predicates in slots 0x%x, seen 0x%x: a lock flag has one holder, "
                           "and a free one gets it",
                           right, had);
}
