// What the program is asked for.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "app/session.h"

// Reads the arguments into the session's options, which have their defaults. Not 0: an exit status, and it was said why.
int options_read(struct session *, int argc, char **argv);

// Whether this test is asked for.
bool options_want(const struct options *, const struct test *);

#endif
