#include "cosim/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "environment/sm/l1s.h"

enum {
    WAVES_VIEW = 10000, // visible cycles of waves, at most
    TRIES = 1000000,    // attempts to make a failure small, at most
};

static bool matches(const char *list, const char *name)
{
    if (!list)
        return true;
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n && list[n - 1] == '*' ? !strncmp(list, name, n - 1)
                                    : n == strlen(name) && !strncmp(list, name, n))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}

bool options_ask(const void *o, const char *name)
{
    return matches(((const struct options *)o)->test, name);
}

bool options_want(const struct options *o, const struct test *t)
{
    const bool machine = ul1_find(LANES, t->block)->machine;
    return options_ask(o, t->name)
        && (machine || (!o->machines && (!o->block || !strcmp(o->block, t->block))));
}

bool options_number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

// Checks the named twins: each must be known and available. A comparison needs two; a bare run has one.
static int check_twins(const struct session *s)
{
    const struct options *o = &s->opt;
    const char *const kinds[] = { o->expected, o->actual };
    unsigned twins = 0;
    for (int i = 0; i < 2; i++) {
        bool none = !strcmp(kinds[i], "none");
        if (!none && strcmp(kinds[i], "model") && strcmp(kinds[i], "rtl") && strncmp(kinds[i], "rec:", 4))
            return complain(s, "no twin is called '%s': model, rtl, none and rec:FOLDER are known", kinds[i]);
        twins += !none;
    }
    if (strcmp(o->checks, "full") && strcmp(o->checks, "light") && strcmp(o->checks, "none"))
        return complain(s, "--checks wants full, light or none, not '%s'", o->checks);
    if (!twins)
        return complain(s, "neither twin is there");
    if (o->bare && twins > 1)
        return complain(s, "--bare compares nothing: one of --expected and --actual must be none");
    if (o->all_waves && !s->harness->waves)
        return complain(s, "--waves: the program was built with VIEWS=0, and writes none");
    if (o->bare && (o->all_waves || o->record_folder))
        return complain(s,
                        "--bare does not look inside the machine: there is nothing for waves or a recording");
    return 0;
}

static int check_trace(const struct session *s)
{
    const struct options *o = &s->opt;
    if (o->trace && o->program)
        return complain(s, "--program and --trace: one of them");
    if (!o->trace && (o->rename || o->delay != OPTIONS_DELAY))
        return complain(s, "--delay and --rename are those of a --trace");
    if (o->delay > OPTIONS_DELAYS)
        return complain(s, "--delay wants at most %d", OPTIONS_DELAYS);
    return 0;
}

static const uint64_t NOT_GIVEN = UINT64_MAX;

static int check_litmus(struct session *s)
{
    struct options *o = &s->opt;
    const bool litmus = o->litmus != NOT_GIVEN, from = o->litmus_from != NOT_GIVEN;
    const char *other = o->program ? "--program" : o->trace ? "--trace" : o->test ? "--test" : NULL;
    if (litmus && !o->litmus)
        return complain(s, "--litmus wants at least 1");
    if (litmus && other)
        return complain(s, "--litmus and %s: one of them", other);
    if (from && !litmus)
        return complain(s, "--litmus-from is that of --litmus");
    o->litmus = litmus ? o->litmus : 0;
    o->litmus_from = from ? o->litmus_from : 0;
    return 0;
}

static int check(const struct session *s)
{
    const struct options *o = &s->opt;
    if (o->params && !o->program)
        return complain(s, "--params are those of a --program");
    if (o->bare && (o->story || o->traffic || o->spans))
        return complain(s, "--bare does not look inside the machine: no instruction can be followed");
    if (o->cycles < 1)
        return complain(s, "--cycles wants at least 1");
    if (o->waves_view > WAVES_VIEW)
        return complain(s, "--waves-view wants at most %d cycles", WAVES_VIEW);
    if (o->tolerant > TOLERANT_MOST)
        return complain(s, "--tolerant wants at most %d cycles", TOLERANT_MOST);
    if (o->block && (!ul1_find(LANES, o->block) || ul1_find(LANES, o->block)->machine))
        return complain(s, "no block is named '%s'", o->block);
    if (o->tries > TRIES)
        return complain(s, "--tries wants at most %d", TRIES);
    if (!l1s_place(o->place))
        return complain(
            s, "--place wants near, apart or pairs; the last for an even number of SMs in a cluster");
    if (o->boost && (!s->harness->machine || !ul1_find(LANES, s->harness->machine)->half))
        return complain(s, "--boost: %s has one clock", s->harness->machine ? s->harness->machine : "the L1");
    if (o->boost && (o->story || o->traffic))
        return complain(s, "--boost: no report can follow two clocks");
    if (o->jobs < 1)
        return complain(s, "--jobs wants at least 1");
    if (o->fault && !s->harness->fault)
        return complain(s, "--fault: this program has no faults inside (make faults builds one that has)");
    if (o->fault && !s->harness->fault(o->fault))
        return complain(s, "no fault is named '%s'", o->fault);
    if (strcmp(o->record, "expected") && strcmp(o->record, "actual"))
        return complain(s, "--record wants expected or actual");
    return check_trace(s) ? HARNESS_AT_FAULT : check_twins(s);
}

