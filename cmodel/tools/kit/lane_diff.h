// Compares arrays of n fields, one per lane, entry or way; a mask or byte enables select those that count. A
// nonzero result means a difference. The code vectorises, because n is constant at every call: the comparison
// runs for every array of every block in every cycle.
#ifndef LANE_DIFF_H
#define LANE_DIFF_H

#include <stdint.h>
#include <string.h>

#define LANE_DIFF static inline __attribute__((always_inline))

// The mask of n fields, n at most 64.
LANE_DIFF uint64_t all_of(unsigned n)
{
    return ~0ull >> (64 - n);
}

LANE_DIFF uint64_t count_of(uint64_t mask)
{
    return (uint64_t)__builtin_popcountll(mask);
}

// Compares a number of consecutive bytes, constant at every call. The tail is compared with an overlap, so
// some bytes are compared twice.
LANE_DIFF uint64_t lane_word(const unsigned char *p, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, p, size < sizeof word ? size : sizeof word);
    return word;
}

typedef uint64_t lane_words __attribute__((vector_size(32), aligned(1), may_alias));

LANE_DIFF lane_words lane_xor(const unsigned char *a, const unsigned char *b)
{
    return *(const lane_words *)a ^ *(const lane_words *)b;
}

LANE_DIFF uint64_t differ_run(const void *a, const void *b, size_t size)
{
    enum { MANY = sizeof(lane_words), WORD = sizeof(uint64_t) };
    const unsigned char *p = a, *q = b;
    uint64_t d = 0;
    size_t i = 0;
    if (size >= MANY) {
        lane_words many = lane_xor(p, q);
        for (i = MANY; i + MANY <= size; i += MANY)
            many |= lane_xor(p + i, q + i);
        if (size - i > WORD)
            many |= lane_xor(p + size - MANY, q + size - MANY), i = size;
        d = many[0] | many[1] | many[2] | many[3];
    }
    for (; i + WORD <= size; i += WORD)
        d |= lane_word(p + i, WORD) ^ lane_word(q + i, WORD);
    if (i == size)
        return d;
    if (size > WORD)
        i = size - WORD;
    return d | (lane_word(p + i, size - i) ^ lane_word(q + i, size - i));
}

// Byte k of the result is 0xff if bit k of the mask is on.
LANE_DIFF uint64_t spread_bits(uint64_t mask8)
{
    // each byte keeps its own bit
    uint64_t x = (mask8 & 0xff) * 0x0101010101010101ull & 0x8040201008040201ull;
    return ((x + 0x7f7f7f7f7f7f7f7full) >> 7 & 0x0101010101010101ull) * 0xff;
}

// unequal32(a, b, n): bit i is on if field i differs; n is at most 64, and constant at every call. Registers
// of 32 bytes take several fields at a time, and a loop takes the rest.
#ifdef __AVX2__
enum { LANES_OF_8 = 32, LANES_OF_16 = 16, LANES_OF_32 = 8, LANES_OF_64 = 4 };

// Built-in functions of both compilers: <immintrin.h> would take most of the time to compile a file.
#define VECTOR_OF(type, size) __attribute__((vector_size(size), aligned(1), may_alias)) type
typedef VECTOR_OF(char, 32) lanes_of_8;
typedef VECTOR_OF(short, 32) lanes_of_16;
typedef VECTOR_OF(int, 32) lanes_of_32;
typedef VECTOR_OF(long long, 32) lanes_of_64;
typedef char packed_16 __attribute__((vector_size(16)));
typedef float mask_32 __attribute__((vector_size(32)));
typedef double mask_64 __attribute__((vector_size(32)));

#define LANES_EQUAL(bits, a, b) (*(const lanes_of_##bits *)(a) == *(const lanes_of_##bits *)(b))

LANE_DIFF uint32_t equal8(const uint8_t *a, const uint8_t *b)
{
    return (uint32_t)__builtin_ia32_pmovmskb256(LANES_EQUAL(8, a, b));
}

LANE_DIFF uint32_t equal16(const uint16_t *a, const uint16_t *b)
{
    return (uint32_t)__builtin_ia32_pmovmskb128(__builtin_convertvector(LANES_EQUAL(16, a, b), packed_16));
}

