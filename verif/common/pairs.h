// Pairs of lanes with equal addresses, which a wide load of shared memory has in place of lanes (LANE_PAIRS).
// Contracts, drives and the machine's environment use them. The memory checker has its own.
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>

#include "common/sizes.h"

// The lower lane of a pair of lanes that lie `by` apart, 1 or 2.
static inline unsigned pair_lower(unsigned by, unsigned pair)
{
    return by == 1 ? 2 * pair : pair / 2 * 4 + pair % 2;
}

// Whether no pair has two active lanes with different addresses.
static inline bool pairs_agree(unsigned by, uint32_t mask, const uint64_t *addr)
{
    for (unsigned pair = 0; pair < LANES / 2; pair++) {
        const unsigned low = pair_lower(by, pair), high = low + by;
        if (mask >> low & mask >> high & 1 && addr[low] != addr[high])
            return false;
    }
    return true;
}

// How far the lanes of the instruction's pairs lie apart: 1 or 2, or 0 if it has none, as a matrix
// load has. It must not fail.
static inline unsigned pairs_apart(unsigned op, unsigned matrix, unsigned space, unsigned width,
                                   uint32_t mask, const uint64_t *addr)
{
    if (!UL1_LANE_PAIRS || op != UL1_OP_LOAD || space != UL1_SPACE_SHARED || width_words(width) == 1
        || matrix != UL1_MATRIX_NONE)
        return 0;
    return pairs_agree(1, mask, addr) ? 1 : pairs_agree(2, mask, addr) ? 2 : 0;
}

// The pairs with an active lane, as a mask of lanes; without pairs the lanes themselves.
static inline uint32_t pairs_active(unsigned by, uint32_t mask)
{
    uint32_t pairs = 0;
    if (!by)
        return mask;
    for (unsigned pair = 0; pair < LANES / 2; pair++) {
        const uint32_t both = mask >> pair_lower(by, pair);
        pairs |= ((both | both >> by) & 1) << pair;
    }
    return pairs;
}

// The lanes of these pairs; without pairs they are lanes.
static inline uint32_t pairs_lanes(unsigned by, uint32_t pairs)
{
    uint32_t lanes = 0;
    if (!by)
        return pairs;
    for (unsigned pair = 0; pair < LANES / 2; pair++)
        lanes |= (pairs >> pair & 1) * (1 | UINT32_C(1) << by) << pair_lower(by, pair);
    return lanes;
}

// The active lane of a pair that lends its address and gets its words; the lower one if there are two. It is
// the upper one if there is none.
static inline unsigned pair_lane(unsigned by, uint32_t mask, unsigned pair)
{
    const unsigned low = pair_lower(by, pair) % LANES;
    return by ? mask >> low & 1 ? low : low + by : pair;
}

// Gives the lanes of each pair one address. With a number of a lane, this lane gets another one.
static inline void pairs_make(unsigned by, unsigned other, unsigned bytes, uint64_t *addr)
{
    for (unsigned pair = 0; pair < LANES / 2; pair++)
        addr[pair_lower(by, pair) + by] = addr[pair_lower(by, pair)];
    if (other < LANES)
        addr[other] ^= bytes;
}

// Whether both lanes of the pair are active.
static inline bool pair_is_double(unsigned by, uint32_t mask, unsigned pair)
{
    const unsigned low = pair_lower(by, pair) % LANES;
    return by && (mask >> low & mask >> (low + by) & 1);
}

#endif
