// Parses a program.
#ifndef PROGRAM_PARSE_H
#define PROGRAM_PARSE_H

#include "program/lex.h"
#include "program/tree.h"

enum { PROGRAM_TEXT = 1 << 20 }; // bytes of a text, at most

// Parses for a number of lanes. `params` (NAME=VALUE NAME=VALUE ..., or null) overrides the program's own
// values. The caller sets the file name in the complaint. Returns null after a complaint.
struct tree *parse_program(const char *text, size_t length, unsigned lanes, const char *params,
                           struct complaint *);

#endif
