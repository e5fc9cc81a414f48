// A rotation over entries of the instruction table, as module rotate keeps it: the entries behind the last
// one.
#ifndef BEHIND_H
#define BEHIND_H

#include "common/bits.h"

static inline uint64_t behind(unsigned last) { return below(UL1_INSTRS) & ~one(last) & ~(one(last) - 1); }

#endif
