// Slots: the words that a lane accesses, and the word that each slot of a sub-warp stands for.
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

// Slot s of sub-warp `sub` is word slot_ofs of lane slot_lane. `words` is log2 of the words of a lane. The
// lane is cut to UL1_LANE_W bits, so that an invalid sub-warp presented again stays within the arrays.
static inline unsigned slot_lane(unsigned words, unsigned sub, unsigned s)
{
    return ((sub << UL1_LANE_W >> words) + (s >> words)) & (LANES - 1);
}

static inline unsigned slot_ofs(unsigned words, unsigned s)
{
    return s & ((1u << words) - 1);
}

// A sub-warp has LANE_GROUPS parts, each an equal share of its slots. A lane is in the part of its first
// slot.
static inline unsigned part_of(unsigned words, unsigned lane)
{
    return lane << words >> (UL1_LANE_W - UL1_LANE_GROUPS_W);
}

static inline unsigned sub_of_part(unsigned part)
{
    return part >> UL1_LANE_GROUPS_W;
}

// The lanes of a part: at least one, though a wide access of a few lanes may have more groups than lanes.
static inline lane_set part_lanes(unsigned words, unsigned part)
{
    unsigned first = part << (UL1_LANE_W - UL1_LANE_GROUPS_W) >> words;
    unsigned count = LANES >> words >> UL1_LANE_GROUPS_W;
    return (lane_set)below(count ? count : 1) << (first & (LANES - 1));
}

// Index of slot s's element in an array of UL1_BANKS + 1: its bank, or the unread last element for an idle
// slot.
static inline unsigned bank_or_none(lane_set mask, unsigned s, unsigned bank)
{
    return bit(mask, s) ? bank : UL1_BANKS;
}

#endif
