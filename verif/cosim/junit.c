#include "cosim/junit.h"

#include <inttypes.h>
#include <stdlib.h>

static void escaped(FILE *f, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        default:
            fputc((unsigned char)*text < ' ' ? ' ' : *text, f);
        }
}

bool junit_open(struct session *s)
{
    if (!s->opt.junit)
        return true;
    s->junit.file = fopen(s->opt.junit, "w");
    s->junit.cases = s->junit.file ? open_memstream(&s->junit.text, &s->junit.size) : NULL;
    return s->junit.cases;
}

void junit_case(struct session *s, const char *family, const char *name, const char *failure)
{
    FILE *f = s->junit.cases;
    if (!f)
        return;
    fputs("  <testcase classname=\"", f);
    escaped(f, family);
    fputs("\" name=\"", f);
    escaped(f, name);
    if (!failure) {
        fputs("\"/>\n", f);
        return;
    }
    fputs("\">\n    <failure message=\"", f);
    escaped(f, failure);
    fputs("\"/>\n  </testcase>\n", f);
}

// The number of cases precedes the cases.
bool junit_close(struct session *s)
{
    if (!s->junit.cases)
        return true;
    fclose(s->junit.cases);
    fprintf(s->junit.file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"%s, %d lanes, seed %" PRIu64
            "\" tests=\"%u\" failures=\"%u\" errors=\"0\" skipped=\"0\">\n%s</testsuite>\n",
            s->harness->program, LANES, s->opt.seed, s->passed + s->failed, s->failed, s->junit.text);
    free(s->junit.text);
    const bool fine = !ferror(s->junit.file);
    return !fclose(s->junit.file) && fine;
}
