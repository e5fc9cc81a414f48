// Compares two twins of which the actual one may answer later: by order and values, and not by cycle.
//
// An interface is what a block puts out under one prefix, a group of its table. It speaks in a cycle in which one of its outputs
// that mean something in every cycle is not zero; what those qualify belongs to what it says. The actual twin must say the same
// as the expected one, one for one and in its order, nothing sooner, and nothing later than so many cycles.
//
// What a late twin shows first may come from before the reset. So it is listened to from each of its first cycles on, at once;
// a way to listen that fails once is given up for good, and the last one to fail is a finding.
#ifndef TOLERANT_H
#define TOLERANT_H

#include "lockstep/scoreboard.h"

enum { TOLERANT_MOST = 64, TOLERANT_INTERFACES = 16 };

// By how many cycles what an interface said was behind.
struct lag {
    const char *interface;
    uint64_t said, sum;
    unsigned least, most;
};

struct tolerant;

// At most so many cycles behind, of TOLERANT_MOST. Null: no memory, or the block has an output that another interface or an
// input qualifies, and is no case for this.
struct tolerant *tolerant_open(const struct ul1_block *shape, unsigned most);
void tolerant_close(struct tolerant *);

struct finding {
    char text[300];
    struct mismatch differs;    // its port is null where it is about no value
};

// A cycle, the one after that of the call before; to checks, of each output, is added how many values were compared. False: found
// says what is wrong.
bool tolerant_check(struct tolerant *, uint64_t cycle, const void *in, const void *expected, const void *actual, uint64_t *checks,
                    struct finding *found);

// Of each interface that has said anything. How many there are.
unsigned tolerant_lags(const struct tolerant *, struct lag lag[TOLERANT_INTERFACES]);

#endif
