// Reports a failed run: its kind, the first mismatch, the cycles before it, a command that repeats it, and
// its waves. Runs the test again for that. Returns false if this kind was reported before, or the test did
// not begin.
#ifndef REPORT_H
#define REPORT_H

#include "cosim/outcome.h"

bool report_failure(struct session *, const struct test *, const struct outcome *);

#endif
