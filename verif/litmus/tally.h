// The outcomes of a program, over all points of its sweeps, judged by the axioms. It watches the run.
#ifndef LITMUS_TALLY_H
#define LITMUS_TALLY_H

#include "program/machine.h"
#include "program/tree.h"

enum { TALLY_WHY = 80 };

// Points that are the same test, and outcomes that are the same, count once.
struct tally_sum {
    unsigned points, judged;    // points of the sweeps that were run; those of them that could be judged
    unsigned outcomes, forbidden;
    unsigned unseen;            // allowed, never seen; of tests that do not depend on what was loaded, and
                                // do not have too many outcomes
    char why[TALLY_WHY];        // why one could not be judged
    char first[200];            // the first forbidden outcome, with its point
};

struct tally;

// Null: no memory. The tree must stay.
struct tally *tally_new(const struct tree *);
void tally_free(struct tally *);

machine_watcher tally_step;     // `who` is a struct tally

// The run is over; whether its last point came to its end. Lines of text that explain forbidden outcomes
// are good until tally_free.
struct tally_sum tally_end(struct tally *, bool complete, const char **told);

#endif
