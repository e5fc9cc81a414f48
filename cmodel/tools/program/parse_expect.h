// Parses expectations and outcomes.
#ifndef PROGRAM_PARSE_EXPECT_H
#define PROGRAM_PARSE_EXPECT_H

#include "program/parser.h"

// Parses the text behind `expect`, to the end of the line.
bool parse_expect(struct parser *, struct place);

// Parses the text behind `allow`, `forbid` or `outcome`.
bool parse_outcome(struct parser *, enum outcome_kind, struct place);

#endif
