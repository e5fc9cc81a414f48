// An access as text: all the accesses of warps that it stands for, one for each turn of its loops.
#ifndef EXPLAIN_PATTERN_H
#define EXPLAIN_PATTERN_H

#include "program/machine.h"

enum { PATTERN_TURNS = 4096, PATTERN_INDICES = 3 };

struct question {
    const char *access;         // `ld.shared.b32 [4*lane + i]`, or a line of a program
    const char *mask;           // a condition, or null
    const char *const *loop;    // `i in 0..8`, so many
    unsigned loops, lanes;
};

// One of them, and the values that the loops of the question have in it.
struct turn {
    struct machine_access access;
    int64_t index[PATTERN_INDICES];
};

struct pattern {
    char text[1000];            // the instruction as it was asked for
    unsigned lanes, bytes, words;   // of a lane's access; words are one at least
    char index[PATTERN_INDICES][32];
    unsigned indices;
    struct turn *turn;
    unsigned turns;
};

// False: what is wrong is in `error`, with the line and column of the question. i, j and k, where they are used and no loop
// names them, are loops over 0..LANES.
bool pattern_read(struct pattern *, const struct question *, char error[300]);
void pattern_free(struct pattern *);

// "i = 3, j = 0", or nothing if there are no loops.
void pattern_name(const struct pattern *, const struct turn *, char name[100]);

#endif
