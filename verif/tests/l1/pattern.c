// Patterns of 32-bit accesses: which lanes meet in which banks, and how many passes that takes. Each is loaded and stored,
// by many warps back to back, and the arbiter has a pass in every cycle.
#include "tests/l1/build.h"

enum { REPEAT = 6 }; // instructions of each kind

static const bool both[] = { false, true }; // loads, then stores

// Stride s: lane i wants word i * s of bank i * s mod LANES. All words differ, and gcd(s, LANES) lanes meet in each bank
// that is touched.
static void stride(struct build *b, unsigned s)
{
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < REPEAT; n++) {
            struct instr *i = build_access(b, both[k], n);
            strided(i, 4 * (n * 7), 4 * s); // from another bank each time
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

// A column of a matrix whose rows are `pitch` words apart. 32 words are a whole number of rows of the array: the same bank
// for every lane. With 33 each lane is a bank further.
static void pitch(struct build *b, unsigned words)
{
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned column = 0; column < LANES; column++) {
            struct instr *i = build_access(b, both[k], column);
            strided(i, 4 * column, 4 * words);
            i->passes = words == 33 ? 1 : LANES;
        }
        build_expect_busy(b);
    }
}

// One word for all lanes is one pass, also for a store: the highest lane wins.
static void same_word(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < 2 * LANES; n++)
            strided(build_access(b, both[k], n), 4 * (3 * n), 0); // in each bank
        build_expect_busy(b);
    }
}

// Lanes 2i and 2i + 1 want word i: one pass. Lanes i and i + LANES/2 want word i of row n, and with a row of their own for
// the second half, two words of a bank: two passes.
static void word_pairs(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < REPEAT; n++) {
            struct instr *i = build_access(b, both[k], 3 * n);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * LANES + lane / 2);
            i = build_access(b, both[k], 3 * n + 1);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * LANES + lane % (LANES / 2));
            i = build_access(b, both[k], 3 * n + 2);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * LANES + lane % (LANES / 2) + lane / (LANES / 2) * 2 * LANES);
            i->passes = 2;
        }
        build_expect_busy(b);
    }
}

// Each lane a bank of its own, in any order and any row: one pass.
static void permutations(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < 48; n++) {
            struct instr *i = build_access(b, both[k], n);
            unsigned order[LANES];
            shuffled(build_rng(b), order);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * ((n % 2 ? rng_below(build_rng(b), 384) : n) * LANES + order[lane]);
        }
        build_expect_busy(b);
    }
}

// The last lane has the first word: one pass, wherever in the rows the first word lies.
static void reverse(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < LANES; n++) {
            struct instr *i = build_access(b, both[k], n);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (n * (LANES + 1) + LANES - 1 - lane);
        }
        build_expect_busy(b);
    }
}

// Random words: no closed formula. The passes are counted from the addresses by traffic_passes.
static void random_words(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < 100; n++) {
            struct instr *i = build_access(b, both[k], n);
            unsigned words = n % 2 ? 384 * LANES : 2 * LANES; // in a small range many lanes share words
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * rng_below(build_rng(b), words);
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
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < 24; n++) {
            uint32_t mask = (uint32_t)rng_next(build_rng(b)) & ALL_LANES;
            mask = mask ? mask : 1;
            struct instr *i = build_access(b, both[k], 3 * n);
            strided(i, 4 * n, 4 * LANES);
            i->mask = mask;
            i->passes = (unsigned)__builtin_popcount(mask);
            i = build_access(b, both[k], 3 * n + 1);
            strided(i, 4 * n, 8);
            i->mask = mask;
            i->passes = mask & mask >> LANES / 2 ? 2 : 1;
            i = build_access(b, both[k], 3 * n + 2);
            strided(i, 4 * n, 4);
            i->mask = mask;
        }
        build_expect_busy(b);
    }
}

// Each lane alone: one pass, and what the others' addresses are, even nonsense, does not matter.
static void one_lane(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        build_part(b);
        for (unsigned n = 0; n < LANES; n++) {
            struct instr *i = build_access(b, both[k], n);
            strided(i, 0xffff000001, 1);
            i->mask = UINT32_C(1) << n;
            i->addr[n] = 4 * (LANES * 2 + n / 2); // some words twice
        }
        build_expect_busy(b);
    }
}

// No lane, no pass. It takes the place of a pass in the pipeline, and retires when an instruction of one pass would.
// A store without lanes wants no data, so it does not wait for any.
static void empty_mask(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 2; k++) {
        struct part *part = build_part(b);
        enum { N = 20 };
        for (unsigned n = 0; n < N; n++) {
            struct instr *i = build_access(b, both[k], n);
            strided(i, 0xffff000001, 1);
            i->mask = 0;
            i->width = (uint8_t)(n % 8); // reserved codes too
            i->passes = 0;
        }
        part->expected.cycles = busy_from_load(N);
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
