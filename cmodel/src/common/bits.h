// Sets of things as masks, and words under byte enables.
//
// Bit i of a mask stands for lane, slot, bank, sector, way or entry number i. Loops over lanes have a fixed length and no
// branch that depends on data, so that compilers make vector code of them; what is idle is computed like the rest and not
// used. That is safe because every input, qualified or not, fits the width that its port table gives it, and because a table
// that is indexed from outside has as many places as the index can name.
#ifndef UL1_BITS_H
#define UL1_BITS_H

#include <stdint.h>

#include "ul1_inputs.h"

// Before a loop over lanes that takes from, or puts to, where each lane says, of which no vector code is made. (Where faults are
// laid a loop may not be what follows it: there it is defined as nothing.)
#if defined EACH_BY_ITSELF
#elif defined __clang__
#define EACH_BY_ITSELF _Pragma("unroll")
#else
#define EACH_BY_ITSELF _Pragma("GCC unroll 32")
#endif

// Bit i of a mask of lanes, slots or banks. (In loops over lanes a mask of 64 bits would halve what a vector holds.)
static inline unsigned bit(uint32_t mask, unsigned i)
{
    return mask >> i & 1;
}

// Whether i is in a set, which may be larger.
static inline unsigned is_in(uint64_t set, unsigned i)
{
    return set >> i & 1;
}

// The set of i alone.
static inline uint64_t one(unsigned i)
{
    return UINT64_C(1) << i; // NOLINT: clang-tidy takes the oldest of some for the 64 that none would be
}

// The set of all below n, which is 1 to 64; or so many bits.
static inline uint64_t below(unsigned n)
{
    return UINT64_MAX >> (64 - n);
}

// The set with i, or without it.
static inline uint64_t with(uint64_t set, unsigned i, unsigned is_member)
{
    return (set & ~one(i)) | (uint64_t)is_member << i;
}

static inline unsigned how_many(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

// The lowest and the highest that are in a set; there must be one.
static inline unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned highest(uint64_t set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

// The set without its lowest, for going through its members: for (left = set; left; left = without_lowest(left)).
static inline uint64_t without_lowest(uint64_t set)
{
    return set & (set - 1);
}

// The next member of a set behind i, in rotation; there must be one.
static inline unsigned next_in(uint64_t set, unsigned i)
{
    uint64_t behind = set & ~one(i) & ~(one(i) - 1);
    return lowest(behind ? behind : set);
}

// The set of its lowest alone.
static inline uint64_t lowest_one(uint64_t set)
{
    return set & -set;
}

// All sectors of a line, and all bytes of a word.
#define ALL_SECTORS ((1u << UL1_SECTORS) - 1)
#define ALL_BYTES ((1u << UL1_WORD_BYTES) - 1)

_Static_assert(UL1_WORD_W == 32 && UL1_WORD_BYTES == 4, "words are uint32_t, and the factors below are for four bytes");

// The enables of a word's bytes as the bits that they enable. The product has enable i at bit 8 * i.
static inline uint32_t be_bits(unsigned be)
{
    return (be * 0x00204081u & 0x01010101u) * 0xff;
}

// The inverse: the enable of each byte whose lowest bit is set. The product has byte i's at bit 24 + i.
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
