// Sizes that follow from a width, a carveout or a page size: for the contracts and drives of blocks, and for the surroundings
// of the machine. (The witness has its own.)
#ifndef SIZES_H
#define SIZES_H

#include <stdint.h>

#include "ul1_ports.h"

#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1))

// Bytes of a lane's access, and register words that it moves. The reserved codes are like 128 bits.
static inline unsigned width_bytes(unsigned width)
{
    return width < UL1_WIDTH_B128 ? 1u << width : 16;
}

static inline unsigned width_words(unsigned width)
{
    return (width_bytes(width) + 3) / 4;
}

// Rows of shared memory; the reserved code is like s16.
static inline unsigned carveout_rows(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 ? 384 : carveout == UL1_CARVEOUT_S32 ? 256 : 128;
}

// Its size in bytes: the first address behind it.
static inline uint64_t carveout_size(unsigned carveout)
{
    return (uint64_t)carveout_rows(carveout) * 4 * LANES;
}

// Sets and ways of the cache.
static inline unsigned carveout_sets(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 ? 32 : 64;
}

static inline unsigned carveout_ways(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 || carveout == UL1_CARVEOUT_S32 ? 4 : 6;
}

// The set of a line, by its number.
static inline unsigned line_set(uint64_t line, unsigned carveout)
{
    return (unsigned)line & (carveout_sets(carveout) - 1);
}

// Low bits of an address that lie within a page; the reserved code is like 2 MB.
static inline unsigned page_bits(unsigned page)
{
    return page == UL1_PAGE_P4K ? 12 : page == UL1_PAGE_P64K ? 16 : 21;
}

// Of a line's number.
static inline unsigned line_page_bits(unsigned page)
{
    return page_bits(page) - (UL1_LANE_W + 2);
}

#endif
