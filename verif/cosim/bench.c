#include "cosim/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cosim/prepare.h"
#include "checkers/lockstep/apart.h"

// The time of a run in seconds: processor time and wall-clock time.
struct taken {
    double process, wall;
};

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The variants of a test that are timed. A variant with one twin is bare: it has no contracts and no memory
// checker.
enum timed { LOCKSTEP, BARE, APART, MODEL, TIMED };

// Returns false, after a message, if the run failed.
static bool time_run(struct session *s, const struct test *t, enum timed what, struct run *r,
                     struct taken *taken)
{
    s->opt.expected = what == BARE ? "none" : "model";
    s->opt.actual = what == MODEL ? "none" : "rtl";
    s->opt.bare = what == BARE || what == MODEL;
    const bool ready = prepare(s, t, r);
    r->name = NULL;
    taken->process = -clock_of(CLOCK_PROCESS_CPUTIME_ID);
    taken->wall = -clock_of(CLOCK_MONOTONIC);
    if (ready && what == APART)
        run_apart(r);
    else if (ready && what == LOCKSTEP)
        run_in_turns(r);
    else if (ready)
        carry_out(s, r);
    taken->process += clock_of(CLOCK_PROCESS_CPUTIME_ID);
    taken->wall += clock_of(CLOCK_MONOTONIC);
    if (r->verdict != PASS)
        complain(s, "%s: %s", t->name, r->message);
    return r->verdict == PASS;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *of, unsigned n, double *least, double *most)
{
    double sorted[16];
    memcpy(sorted, of, n * sizeof *of);
    qsort(sorted, n, sizeof *sorted, ascending);
    *least = sorted[0];
    *most = sorted[n - 1];
    return sorted[n / 2];
}

// Times the lockstep against the Verilog alone, on one core by processor time and on two by wall-clock time,
// and the model alone. All use the same binary and stimulus, and alternate, so that a drift of the machine's
// speed affects all. Results are medians; the ratios are medians over pairs.
int bench_print(struct session *s, const struct test *tests, unsigned count)
{
    enum { ROUNDS = 5 };
    static const char *const what[] = { "lockstep, kcycles/s", "bare, kcycles/s", "ratio", "two cores, ratio",
                                        "model, kaccesses/s" };
    enum { LOCKSTEPS, BARES, RATIO, RATIO_APART, MODELS, FIGURES };
    double figure[FIGURES][ROUNDS], at[FIGURES];
    const char *name = s->opt.test ? s->opt.test : s->opt.program ? tests->name : "random";
    const struct test *t = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(tests[i].name, name))
            t = &tests[i];
    if (!t)
        return complain(s, "no test is named '%s'", name);
    for (int i = 0; i < ROUNDS; i++) {
        struct taken taken[TIMED];
        uint64_t cycles = 0;
        int64_t passes = 0;
        for (enum timed k = 0; k < TIMED; k++) {
            struct run r;
            const bool fine = time_run(s, t, k, &r, &taken[k]);
            cycles = r.cycles;
            passes = r.stimulus ? r.stimulus->passes : 0;
            run_close(&r);
            if (!fine)
                return HARNESS_AT_FAULT;
        }
        figure[LOCKSTEPS][i] = (double)cycles / taken[LOCKSTEP].process / 1e3;
        figure[BARES][i] = (double)cycles / taken[BARE].process / 1e3;
        figure[RATIO][i] = taken[LOCKSTEP].process / taken[BARE].process;
        figure[RATIO_APART][i] = taken[APART].wall / taken[BARE].wall;
        figure[MODELS][i] = (double)passes / taken[MODEL].process / 1e3;
    }
    for (int k = 0; k < FIGURES; k++) {
        double least, most;
        at[k] = median(figure[k], ROUNDS, &least, &most);
        printf(k == RATIO || k == RATIO_APART ? "%-20s %8.2f  (%.2f to %.2f)\n"
                                              : "%-20s %8.0f  (%.0f to %.0f)\n",
               what[k], at[k], least, most);
    }
    printf("bench: lockstep %.0f kcycles/s, bare %.0f kcycles/s, ratio %.2f; two cores ratio %.2f; model "
           "%.0f kaccesses/s\n",
           at[LOCKSTEPS], at[BARES], at[RATIO], at[RATIO_APART], at[MODELS]);
    return PASS;
}