int options_read(struct session *s, int argc, char **argv)
{
    struct options *o = &s->opt;
    const struct {
        const char *flag;
        const char **text;
        uint64_t *value;
        bool *on;
    } flags[] = {
        { "--test", &o->test, NULL, NULL },
        { "--seed", NULL, &o->seed, NULL },
        { "--cycles", NULL, &o->cycles, NULL },
        { "--expected", &o->expected, NULL, NULL },
        { "--actual", &o->actual, NULL, NULL },
        { "--waves-folder", &o->waves, NULL, NULL },
        { "--record", &o->record, NULL, NULL },
        { "--record-folder", &o->record_folder, NULL, NULL },
        { "--list", NULL, NULL, &o->list },
        { "--waves", NULL, NULL, &o->all_waves },
        { "--bare", NULL, NULL, &o->bare },
        { "--first", NULL, NULL, &o->first },
        { "--bench", NULL, NULL, &o->bench },
        { "--brief", NULL, NULL, &o->brief },
        { "--report", &o->report, NULL, NULL },
        { "--bins", &o->bins, NULL, NULL },
        { "--fault", &o->fault, NULL, NULL },
        { "--machines", NULL, NULL, &o->machines },
        { "--jobs", NULL, &o->jobs, NULL },
        { "--program", &o->program, NULL, NULL },
        { "--params", &o->params, NULL, NULL },
        { "--rows", NULL, NULL, &o->rows },
        { "--trace", &o->trace, NULL, NULL },
        { "--delay", NULL, &o->delay, NULL },
        { "--rename", NULL, NULL, &o->rename },
        { "--write-program", &o->write_program, NULL, NULL },
        { "--phases", &o->phases, NULL, NULL },
        { "--waves-at", &o->waves_at, NULL, NULL },
        { "--waves-view", NULL, &o->waves_view, NULL },
        { "--junit", &o->junit, NULL, NULL },
        { "--story", &o->story, NULL, NULL },
        { "--traffic", &o->traffic, NULL, NULL },
        { "--spans", NULL, NULL, &o->spans },
        { "--block", &o->block, NULL, NULL },
        { "--own", &o->own, NULL, NULL },
        { "--litmus", NULL, &o->litmus, NULL },
        { "--litmus-from", NULL, &o->litmus_from, NULL },
        { "--shrink", NULL, NULL, &o->shrink },
        { "--tries", NULL, &o->tries, NULL },
        { "--tolerant", NULL, &o->tolerant, NULL },
        { "--checks", &o->checks, NULL, NULL },
        { "--place", &o->place, NULL, NULL },
        { "--boost", NULL, NULL, &o->boost },
    };
    o->tries = OPTIONS_USUAL_TRIES;
    o->litmus = o->litmus_from = NOT_GIVEN;
    for (int i = 1; i < argc; i++) {
        size_t k = 0, count = sizeof flags / sizeof *flags;
        while (k < count && strcmp(flags[k].flag, argv[i]))
            k++;
        if (k == count)
            return complain(s, "unknown option '%s' (docs/verification.md has all that there are)", argv[i]);
        if (flags[k].on) {
            *flags[k].on = true;
            continue;
        }
        if (++i == argc || !*argv[i])
            return complain(s, "'%s' wants a value", argv[i - 1]);
        if (flags[k].text)
            *flags[k].text = argv[i];
        else if (!options_number(argv[i], flags[k].value))
            return complain(s, "'%s %s': not a number", argv[i - 1], argv[i]);
    }
    if (o->tries == OPTIONS_USUAL_TRIES)
        o->tries = o->shrink ? OPTIONS_SHRINK_TRIES : OPTIONS_TRIES;
    o->brief |= o->shrink;
    if (o->cycles == OPTIONS_ALL_CYCLES && !o->trace)
        o->cycles = OPTIONS_CYCLES;
    const int wrong = check_litmus(s);
    return wrong ? wrong : check(s);
}
