// A line on the error output every ten seconds, of what takes longer.
#ifndef TRACE_PROGRESS_H
#define TRACE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    unsigned calls;
    int64_t last;               // second of the line before
};

void progress_begin(struct progress *);

// Whether it is time for a line. To be asked often: mostly it does not look.
bool progress_is_due(struct progress *);

#endif
