#include "unison/programs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/parse.h"
#include "unison/args.h"

static const struct embedded {
    const char *path, *text;
} embedded[] = {
#include "programs.inc"
};

static void set_name(struct source *s)
{
    const char *slash = strrchr(s->path, '/'), *file = slash ? slash + 1 : s->path, *dot = strrchr(file, '.');
    snprintf(s->name, sizeof s->name, "%.*s", (int)(dot && dot > file ? dot - file : (long)strlen(file)),
             file);
}

bool programs_number(unsigned number, struct source *s)
{
    if (number >= sizeof embedded / sizeof *embedded)
        return false;
    const struct embedded *e = &embedded[number];
    *s = (struct source){ .path = e->path, .text = e->text, .length = strlen(e->text) };
    set_name(s);
    return true;
}

bool programs_open(const char *name, struct source *s)
{
    FILE *f = fopen(name, "r");
    for (unsigned i = 0; !f && programs_number(i, s); i++)
        if (!strcmp(s->name, name))
            return true;
    if (!f)
        return !args_complain("cannot read %s: %s (unison list shows those that are built in)", name,
                              strerror(errno));
    *s = (struct source){ .path = name, .taken = malloc(PROGRAM_TEXT + 1) };
    s->text = s->taken;
    // reads one byte more than is allowed, to refuse longer texts
    s->length = s->taken ? fread(s->taken, 1, PROGRAM_TEXT + 1, f) : 0;
    const bool fine = s->taken && !ferror(f);
    if (!fine)
        args_complain("cannot read %s: %s", name, strerror(errno));
    fclose(f);
    set_name(s);
    if (!fine)
        programs_close(s);
    return fine;
}

void programs_close(struct source *s)
{
    free(s->taken);
    s->taken = NULL;
}
