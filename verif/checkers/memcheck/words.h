// Words, lines and masks: the units of the memory checker.
#ifndef MEMCHECK_WORDS_H
#define MEMCHECK_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#if LANES != 8 && LANES != 16 && LANES != 32
#error "LANES must be defined as 8, 16 or 32"
#endif

#ifndef SHORT_LINES
#define SHORT_LINES 0
#endif

enum {
    WORD = 4,                          // bytes
    LINE_WORDS = LANES >> SHORT_LINES, // half of the lanes, if lines are short
    LINE = WORD * LINE_WORDS,
    WORDS_MAX = 4, // words of a lane, and so sub-warps of an instruction
};

#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1))

#define FOREVER UINT64_MAX // in place of a time

static inline unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

// for_each_bit(s, mask) BODY: s is the number of each bit set, in ascending order.
#define for_each_bit(s, mask)                                                         \
    for (uint32_t s##_bits = (mask), s = 0; s##_bits && (s = lowest(s##_bits), true); \
         s##_bits &= s##_bits - 1)

static inline uint32_t bit(unsigned n)
{
    return UINT32_C(1) << n;
}

// Position of a slot's bytes in their word, in bits.
static inline unsigned shift(uint64_t at)
{
    return at % WORD * 8;
}

// The bytes of a word that a slot takes: moved down, cut, and sign-extended.
static inline uint32_t extract(uint32_t word, uint64_t at, uint32_t cut, uint32_t sign)
{
    return ((word >> shift(at) & cut) ^ sign) - sign;
}

#endif
