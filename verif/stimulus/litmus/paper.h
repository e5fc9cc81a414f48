// A growing text.
#ifndef LITMUS_PAPER_H
#define LITMUS_PAPER_H

#include <stdbool.h>
#include <stddef.h>

struct paper {
    char *text;
    size_t size, length;
    bool full; // some text did not fit
};

__attribute__((format(printf, 2, 3))) void paper_print(struct paper *, const char *format, ...);

#endif
