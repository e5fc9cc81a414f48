// A program with lines of outcomes is judged by axioms, too (litmus/tally.h), whatever these lines say.
#ifndef JUDGING_H
#define JUDGING_H

#include "app/session.h"
#include "litmus/tally.h"
#include "surround/program.h"

// Before a run of a program, null if it is none. False: the run's message says why.
bool judging_begin(struct session *, struct program *, struct run *);

// After it: a forbidden outcome is an objection, and explained in lines of text, which are the caller's.
// Null: there is none.
struct tally_sum judging_end(struct session *, struct run *, char **told);

#endif
