// What the tests of the contracts expect: which rule a cycle breaks.
#ifndef EXPECT_H
#define EXPECT_H

#include <stdbool.h>
#include <stddef.h>

#include "shape/sizes.h"

// What was told of a cycle, null or the rule that is broken, must be of the rule expected, null if none.
void expect(const char *block, const char *rule, const char *told);

// A block's contract, its inputs and outputs, by the name of the block, as `c`, `in` and `out`.
#define WITH(block)                 \
    struct block##_contract c = { 0 }; \
    struct ul1_##block##_in in = { 0 };   \
    struct ul1_##block##_out out = { 0 }

// A cycle as in and out are, and what is to be told of it. A rule that is broken is not one in reset.
#define GOOD(block) expect(#block, NULL, block##_contract_check(&c, &in, &out))
#define BAD(block, rule)                                            \
    do {                                                            \
        struct block##_contract before = c;                         \
        expect(#block, rule, block##_contract_check(&c, &in, &out)); \
        in.rst = 1;                                                 \
        expect(#block, NULL, block##_contract_check(&before, &in, &out)); \
        in.rst = 0;                                                 \
    } while (0)

// An output is wrong by its lowest bit; what is remembered stays as it was.
#define WRONG(block, port, rule)              \
    do {                                      \
        struct block##_contract was = c;      \
        out.port ^= 1;                        \
        BAD(block, rule);                     \
        out.port ^= 1;                        \
        c = was;                              \
    } while (0)

// From here on outputs are judged, too: there was a reset.
#define JUDGED(block)               \
    WITH(block);                    \
    in.rst = 1;                     \
    GOOD(block);                    \
    in.rst = 0

// How many were as expected, and how many were not; to be asked for when all have been.
unsigned expect_passed(void);
unsigned expect_failed(void);

#endif
