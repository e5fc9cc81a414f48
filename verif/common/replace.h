// Reference of the replacement policies (size REPLACE), for the reference predictor of tag and for tests. It
// has the ages of a set's ways for plru, too: a node of the tree points to the half without its youngest way.
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

static inline void replace_touch(uint8_t *age, unsigned way)
{
    const unsigned was = age[way];
    for (unsigned w = 0; w < UL1_WAYS; w++)
        age[w] = (uint8_t)(age[w] + (age[w] < was));
    age[way] = 0;
}

static inline bool replace_some(uint32_t ways, unsigned first, unsigned count)
{
    return (ways >> first & ((1u << count) - 1)) != 0;
}

static inline unsigned replace_plru(const uint8_t *age, uint32_t ways)
{
    unsigned first = 0;
    for (unsigned half = 1u << (UL1_WAY_W - 1); half; half /= 2) {
        unsigned youngest = first;
        for (unsigned w = first; w < first + 2 * half && w < UL1_WAYS; w++)
            youngest = age[w] < age[youngest] ? w : youngest;
        const bool lower = replace_some(ways, first, half), upper = replace_some(ways, first + half, half);
        first += (youngest < first + half ? upper : !lower) ? half : 0;
    }
    return first;
}

static inline unsigned replace_oldest(const uint8_t *age, uint32_t ways)
{
    unsigned oldest = UL1_WAYS;
    for (unsigned w = 0; w < UL1_WAYS; w++)
        if (ways >> w & 1 && (oldest == UL1_WAYS || age[w] > age[oldest]))
            oldest = w;
    return oldest;
}

// The register of random after reset, and behind another.
enum { REPLACE_RESET = 0xffff };

static inline uint16_t replace_step(uint16_t r)
{
    for (unsigned n = 0; n < 8; n++)
        r = (uint16_t)(r << 1 | ((r >> 15 ^ r >> 13 ^ r >> 12 ^ r >> 10) & 1));
    return r;
}

static inline unsigned replace_random(uint16_t r, uint32_t ways, unsigned of_carveout)
{
    unsigned way = (r & 0xffu) * of_carveout / 256;
    while (!(ways >> way & 1))
        way = (way + 1) % of_carveout;
    return way;
}

// The victim of ways that all have a valid sector; there must be one.
static inline unsigned replace_victim(const uint8_t *age, uint16_t r, uint32_t ways, unsigned of_carveout)
{
    switch (UL1_REPLACE) {
    case UL1_REPLACE_PLRU:
        return replace_plru(age, ways);
    case UL1_REPLACE_RANDOM:
        return replace_random(r, ways, of_carveout);
    default:
        return replace_oldest(age, ways);
    }
}

#endif
