#include "stimulus/shrink/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool text_begins(const char *part, const char *with)
{
    return !strncmp(part, with, strlen(with));
}

bool text_instr(const char *part)
{
    return part[0] == 'w' && isdigit((unsigned char)part[1]);
}

bool text_list(const char *part)
{
    return text_begins(part, "list ");
}

static void add(struct text *t, char *part)
{
    char **more = part ? realloc(t->part, (t->parts + 1) * sizeof *more) : NULL;
    if (!more) {
        free(part);
        t->lacking = true;
        return;
    }
    t->part = more;
    t->part[t->parts++] = part;
}

static void go_on(struct text *t, const char *line, size_t length)
{
    char **last = &t->part[t->parts - 1];
    const size_t before = strlen(*last);
    char *longer = realloc(*last, before + length + 2);
    if (!longer) {
        t->lacking = true;
        return;
    }
    *last = longer;
    longer[before] = '\n';
    memcpy(longer + before + 1, line, length);
    longer[before + 1 + length] = 0;
}

struct text text_read(const char *from)
{
    struct text t = { NULL, 0, false };
    for (const char *at = from; *at;) {
        const size_t length = strcspn(at, "\n"), blank = strspn(at, " ");
        const bool further =
            t.parts && blank && (text_list(t.part[t.parts - 1]) || text_begins(at + blank, "expect "));
        if (blank < length && at[blank] != '#') {
            if (further)
                go_on(&t, at, length);
            else
                add(&t, strndup(at, length));
        }
        at += length + (at[length] == '\n');
    }
    return t;
}

struct text text_copy(const struct text *of)
{
    struct text t = { NULL, 0, of->lacking };
    for (unsigned i = 0; i < of->parts; i++)
        add(&t, strdup(of->part[i]));
    return t;
}

void text_free(struct text *t)
{
    for (unsigned i = 0; i < t->parts; i++)
        free(t->part[i]);
    free(t->part);
    *t = (struct text){ NULL, 0, false };
}

char *text_string(const struct text *t)
{
    size_t size = 1;
    for (unsigned i = 0; i < t->parts; i++)
        size += strlen(t->part[i]) + 1;
    char *s = t->lacking ? NULL : malloc(size), *at = s;
    for (unsigned i = 0; s && i < t->parts; i++) {
        const size_t n = strlen(t->part[i]);
        memcpy(at, t->part[i], n);
        at[n] = '\n';
        at += n + 1;
    }
    if (s)
        *at = 0;
    return s;
}

void text_put(struct text *t, unsigned number, const char *part)
{
    char *copy = strdup(part);
    if (!copy) {
        t->lacking = true;
        return;
    }
    free(t->part[number]);
    t->part[number] = copy;
}

void text_drop(struct text *t, unsigned number)
{
    free(t->part[number]);
    memmove(t->part + number, t->part + number + 1, (--t->parts - number) * sizeof *t->part);
}

bool text_same(const struct text *a, const struct text *b)
{
    bool same = a->parts == b->parts;
    for (unsigned i = 0; same && i < a->parts; i++)
        same = !strcmp(a->part[i], b->part[i]);
    return same;
}

unsigned text_lines(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}
