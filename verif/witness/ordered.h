// The memory checker: ordered loads (hint ord). Those of a warp are performed in program order. A load's
// words are written back after the earlier ones have retired. In no byte does a load see a version that is
// certainly older than what an earlier one has seen.
#ifndef WITNESS_ORDERED_H
#define WITNESS_ORDERED_H

#include "ground.h"

struct reader;

// Objects to a write-back of an ordered load while an earlier one of its warp is in flight.
bool witness_ordered_turn(struct witness *w, const struct witnessed *i);

// An ordered load has seen a version of a line in some bytes of word n.
void witness_ordered_saw(struct witness *w, const struct witnessed *i, const struct line *l, const struct reader *r,
                         const struct version *v, unsigned n, uint32_t bytes);

#endif
