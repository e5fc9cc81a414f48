#include "cosim/session.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static void say_in(FILE *f, const char *format, va_list ap)
{
    if (!f)
        return;
    vfprintf(f, format, ap);
    fflush(f);
}

void say(struct session *s, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        va_list ap;
        va_start(ap, format);
        say_in(i ? s->report : stdout, format, ap);
        va_end(ap);
    }
}

void say_to(struct session *s, bool terminal, bool report, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        va_list ap;
        va_start(ap, format);
        say_in(i ? report ? s->report : NULL : terminal ? stdout : NULL, format, ap);
        va_end(ap);
    }
}

void not_whole(struct session *s, const char *file)
{
    say(s, "%s is not whole: %s\n", file, strerror(errno));
    if (s->worst == PASS)
        s->worst = HARNESS_AT_FAULT;
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
