// What several blocks need to know of the machine: the words of an access, the order of its slots, the fields of an array
// address, the shape of the cache, and small operations on masks. The constants, enumerations and ports are generated from
// the port tables.
//
// Bit i of a mask stands for lane, slot or bank i. Loops over lanes have a fixed length and no branch that depends on data,
// so that compilers make vector code of them; what is idle is computed like the rest and not used. That is safe because
// every input, qualified or not, fits the width that its port table gives it.
#ifndef UL1_MACHINE_H
#define UL1_MACHINE_H

#include <stdint.h>
#include <string.h>

#include "ul1_ports.h"

// Rows of shared memory with this carveout; the reserved code is like s16.
static inline uint32_t shared_rows(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 ? 384 : carveout == UL1_CARVEOUT_S32 ? 256 : 128;
}

// The cache has the rows behind them: sets and ways. The row of a line is tag_row's.
static inline unsigned cache_sets(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 ? 32 : 64;
}

static inline unsigned cache_ways(unsigned carveout)
{
    return carveout == UL1_CARVEOUT_S48 || carveout == UL1_CARVEOUT_S32 ? 4 : 6;
}

// A line's number is its address without these low bits.
#define LINE_BITS (UL1_LANE_W + 2)

// The set of a line: its number modulo the sets. One of the functions that another chip may have another of; it stands here
// as the load/store unit knows by it who waits for a way.
static inline unsigned tag_index(uint64_t line, unsigned carveout)
{
    return (unsigned)line & (cache_sets(carveout) - 1);
}

// The low bits of an address that lie within a page; the reserved code is like p2m.
static inline unsigned page_bits(unsigned page)
{
    return page == UL1_PAGE_P4K ? 12 : page == UL1_PAGE_P64K ? 16 : 21;
}

// Whether a line lies in the page of an address.
static inline unsigned line_in_page(uint64_t line, uint64_t addr, unsigned page)
{
    return line >> (page_bits(page) - LINE_BITS) == addr >> page_bits(page);
}

// A line's sectors are the quarters of the banks.
static inline unsigned bank_sector(unsigned bank)
{
    return bank >> (UL1_LANE_W - 2);
}

// As a mask, those of the lowest.
#define SECTOR_BANKS ((1u << LANES / 4) - 1)

// log2 of the bytes, and of the words, that a lane accesses. The reserved codes are like b128.
static inline unsigned lg_bytes(unsigned width)
{
    return width < UL1_WIDTH_B128 ? width : UL1_WIDTH_B128;
}

static inline unsigned lg_words(unsigned width)
{
    return width <= UL1_WIDTH_B32 ? 0 : lg_bytes(width) - UL1_WIDTH_B32;
}

// The bits of a word that an access of this width loads or stores, at the bottom.
static inline uint32_t word_bits(unsigned width)
{
    return width == UL1_WIDTH_B8 ? 0xff : width == UL1_WIDTH_B16 ? 0xffff : 0xffffffff;
}

// Slot s of sub-warp `sub` is register offset slot_ofs of lane slot_lane. `words` is log2 of the words a
// lane has. (The lane is cut to UL1_LANE_W bits: a sub-warp presented again that there is not must not lead out of an array.)
static inline unsigned slot_lane(unsigned words, unsigned sub, unsigned s)
{
    return ((sub << UL1_LANE_W >> words) + (s >> words)) & (LANES - 1);
}

static inline unsigned slot_ofs(unsigned words, unsigned s)
{
    return s & ((1u << words) - 1);
}

// An array address: byte, bank, row, from the bottom.
#define ADDR_MASK ((1u << (UL1_ADDR_W)) - 1)

static inline unsigned addr_byte(unsigned addr)
{
    return addr & 3;
}

static inline unsigned addr_bank(unsigned addr)
{
    return addr >> 2 & (LANES - 1);
}

static inline unsigned addr_row(unsigned addr)
{
    return addr >> (2 + UL1_LANE_W) & (UL1_ROWS - 1);
}

// Bit i of a mask, and the lowest and the highest bit that is set; there must be one.
static inline unsigned bit(uint32_t mask, unsigned i)
{
    return mask >> i & 1;
}

static inline unsigned lowest(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static inline unsigned highest(uint64_t mask)
{
    return 63 - (unsigned)__builtin_clzll(mask);
}

// Where slot s puts what it has for a bank, in an array of LANES + 1: idle slots all use the last place, which nobody reads.
static inline unsigned bank_or_none(uint32_t mask, unsigned s, unsigned bank)
{
    return bit(mask, s) ? bank : LANES;
}

// Four byte enables as the bits of a word that they enable. The product has enable i at bit 8 * i.
static inline uint32_t be_bits(unsigned be)
{
    return (be * 0x00204081u & 0x01010101u) * 0xff;
}

// And back: the enable of each byte whose lowest bit is set. The product has byte i's at bit 24 + i.
static inline unsigned bits_be(uint32_t bits)
{
    return (bits & 0x01010101u) * 0x01020408u >> 24;
}

// `over` in those bits, `under` in the others.
static inline uint32_t lay_over(uint32_t under, uint32_t over, uint32_t bits)
{
    return (under & ~bits) | (over & bits);
}

#endif
