// What the tests of the contracts have in common: see blocks/contract_test.c.
#ifndef CONTRACT_TEST_H
#define CONTRACT_TEST_H

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

// Each in blocks/BLOCK/test.c, with what else it calls beside it.
void test_lsu(void);
void test_lsu_lines(void);
void test_arb(void);
void test_tag(void);
void test_axbar(void);
void test_data(void);
void test_dxbar(void);
void test_prt(void);
void test_mmu(void);
void test_fill(void);
void test_wdb(void);
void test_l1(void);

#endif
