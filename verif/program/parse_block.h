// Reads what may stand in a block: instructions, loops, blocks, names, expectations.
#ifndef PROGRAM_PARSE_BLOCK_H
#define PROGRAM_PARSE_BLOCK_H

#include "program/parser.h"

// A statement, to the end of its last line. False without a complaint and with *is false: none begins here.
bool parse_statement(struct parser *, bool *is);

#endif
