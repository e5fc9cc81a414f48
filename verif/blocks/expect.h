// For the tests of the contracts: states which rule a cycle breaks.
#ifndef EXPECT_H
#define EXPECT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/sizes.h"

// Compares the outcome of a cycle, null or the broken rule, with the expected rule, null for none.
void expect(const char *block, const char *rule, const char *told);

// Declares a block's contract, inputs and outputs as `c`, `in` and `out`.
#define WITH(block)                     \
    struct block##_contract c = { 0 };  \
    struct ul1_##block##_in in = { 0 }; \
    struct ul1_##block##_out out = { 0 }

// Checks a cycle with the present `in` and `out`, and its outcome. In reset no rule is broken.
#define GOOD(block) expect(#block, NULL, block##_contract_check(&c, &in, &out))
#define BAD(block, rule)                                                  \
    do {                                                                  \
        struct block##_contract before = c;                               \
        expect(#block, rule, block##_contract_check(&c, &in, &out));      \
        in.rst = 1;                                                       \
        expect(#block, NULL, block##_contract_check(&before, &in, &out)); \
        in.rst = 0;                                                       \
    } while (0)

// The same; the contract's state stays as it was before the cycle.
#define BAD_ONCE(block, rule)             \
    do {                                  \
        struct block##_contract kept = c; \
        BAD(block, rule);                 \
        c = kept;                         \
    } while (0)

// Flips an output's lowest bit, and expects the rule to break; the contract's state stays.
#define WRONG(block, port, rule)         \
    do {                                 \
        struct block##_contract was = c; \
        out.port ^= 1;                   \
        BAD(block, rule);                \
        out.port ^= 1;                   \
        c = was;                         \
    } while (0)

// From here on outputs are checked, too: there was a reset.
#define JUDGED(block) \
    WITH(block);      \
    in.rst = 1;       \
    GOOD(block);      \
    in.rst = 0

// The number of outcomes that were as expected, and that were not; valid at the end.
unsigned expect_passed(void);
unsigned expect_failed(void);

#endif
