// Declarations shared by the files of the parser.
#ifndef PROGRAM_PARSER_H
#define PROGRAM_PARSER_H

#include "program/lex.h"
#include "program/tree.h"

enum {
    PARSER_NAMES = 256,
    PARSER_NESTING = 50,
    PARSER_LIST = 4096, // numbers of a list, at most
};

// A name that the program defines.
struct name {
    const char *text;
    size_t length;
    const struct expr *expr; // its expression; null: it is a list
    const int64_t *list;
    unsigned count;
};

struct parser {
    struct lexer lex;
    struct tree *tree;
    const char *params;   // NAME=VALUE NAME=VALUE ..., for the program's params
    uint64_t params_used; // those that were used, one bit each
    struct name name[PARSER_NAMES];
    unsigned names;
    unsigned nesting;       // nesting depth of the expression
    unsigned braces, loops; // open braces and loops
    bool in_let;            // random values are drawn once
    bool heading;           // no statement of the part has been read yet
    bool over;              // an outcome line has been read
    unsigned stmts_room, parts_room;
    struct place empty; // position of a sweep without a value, if there is one
    int expecting;      // statement to which the next expectations belong; -1: none
};

// Functions that return a bool or a pointer return false or null after a complaint.

// Positions of tokens.
struct place parser_place(const struct parser *);

__attribute__((format(printf, 3, 4))) bool parser_refuse(struct parser *, struct place, const char *format,
                                                         ...);

// Memory of the tree.
void *parser_alloc(struct parser *, size_t);

// A number in the text, 0 to `most`.
bool parser_number(struct parser *, uint64_t most, const char *what, unsigned *value);

// The number of a word like `r12`: this letter and a number below `below`. Returns false, without a
// complaint, if the token is none.
bool parser_numbered(const struct token *, char letter, unsigned below, unsigned *value);

// The warps that a program may name: those of the machine, or any if the machine does not meet the program's
// needs.
unsigned parser_warps(const struct parser *);

// A key or a reserved code of an enumeration of the tables.
bool parser_code(struct parser *, const char *of, unsigned *code);

// The end of a line, or of the enclosing block.
bool parser_line_end(struct parser *);

// Adds a statement to the part, with its kind and position. The pointer is valid until the next call.
struct stmt *parser_stmt(struct parser *, enum stmt_kind, struct place);

#endif
