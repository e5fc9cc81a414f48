#include "unison/args.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/names.h"

int args_complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "unison: ");
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    return AT_FAULT;
}

static bool number(const char *option, const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return (*text >= '0' && *text <= '9' && !*end && !errno)
        || !args_complain("'%s %s': not a number", option, text);
}

static bool take_value(struct args *a, const char *option, const char *value)
{
    uint64_t n;
    if (!strcmp(option, "--lanes")) {
        if (!number(option, value, &n))
            return false;
        a->lanes = n > 1000 ? 1000 : (unsigned)n;
        return names_lanes(a->lanes) || !args_complain("--lanes %s is impossible: 8, 16, 32 or 64", value);
    }
    if (!strcmp(option, "--seed"))
        return number(option, value, &a->seed);
    if (!strcmp(option, "--times"))
        return number(option, value, &a->times)
            && ((a->times && a->times <= UINT32_MAX / 2)
                || !args_complain("--times %s is impossible", value));
    if (!strcmp(option, "--for")) {
        if (a->loops == ARGS_LOOPS)
            return !args_complain("more than %d --for", ARGS_LOOPS);
        a->loop[a->loops++] = value;
        return true;
    }
    *(!strcmp(option, "--params") ? &a->params : !strcmp(option, "--mask") ? &a->mask : &a->svg) = value;
    return true;
}

// Whether it is an option without a value.
static bool take_flag(struct args *a, const char *option)
{
    const struct {
        const char *name;
        bool *on;
    } flags[] = {
        { "--all", &a->all },       { "--tests", &a->tests }, { "--lockstep", &a->lockstep },
        { "--colour", &a->colour }, { "--plain", &a->plain }, { "--counters", &a->counters },
    };
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(flags[i].name, option))
            return *flags[i].on = true;
    return false;
}

static bool wants_value(const char *option)
{
    static const char *const names[] = { "--lanes", "--seed", "--params", "--mask",
                                         "--svg",   "--for",  "--times" };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], option))
            return true;
    return false;
}

bool args_read(struct args *a, int argc, char **argv)
{
    *a = (struct args){ .self = argv[0], .lanes = 32, .seed = 1, .times = 1 };
    a->colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2)) {
            if (!a->command)
                a->command = argv[i];
            else if (a->names == ARGS_NAMES)
                return !args_complain("more than %d names", ARGS_NAMES);
            else
                a->name[a->names++] = argv[i];
        } else if (wants_value(argv[i])) {
            if (i + 1 == argc)
                return !args_complain("'%s' wants a value", argv[i]);
            if (!take_value(a, argv[i], argv[i + 1]))
                return false;
            i++;
        } else if (!strcmp(argv[i], "--help")) {
            a->command = "help";
        } else if (!take_flag(a, argv[i])) {
            return !args_complain("unknown option '%s' (unison --help)", argv[i]);
        }
    }
    a->colour &= !a->plain;
    return true;
}
