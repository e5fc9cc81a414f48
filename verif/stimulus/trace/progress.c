#include "stimulus/trace/progress.h"

#include <time.h>

enum { SECONDS = 10, LOOKS = 1 << 12 };

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

void progress_begin(struct progress *p)
{
    *p = (struct progress){ .last = now() };
}

bool progress_is_due(struct progress *p)
{
    if (++p->calls % LOOKS || now() - p->last < SECONDS)
        return false;
    p->last = now();
    return true;
}
