// Homes of lines: the slices that they belong to.
#ifndef UL1_HOME_H
#define UL1_HOME_H

#include "common/bits.h"

static inline unsigned home_of(uint64_t line)
{
    const unsigned low = (unsigned)(line & ((1u << UL1_HOME_LOW) - 1));
    return (unsigned)(line % UL1_HOME_ODD) << UL1_HOME_LOW | low;
}

#endif
