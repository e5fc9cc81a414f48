#include "stimulus/litmus/paper.h"

#include <stdarg.h>
#include <stdio.h>

void paper_print(struct paper *p, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const size_t room = p->size - p->length;
    const int n = vsnprintf(p->text + p->length, room, format, args);
    va_end(args);
    p->full |= n < 0 || (size_t)n >= room;
    if (!p->full)
        p->length += (size_t)n;
}
