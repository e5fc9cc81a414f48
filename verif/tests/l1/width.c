// All widths mixed, and wide accesses with empty sub-warps.
#include "tests/l1/build.h"

// Registers that the width may use, others each time: aligned to as many as it fills.
static uint8_t registers(unsigned width, unsigned n)
{
    enum { FURTHER = 20 };
    const unsigned words = width_words(width);
    return (uint8_t)(n * FURTHER / words * words);
}

static struct instr *sized(struct build *b, bool store, unsigned warp, unsigned width)
{
    struct instr *i = build_access(b, store, warp);
    i->width = (uint8_t)width;
    i->sign = warp % 2;
    i->reg = registers(width, warp);
    return i;
}

// Sub-warps without an active lane take no pass and, of a store, no data: of neighbours as many passes as there are
// sub-warps with any lane on.
static void sub_warps(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        struct part *part = build_part(b);
        unsigned beats = 0;
        for (unsigned code = UL1_WIDTH_B64; code <= UL1_WIDTH_B128; code++) {
            const unsigned words = width_words(code), lanes = LANES / words;
            for (unsigned on = 1; on < 1u << words; on++) {
                struct instr *i = sized(b, store, on, code);
                strided(i, 0, width_bytes(code));
                i->mask = 0;
                for (unsigned sub = 0; sub < words; sub++)
                    i->mask |= (on >> sub & 1) << (sub * lanes + (on + sub) % lanes); // one lane of each
                i->passes = (unsigned)__builtin_popcount(on);
                beats += store ? i->passes : 0;
            }
        }
        build_expect_busy(b);
        part->expected.data_reads = beats;
    }
}

// Neighbours of any width, loads and stores, in a few rows: a pass for each sub-warp.
static void width_mix(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 300; n++) {
        const unsigned code = rng_below(r, 1 << UL1_WIDTH_W); // the reserved codes too
        const bool store = n == 0 || rng_percent(r, 50);
        struct instr *i = sized(b, store, n, code);
        strided(i, WIDEST * rng_below(r, LANES), width_bytes(code));
        i->passes = width_words(code);
    }
    build_expect_busy(b);
}

const struct test tests_width[] = {
    DIRECTED("width_mix", width_mix, 0, "all widths mixed, loads and stores of the same rows"),
    DIRECTED("sub_warps", sub_warps, 0, "empty sub-warps of wide accesses: no pass and no data for them"),
};
const unsigned tests_width_count = COUNT_OF(tests_width);
