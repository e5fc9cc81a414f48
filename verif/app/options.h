// What the program is asked for.
#ifndef OPTIONS_H
#define OPTIONS_H

#include "app/session.h"

// Reads the arguments into the session's options, which have their defaults. Not 0: an exit status, and it was said why.
int options_read(struct session *, int argc, char **argv);

// Whether a list of names and prefixes, as --test takes it, has this name. Null has all.
bool options_match(const char *list, const char *name);

#endif
