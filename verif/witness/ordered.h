// The witness: ordered loads (hint ord). Those of a warp are performed in program order: words of one are written back when
// those before it have retired, and of a byte none sees what is surely older than what one before it has seen.
#ifndef WITNESS_ORDERED_H
#define WITNESS_ORDERED_H

#include "ground.h"

struct reader;

// Objects to a write-back of an ordered load while one before it of its warp is in flight.
bool witness_ordered_turn(struct witness *w, const struct witnessed *i);

// An ordered load has seen a version of a line in some bytes of word n.
void witness_ordered_saw(struct witness *w, const struct witnessed *i, const struct line *l, const struct reader *r,
                         const struct version *v, unsigned n, uint32_t bytes);

#endif
