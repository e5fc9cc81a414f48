// Homes of lines: the slices that they belong to.
#ifndef UL1_HOME_H
#define UL1_HOME_H

#include "common/bits.h"

// The home: low bits of the line's number, behind those that an earlier block has chosen by, and above them
// the remainder of the number.
static inline unsigned home_of(uint64_t line, unsigned chosen)
{
    const unsigned low = (unsigned)(line >> chosen & ((1u << UL1_DST_LOW) - 1));
    return (unsigned)(line % UL1_DST_ODD) << UL1_DST_LOW | low;
}

#endif
