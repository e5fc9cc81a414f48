// Parses the contents of a block: instructions, loops, blocks, names, expectations.
#ifndef PROGRAM_PARSE_BLOCK_H
#define PROGRAM_PARSE_BLOCK_H

#include "program/parser.h"

// Parses a statement, to the end of its last line. Returns false with *is false and no complaint if none
// begins here.
bool parse_statement(struct parser *, bool *is);

#endif
