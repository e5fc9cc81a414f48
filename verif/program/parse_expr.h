// Reads expressions, and keeps the names that they may use.
#ifndef PROGRAM_PARSE_EXPR_H
#define PROGRAM_PARSE_EXPR_H

#include "program/parser.h"

enum {
    // What has no one value for a warp; and what has none for the whole program, or without its sweeps.
    BY_LANE = USES_LANE | USES_REGISTERS | USES_OTHERS,
    BY_WARP = BY_LANE | USES_WARP | USES_LOOP,
    BY_SWEEP = BY_WARP | USES_SWEEP | USES_RANDOM,
};

// An expression that may use none of these. Null: a complaint.
const struct expr *parse_expr(struct parser *, unsigned refused);

// A number as an expression; a loop's variable.
const struct expr *parse_constant(struct parser *, enum expr_kind, struct place, int64_t number);

// The same as it stands behind a name, evaluated once wherever that is. A null stays one.
const struct expr *parse_named(struct parser *, const struct expr *);

// Its value, of one that depends on nothing but sizes and params.
bool parse_value(struct parser *, int64_t *value);

// The token is a new name: passes over it.
bool parse_new_name(struct parser *, struct token *name);

// From now on it stands for this.
bool parse_define(struct parser *, const struct token *name, const struct expr *);

// Behind the word `list`, to the end of the line.
bool parse_list(struct parser *);

#endif
