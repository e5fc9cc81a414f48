// Prints a line to standard error every ten seconds during long operations.
#ifndef TRACE_PROGRESS_H
#define TRACE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    unsigned calls;
    int64_t last; // second of the last line
};

void progress_begin(struct progress *);

// Whether a line is due. Cheap enough for frequent calls: most calls do not read the clock.
bool progress_is_due(struct progress *);

#endif
