// The witness: who sees what of a line's history. Two questions decide everything.
//
// - Is one version surely older than another? It is if the later was taken after the earlier had retired, or follows it in
//   its warp, and both are of one page of one L1; of others, if the earlier was surely performed before the later was taken.
// - Does a reader surely see a version? It does if the version is of its page and L1 and had retired before the reader was
//   taken, or comes before it in its warp; else, if it was surely performed when the reader's L1 began to invalidate the
//   line.
//
// A version is legal for a reader where it sees none that is surely newer; and, for an ordered load, where none before it of
// its warp has seen one that is.
#ifndef WITNESS_SIGHT_H
#define WITNESS_SIGHT_H

#include "history.h"

// Who looks at a line: a load, or memory itself, which is somebody who has just invalidated everything.
struct reader {
    uint8_t l1, warp;
    uint64_t vline, taken, invalid;
    uint64_t order;                     // of an ordered load: its number,
    const struct sighting *seen;        // and what its warp's have seen; else NULL
};

static inline struct reader sight_of_memory(const struct witness_world *h)
{
    return (struct reader){ .l1 = NO_L1, .warp = NO_WARP, .taken = h->now, .invalid = h->now };
}

// The newest words that a reader may see, one of several orders, and in which bytes there is anything.
void sight_newest(const struct line *l, const struct reader *r, uint32_t *word, uint32_t *known);

// Of the bytes `bytes` of word n, those in which `value` is legal.
uint32_t sight_legal(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes, uint32_t value);

// The bytes of word n that the reader may have of a version.
uint32_t sight_of(const struct line *l, const struct reader *r, const struct version *v, unsigned n);

// The version that a byte is of, if the reader can have it of no other; else NULL. None that may yet be lost.
const struct version *sight_source(const struct line *l, const struct reader *r, unsigned n, uint32_t byte, uint32_t value);

// Whether that is what was seen.
static inline bool sight_is(const struct sighting *s, const struct version *v)
{
    return s->taken == v->taken && s->from == v->vline && s->l1 == v->l1 && s->warp == v->warp && s->sub == v->sub;
}

// Whether two versions are of one page of one L1.
static inline bool sight_same_view(const struct version *v, const struct version *u)
{
    return v->l1 == u->l1 && v->vline == u->vline;
}

// Whether v is surely older than u.
bool sight_before(const struct version *v, const struct version *u);

#endif
