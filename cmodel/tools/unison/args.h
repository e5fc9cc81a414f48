// Parses the command line.
#ifndef UNISON_ARGS_H
#define UNISON_ARGS_H

#include <stdbool.h>
#include <stdint.h>

enum { ARGS_NAMES = 1000, ARGS_LOOPS = 4, AT_FAULT = 3 };

struct args {
    const char *self, *command;
    const char *name[ARGS_NAMES]; // arguments behind the command that are no options
    unsigned names;
    unsigned lanes;
    uint64_t seed, times;
    const char *params, *mask, *svg;
    const char *loop[ARGS_LOOPS];
    unsigned loops;
    bool all, tests, lockstep, colour, plain, counters;
};

// Returns false after a message.
bool args_read(struct args *, int argc, char **argv);

// Prints one line on an error to stderr. Returns AT_FAULT.
__attribute__((format(printf, 1, 2))) int args_complain(const char *format, ...);

#endif