LANE_DIFF uint32_t equal32(const uint32_t *a, const uint32_t *b)
{
    return (uint32_t)__builtin_ia32_movmskps256((mask_32)LANES_EQUAL(32, a, b));
}

LANE_DIFF uint32_t equal64(const uint64_t *a, const uint64_t *b)
{
    return (uint32_t)__builtin_ia32_movmskpd256((mask_64)LANES_EQUAL(64, a, b));
}

#define UNEQUAL_MANY(bits)                                 \
    for (; i + LANES_OF_##bits <= n; i += LANES_OF_##bits) \
        d |= (all_of(LANES_OF_##bits) & ~(uint64_t)equal##bits(a + i, b + i)) << i;
#else
#define UNEQUAL_MANY(bits)
#endif

#define LANE_DIFF_OF(bits)                                                                         \
    LANE_DIFF uint64_t unequal##bits(const uint##bits##_t *a, const uint##bits##_t *b, unsigned n) \
    {                                                                                              \
        uint64_t d = 0;                                                                            \
        unsigned i = 0;                                                                            \
        UNEQUAL_MANY(bits)                                                                         \
        for (; i < n; i++)                                                                         \
            d |= (uint64_t)(a[i] != b[i]) << i;                                                    \
        return d;                                                                                  \
    }                                                                                              \
    LANE_DIFF uint64_t diff##bits(const uint##bits##_t *a, const uint##bits##_t *b, unsigned n,    \
                                  uint64_t mask)                                                   \
    {                                                                                              \
        return unequal##bits(a, b, n) & mask;                                                      \
    }
LANE_DIFF_OF(8)
LANE_DIFF_OF(16)
LANE_DIFF_OF(32)
LANE_DIFF_OF(64)

// Bit k of enable[i] says that byte k of word i counts. n is a multiple of 8.
LANE_DIFF uint64_t diff32_bytes(const uint32_t *a, const uint32_t *b, unsigned n, const uint8_t *enable)
{
    uint32_t d = 0;
    unsigned i = 0;
#if defined __AVX2__ && defined __BMI2__
    for (; i + 8 <= n; i += 8)
        d |= ~equal8((const uint8_t *)(a + i), (const uint8_t *)(b + i))
            & (uint32_t)__builtin_ia32_pext_di(lane_word(enable + i, 8), 0x0f0f0f0f0f0f0f0f);
#else
    if (!differ_run(a, b, n * sizeof *a))
        return 0;
#endif
    for (; i < n; i++)
        d |= (a[i] ^ b[i]) & ((uint32_t)enable[i] * 0x00204081u & 0x01010101u) * 0xffu;
    return d;
}

// The same for any number of fields of a size, and a count of enabled fields.
LANE_DIFF uint64_t diff_fields(const void *a, const void *b, unsigned n, size_t size, const uint8_t *enable)
{
    const unsigned char *p = a, *q = b;
    uint64_t d = 0;
    if (memcmp(p, q, n * size))
        for (unsigned i = 0; i < n; i++)
            d |= enable[i] && memcmp(p + i * size, q + i * size, size);
    return d;
}

// Slices of `size` bytes each, n of them.
LANE_DIFF uint64_t diff_slices(const void *a, const void *b, unsigned n, size_t size, const uint8_t *enable)
{
    const unsigned char *p = a, *q = b;
    uint64_t d = 0;
    for (unsigned i = 0; i < n; i++)
        if (enable[i])
            d |= differ_run(p + i * size, q + i * size, size);
    return d;
}

LANE_DIFF uint64_t fields_on(const uint8_t *enable, unsigned n)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < n; i++)
        count += enable[i] != 0;
    return count;
}

// At most 64.
LANE_DIFF int any8(const uint8_t *a, unsigned n)
{
    static const uint8_t none[64];
    return differ_run(a, none, n) != 0;
}

// Fields with any byte enabled.
LANE_DIFF uint64_t lanes_on(const uint8_t *enable, unsigned n)
{
    uint32_t low = 0, high = 0;
    if (!any8(enable, n))
        return 0;
    for (unsigned i = 0; i < n && i < 32; i++)
        low |= (uint32_t)(enable[i] != 0) << i;
    for (unsigned i = 32; i < n; i++)
        high |= (uint32_t)(enable[i] != 0) << (i - 32);
    return (uint64_t)high << 32 | low;
}

#endif
