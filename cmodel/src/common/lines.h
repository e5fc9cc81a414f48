// Tags of a small read-only cache. A set has a tag, an age and a mask of valid parts for each way.
#ifndef UL1_LINES_H
#define UL1_LINES_H

#include "common/bits.h"

// The way that has the line in any of its parts; `ways` if none has.
static inline unsigned lines_way(const uint8_t *parts, const uint64_t *tag, unsigned ways, uint64_t line)
{
    unsigned w = 0;
    while (w < ways && !(parts[w] && tag[w] == line))
        w++;
    return w;
}

// The lowest way without a valid part, or else the one that was used the longest ago.
static inline unsigned lines_victim(const uint8_t *parts, const uint8_t *age, unsigned ways)
{
    unsigned oldest = 0;
    for (unsigned w = 0; w < ways; w++) {
        if (!parts[w])
            return w;
        oldest = age[w] + 1u == ways ? w : oldest;
    }
    return oldest;
}

// The way becomes the youngest.
static inline void lines_use(uint8_t *age, unsigned ways, unsigned way)
{
    const unsigned was = age[way];
    for (unsigned w = 0; w < ways; w++)
        age[w] = (uint8_t)(age[w] + (age[w] < was));
    age[way] = 0;
}

// The ages after a reset are the numbers of the ways.
static inline void lines_reset(uint8_t *age, unsigned ways)
{
    for (unsigned w = 0; w < ways; w++)
        age[w] = (uint8_t)w;
}

#endif
