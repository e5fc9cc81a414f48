// The words that an access touches, each with the pass that served it: what texts and pictures show.
#ifndef EXPLAIN_CELLS_H
#define EXPLAIN_CELLS_H

#include <stddef.h>

#include "explain/measure.h"
#include "explain/pattern.h"

// A word in a pass. Shared: the column is its bank, the row that of the bank.
// Cached: the word in the line, the line's number.
struct cell {
    unsigned pass, column;
    uint64_t row;
    uint32_t lanes;             // that it goes to, or comes from
};

unsigned cells_of(const struct pattern *, const struct turn *, const struct measured *, struct cell cell[MEASURE_MOST]);

bool cells_cached(const struct turn *);

// How many passes there are: of shared memory, or accesses of lines.
unsigned cells_passes(const struct turn *, const struct measured *);

// "0 to 3, 8"
void cells_lanes(uint32_t lanes, char *text, size_t size);

#endif
