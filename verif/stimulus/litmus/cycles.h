// Generates litmus tests: programs in text (docs/programs.md) made from critical cycles, as by herdtools7's
// diy.
//
// A cycle alternates program order within a thread and communication between threads: reads-from (Rfe),
// from-reads (Fre), coherence (Coe). A program does not state which outcomes are allowed; the axioms decide
// that (axioms.h).
#ifndef LITMUS_CYCLES_H
#define LITMUS_CYCLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stimulus/litmus/spec.h"

enum {
    LITMUS_TESTS = 1431,
    LITMUS_CHANGED = 300, // further tests, of machines with GLOBAL_ATOMICS
    LITMUS_TEXT = 16384,  // bytes of a text, at most
};

// The number of tests for this machine.
unsigned litmus_count(void);

// The text of test `number`. Test LITMUS_TESTS + N is test N with reductions and atomics on global memory.
// The cycle, its placement and the kinds of its accesses depend on the number alone; the noise and the times
// also on the seed. The numbers are shuffled: the first 100 are a fair sample. The text fits every lane count
// and configuration. Returns false if it does not fit in `size`, or there is no such test.
bool litmus_test(unsigned number, uint64_t seed, char *text, size_t size);

// The choices behind the text, for tests of the generator.
bool litmus_spec(unsigned number, uint64_t seed, struct spec *);

#endif
