// From a run of a program, at one point of its sweeps, to a litmus test and its outcome.
//
// The test is what lane 0 of each warp does in the last part that stores, and in those behind it. The parts
// before it set the bytes that are loaded; what they load themselves counts for nothing. It is taken from
// the instructions as they are offered, so masks, loops and predicates are as they came out.
#ifndef LITMUS_EXTRACT_H
#define LITMUS_EXTRACT_H

#include "litmus/litmus.h"
#include "program/machine.h"
#include "program/tree.h"

enum { EXTRACT_NOTES = 512 };       // instructions of a point

struct note {
    const struct stmt *stmt;
    unsigned part;                  // for the program
    unsigned warp, cta, l1;
    bool kepler;
    struct machine_access access;   // if it is one
    uint32_t word[PROGRAM_WORDS];   // for a load, what came for lane 0
    unsigned words;                 // so many came
};

struct extract {
    const struct tree *tree;
    uint64_t line_bytes;
    unsigned notes;
    bool full;                      // there were more
    unsigned commands;              // parts, up to the last one that has commands
    unsigned first;                 // the part in which the test begins, once it is taken
    bool depends;                   // likewise: one of its instructions depends on what was loaded
    struct note note[EXTRACT_NOTES];
};

// Why nothing of such a program can be judged; null: perhaps it can.
const char *extract_refuses(const struct tree *);

void extract_init(struct extract *, const struct tree *);

// A point begins; it goes on.
void extract_begin(struct extract *);
void extract_step(struct extract *, const struct machine_step *);

// The point is over: the test that it was, and what its loads brought. Null, or why it cannot be judged.
const char *extract_test(struct extract *, struct litmus *, struct litmus_outcome *);

#endif
