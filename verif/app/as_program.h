// A run of random traffic, written out as a program of text, which is then tried.
#ifndef AS_PROGRAM_H
#define AS_PROGRAM_H

#include "app/session.h"

enum { AS_PROGRAM_PATH = 4200 };

// Whether a test can be written out.
bool as_program_can(const struct test *);

// Runs it once more, writes what led to its failure, or to its end, into a file, runs that, and tells in a line what comes of
// it. A null path: beside the waves. `in`, if not null, gets where it is if it fails in the same way. False: it did not end as the
// test did.
bool as_program(struct session *, const struct test *, const char *path, char in[AS_PROGRAM_PATH]);

#endif
