// Tests that are programs of text: those of this folder, and any from a file.
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include <stddef.h>

#include "lockstep/test.h"

enum { PROGRAM_ERROR = 300, PROGRAM_NAME = 60 };

// Those of this folder, by family and name, that are asked for (null: all) and fit this shape of the machine. One that makes no
// sense ends the process.
const struct test *programs_all(test_asked *asked, const void *who, unsigned *count);

// The one with this text, with these params (null: its own). Its name, which must stay, is what the path is called.
// False: what is wrong with it. One that does not fit this shape of the machine has no block.
bool programs_test(const char *path, const char *text, size_t length, const char *params, struct test *,
                   char name[PROGRAM_NAME], char error[PROGRAM_ERROR]);

// The one in a file, with these params (null: its own). Null: what is wrong with it, or that it does not fit.
const struct test *programs_file(const char *path, const char *params, char error[PROGRAM_ERROR]);

#endif
