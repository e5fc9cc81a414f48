#include "tests/programs/programs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/engine.h"
#include "program/parse.h"
#include "environment/sm/text.h"
#include "environment/sm/environment.h"
#include "environment/sm/l1s.h"
#include "ul1.h"

static const struct embedded {
    const char *path, *text;
} embedded[] = {
#include "programs.inc"
};
enum { EMBEDDED = sizeof embedded / sizeof *embedded };

static struct stimulus *make(const struct test *t, uint64_t seed, uint64_t cycles)
{
    (void)cycles; // a program ends by itself
    const struct ul1_block *shape = ul1_find(LANES, t->block);
    struct program *p = text_program(t->data, shape, seed);
    return p ? env_new(p, shape, seed) : NULL;
}

// The file's name without its folder and ending.
static void name_of(const char *path, char name[PROGRAM_NAME])
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    snprintf(name, PROGRAM_NAME, "%.*s", (int)(dot && dot > file ? dot - file : (long)strlen(file)), file);
}

// A program among the tests is in the folder of its family, with blanks as `_`.
static void family_of(const char *path, char family[PROGRAM_NAME])
{
    const char *slash = strrchr(path, '/'), *folder = slash;
    while (folder > path && folder[-1] != '/')
        folder--;
    snprintf(family, PROGRAM_NAME, "%.*s", (int)(slash - folder), folder);
    for (char *c = family; *c; c++)
        if (*c == '_')
            *c = ' ';
}

static bool makes_sense(const struct tree *t, char error[PROGRAM_ERROR])
{
    struct engine *e = engine_new(t, 1);
    const bool fine = e && engine_check(e);
    if (!fine)
        snprintf(error, PROGRAM_ERROR, "%s", e ? engine_error(e) : "out of memory");
    if (e)
        engine_free(e);
    return fine;
}

bool programs_test(const char *path, const char *text, size_t length, const char *params, struct test *test,
                   char name[PROGRAM_NAME], char error[PROGRAM_ERROR])
{
    struct complaint c = { .file = path };
    struct tree *t = parse_program(text, length, LANES, params, &c);
    if (!t)
        snprintf(error, PROGRAM_ERROR, "%s", c.text);
    if (!t)
        return false;
    if (!t->unfit && !makes_sense(t, error)) {
        tree_free(t);
        return false;
    }
    name_of(path, name);
    *test = (struct test){ .name = name,
                           .shows = *t->shows ? t->shows : "a program",
                           .make = make,
                           .data = t,
                           .family = "programs" };
    if (t->unfit)
        snprintf(error, PROGRAM_ERROR, "%s:%u:%u: this machine lacks what the program needs", path,
                 t->need.line, t->need.column);
    else
        test->block = text_machine(t);
    return true;
}

const struct test *programs_all(test_asked *asked, const void *who, unsigned *count)
{
    static struct test tests[EMBEDDED];
    static char names[EMBEDDED][PROGRAM_NAME], families[EMBEDDED][PROGRAM_NAME];
    unsigned fit = 0;
    char error[PROGRAM_ERROR];
    for (const struct embedded *e = embedded; e < embedded + EMBEDDED; e++) {
        name_of(e->path, names[fit]);
        if (asked && !asked(who, names[fit]))
            continue;
        if (!programs_test(e->path, e->text, strlen(e->text), NULL, &tests[fit], names[fit], error)) {
            fprintf(stderr, "%s\n", error);
            exit(HARNESS_AT_FAULT);
        }
        family_of(e->path, families[fit]);
        tests[fit].family = families[fit];
        fit += tests[fit].block != NULL;
    }
    *count = fit;
    return tests;
}

static bool read_file(const char *path, char *text, size_t *length, char error[PROGRAM_ERROR])
{
    FILE *f = fopen(path, "r");
    // reads one byte more than is allowed, to refuse longer texts
    *length = f ? fread(text, 1, PROGRAM_TEXT + 1, f) : 0;
    const bool fine = f && !ferror(f);
    if (!fine)
        snprintf(error, PROGRAM_ERROR, "cannot read %.200s: %s", path, strerror(errno));
    if (f)
        fclose(f);
    return fine;
}

bool programs_reset_alone(const struct test *t)
{
    return t->make == make && ((const struct tree *)t->data)->alone;
}

// Places the program on a machine of wired parts.
static bool place(struct test *test, const char *path, const char *machine, char error[PROGRAM_ERROR])
{
    const struct tree *t = test->data;
    const unsigned named = t->l1s, l1s = machine ? l1s_count(ul1_find(LANES, machine)) : named;
    if (*t->machine && (!machine || strcmp(t->machine, machine))) {
        snprintf(error, PROGRAM_ERROR, "%s is for the machine %s: run it with MACHINE=%s", path, t->machine,
                 t->machine);
        return false;
    }
    if (!machine)
        return true;
    if (named > l1s)
        snprintf(error, PROGRAM_ERROR, "%s names %u L1s, and the machine %s has %u", path, named, machine,
                 l1s);
    test->block = machine;
    return named <= l1s;
}

const struct test *programs_file(const char *path, const char *params, const char *machine,
                                 char error[PROGRAM_ERROR])
{
    static struct test test;
    static char name[PROGRAM_NAME];
    static char text[PROGRAM_TEXT + 1];
    static struct tree *last;
    size_t length;
    if (last)
        tree_free(last);
    last = NULL;
    if (!read_file(path, text, &length, error)
        || !programs_test(path, text, length, params, &test, name, error))
        return NULL;
    last = (struct tree *)test.data;
    last->of_chip = true;
    return test.block && place(&test, path, machine, error) ? &test : NULL;
}
