// Converts a run of a program, at one point of its sweeps, to a litmus test and its outcome.
//
// The test consists of the actions of lane 0 of each warp in the last part that stores, and in later parts.
// Earlier parts set the initial values; their loads do not count. The test is taken from the offered
// instructions, so masks, loops and predicates have their actual values.
#ifndef LITMUS_EXTRACT_H
#define LITMUS_EXTRACT_H

#include "stimulus/litmus/litmus.h"
#include "stimulus/litmus/notes.h"

void extract_init(struct extract *, const struct tree *);

// Begins a point; records a step of it.
void extract_begin(struct extract *);
void extract_step(struct extract *, const struct machine_step *);

// Ends a point: returns its test and the values of its loads. The result is null, or why it cannot be
// checked.
const char *extract_test(struct extract *, struct litmus *, struct litmus_outcome *);

#endif
