// Chooses for a shape what its accesses are and where they run.
#ifndef LITMUS_CHOOSE_H
#define LITMUS_CHOOSE_H

#include "litmus/spec.h"

// The variant of this number, 0, 1, 2, ..., of a shape. spec.shape is set; no two variants of a shape
// are alike. False: there are too few.
bool choose_variant(struct spec *, enum shape_class, unsigned shape, unsigned variant);

// The mark of two tests that are the same: all that is chosen here, however the threads are numbered.
uint64_t choose_key(const struct spec *);

#endif
