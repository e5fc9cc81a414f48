// Sets as bit masks, and words under byte enables.
//
// Bit i of a mask stands for lane, slot, bank, sector, way or entry number i. Loops over lanes have a fixed
// length and no branch that depends on data, so that compilers vectorize them. Idle lanes are computed like
// the others and ignored. This is safe: every input, valid or not, fits the width of its port, and a table
// that is indexed from outside has an element for every value of the index.
#ifndef UL1_BITS_H
#define UL1_BITS_H

#include <stdint.h>

#include "ul1_inputs.h"

// Stands before a loop over lanes that gathers from or scatters to computed positions, which compilers cannot
// vectorize. Where faults are inserted a loop may not follow; there it is defined as nothing.
#if defined EACH_BY_ITSELF
#elif defined __clang__
#define EACH_BY_ITSELF _Pragma("unroll")
#else
#define EACH_BY_ITSELF _Pragma("GCC unroll 32")
#endif

// A set of lanes or slots. With up to 32 lanes it has 32 bits, as 64 would halve the lanes in a vector
// register.
#if LANES > 32
typedef uint64_t lane_set;
#else
typedef uint32_t lane_set;
#endif

// Bit i of a set of lanes or slots, or of a smaller mask.
static inline unsigned bit(lane_set mask, unsigned i)
{
    return mask >> i & 1;
}

// Tells whether i is in a set, which may have 64 members.
static inline unsigned is_in(uint64_t set, unsigned i)
{
    return set >> i & 1;
}

// The set of i alone.
static inline uint64_t one(unsigned i)
{
    return UINT64_C(1) << i; // NOLINT: clang-tidy assumes that i may be 64, as for an empty set
}

// The set of all numbers below n, for n from 1 to 64.
static inline uint64_t below(unsigned n)
{
    return UINT64_MAX >> (64 - n);
}

// The set with i if is_member, else without i.
static inline uint64_t with(uint64_t set, unsigned i, unsigned is_member)
{
    return (set & ~one(i)) | (uint64_t)is_member << i;
}

static inline unsigned how_many(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

// The lowest and the highest member of a set, which must not be empty.
static inline unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned highest(uint64_t set)
{
    return 63 - (unsigned)__builtin_clzll(set);
}

// The set without its lowest member. Loops over members: for (left = set; left; left = without_lowest(left)).
static inline uint64_t without_lowest(uint64_t set)
{
    return set & (set - 1);
}

// The next member behind i in rotation; the set must not be empty.
static inline unsigned next_in(uint64_t set, unsigned i)
{
    uint64_t behind = set & ~one(i) & ~(one(i) - 1);
    return lowest(behind ? behind : set);
}

// The set of the lowest member alone.
static inline uint64_t lowest_one(uint64_t set)
{
    return set & -set;
}

// All sectors of a line, and all bytes of a word.
#define ALL_SECTORS ((1u << UL1_SECTORS) - 1)
#define ALL_BYTES   ((1u << UL1_WORD_BYTES) - 1)

_Static_assert(UL1_WORD_W == 32 && UL1_WORD_BYTES == 4,
               "words are uint32_t, and the factors below are for four bytes");

// Repeats each byte enable for the bits of its byte. The product has enable i at bit 8 * i.
static inline uint32_t be_bits(unsigned be)
{
    return (be * 0x00204081u & 0x01010101u) * 0xff;
}

// The inverse of be_bits: the enable of each byte that has its lowest bit set. The product has that of byte i
// at bit 24 + i.
static inline unsigned bits_be(uint32_t bits)
{
    return (bits & 0x01010101u) * 0x01020408u >> 24;
}

// Takes the bits in `bits` from `over`, the others from `under`.
static inline uint32_t lay_over(uint32_t under, uint32_t over, uint32_t bits)
{
    return (under & ~bits) | (over & bits);
}

#endif
