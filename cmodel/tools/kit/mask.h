// Masks of up to 64 items (entries, ways, sectors): bit i stands for item i.
#ifndef MASK_H
#define MASK_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t mask_bit(unsigned i)
{
    return UINT64_C(1) << i;
}

// The mask of all n items, n at least 1.
static inline uint64_t mask_all(unsigned n)
{
    return UINT64_MAX >> (64 - n);
}

static inline bool mask_has(uint64_t mask, unsigned i)
{
    return mask >> i & 1;
}

// The lowest bit that is on; there must be one.
static inline unsigned mask_first(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask);
}

static inline unsigned mask_count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

// The bits of these bytes of a word.
static inline uint32_t mask_bytes(unsigned bytes)
{
    return (bytes * 0x00204081u & 0x01010101u) * 0xffu;
}

#endif
