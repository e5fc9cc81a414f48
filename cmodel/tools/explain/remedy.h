// Finds what removes the bank conflicts of a pattern. Each proposal is tried on the model, for every lane of
// every iteration.
#ifndef EXPLAIN_REMEDY_H
#define EXPLAIN_REMEDY_H

#include "explain/cells.h"
#include "explain/measure.h"
#include "explain/pattern.h"

// A remedy for rows of `row` words. Padding: `words` unused words follow each row. XOR: the word's number
// within its row is XORed with the row's number, without its lowest `shift` bits, times the words of an
// access.
enum remedy_kind { REMEDY_PAD, REMEDY_XOR };
struct remedy {
    enum remedy_kind kind;
    unsigned row, words, shift;
};

// The parts of a warp that an iteration is worked in: its sub-warps; for a cached access the groups of lanes
// that are coalesced, if these are smaller; for one to shared memory halves of sub-warps, if there are fewer
// banks than lanes.
unsigned remedy_parts(const struct pattern *, const struct turn *);

// The minimum number of passes of an iteration: one for each part with an active lane.
unsigned remedy_fewest(const struct pattern *, const struct turn *);

// Finds the smallest padding, or the swizzle that drops the fewest bits, with which every iteration has its
// minimum number of passes. Returns false if there is none.
bool remedy_find(const struct pattern *, struct measure_machine *, enum remedy_kind, struct remedy *);

// The address to which the remedy moves a byte.
uint64_t remedy_address(const struct remedy *, unsigned banks, unsigned words, uint64_t addr);

#endif
