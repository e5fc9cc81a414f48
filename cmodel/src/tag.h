// Tag unit: maps each slot of a pass to its place in the array. Combinational: shared memory is direct-mapped and has no
// tags, so bank, row and byte are fields of the array address.
#ifndef UL1_TAG_H
#define UL1_TAG_H

#include "machine.h"

#endif
