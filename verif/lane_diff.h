// Differences of arrays with a field a lane, where a mask or byte enables say which of them count. Non-zero: they differ.
// Written so that they vectorise; the comparison runs for every array of every block in every cycle.
#ifndef LANE_DIFF_H
#define LANE_DIFF_H

#include <stdint.h>
#include <string.h>

#define ALL_LANES ((uint32_t)((1ull << LANES) - 1))

// Byte k of the result is 0xff if bit k of the mask is on.
static inline uint64_t spread_bits(uint32_t mask8)
{
    uint64_t x = (mask8 & 0xff) * 0x0101010101010101ull & 0x8040201008040201ull; // each byte keeps its own bit
    return ((x + 0x7f7f7f7f7f7f7f7full) >> 7 & 0x0101010101010101ull) * 0xff;
}

static inline uint64_t diff8(const uint8_t *a, const uint8_t *b, uint32_t mask)
{
    uint64_t d = 0;
    for (int i = 0; i < LANES; i += 8) {
        uint64_t x, y;
        memcpy(&x, a + i, 8);
        memcpy(&y, b + i, 8);
        d |= (x ^ y) & spread_bits(mask >> i);
    }
    return d;
}

static inline uint64_t diff16(const uint16_t *a, const uint16_t *b, uint32_t mask)
{
    uint32_t d = 0;
    for (int i = 0; i < LANES; i++)
        d |= (uint32_t)(a[i] ^ b[i]) & -(mask >> i & 1);
    return d;
}

static inline uint64_t diff32(const uint32_t *a, const uint32_t *b, uint32_t mask)
{
    uint32_t d = 0;
    for (int i = 0; i < LANES; i++)
        d |= (a[i] ^ b[i]) & -(mask >> i & 1);
    return d;
}

// Bit k of enable[i] says that byte k of word i counts.
static inline uint64_t diff32_bytes(const uint32_t *a, const uint32_t *b, const uint8_t *enable)
{
    uint32_t d = 0;
    for (int i = 0; i < LANES; i++)
        d |= (a[i] ^ b[i]) & ((uint32_t)enable[i] * 0x00204081u & 0x01010101u) * 0xffu;
    return d;
}

static inline int any8(const uint8_t *a)
{
    uint64_t d = 0;
    for (int i = 0; i < LANES; i += 8) {
        uint64_t x;
        memcpy(&x, a + i, 8);
        d |= x;
    }
    return d != 0;
}

// Lanes with any byte enabled.
static inline uint32_t lanes_on(const uint8_t *enable)
{
    uint32_t m = 0;
    for (int i = 0; i < LANES; i++)
        m |= (uint32_t)(enable[i] != 0) << i;
    return m;
}

#endif
