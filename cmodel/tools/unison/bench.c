#include "unison/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "kit/rng.h"
#include "program/parse.h"
#include "run/refuse.h"
#include "run/run.h"
#include "unison/cosim.h"
#include "unison/programs.h"

enum { SECONDS = 2 }; // processor time, at least

struct speed {
    uint64_t instructions, cycles;
    unsigned programs, rounds;
    double seconds;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t told(const struct engine *e, const char *what)
{
    uint64_t count;
    const char *text;
    for (unsigned i = 0; (text = engine_told(e, i, &count)); i++)
        if (!strcmp(text, what))
            return count;
    return 0;
}

static bool run_tree(const struct tree *t, const struct source *s, const struct args *a, struct speed *sum)
{
    const uint64_t seed = rng_name_seed(s->name, a->seed);
    struct run_result r;
    struct engine *e = run_engine(t, seed, &r);
    if (e) {
        const double begin = now();
        r = run_program(t, e, seed);
        sum->seconds += now() - begin;
        sum->cycles += r.cycles;
        sum->instructions += told(e, "instructions");
        sum->programs++;
        engine_free(e);
    }
    return r.end == RUN_PASSED || !args_complain("%s: %s", s->name, r.error);
}

// Programs that this machine or this level cannot run are skipped.
static bool run_source(const struct source *s, const struct args *a, struct speed *sum)
{
    struct complaint c = { .file = s->path };
    struct tree *t = parse_program(s->text, s->length, a->lanes, a->params, &c);
    if (!t) {
        fprintf(stderr, "%s\n", c.text);
        return false;
    }
    t->of_chip = s->taken != NULL;
    const bool fine = t->unfit || run_refuses(t) || run_tree(t, s, a, sum);
    tree_free(t);
    return fine;
}

// The named programs, or all built-in ones.
static bool run_all(const struct args *a, struct speed *sum)
{
    struct source s;
    for (unsigned i = 0; !a->names && programs_number(i, &s); i++)
        if (!run_source(&s, a, sum))
            return false;
    for (unsigned i = 0; i < a->names; i++) {
        if (!programs_open(a->name[i], &s))
            return false;
        const bool fine = run_source(&s, a, sum);
        programs_close(&s);
        if (!fine)
            return false;
    }
    return sum->programs || !args_complain("bench: none of these programs runs on this machine");
}

int command_bench(const struct args *a)
{
    struct speed sum = { 0 };
    do {
        if (!run_all(a, &sum))
            return AT_FAULT;
        sum.rounds++;
    } while (sum.seconds < SECONDS);
    printf("the model alone, %u lanes: %u programs, %" PRIu64 " instructions and %" PRIu64
           " cycles, %u times in %.1f s: "
           "%.0f instructions and %.0f cycles a second\n",
           a->lanes, sum.programs / sum.rounds, sum.instructions / sum.rounds, sum.cycles / sum.rounds,
           sum.rounds, sum.seconds, (double)sum.instructions / sum.seconds, (double)sum.cycles / sum.seconds);
    if (a->names || !cosim_there(a))
        return 0;
    fflush(stdout);
    return cosim_hand_over(a, (const char *const[]){ "--bench", "--cycles", "300000", NULL }, NULL);
}
