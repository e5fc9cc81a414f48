// Texture unit: the word that a lane gets, from the words of its slots.
#ifndef UL1_TEXTURE_FILTER_H
#define UL1_TEXTURE_FILTER_H

#include "l1/texture/address.h"

// The weighted sum of four texels, of one byte each: exact, in units of 2^-16.
static inline uint32_t texture_sum(const uint32_t *t, unsigned byte, unsigned a, unsigned b)
{
    uint32_t at[TEXTURE_CORNERS];
    for (unsigned k = 0; k < TEXTURE_CORNERS; k++)
        at[k] = t[k] >> 8 * byte & 0xff;
    const uint32_t one = 1u << UL1_TEX_FRAC_W, upper = (one - a) * at[0] + a * at[1],
                   lower = (one - a) * at[2] + a * at[3];
    return (one - b) * upper + b * lower;
}

// The sum in units of 1, to the nearest; a half is rounded up.
static inline uint32_t texture_round(uint32_t sum)
{
    return (sum + (1u << (2 * UL1_TEX_FRAC_W - 1))) >> 2 * UL1_TEX_FRAC_W;
}

// The components of a format have 8 bits, or 16. Those of 16 bits are summed by bytes, as sums are exact. A
// word of a texel that is not filtered is four components with the weight 1.
static inline uint32_t texture_word(const uint32_t *t, unsigned format, unsigned a, unsigned b)
{
    const unsigned wide = format == UL1_TEXFMT_R16 || format == UL1_TEXFMT_RG16;
    uint32_t word = 0;
    for (unsigned byte = 0; byte < UL1_WORD_BYTES; byte += 1 + wide) {
        uint32_t sum = texture_sum(t, byte, a, b);
        if (wide)
            sum += texture_sum(t, byte + 1, a, b) << 8;
        word |= texture_round(sum) << 8 * byte;
    }
    const unsigned bytes = 1u << texture_lg_bytes(format);
    return bytes >= UL1_WORD_BYTES ? word : word & (uint32_t)below(8 * bytes);
}

#endif
