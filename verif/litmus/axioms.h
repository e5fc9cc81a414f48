// The outcomes that the axioms allow a litmus test. It knows no program, no machine, no memory checker.
//
// An outcome is allowed if some execution with it obeys the axioms (docs/memory-model.md): one order of all
// points in time, a source for each load, an order of the stores to each byte. Else it is forbidden. Both are decided by
// trying all.
#ifndef LITMUS_AXIOMS_H
#define LITMUS_AXIOMS_H

#include "litmus/litmus.h"

// Why it cannot be judged; null: it can be.
const char *axioms_refuse(const struct litmus *);

// Whether it may come to this outcome, without the axioms left out, a bit each.
bool axioms_allow(const struct litmus *, const struct litmus_outcome *, unsigned left_out);

// The outcomes that it may come to, as far as there is room. How many there are; 0: too many to be counted.
unsigned axioms_outcomes(const struct litmus *, struct litmus_outcome *, unsigned room);

// Why this outcome, which is forbidden, cannot be: the shortest cycle, a line of text for each of its edges.
void axioms_explain(const struct litmus *, const struct litmus_outcome *, char text[AXIOMS_TEXT]);

#endif
