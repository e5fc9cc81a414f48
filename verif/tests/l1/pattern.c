// Patterns of 32-bit accesses: which lanes meet in which banks, and how many passes that takes. Each is loaded and stored,
// by many warps back to back, and the arbiter has a pass in every cycle.
#include "tests/l1/build.h"

enum { REPEAT = 6 }; // instructions of each kind

// Stride s: lane i wants word i * s, which is in bank i * s mod LANES. All words differ, and gcd(s, LANES) lanes meet in
// each bank that is touched. So with 8 lanes a stride of 6 takes 2 passes:
//
//     lane    0   1   2   3   4   5   6   7
//     word    0   6  12  18  24  30  36  42
//     bank    0   6   4   2   0   6   4   2
//     pass    1   1   1   1   2   2   2   2
static void stride(struct build *b, unsigned s)
{
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < REPEAT; n++) {
            struct instr *i = build_access(b, store, n);
            strided(i, WORD * (n * 7), WORD * s); // from another bank each time
            i->passes = gcd(s, LANES);
        }
        build_expect_busy(b);
    }
}

static void strides_odd(struct build *b, unsigned last)
{
    for (unsigned s = 1; s <= last; s += 2)
        stride(b, s);
}

static void strides_even(struct build *b, unsigned last)
{
    for (unsigned s = 2; s <= last; s += 2)
        stride(b, s);
}

// A column of a matrix whose rows are `words` apart. 32 words are a whole number of rows of the array: the same bank for
// every lane, and a pass for each. With 33 each lane is a bank further: one pass.
static void pitch(struct build *b, unsigned words)
{
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned column = 0; column < LANES; column++) {
            struct instr *i = build_access(b, store, column);
            strided(i, WORD * column, WORD * words);
            i->passes = words % LANES ? 1 : LANES;
        }
        build_expect_busy(b);
    }
}

// One word for all lanes is one pass, also for a store: the highest lane wins.
static void same_word(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 2 * LANES; n++)
            strided(build_access(b, store, n), WORD * (3 * n), 0); // in each bank
        build_expect_busy(b);
    }
}

// Lanes 2i and 2i + 1 want word i: one pass. So do lanes i and i + LANES/2; but if the second half has a row of its own,
// these are two words of a bank: two passes.
static void word_pairs(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < REPEAT; n++) {
            struct instr *i = build_access(b, store, 3 * n);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(n, lane / 2);
            i = build_access(b, store, 3 * n + 1);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(n, lane % (LANES / 2));
            i = build_access(b, store, 3 * n + 2);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(lane < LANES / 2 ? n : n + 2, lane % (LANES / 2));
            i->passes = 2;
        }
        build_expect_busy(b);
    }
}

// Each lane a bank of its own, in any order and any row: one pass.
static void permutations(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 48; n++) {
            struct instr *i = build_access(b, store, n);
            unsigned order[LANES];
            shuffled(build_rng(b), order);
            for (unsigned lane = 0; lane < LANES; lane++) {
                const unsigned row = n % 2 ? rng_below(build_rng(b), UL1_S48_ROWS) : n;
                i->addr[lane] = word_at(row, order[lane]);
            }
        }
        build_expect_busy(b);
    }
}

// The last lane has the first word: one pass, wherever in the rows the first word lies.
static void reverse(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < LANES; n++) {
            struct instr *i = build_access(b, store, n);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(n, n + LANES - 1 - lane);
        }
        build_expect_busy(b);
    }
}

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
    DIRECTED("stride_1", stride, 1, "stride 1: neighbours in neighbouring banks, 1 pass"),
    DIRECTED("stride_2", stride, 2, "stride 2: 2 lanes in each bank, 2 passes"),
    DIRECTED("stride_4", stride, 4, "stride 4: 4 passes"),
    DIRECTED("stride_8", stride, 8, "stride 8: 8 passes"),
    DIRECTED("stride_16", stride, 16, "stride 16: 16 passes, or as many as there are lanes"),
    DIRECTED("stride_32", stride, 32, "stride 32: every lane in one bank, a pass for each"),
    DIRECTED("stride_odd", strides_odd, 63, "odd strides 1 to 63: all conflict-free, 1 pass"),
    DIRECTED("stride_even", strides_even, 32, "even strides 2 to 32: gcd(stride, lanes) passes"),
    DIRECTED("pitch_32", pitch, 32, "columns of a matrix with rows of 32 words: a pass for each lane"),
    DIRECTED("pitch_33", pitch, 33, "columns of a matrix padded to 33 words: 1 pass"),
    DIRECTED("same_word", same_word, 0, "one word for all lanes: 1 pass, of stores the highest lane wins"),
    DIRECTED("word_pairs", word_pairs, 0, "lanes in pairs: on one word 1 pass, on two words of a bank 2"),
    DIRECTED("permutations", permutations, 0, "each lane a bank of its own in random order and rows: 1 pass"),
    DIRECTED("reverse", reverse, 0, "words in reverse order of lanes, across rows: 1 pass"),
    DIRECTED("random_words", random_words, 0, "random words: as many passes as counted from the addresses"),
    DIRECTED("partial_masks", partial_masks, 0, "random masks: only lanes that are on conflict"),
    DIRECTED("one_lane", one_lane, 0, "each lane alone among nonsense addresses of the others: 1 pass"),
    DIRECTED("empty_mask", empty_mask, 0, "no lane at all: no pass, no data read, retires like one pass"),
};
const unsigned tests_pattern_count = COUNT_OF(tests_pattern);
