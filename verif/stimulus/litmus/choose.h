// Chooses the accesses of a shape and their placement.
#ifndef LITMUS_CHOOSE_H
#define LITMUS_CHOOSE_H

#include "stimulus/litmus/spec.h"

// The variant of this number, 0, 1, 2, ..., of a shape. spec.shape is set. No two variants of a shape are
// equal. Returns false if there are too few.
bool choose_variant(struct spec *, enum shape_class, unsigned shape, unsigned variant);

// A key that is equal for equal tests: all choices made here, independent of the numbering of threads.
uint64_t choose_key(const struct spec *);

#endif
