// All widths: how many sub-warps and passes they take, and what they do to one another's bytes.
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

// Passes of a full access with `stride` bytes from lane to lane, a power of two and at least the width, or none.
//
// Up to 32 bits: with less than a word of stride the lanes' words lie side by side, some shared: one pass. From then on it
// is a stride in words, and gcd lanes meet in a bank. With W = 2 or 4 words a lane there are W sub-warps, each of LANES/W
// lanes. The words of a lane fill a group of W banks, of which there are LANES/W, and the stride counts in groups. So 64
// bits with a stride of 4 words and 8 lanes are 2 sub-warps of 2 passes:
//
//     lane    0       1       2       3           4 to 7: the same, behind them
//     word    0   1   4   5   8   9  12  13
//     bank    0   1   4   5   0   1   4   5
//     pass    1   1   1   1   2   2   2   2
//
// Stride 0 is one address for all: a pass for each sub-warp.
static unsigned passes_of(unsigned width, unsigned stride)
{
    const unsigned words = width_words(width);
    if (stride < WORD)
        return words;
    return words * gcd(stride / (WORD * words), LANES / words);
}

static void width(struct build *b, unsigned code)
{
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        unsigned n = 0;
        for (unsigned stride = width_bytes(code); stride <= ROW; stride *= 2, n++) {
            struct instr *i = sized(b, store, n, code);
            strided(i, WIDEST * n, stride);
            i->passes = passes_of(code, stride);
        }
        struct instr *i = sized(b, store, 40, code);
        strided(i, WIDEST * 5, 0);
        i->passes = passes_of(code, 0);
        build_expect_busy(b);
    }
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

// Four lanes have the bytes of one word, or two its halves, in any order: one pass, and each store changes its bytes only.
// The words lie 1, 2 or 3 apart in turn.
static void bytes_of_a_word(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 24; n++) {
            struct instr *i = sized(b, store, 2 * n, UL1_WIDTH_B8);
            const unsigned apart = n % 3 + 1;
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(n, lane / WORD * apart) + (lane ^ n) % WORD;
            i->mask = n % 4 == 3 ? ALL_LANES & 0x77777777u : ALL_LANES; // now and then one byte stays
            i = sized(b, store, 2 * n + 1, UL1_WIDTH_B16);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(n, LANES / 2 + lane / 2) + 2 * ((lane ^ n) % 2);
        }
        build_expect_busy(b);
    }
}

const struct test tests_width[] = {
    DIRECTED("width_8", width, UL1_WIDTH_B8, "8 bits a lane, every stride that is a power of two, signed and not"),
    DIRECTED("width_16", width, UL1_WIDTH_B16, "16 bits a lane, every stride that is a power of two, signed and not"),
    DIRECTED("width_32", width, UL1_WIDTH_B32, "32 bits a lane, every stride that is a power of two"),
    DIRECTED("width_64", width, UL1_WIDTH_B64, "64 bits a lane in two sub-warps, 2 passes without conflicts"),
    DIRECTED("width_128", width, UL1_WIDTH_B128, "128 bits a lane in four sub-warps, 4 passes without conflicts"),
    DIRECTED("width_mix", width_mix, 0, "all widths mixed, loads and stores of the same rows"),
    DIRECTED("sub_warps", sub_warps, 0, "empty sub-warps of wide accesses: no pass and no data for them"),
    DIRECTED("bytes_of_a_word", bytes_of_a_word, 0, "bytes of one word from four lanes, halves from two: 1 pass"),
};
const unsigned tests_width_count = COUNT_OF(tests_width);
