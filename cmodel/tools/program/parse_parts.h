// Reads parts of instructions: registers, spaces, types, addresses. Each function returns false with an
// error.
#ifndef PROGRAM_PARSE_PARTS_H
#define PROGRAM_PARSE_PARTS_H

#include "program/parser.h"
#include "program/tree.h"

// A register, if `letter` is r, or a predicate.
bool parse_register(struct parser *, char letter, unsigned below, unsigned *reg);

// Whether the token is the code of a reserved type, which the statement then gets.
bool parse_reserved_type(const struct token *, struct stmt *);

// `.SPACE`
bool parse_space(struct parser *, struct stmt *);

// `.SPACE[.interleaved][.matrix[.trans]][.HINT].TYPE`, or `.SPACE.LOCK.TYPE`. A reserved code with nothing
// behind it is a code of the type.
bool parse_shape(struct parser *, struct stmt *);

// `.interleaved` has been read, at this place behind the space.
bool parse_interleaved(struct parser *, struct stmt *, struct place);

// `[ADDRESS]`, without what is refused (USES_...)
bool parse_address(struct parser *, unsigned refused, const struct expr **addr);

// Refuses a register that is no multiple of the words of a lane.
bool parse_aligned(struct parser *, struct place, unsigned reg, unsigned words);

#endif
