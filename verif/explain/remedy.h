// What removes the bank conflicts of a pattern: each proposal is tried on the model, for every lane in every turn.
#ifndef EXPLAIN_REMEDY_H
#define EXPLAIN_REMEDY_H

#include "explain/measure.h"
#include "explain/pattern.h"

// Rows of `row` words. Padding: `words` more words behind each row. XOR: the word of a row is that whose number has these
// bits turned over: the row's number without its lowest `shift` bits, times the words of an access.
enum remedy_kind { REMEDY_PAD, REMEDY_XOR };
struct remedy {
    enum remedy_kind kind;
    unsigned row, words, shift;
};

// The fewest passes that a turn can come to: one for each sub-warp that has an active lane.
unsigned remedy_fewest(const struct pattern *, const struct turn *);

// The smallest padding, or the swizzle with the fewest bits dropped, with which every turn has its fewest passes. False:
// none.
bool remedy_find(const struct pattern *, struct measure_machine *, enum remedy_kind, struct remedy *);

// Where it puts a byte.
uint64_t remedy_address(const struct remedy *, unsigned lanes, unsigned words, uint64_t addr);

#endif
