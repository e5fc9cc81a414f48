// All there is to tell of a failed run: what kind it is, what was seen first, what led there, how to repeat it, and where the
// waves are. Runs the test once more for it.
#ifndef REPORT_H
#define REPORT_H

#include "app/outcome.h"

void report_failure(struct session *, const struct test *, const struct outcome *);

#endif
