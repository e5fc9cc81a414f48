// Converts a run of random traffic to a program in text, and runs that program.
#ifndef AS_PROGRAM_H
#define AS_PROGRAM_H

#include "cosim/session.h"

enum { AS_PROGRAM_PATH = 4200 };

// Whether a test can be converted.
bool as_program_can(const struct test *);

// Runs the test again, and writes the instructions that led to its failure, or to its end, to a file. Then it
// runs this program, and prints a line with the result. A null path: next to the waves. `in`, if not null,
// receives the path if the program fails in the same way. Returns false if the program did not end as the
// test did.
bool as_program(struct session *, const struct test *, const char *path, char in[AS_PROGRAM_PATH]);

#endif
