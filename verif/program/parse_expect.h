// Reads expectations and outcomes.
#ifndef PROGRAM_PARSE_EXPECT_H
#define PROGRAM_PARSE_EXPECT_H

#include "program/parser.h"

// Behind the word `expect`, to the end of the line.
bool parse_expect(struct parser *, struct place);

// Behind `allow`, `forbid` or `outcome`.
bool parse_outcome(struct parser *, enum outcome_kind, struct place);

#endif
