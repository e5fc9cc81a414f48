// A named test: a stimulus for the whole machine or for one block, and a line that says what it shows.
#ifndef TEST_H
#define TEST_H

#include "checkers/lockstep/stimulus.h"

#ifdef __cplusplus
extern "C" {
#endif

struct test {
    const char *name;
    const char *shows;
    const char *block; // the machine, or the block that is driven alone
    bool random;       // length given by CYCLES; must exercise every port and every cover point
    // null: memory is exhausted
    struct stimulus *(*make)(const struct test *, uint64_t seed, uint64_t cycles);
    const void *data;   // the test's own
    const char *family; // tests that are reported together; set by tests_all
};

// Whether a test of that name is requested.
typedef bool test_asked(const void *who, const char *name);

#ifdef __cplusplus
}
#endif
#endif
