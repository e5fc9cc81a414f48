// Compares two twins when the actual one may be late: by order and values, not by cycle.
//
// An interface is the outputs of a block with one prefix, a group of its table. It is active in a cycle if
// one of its outputs without a qualifier is not zero; outputs with a qualifier belong to the same message.
// The actual twin must give the same messages as the expected one, in the same order, none earlier, and none
// later than a fixed number of cycles.
//
// The first outputs of a late twin may stem from before the reset. So the comparison starts at each of the
// first cycles in parallel. A start that fails once is given up for good, and the failure of the last one is
// a finding.
#ifndef TOLERANT_H
#define TOLERANT_H

#include "checkers/lockstep/scoreboard.h"

enum { TOLERANT_MOST = 64, TOLERANT_INTERFACES = 16 };

// The lag of an interface, in cycles.
struct lag {
    const char *interface;
    uint64_t said, sum;
    unsigned least, most;
};

struct tolerant;

// Allows `most` cycles of lag, up to TOLERANT_MOST. Null: memory is exhausted, or an input or another
// interface qualifies an output of the block, which then cannot be compared so.
struct tolerant *tolerant_open(const struct ul1_block *shape, unsigned most);
void tolerant_close(struct tolerant *);

struct finding {
    char text[300];
    struct mismatch differs; // its port is null if no value is concerned
};

// One cycle; calls must be consecutive. Adds the number of compared values of each output to `checks`. False:
// `found` has the finding.
bool tolerant_check(struct tolerant *, uint64_t cycle, const void *in, const void *expected,
                    const void *actual, uint64_t *checks, struct finding *found);

// The lags of interfaces that were active. Returns their number.
unsigned tolerant_lags(const struct tolerant *, struct lag lag[TOLERANT_INTERFACES]);

#endif
