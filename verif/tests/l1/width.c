// All widths: how many sub-warps and passes they take, and what they do to one another's bytes.
#include "tests/l1/build.h"

static const bool both[] = { false, true }; // loads, then stores

// Registers that the width may use, others each time.
static uint8_t registers(unsigned width, unsigned n)
{
    return (uint8_t)(n * 20 / width_words(width) * width_words(width));
}

static struct instr *sized(struct build *b, bool store, unsigned warp, unsigned width)
{
    struct instr *i = build_access(b, store, warp);
    i->width = (uint8_t)width;
    i->sign = warp % 2;
    i->reg = registers(width, warp);
    return i;
}

// Passes of a full access with `stride` bytes from lane to lane, a power of two and at least the width. Up to 32 bits, up
// to a word of stride, the lanes' words lie side by side, some shared: one pass. From then on the stride is one in words,
// and gcd lanes meet in a bank. With W = 2 or 4 words a lane there are W sub-warps. The words of a lane fill a group of W
// banks, of which there are LANES/W, and the stride counts in groups. (Stride 0, one address for all: a pass for each sub-
// warp.)
static unsigned passes_of(unsigned width, unsigned stride)
{
    unsigned words = width_words(width);
    if (stride == 0 || stride < 4)
        return words;
    return words * gcd(stride / (4 * words), LANES / words);
}

static void width(struct build *b, unsigned code)
{
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned stride = width_bytes(code), n = 0; stride <= 4 * LANES; stride *= 2, n++) {
            struct instr *i = sized(b, both[k], n, code);
            strided(i, 16 * n, stride);
            i->passes = passes_of(code, stride);
        }
        struct instr *i = sized(b, both[k], 40, code);
        strided(i, 16 * 5, 0);
        i->passes = passes_of(code, 0);
        build_expect_busy(b);
    }
}

// Sub-warps without an active lane take no pass and, of a store, no data: of neighbours as many passes as there are
// sub-warps with any lane on.
static void sub_warps(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        struct part *part = build_part(b);
        unsigned beats = 0;
        for (unsigned code = UL1_WIDTH_B64; code <= UL1_WIDTH_B128; code++) {
            unsigned words = width_words(code), lanes = LANES / words;
            for (unsigned on = 1; on < 1u << words; on++) {
                struct instr *i = sized(b, both[k], on, code);
                strided(i, 0, width_bytes(code));
                i->mask = 0;
                for (unsigned sub = 0; sub < words; sub++)
                    i->mask |= (on >> sub & 1) << (sub * lanes + (on + sub) % lanes); // one lane of each
                i->passes = (unsigned)__builtin_popcount(on);
                beats += both[k] ? i->passes : 0;
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
        unsigned code = rng_below(r, 8); // the reserved codes too
        struct instr *i = sized(b, n == 0 || rng_percent(r, 50), n, code);
        strided(i, 16 * rng_below(r, LANES), width_bytes(code));
        i->passes = width_words(code);
    }
    build_expect_busy(b);
}

// Four lanes have the bytes of one word, or two its halves, in any order: one pass, and each store changes its bytes only.
static void bytes_of_a_word(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < 24; n++) {
            struct instr *i = sized(b, both[k], 2 * n, UL1_WIDTH_B8);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * LANES + lane / 4 * (n % 3 + 1)) + (lane ^ n) % 4;
            i->mask = n % 4 == 3 ? ALL_LANES & 0x77777777u : ALL_LANES; // now and then one byte stays
            i = sized(b, both[k], 2 * n + 1, UL1_WIDTH_B16);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * LANES + LANES / 2 + lane / 2) + 2 * ((lane ^ n) % 2);
        }
        build_expect_busy(b);
    }
}

const struct test tests_width[] = {
    DIRECTED("width_8", width, UL1_WIDTH_B8, "8 bits a lane, every stride that is a power of two, signed and not"),
    DIRECTED("width_16", width, UL1_WIDTH_B16, "16 bits a lane, likewise"),
    DIRECTED("width_32", width, UL1_WIDTH_B32, "32 bits a lane, likewise"),
    DIRECTED("width_64", width, UL1_WIDTH_B64, "64 bits a lane in two sub-warps, 2 passes without conflicts"),
    DIRECTED("width_128", width, UL1_WIDTH_B128, "128 bits a lane in four sub-warps, 4 passes without conflicts"),
    DIRECTED("width_mix", width_mix, 0, "all widths mixed, loads and stores of the same rows"),
    DIRECTED("sub_warps", sub_warps, 0, "empty sub-warps of wide accesses: no pass and no data for them"),
    DIRECTED("bytes_of_a_word", bytes_of_a_word, 0, "bytes of one word from four lanes, halves from two: 1 pass"),
};
const unsigned tests_width_count = COUNT_OF(tests_width);
