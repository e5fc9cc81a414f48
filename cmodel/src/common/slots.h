// The words of an access: how many a lane has, and which slot of a sub-warp stands for which.
#ifndef UL1_SLOTS_H
#define UL1_SLOTS_H

#include "common/bits.h"

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

// Slot s of sub-warp `sub` is word slot_ofs of lane slot_lane. `words` is log2 of the words that a lane has. (The lane is
// cut to UL1_LANE_W bits: a sub-warp presented again that there is not must not lead out of an array.)
static inline unsigned slot_lane(unsigned words, unsigned sub, unsigned s)
{
    return ((sub << UL1_LANE_W >> words) + (s >> words)) & (LANES - 1);
}

static inline unsigned slot_ofs(unsigned words, unsigned s)
{
    return s & ((1u << words) - 1);
}

// Where slot s puts what it has for a bank, in an array of UL1_BANKS + 1. Idle slots all use the last element, which nobody
// reads.
static inline unsigned bank_or_none(uint32_t mask, unsigned s, unsigned bank)
{
    return bit(mask, s) ? bank : UL1_BANKS;
}

#endif
