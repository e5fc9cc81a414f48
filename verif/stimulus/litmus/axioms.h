// The outcomes that the axioms allow a litmus test. This code is independent of programs, of the machine, and
// of the memory checker.
//
// An outcome is allowed if some execution with it obeys the axioms (docs/memory-model.md). An execution has
// one order of all points in time, a source for each load, and an order of the stores to each byte. Otherwise
// the outcome is forbidden. All executions are tried.
#ifndef LITMUS_AXIOMS_H
#define LITMUS_AXIOMS_H

#include "stimulus/litmus/litmus.h"

// Why the test cannot be checked; null: it can be.
const char *axioms_refuse(const struct litmus *);

// Whether this outcome is allowed, without the axioms in `left_out`, one bit each.
bool axioms_allow(const struct litmus *, const struct litmus_outcome *, unsigned left_out);

// The allowed outcomes, as far as there is room. Returns their number; 0: too many to count.
unsigned axioms_outcomes(const struct litmus *, struct litmus_outcome *, unsigned room);

// Why this forbidden outcome is impossible: the shortest cycle, a line of text for each of its edges.
void axioms_explain(const struct litmus *, const struct litmus_outcome *, char text[AXIOMS_TEXT]);

#endif
