#include "stimulus/traffic/textures.h"

// What wraps is a power of two.
static uint32_t draw_size(struct rng *r, bool wraps)
{
    const uint32_t size = UINT32_C(1) << rng_below(r, 5);
    return wraps || rng_below(r, 4) ? size : 1 + rng_below(r, 2 * size);
}

// From one border to the other, and a little beyond. Quads are mostly close together.
static int32_t draw_place(struct rng *r, uint32_t count, unsigned from, unsigned step)
{
    static const uint8_t fractions[] = { 0, 0, 0, 128, 1, 255 };
    const int32_t near = (int32_t)(from + step), any = (int32_t)rng_below(r, count + 4) - 2;
    return TEXEL_ONE * (rng_below(r, 8) ? near : any)
        + (rng_below(r, 3) ? fractions[rng_below(r, sizeof fractions)] : (int32_t)rng_below(r, TEXEL_ONE));
}

unsigned traffic_textures(struct rng *r)
{
    static const uint8_t percent[] = { 0, 0, 10, 60 };
    return percent[rng_below(r, sizeof percent)];
}

void traffic_texture_draw(struct rng *r, struct instr *i, unsigned percent)
{
    if (!percent || i->copy || i->op != UL1_OP_LOAD || i->space == UL1_SPACE_CONST
        || !rng_percent(r, percent))
        return;
    const uint64_t x = rng_next(r);
    struct texture *t = &i->texture;
    *t = (struct texture){ .base = i->addr[0] / 512 * 512,
                           .columns = draw_size(r, x >> 9 & 1),
                           .rows = draw_size(r, x >> 9 & 1),
                           .format = x & ((1u << UL1_TEXFMT_W) - 1),
                           .layout = x >> 8 & 1,
                           .border = x >> 9 & 1,
                           .filter = x >> 10 & 1 };
    t->pitch = texture_grain(t->layout) * (1 + rng_below(r, 4));
    i->op = UL1_OP_TEX;
    i->space = UL1_SPACE_GLOBAL;
    i->width =
        (uint8_t)(texture_bytes(t->format) < 8 ? UL1_WIDTH_B32 : t->format - UL1_TEXFMT_B32 + UL1_WIDTH_B32);
    i->reg = (uint8_t)(i->reg & ~3u);
    i->interleave = false;
    i->matrix = UL1_MATRIX_NONE;
    i->atom = UL1_ATOM_NONE;
    const unsigned u = rng_below(r, t->columns), v = rng_below(r, t->rows), wide = 2u << (x >> 16 & 1);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const int32_t at = draw_place(r, t->columns, u, lane % wide),
                      row = draw_place(r, t->rows, v, lane / wide);
        i->addr[lane] = (uint64_t)(uint32_t)row << 32 | (uint32_t)at;
    }
}

unsigned traffic_texture_passes(const struct instr *i)
{
    const struct texels t = texture_texels(&i->texture);
    unsigned passes = 0;
    for (unsigned quad = 0; quad < UL1_TEX_QUADS; quad++) {
        uint64_t seen[UL1_TEX_SLOTS];
        unsigned lines = 0;
        for (unsigned lane = quad * UL1_TEX_LANES; lane < (quad + 1) * UL1_TEX_LANES; lane++) {
            uint64_t at[TEXEL_SLOTS];
            texels_addresses(&t, instr_u(i, lane), instr_v(i, lane), UL1_VA_W, at);
            for (unsigned k = 0; i->mask >> lane & 1 && k < texels_slots(&t); k++) {
                unsigned n = 0;
                while (n < lines && seen[n] != at[k] / UL1_LINE_BYTES)
                    n++;
                seen[n] = at[k] / UL1_LINE_BYTES;
                lines += n == lines;
            }
        }
        passes += lines;
    }
    return passes;
}
