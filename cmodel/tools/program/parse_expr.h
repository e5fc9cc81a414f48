// Parses expressions, and keeps the names that they may use.
#ifndef PROGRAM_PARSE_EXPR_H
#define PROGRAM_PARSE_EXPR_H

#include "program/parser.h"

enum {
    // Dependences that a place may exclude: values that differ within a warp; values that are not constant in
    // the program, with or without its sweeps.
    BY_LANE = USES_LANE | USES_REGISTERS | USES_OTHERS,
    BY_WARP = BY_LANE | USES_WARP | USES_LOOP,
    BY_SWEEP = BY_WARP | USES_SWEEP | USES_RANDOM,
};

// Parses an expression that may use none of these. Returns null after a complaint.
const struct expr *parse_expr(struct parser *, unsigned refused);

// A number as an expression; a loop's variable.
const struct expr *parse_constant(struct parser *, enum expr_kind, struct place, int64_t number);

// Wraps an expression for use under a name, so that it is evaluated once. A null stays null.
const struct expr *parse_named(struct parser *, const struct expr *);

// The value of an expression that depends on sizes and params only.
bool parse_value(struct parser *, int64_t *value);

// Checks that the token is a new name, and skips it.
bool parse_new_name(struct parser *, struct token *name);

// Defines the name as this expression from now on.
bool parse_define(struct parser *, const struct token *name, const struct expr *);

// Parses the text behind `list`, to the end of the line.
bool parse_list(struct parser *);

#endif
