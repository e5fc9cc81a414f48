// What the files of the parser share.
#ifndef PROGRAM_PARSER_H
#define PROGRAM_PARSER_H

#include "program/lex.h"
#include "program/tree.h"

enum {
    PARSER_NAMES = 256, PARSER_NESTING = 50,
    PARSER_LIST = 4096,         // numbers of a list
};

// A name of the program's own.
struct name {
    const char *text;
    size_t length;
    const struct expr *expr;    // what it stands for; null: it is a list
    const int64_t *list;
    unsigned count;
};

struct parser {
    struct lexer lex;
    struct tree *tree;
    const char *params;         // NAME=VALUE NAME=VALUE ..., for those that the program has
    uint64_t params_used;       // of these, by number
    struct name name[PARSER_NAMES];
    unsigned names;
    unsigned nesting;           // of expressions
    unsigned braces, loops;     // open
    bool in_let;                // what is drawn is drawn once
    bool heading;               // no statement of the part was read yet
    bool over;                  // the outcomes were begun
    unsigned stmts_room, parts_room;
    struct place empty;         // of a sweep without a value, if there is one
    int expecting;              // the statement to which expectations belong that come now; -1: none
};

// All that return a bool or a pointer: false or null after a complaint.

// The places of tokens.
struct place parser_place(const struct parser *);

__attribute__((format(printf, 3, 4)))
bool parser_refuse(struct parser *, struct place, const char *format, ...);

// Memory of the tree.
void *parser_alloc(struct parser *, size_t);

// A number in the text, 0 to `most`.
bool parser_number(struct parser *, uint64_t most, const char *what, unsigned *value);

// The number of a word like `r12`: its letter and a number below `below`. False, without a complaint: it is none.
bool parser_numbered(const struct token *, char letter, unsigned below, unsigned *value);

// The warps that a program can name: those of the machine, and any in a program that the machine is unfit for.
unsigned parser_warps(const struct parser *);

// A key of an enumeration of the tables, or a reserved code of it.
bool parser_code(struct parser *, const char *of, unsigned *code);

// The end of a line, or of the block that it stands in.
bool parser_line_end(struct parser *);

// A further statement of the part, with nothing set but its kind and place; good until the next is added.
struct stmt *parser_stmt(struct parser *, enum stmt_kind, struct place);

#endif
