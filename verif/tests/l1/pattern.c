// Patterns of 32-bit accesses that are drawn, or have lanes that are off: how many passes they take. Each is loaded and
// stored, by many warps back to back, and the arbiter has a pass in every cycle. The others are programs.
#include "tests/l1/build.h"

// Random words: no closed formula. The passes are counted from the addresses by traffic_passes.
static void random_words(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 100; n++) {
            struct instr *i = build_access(b, store, n);
            const unsigned rows = n % 2 ? UL1_S48_ROWS : 2; // in a small range many lanes share words
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(0, rng_below(build_rng(b), rows * LANES));
            i->passes = traffic_passes(i);
        }
        build_expect_busy(b);
    }
}

// Lanes switched off take no part: of a column as many passes as lanes are on; of stride 2, where lanes i and i + LANES/2
// meet, two if any such pair is on; of stride 1, one.
static void partial_masks(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 24; n++) {
            uint32_t mask = (uint32_t)rng_next(build_rng(b)) & ALL_LANES;
            mask = mask ? mask : 1;
            struct instr *i = build_access(b, store, 3 * n);
            strided(i, WORD * n, ROW);
            i->mask = mask;
            i->passes = (unsigned)__builtin_popcount(mask);
            i = build_access(b, store, 3 * n + 1);
            strided(i, WORD * n, 2 * WORD);
            i->mask = mask;
            i->passes = mask & mask >> LANES / 2 ? 2 : 1;
            i = build_access(b, store, 3 * n + 2);
            strided(i, WORD * n, WORD);
            i->mask = mask;
        }
        build_expect_busy(b);
    }
}

// Far out of range, and misaligned.
#define NONSENSE (ADDRESSES - 0xffffff)

// Each lane alone: one pass, and what the others' addresses are, even nonsense, does not matter.
static void one_lane(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < LANES; n++) {
            struct instr *i = build_access(b, store, n);
            strided(i, NONSENSE, 1);
            i->mask = UINT32_C(1) << n;
            i->addr[n] = word_at(2, n / 2); // some words twice
        }
        build_expect_busy(b);
    }
}

// No lane, no pass. It takes the place of a pass in the pipeline, and retires when a load of one pass would: a store without
// lanes wants no data, so it does not wait for any.
static void empty_mask(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        struct part *part = build_part(b);
        for (unsigned n = 0; n < 20; n++) {
            struct instr *i = build_access(b, store, n);
            strided(i, NONSENSE, 1);
            i->mask = 0;
            i->width = (uint8_t)(n % (1 << UL1_WIDTH_W)); // reserved codes too
            i->passes = 0;
        }
        build_expect_busy(b);
        part->expected.data_reads = 0;
    }
}

const struct test tests_pattern[] = {
    DIRECTED("random_words", random_words, 0, "random words: as many passes as counted from the addresses"),
    DIRECTED("partial_masks", partial_masks, 0, "random masks: only lanes that are on conflict"),
    DIRECTED("one_lane", one_lane, 0, "each lane alone among nonsense addresses of the others: 1 pass"),
    DIRECTED("empty_mask", empty_mask, 0, "no lane at all: no pass, no data read, retires like one pass"),
};
const unsigned tests_pattern_count = COUNT_OF(tests_pattern);
