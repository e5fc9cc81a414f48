// A recording of a run of a program at one point of its sweeps.
#ifndef LITMUS_NOTES_H
#define LITMUS_NOTES_H

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
    bool behind; // caches behind the L1s keep copies
    unsigned notes;
    bool full;         // there were more
    unsigned commands; // number of parts, up to the last one with commands
    unsigned first;    // the part in which the test begins, after extract_test
    bool depends;      // after extract_test: one of its instructions depends on a loaded value
    struct note note[EXTRACT_NOTES];
};

#endif
