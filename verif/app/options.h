// What the program is asked for.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "app/session.h"

#define OPTIONS_USUAL_TRIES UINT64_MAX  // none are said
#define OPTIONS_ALL_CYCLES UINT64_MAX   // none are said: a trace goes on to its end, and for all else it is the next

enum {
    OPTIONS_CYCLES = 100000,
    OPTIONS_TRIES = 500, OPTIONS_SHRINK_TRIES = 3000,   // to make a failure small: by itself, and if that is asked for
    OPTIONS_DELAY = 1, OPTIONS_DELAYS = 1000000,    // if none is said; at most
};

// Reads the arguments into the session's options, which have their defaults. Not 0: an exit status, and it was said why.
int options_read(struct session *, int argc, char **argv);

// Whether a test of that name is asked for, by options; whether this test is.
bool options_ask(const void *options, const char *name);
bool options_want(const struct options *, const struct test *);

// A number that stands alone.
bool options_number(const char *text, uint64_t *value);

#endif
