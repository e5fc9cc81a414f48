// Parses an access pattern from text and expands it: one warp access for each iteration of its loops.
#ifndef EXPLAIN_PATTERN_H
#define EXPLAIN_PATTERN_H

#include "program/machine.h"

enum { PATTERN_TURNS = 4096, PATTERN_INDICES = 3 };

struct question {
    const char *access;      // `ld.shared.b32 [4*lane + i]`, or a line of a program
    const char *mask;        // a condition, or null
    const char *const *loop; // entries such as `i in 0..8`
    unsigned loops, lanes;
};

// One access of the pattern, and the values of the question's loop variables for it.
struct turn {
    struct machine_access access;
    int64_t index[PATTERN_INDICES];
};

struct pattern {
    char text[1000];       // the instruction as the question states it
    unsigned lanes, words; // words are per lane, at least 1
    unsigned banks;        // as many as the lanes, or half of 64; of either width
    unsigned bank_words;   // that a bank gives in a pass: 1, or a pair
    unsigned line_words;
    char index[PATTERN_INDICES][32];
    unsigned indices;
    struct turn *turn;
    unsigned turns;
};

// Returns false and writes the reason to `error`, with the line and column of the question. If i, j or k is
// used and no loop defines it, it is a loop over 0..LANES.
bool pattern_read(struct pattern *, const struct question *, char error[300]);
void pattern_free(struct pattern *);

// Writes "i = 3, j = 0", or an empty text if there are no loops.
// The lanes at a position of the access, as a mask: sub-warps have neighbouring positions, and the lanes of a
// pair have one together (LANE_PAIRS).
uint64_t pattern_lanes(const struct pattern *, const struct turn *, unsigned position);

// Whether pairs of lanes take the place of lanes, so that the upper half of the positions is idle.
bool pattern_pairs(const struct pattern *, const struct turn *);

void pattern_name(const struct pattern *, const struct turn *, char name[100]);

#endif
