// Observes a run, and checks the outcomes of a program, over all points of its sweeps, by the axioms.
#ifndef LITMUS_TALLY_H
#define LITMUS_TALLY_H

#include "program/machine.h"
#include "program/tree.h"

enum { TALLY_WHY = 80 };

// Points that are the same test, and equal outcomes, count once.
struct tally_sum {
    unsigned points, judged; // points of the sweeps that were run, and those that could be checked
    unsigned outcomes, forbidden;
    // allowed but never seen; counted for tests that do not depend on loaded values and do not have too many
    // outcomes
    unsigned unseen;
    char why[TALLY_WHY]; // why one could not be checked
    char first[200];     // the first forbidden outcome, with its point
};

struct tally;

// Returns null if memory runs out. The tree must outlive it.
struct tally *tally_new(const struct tree *);
void tally_free(struct tally *);

machine_watcher tally_step; // `who` is a struct tally

// Call at the end of the run. `complete`: its last point has ended. The lines of text that explain forbidden
// outcomes are valid until tally_free.
struct tally_sum tally_end(struct tally *, bool complete, const char **told);

#endif
