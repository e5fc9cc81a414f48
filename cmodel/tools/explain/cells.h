// The words that an access touches, each with the pass that serves it. Texts and pictures are drawn from
// them.
#ifndef EXPLAIN_CELLS_H
#define EXPLAIN_CELLS_H

#include <stddef.h>

#include "explain/measure.h"
#include "explain/pattern.h"

// A word and its pass; a pair of words, if a bank gives two in a pass. Shared memory: the column is the
// word's bank, the row its row in the bank. Cache: the column is the word's position in the line, the row the
// line's number.
struct cell {
    unsigned pass, column;
    uint64_t row;
    uint64_t lanes; // lanes that read or write it
};

unsigned cells_of(const struct pattern *, const struct turn *, const struct measured *,
                  struct cell cell[MEASURE_MOST]);

bool cells_cached(const struct turn *);

// The number of banks (shared memory) or words of a line (cache).
unsigned cells_columns(const struct pattern *, bool cached);

// The number of passes (shared memory) or line accesses (cache).
unsigned cells_passes(const struct turn *, const struct measured *);

// Writes a set of lanes as text: "0 to 3, 8".
void cells_lanes(uint64_t lanes, char *text, size_t size);

#endif
