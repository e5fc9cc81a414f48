// Textures: where the texels of a sample lie, and the words that it returns. The arithmetic is that of the
// rules TEX, written a second time; the model has its own.
#ifndef TEXELS_H
#define TEXELS_H

#include <stdbool.h>
#include <stdint.h>

enum { TEXEL_SLOTS = 4, TEXEL_ONE = 256 }; // slots of a sample; units of a coordinate in a texel

struct texels {
    uint64_t base;
    uint32_t pitch;         // bytes from row to row
    uint32_t columns, rows; // of texels
    uint8_t bytes;          // of a texel: 1 to 16
    uint8_t bits;           // of a component, 8 or 16; 0: words, which are not filtered
    bool blocked, wraps, bilinear;
};

static inline bool texels_sums(const struct texels *t)
{
    return t->bilinear && t->bits;
}

// The registers that a lane gets.
static inline unsigned texels_words(const struct texels *t)
{
    return t->bytes > 4 ? t->bytes / 4 : 1;
}

// The address slots that a sample reads: four texels, or the words of one.
static inline unsigned texels_slots(const struct texels *t)
{
    return texels_sums(t) ? TEXEL_SLOTS : texels_words(t);
}

// The whole texels in a coordinate, rounded down.
static inline int32_t texels_whole(int32_t coordinate)
{
    return coordinate / TEXEL_ONE - (coordinate % TEXEL_ONE < 0);
}

// The first, or the second, of the columns or rows of a sample, of `count`. (For a count that is no power of
// two, a wrapped one is no remainder.)
static inline uint32_t texels_place(const struct texels *t, int32_t coordinate, uint32_t count, bool second)
{
    const int32_t whole = texels_whole(coordinate);
    if (t->wraps) {
        const uint32_t first = (uint32_t)whole & (count - 1);
        return second ? (first + 1) % count : first;
    }
    const int64_t at = (int64_t)whole + second;
    return at < 0 || whole < 0 ? 0 : at >= (int64_t)count ? count - 1 : (uint32_t)at;
}

// A block has 64 bytes of each of 8 rows. It is divided by halves: its left and its right half, the pairs of
// rows of a half, the left and right 16 bytes of such a pair, and their two rows.
static inline uint64_t texels_at(const struct texels *t, uint32_t column, uint32_t row)
{
    const uint64_t x = (uint64_t)column * t->bytes;
    if (!t->blocked)
        return t->base + (uint64_t)row * t->pitch + x;
    const uint64_t block = (uint64_t)(row / 8) * (t->pitch / 64) + x / 64;
    const unsigned half = x % 64 / 32, pair = row % 8 / 2, side = x % 32 / 16, which = row % 2;
    return t->base + 512 * block + (((half * 4 + pair) * 2 + side) * 2 + which) * 16 + x % 16;
}

// The address of each slot of a sample, of so many bits.
static inline void texels_addresses(const struct texels *t, int32_t u, int32_t v, unsigned address_bits,
                                    uint64_t at[TEXEL_SLOTS])
{
    for (unsigned k = 0; k < TEXEL_SLOTS; k++) {
        const bool right = texels_sums(t) && k % 2, below = texels_sums(t) && k / 2;
        const uint64_t texel =
            texels_at(t, texels_place(t, u, t->columns, right), texels_place(t, v, t->rows, below));
        at[k] = (texel + (texels_sums(t) ? 0 : 4 * k)) & ((UINT64_C(1) << address_bits) - 1);
    }
}

// The weight of each of four texels, in units of 1 / 65536.
static inline uint32_t texels_weight(int32_t u, int32_t v, unsigned k)
{
    const int32_t a = u - TEXEL_ONE * texels_whole(u), b = v - TEXEL_ONE * texels_whole(v);
    return (uint32_t)((k % 2 ? a : TEXEL_ONE - a) * (k / 2 ? b : TEXEL_ONE - b));
}

// A component of a sum, from those of the texels.
static inline uint32_t texels_sum(int32_t u, int32_t v, const uint32_t component[TEXEL_SLOTS])
{
    uint64_t sum = TEXEL_ONE * TEXEL_ONE / 2; // a half is rounded up
    for (unsigned k = 0; k < TEXEL_SLOTS; k++)
        sum += (uint64_t)texels_weight(u, v, k) * component[k];
    return (uint32_t)(sum / (TEXEL_ONE * TEXEL_ONE));
}

// Word `ofs` of a sample, from the words at the addresses of its slots, shifted to the texel.
static inline uint32_t texels_word(const struct texels *t, int32_t u, int32_t v,
                                   const uint32_t slot[TEXEL_SLOTS], unsigned ofs)
{
    const uint32_t kept = t->bytes < 4 ? (UINT32_C(1) << 8 * t->bytes) - 1 : UINT32_MAX;
    uint32_t word = 0;
    if (!texels_sums(t))
        return slot[ofs] & kept;
    for (unsigned low = 0; low < 8u * t->bytes; low += t->bits) {
        uint32_t component[TEXEL_SLOTS];
        for (unsigned k = 0; k < TEXEL_SLOTS; k++)
            component[k] = slot[k] >> low & ((UINT32_C(1) << t->bits) - 1);
        word |= texels_sum(u, v, component) << low;
    }
    return word;
}

#endif
