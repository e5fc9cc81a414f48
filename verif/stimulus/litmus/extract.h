// Converts a run of a program, at one point of its sweeps, to a litmus test and its outcome.
//
// The test consists of the actions of lane 0 of each warp in the last part that stores, and in later parts.
// Earlier parts set the initial values; their loads do not count. The test is taken from the offered
// instructions, so masks, loops and predicates have their actual values.
#ifndef LITMUS_EXTRACT_H
#define LITMUS_EXTRACT_H

#include "stimulus/litmus/litmus.h"
#include "program/machine.h"
#include "program/tree.h"

enum { EXTRACT_NOTES = 512 }; // instructions of a point

struct note {
    const struct stmt *stmt;
    unsigned part; // of the program
    unsigned warp, cta, l1;
    bool uncached, through;       // by the policy: loads bypass without a hint, no store is written back
    struct machine_access access; // if the note is an access
    uint32_t word[PROGRAM_WORDS]; // for a load: the words of lane 0
    unsigned words;               // words that have arrived
};

struct extract {
    const struct tree *tree;
    uint64_t line_bytes;
    unsigned notes;
    bool full;         // there were more
    unsigned commands; // number of parts, up to the last one with commands
    unsigned first;    // the part in which the test begins, after extract_test
    bool depends;      // after extract_test: one of its instructions depends on a loaded value
    struct note note[EXTRACT_NOTES];
};

// Why the program cannot be checked at all; null: it may be possible.
const char *extract_refuses(const struct tree *);

void extract_init(struct extract *, const struct tree *);

// Begins a point; records a step of it.
void extract_begin(struct extract *);
void extract_step(struct extract *, const struct machine_step *);

// Ends a point: returns its test and the values of its loads. The result is null, or why it cannot be
// checked.
const char *extract_test(struct extract *, struct litmus *, struct litmus_outcome *);

#endif
