// Checks a program with outcome lines against the memory model's axioms (litmus/tally.h) also, independently
// of these lines.
#ifndef JUDGING_H
#define JUDGING_H

#include "cosim/session.h"
#include "stimulus/litmus/tally.h"
#include "environment/sm/program.h"

// Call before a run. `program` is null if the test is no program. Returns false with the reason in the run's
// message.
bool judging_begin(struct session *, struct program *, struct run *);

// Call after the run. A forbidden outcome is an objection. `told` receives its explanation as lines of text,
// which the caller frees, or null.
struct tally_sum judging_end(struct session *, struct run *, char **told);

#endif
