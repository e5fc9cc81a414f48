// Tests of libul1: invalid calls of its pins; the documented cycles of its transaction level, and the
// documented behaviour of every call; that parts at rest may be left out. The last line counts the checks.
#include <stdio.h>

#include "common_test.h"

void test_pins(void);
void test_costs(void);
void test_memory(void);
void test_calls(void);
void test_values(void);
void test_random(void);
void test_watch(void);
void test_perf(void);
void test_lazy(void);
void test_waves(void);

int main(void)
{
    static const unsigned counts[] = { 8, 16, 32 };
    for (unsigned n = 0; n < sizeof counts / sizeof *counts; n++) {
        lanes = counts[n];
        test_pins();
        test_costs();
        test_memory();
        test_calls();
        test_values();
        test_random();
        test_watch();
        test_perf();
        test_lazy();
    }
    lanes = 64;
    test_values();
    test_random();
    test_waves();
    printf("sim: %u passed, %u failed\n", passed, failed);
    return failed != 0 || !passed;
}
