// Tests by name. A test is a stimulus for the whole machine or for one block, and a line that says what it shows.
#ifndef TEST_H
#define TEST_H

#include "lockstep/stimulus.h"

#ifdef __cplusplus
extern "C" {
#endif

struct test {
    const char *name;
    const char *shows;
    const char *block;      // "l1", or the block that is driven alone
    bool random;            // length given by CYCLES; must exercise every port and every event
    struct stimulus *(*make)(const struct test *, uint64_t seed, uint64_t cycles); // null: no memory
    const void *data;       // the test's own
};

// All tests, in the order in which they run.
const struct test *tests_all(unsigned *count);

#ifdef __cplusplus
}
#endif
#endif
