#include "unison/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kit/rng.h"
#include "program/names.h"
#include "program/parse.h"
#include "run/refuse.h"
#include "run/run.h"
#include "ul1.h"
#include "unison/cosim.h"
#include "unison/programs.h"

struct sums {
    unsigned passed, failed, skipped;
    enum run_end worst; // end of the first failure
};

static void say_costs(const struct engine *e)
{
    uint64_t count;
    const char *text;
    for (unsigned i = 0; (text = engine_told(e, i, &count)); i++)
        printf("%s%s %" PRIu64, i ? ", " : "      ", text, count);
    printf("\n");
}

// The machine's nonzero counters. They include activity between parts, such as changes of the carveout.
static void say_counters(const struct run_result *r)
{
    const struct ul1_port *index = ul1_port_find(ul1_find(8, "perf"), "perf_index");
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        if (r->counter[i])
            printf("      %-14s %10" PRIu32 "\n", index->names[i], r->counter[i]);
}

static struct run_result at_fault(const char *why)
{
    struct run_result r = { .end = RUN_AT_FAULT };
    snprintf(r.error, sizeof r.error, "%s", why);
    return r;
}

static struct run_result run_tree(const struct tree *t, const struct source *s, const struct args *a)
{
    const uint64_t seed = rng_name_seed(s->name, a->seed);
    struct run_result r;
    struct engine *e = run_engine(t, seed, &r);
    if (!e)
        return r;
    // The counts of programs inside are those of as many banks as lanes.
    if (!s->taken && names_value("ROW_WORDS", a->lanes) < a->lanes)
        engine_counts(e, COUNTS_WORDS);
    r = run_program(t, e, seed);
    if (r.end != RUN_AT_FAULT) {
        printf("%-28s %s\n", s->name, r.end == RUN_PASSED ? "ok" : "FAILED");
        say_costs(e);
        if (a->counters)
            say_counters(&r);
    }
    engine_free(e);
    return r;
}

static void run_source(const struct source *s, const struct args *a, struct sums *sums)
{
    struct complaint c = { .file = s->path };
    struct tree *t = parse_program(s->text, s->length, a->lanes, a->params, &c);
    struct run_result r = at_fault(c.text);
    if (t)
        t->of_chip = s->taken != NULL;
    if (t && t->unfit) {
        printf("%-28s skipped: %s:%u:%u: this machine lacks what it needs\n", s->name, s->path, t->need.line,
               t->need.column);
        sums->skipped++;
    } else if (t && a->all && run_refuses(t)) {
        printf("%-28s skipped: %s\n", s->name, run_refuses(t));
        sums->skipped++;
    } else {
        if (t)
            r = run_tree(t, s, a);
        sums->passed += r.end == RUN_PASSED;
        sums->failed += r.end != RUN_PASSED;
        sums->worst = sums->worst ? sums->worst : r.end;
        if (r.end != RUN_PASSED)
            fprintf(r.end == RUN_AT_FAULT ? stderr : stdout, "%s%s\n",
                    strncmp(r.error, s->path, strlen(s->path)) && r.end == RUN_AT_FAULT ? "unison: " : "",
                    r.error);
    }
    if (t)
        tree_free(t);
}

static int run_in_lockstep(const struct args *a)
{
    struct source s;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, a->seed);
    if (a->names != 1 || a->all)
        return args_complain("run --lockstep wants one program");
    if (!programs_open(a->name[0], &s))
        return AT_FAULT;
    // built-in programs are tests of the lockstep program
    const char *kind = s.taken ? "--program" : "--test";
    programs_close(&s);
    return cosim_hand_over(a,
                           (const char *const[]){ kind, a->name[0], "--seed", seed,
                                                  a->params ? "--params" : NULL, a->params, NULL },
                           NULL);
}

int command_run(const struct args *a)
{
    struct sums sums = { 0 };
    struct source s;
    if (!a->names && !a->all)
        return args_complain("run wants a FILE, a name (unison list) or --all");
    if (a->lockstep)
        return run_in_lockstep(a);
    for (unsigned i = 0; a->all && programs_number(i, &s); i++)
        run_source(&s, a, &sums);
    for (unsigned i = 0; i < a->names; i++) {
        if (!programs_open(a->name[i], &s))
            return AT_FAULT;
        run_source(&s, a, &sums);
        programs_close(&s);
    }
    if (sums.passed + sums.failed + sums.skipped > 1)
        printf("unison: %u passed, %u failed, %u skipped\n", sums.passed, sums.failed, sums.skipped);
    return sums.worst ? (int)sums.worst : sums.passed ? 0 : AT_FAULT;
}
