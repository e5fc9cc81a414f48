// The memory checker: ordered loads (hint ord). Those of a warp are performed in program order. A load's
// words are written back after the earlier ones have retired. In no byte does a load see a version that is
// certainly older than what an earlier one has seen.
#ifndef MEMCHECK_ORDERED_H
#define MEMCHECK_ORDERED_H

#include "ground.h"

struct reader;

// Objects to a write-back of an ordered load while an earlier one of its warp is in flight.
bool memcheck_ordered_turn(struct memcheck *w, const struct checked_instr *i);

// An ordered load has seen a version of a line in some bytes of word n.
void memcheck_ordered_saw(struct memcheck *w, const struct checked_instr *i, const struct line *l,
                          const struct reader *r, const struct version *v, unsigned n, uint32_t bytes);

#endif
