// Random words that many warps load and store back to back, with a pass in every cycle. The other patterns
// are programs.
#include "tests/l1/build.h"

// Random words without a closed formula. traffic_passes counts the passes from the addresses.
static void random_words(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned n = 0; n < 100; n++) {
            struct instr *i = build_access(b, store, n);
            const unsigned rows = n % 2 ? UL1_S48_ROWS : 2; // in a small range many lanes share words
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = word_at(0, rng_below(build_rng(b), rows * UL1_LINE_WORDS));
            i->passes = traffic_passes(i, UL1_BANKWIDTH_B32);
        }
        build_expect_busy(b);
    }
}

const struct test tests_pattern[] = {
    DIRECTED("random_words", random_words, 0, "random words: as many passes as counted from the addresses"),
};
const unsigned tests_pattern_count = COUNT_OF(tests_pattern);
