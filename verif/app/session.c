#include "app/session.h"

#include <stdarg.h>

void say(struct session *s, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        FILE *f = i ? s->report : stdout;
        if (!f)
            continue;
        va_list ap;
        va_start(ap, format);
        vfprintf(f, format, ap);
        va_end(ap);
        fflush(f);
    }
}

int complain(const struct session *s, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: ", s->harness->program);
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    return HARNESS_AT_FAULT;
}
