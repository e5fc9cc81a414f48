// Sizes that follow from a width, a carveout or a page size, and masks of lanes, sectors and bytes.
// Contracts, drives and the machine's environment use them. The memory checker has its own.
#ifndef SIZES_H
#define SIZES_H

#include <stdint.h>

#include "ul1_ports.h"

#define ALL_LANES   ((uint32_t)((UINT64_C(1) << LANES) - 1))
#define ALL_WORDS   ((uint32_t)((UINT64_C(1) << UL1_LINE_WORDS) - 1)) // of a line
#define ALL_SECTORS ((1u << UL1_SECTORS) - 1)                         // of a line
#define ALL_BYTES   ((1u << UL1_WORD_BYTES) - 1)                      // of a word

// Bits of an address within a line; they select byte and bank.
#define WITHIN_LINE_W (UL1_COLUMN_W + UL1_BYTE_W)

// ---- an access

// Bytes of a lane's access, and the register words that it moves. Reserved codes count as 128 bits.
static inline unsigned width_bytes(unsigned width)
{
    return 1u << (width < UL1_WIDTH_B128 ? width : (unsigned)UL1_WIDTH_B128);
}

static inline unsigned width_words(unsigned width)
{
    return (width_bytes(width) + UL1_WORD_BYTES - 1) / UL1_WORD_BYTES;
}

// The parts of a sub-warp have an equal share of its slots each. The part of a lane is that of its first
// slot.
static inline unsigned lane_part(unsigned width, unsigned lane)
{
    return lane * width_words(width) * UL1_LANE_GROUPS / LANES;
}

// The lanes of a part.
static inline unsigned part_lanes_count(unsigned width)
{
    const unsigned lanes = LANES / UL1_LANE_GROUPS / width_words(width);
    return lanes ? lanes : 1;
}

// The address in memory of a byte of a lane's interleaved local memory: word n of all lanes, then word n + 1.
static inline uint64_t interleaved(uint64_t addr, unsigned lane)
{
    const uint64_t word = addr / UL1_WORD_BYTES, byte = addr % UL1_WORD_BYTES;
    return ((word * LANES + lane) * UL1_WORD_BYTES + byte) % (UINT64_C(1) << UL1_VA_W);
}

// The address bits within a word that are zero in an aligned access.
static inline unsigned width_align(unsigned width)
{
    return (width_bytes(width) - 1) & (UL1_WORD_BYTES - 1);
}

// ---- settings

// The policy that a code of `cfg_policy` acts as: one that is not built as the one two codes below, and volta
// as maxwell if that is built.
static inline unsigned policy_built(unsigned code)
{
    return code < UL1_POLICIES ? code : code == UL1_POLICY_VOLTA && UL1_POLICIES == 3 ? 2u : code - 2;
}

// ---- the array, of an L1 with these sizes

// The sizes that this file is compiled with.
__attribute__((unused)) static const struct ul1_sizes compiled = UL1_SIZES;

// A size of each carveout, by its code; without a carveout as of s16.
#define OF_CARVEOUT(z, code, of)                                                                  \
    ((const uint32_t[]){ (z)->s48_##of, (z)->s32_##of, (z)->s16_##of, (z)->c3_##of, (z)->c4_##of, \
                         (z)->c5_##of, (z)->c6_##of, (z)->c7_##of, (z)->c8_##of,                  \
                         (z)->c9_##of })[(code) < (z)->carveouts ? (code) : UL1_CARVEOUT_S16]

// Rows of shared memory.
static inline unsigned carveout_rows(const struct ul1_sizes *z, unsigned carveout)
{
    return OF_CARVEOUT(z, carveout, rows);
}

// Bytes of shared memory: the first address behind it.
static inline uint64_t carveout_size(const struct ul1_sizes *z, unsigned carveout)
{
    return (uint64_t)carveout_rows(z, carveout) * UL1_LINE_BYTES;
}

// Sets and ways of the cache.
static inline unsigned carveout_sets(const struct ul1_sizes *z, unsigned carveout)
{
    return OF_CARVEOUT(z, carveout, sets);
}

static inline unsigned carveout_ways(const struct ul1_sizes *z, unsigned carveout)
{
    return OF_CARVEOUT(z, carveout, ways);
}

// Any carveout with shared memory, by a number: each code, and one without a carveout, in turn.
static inline unsigned carveout_any(const struct ul1_sizes *z, unsigned n)
{
    const unsigned code = n % (z->carveouts + 1);
    return carveout_rows(z, code) ? code : UL1_CARVEOUT_S48;
}

// The one of these with the least shared memory.
static inline unsigned carveout_least(const struct ul1_sizes *z)
{
    unsigned least = UL1_CARVEOUT_S16;
    for (unsigned code = 0; code < z->carveouts; code++)
        if (carveout_rows(z, code) && carveout_rows(z, code) < carveout_rows(z, least))
            least = code;
    return least;
}

// The set of a line, by the line's number.
static inline unsigned line_set(const struct ul1_sizes *z, uint64_t line, unsigned carveout)
{
    const uint64_t above = z->index ? line >> z->set_w : 0;
    return (unsigned)(line ^ above) & (carveout_sets(z, carveout) - 1);
}

// The lane at a position of an access: sub-warps have neighbouring positions. Wide accesses to shared memory
// may have another order of lanes (SET_LANES_...).
static inline unsigned lane_at(const struct ul1_sizes *z, unsigned op, unsigned space, unsigned width,
                               unsigned position)
{
    const uint32_t orders[2][2] = { { z->set_lanes_ld64, z->set_lanes_ld128 },
                                    { z->set_lanes_st64, z->set_lanes_st128 } };
    static const uint32_t ten[] = { 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1 };
    if (space != UL1_SPACE_SHARED || op > UL1_OP_STORE || width < UL1_WIDTH_B64)
        return position;
    const unsigned eighth = LANES / 8;
    return orders[op == UL1_OP_STORE][width != UL1_WIDTH_B64] / ten[position / eighth] % 10 * eighth
        + position % eighth;
}

// The words of these sectors, and the sectors with any of these words.
static inline uint32_t words_of(unsigned sectors)
{
    uint32_t words = 0;
    for (unsigned word = 0; word < UL1_LINE_WORDS; word++)
        words |= (uint32_t)(sectors >> word / UL1_SECTOR_WORDS & 1) << word;
    return words;
}

static inline unsigned sectors_of(uint32_t words)
{
    unsigned sectors = 0;
    for (unsigned word = 0; word < UL1_LINE_WORDS; word++)
        sectors |= (words >> word & 1) << word / UL1_SECTOR_WORDS;
    return sectors;
}

// ---- a page

// Bits of the offset within a page. The reserved code is like 2 MB.
static inline unsigned page_bits(unsigned page)
{
    return page == UL1_PAGE_P4K ? UL1_PAGE_MIN_W : page == UL1_PAGE_P64K ? 16 : 21;
}

// The same bits of a line's number.
static inline unsigned line_page_bits(unsigned page)
{
    return page_bits(page) - WITHIN_LINE_W;
}

#endif
