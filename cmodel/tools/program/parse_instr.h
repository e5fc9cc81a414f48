// Parses instructions of warps.
#ifndef PROGRAM_PARSE_INSTR_H
#define PROGRAM_PARSE_INSTR_H

#include "program/parser.h"

// `w3` or `w0..3`. Returns false, without a complaint, if the token is none.
bool parse_warps(struct parser *, struct warps *, bool *is);

// Parses the text behind the colon, to the end of the line.
bool parse_instr(struct parser *, const struct warps *);

#endif
