// A texture, as an instruction gives it: its pins, and what they mean.
#ifndef TEXTURE_H
#define TEXTURE_H

#include "common/sizes.h"
#include "common/texels.h"

// The codes of the pins, and base and pitch in bytes.
struct texture {
    uint64_t base;
    uint32_t pitch, columns, rows;
    uint8_t format, layout, border, filter;
};

static inline unsigned texture_bytes(unsigned format)
{
    static const uint8_t bytes[] = {
        [UL1_TEXFMT_R8] = 1,   [UL1_TEXFMT_RG8] = 2, [UL1_TEXFMT_RGBA8] = 4, [UL1_TEXFMT_R16] = 2,
        [UL1_TEXFMT_RG16] = 4, [UL1_TEXFMT_B32] = 4, [UL1_TEXFMT_B64] = 8,   [UL1_TEXFMT_B128] = 16
    };
    return bytes[format];
}

static inline unsigned texture_words(unsigned format)
{
    return (texture_bytes(format) + UL1_WORD_BYTES - 1) / UL1_WORD_BYTES;
}

static inline struct texels texture_texels(const struct texture *t)
{
    const bool words =
        t->format == UL1_TEXFMT_B32 || t->format == UL1_TEXFMT_B64 || t->format == UL1_TEXFMT_B128;
    const bool halves = t->format == UL1_TEXFMT_R16 || t->format == UL1_TEXFMT_RG16;
    return (struct texels){ .base = t->base,
                            .pitch = t->pitch,
                            .columns = t->columns,
                            .rows = t->rows,
                            .bytes = (uint8_t)texture_bytes(t->format),
                            .bits = words ? 0
                                : halves  ? 16
                                          : 8,
                            .blocked = t->layout == UL1_LAYOUT_BLOCKED,
                            .wraps = t->border == UL1_BORDER_WRAP,
                            .bilinear = t->filter == UL1_FILTER_BILINEAR };
}

// A coordinate with the bits that the pins have.
static inline int32_t texture_coordinate(uint32_t pins)
{
    const uint32_t sign = UINT32_C(1) << (UL1_TEX_COORD_W - 1);
    return (int32_t)((pins & (2 * sign - 1)) ^ sign) - (int32_t)sign;
}

// The bytes of a unit of pitch.
static inline unsigned texture_grain(unsigned layout)
{
    return layout == UL1_LAYOUT_BLOCKED ? 64 : 32;
}

#endif
