// Reads a program.
#ifndef PROGRAM_PARSE_H
#define PROGRAM_PARSE_H

#include "program/lex.h"
#include "program/tree.h"

enum { PROGRAM_TEXT = 1 << 20 };    // bytes of a text, at most

// For so many lanes, with the params in `params` (NAME=VALUE NAME=VALUE ..., or null) instead of their own values. The file
// in the complaint is set. Null: what is wrong is there.
struct tree *parse_program(const char *text, size_t length, unsigned lanes, const char *params, struct complaint *);

#endif
