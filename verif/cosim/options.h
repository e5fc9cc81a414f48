// Parses the command line.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cosim/session.h"

#define OPTIONS_USUAL_TRIES UINT64_MAX // no number is given
// no number is given: a trace runs to its end; any other test runs OPTIONS_CYCLES
#define OPTIONS_ALL_CYCLES UINT64_MAX

enum {
    OPTIONS_CYCLES = 100000,
    // attempts to make a failure small: by default, and on request
    OPTIONS_TRIES = 500,
    OPTIONS_SHRINK_TRIES = 3000,
    OPTIONS_DELAY = 1,
    OPTIONS_DELAYS = 1000000, // the default; the maximum
};

// Reads the arguments into the session's options, which hold their defaults. A nonzero result is an exit
// status; a message was printed.
int options_read(struct session *, int argc, char **argv);

// Whether the options select a test of that name; whether they select this test.
bool options_ask(const void *options, const char *name);
bool options_want(const struct options *, const struct test *);

// Parses a text that is one number.
bool options_number(const char *text, uint64_t *value);

#endif
