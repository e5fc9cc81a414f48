// Tests that are programs in text: those of this folder, and any from a file.
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include <stddef.h>

#include "checkers/lockstep/test.h"

enum { PROGRAM_ERROR = 300, PROGRAM_NAME = 60 };

// The programs of this folder, by family and name, that are requested (null: all) and fit this configuration
// of the machine. An invalid one ends the process.
const struct test *programs_all(test_asked *asked, const void *who, unsigned *count);

// The program with this text and params (null: its own). Its name is the base name of the path, which must
// outlive it. Returns false with an error. A program that does not fit this configuration has no block.
bool programs_test(const char *path, const char *text, size_t length, const char *params, struct test *,
                   char name[PROGRAM_NAME], char error[PROGRAM_ERROR]);

// Whether the test is a program that resets an L1 while others go on.
bool programs_reset_alone(const struct test *);

// The program in a file, with these params (null: its own), on a machine of wired parts (null: on the one
// that it needs). Returns null with an error, also if it does not fit.
const struct test *programs_file(const char *path, const char *params, const char *machine,
                                 char error[PROGRAM_ERROR]);

#endif
