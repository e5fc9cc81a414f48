// All there is to tell of a failed run: what kind it is, what was seen first, what led there, how to repeat it, and where the
// waves are. Runs the test once more for it. False: it was of a kind that was told before, or the test did not begin.
#ifndef REPORT_H
#define REPORT_H

#include "app/outcome.h"

bool report_failure(struct session *, const struct test *, const struct outcome *);

#endif
