// Texture unit: the addresses of a quad's slots, from the coordinates of its lanes.
#ifndef UL1_TEXTURE_ADDRESS_H
#define UL1_TEXTURE_ADDRESS_H

#include "l1/texture/state.h"

// log2 of the bytes of a texel.
static inline unsigned texture_lg_bytes(unsigned format)
{
    static const uint8_t lg[1 << UL1_TEXFMT_W] = {
        [UL1_TEXFMT_R8] = 0,   [UL1_TEXFMT_RG8] = 1, [UL1_TEXFMT_RGBA8] = 2, [UL1_TEXFMT_R16] = 1,
        [UL1_TEXFMT_RG16] = 2, [UL1_TEXFMT_B32] = 2, [UL1_TEXFMT_B64] = 3,   [UL1_TEXFMT_B128] = 4,
    };
    return lg[format];
}

static inline unsigned texture_words(unsigned format)
{
    return format == UL1_TEXFMT_B128 ? 4 : format == UL1_TEXFMT_B64 ? 2 : 1;
}

// Whether a sample is the weighted sum of four texels.
static inline unsigned texture_is_bilinear(const struct texture_image *t)
{
    return t->filter == UL1_FILTER_BILINEAR && t->format < UL1_TEXFMT_B32;
}

// The two columns, or rows, of a sample.
struct texture_pair {
    unsigned first, second;
};

static inline struct texture_pair texture_within(uint32_t coordinate, unsigned last, unsigned border)
{
    const int32_t whole =
        (int32_t)(coordinate << (32 - UL1_TEX_COORD_W)) >> (32 - UL1_TEX_COORD_W + UL1_TEX_FRAC_W);
    if (border == UL1_BORDER_WRAP) {
        const unsigned first = (unsigned)whole & last;
        return (struct texture_pair){ first, first == last ? 0 : first + 1 };
    }
    if (whole < 0)
        return (struct texture_pair){ 0, 0 };
    return (struct texture_pair){ (unsigned)whole > last ? last : (unsigned)whole,
                                  (unsigned)whole >= last ? last : (unsigned)whole + 1 };
}

// The address of a texel, which may be above the last address. In the blocked layout a block has 64 bytes of
// each of 8 rows. The address within a block mixes bits of the row with those of x, the place in the row.
// From the top it has x[5], row[2:1], x[4], row[0] and x[3:0].
static inline uint64_t texture_texel(const struct texture_image *t, unsigned column, unsigned row)
{
    const uint64_t x = (uint64_t)column << texture_lg_bytes(t->format);
    if (t->layout == UL1_LAYOUT_LINEAR)
        return t->base + 32ull * t->pitch * row + x;
    const uint64_t block = (uint64_t)(row >> 3) * t->pitch + (x >> 6);
    const uint64_t within = (x >> 5 & 1) << 8 | (uint64_t)(row >> 1 & 3) << 6 | (x >> 4 & 1) << 5
        | (uint64_t)(row & 1) << 4 | (x & 15);
    return t->base + (block << UL1_TEX_GRAIN_W) + within;
}

// The slots of lane n of a quad, from the coordinates of its lane.
static inline void texture_lane(struct texture_quad *q, const struct texture_image *t, unsigned n, uint32_t u,
                                uint32_t v)
{
    const struct texture_pair column = texture_within(u, t->last_u, t->border),
                              row = texture_within(v, t->last_v, t->border);
    const unsigned bilinear = texture_is_bilinear(t);
    q->sample.a[n] = bilinear ? (uint8_t)(u & (uint32_t)below(UL1_TEX_FRAC_W)) : 0;
    q->sample.b[n] = bilinear ? (uint8_t)(v & (uint32_t)below(UL1_TEX_FRAC_W)) : 0;
    for (unsigned k = 0; k < TEXTURE_CORNERS; k++) {
        const unsigned x = bilinear && (k & 1) ? column.second : column.first,
                       y = bilinear && (k & 2) ? row.second : row.first;
        q->addr[n * TEXTURE_CORNERS + k] =
            (texture_texel(t, x, y) + (bilinear ? 0 : UL1_WORD_BYTES * k)) & below(UL1_VA_W);
    }
}

// The quad with all of its slots. Lanes that are not active are computed like the others.
static inline struct texture_quad texture_quad(const struct texture_instr *i, unsigned id, unsigned quad)
{
    const unsigned used = texture_is_bilinear(&i->image) ? TEXTURE_CORNERS : texture_words(i->image.format);
    struct texture_quad q = { .valid = 1 };
    q.sample = (struct texture_sample){ .id = (uint8_t)id, .quad = (uint8_t)quad, .format = i->image.format };
    q.sample.lanes = i->mask >> quad * TEXTURE_LANES & (uint32_t)below(TEXTURE_LANES);
    for (unsigned n = 0; n < TEXTURE_LANES; n++) {
        const unsigned lane = quad * TEXTURE_LANES + n;
        texture_lane(&q, &i->image, n, i->u[lane], i->v[lane]);
        if (bit(q.sample.lanes, n))
            q.todo |= (uint16_t)(below(used) << n * TEXTURE_CORNERS);
    }
    return q;
}

#endif
