// The sizes of an L1, as its memory checker takes them.
#ifndef MEMCHECK_SHAPE_H
#define MEMCHECK_SHAPE_H

#include "checkers/memcheck/memcheck.h"
#include "ul1.h"

struct memcheck_shape memcheck_shape_of(const struct ul1_sizes *);

#endif
