// All widths mixed.
#include "tests/l1/build.h"

// Random registers that the width may use, aligned to its number of registers.
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

// Adjacent accesses of any width, loads and stores, in a few rows: a pass for each sub-warp.
static void width_mix(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 300; n++) {
        // Reserved codes, too; without multicast none that lets lanes share a word
        const unsigned code =
            UL1_MULTICAST ? rng_below(r, 1 << UL1_WIDTH_W) : UL1_WIDTH_B32 + rng_below(r, 4);
        const bool store = n == 0 || rng_percent(r, 50);
        struct instr *i = sized(b, store, n, code);
        strided(i, WIDEST * rng_below(r, LANES), width_bytes(code));
        i->passes = width_words(code);
    }
    build_expect_busy(b);
}

const struct test tests_width[] = {
    DIRECTED("width_mix", width_mix, 0, "all widths mixed, loads and stores of the same rows"),
};
const unsigned tests_width_count = COUNT_OF(tests_width);
