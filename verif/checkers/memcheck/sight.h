// The memory checker: which reader sees which versions of a line's history. Two questions decide this.
//
// - Is one version certainly older than another? Within one page of one L1: yes, if the later store was taken
//   after the earlier had retired, or follows it in its warp. Otherwise: yes, if the earlier was certainly
//   performed before the later was taken. Memory performs reductions one after the other.
// - Does a reader certainly see a version? Within its own page and L1: yes, if the version had retired before
//   the reader was taken, or precedes it in its warp. In any case: yes, if the version was certainly
//   performed when the reader's L1 began to invalidate the line. With caches behind that keep copies, an
//   inval does so only for stores of its L1.
//
// A version is legal for a reader if the reader certainly sees no version that is certainly newer. For an
// ordered load, in addition, no earlier ordered load of its warp may have seen a newer one.
#ifndef MEMCHECK_SIGHT_H
#define MEMCHECK_SIGHT_H

#include "history.h"

// A reader of a line: a load, or memory itself, which counts as a reader that has just invalidated
// everything.
struct reader {
    uint8_t l1, warp;
    uint64_t vline, taken;
    uint64_t invalid, own;       // the last invalidation that counts, for stores of other L1s and of its own
    uint64_t order;              // an ordered load: its number
    const struct sighting *seen; // an ordered load: what earlier ones of its warp have seen; else NULL
};

static inline struct reader sight_of_memory(const struct memcheck_world *h)
{
    return (struct reader){ .l1 = NO_L1, .warp = NO_WARP, .taken = h->now, .invalid = h->now, .own = h->now };
}

// The newest words that a reader may see, by one of several legal orders, and the bytes that are known.
void sight_newest(const struct line *l, const struct reader *r, uint32_t *word, uint32_t *known);

// The bytes among `bytes` of word n in which `value` is legal.
uint32_t sight_legal(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes,
                     uint32_t value);

// The bytes of word n that the reader may take from a version.
uint32_t sight_of(const struct line *l, const struct reader *r, const struct version *v, unsigned n);

// The bytes among `bytes` of word n, with this value, that can come from one version alone for this reader,
// and the version of each. Never from a version that may still be lost.
uint32_t sight_sources(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes,
                       uint32_t value, const struct version *source[WORD]);

// Whether the sighting is of this version.
static inline bool sight_is(const struct sighting *s, const struct version *v)
{
    return s->taken == v->taken && s->from == v->vline && s->l1 == v->l1 && s->warp == v->warp
        && s->part == v->part && s->number == v->number;
}

// Whether two versions belong to one page of one L1.
static inline bool sight_same_view(const struct version *v, const struct version *u)
{
    return v->l1 == u->l1 && v->vline == u->vline;
}

// Whether v is certainly older than u.
bool sight_before(const struct version *v, const struct version *u);

#endif
