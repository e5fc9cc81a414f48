#include "app/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/prepare.h"

// One run of a test with these twins, timed: seconds; negative: it failed. bare: without comparison, contracts and witness.
static double time_run(struct session *s, const struct test *t, const char *expected, const char *actual, bool bare, struct run *r)
{
    s->opt.expected = expected;
    s->opt.actual = actual;
    s->opt.bare = bare;
    bool ready = prepare(s, t, r);
    r->name = NULL;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (ready)
        carry_out(s, r);
    clock_gettime(CLOCK_MONOTONIC, &b);
    if (r->verdict != PASS)
        complain(s, "%s: %s", t->name, r->message);
    return r->verdict == PASS ? (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec) : -1;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The lockstep against the Verilog alone, same binary and stimulus, in turn, so that a drifting machine slows both; and
// the model alone. Medians, and the median of the ratios pair by pair.
int bench_print(struct session *s, const struct test *tests, unsigned count)
{
    enum { ROUNDS = 5 };
    double lockstep[ROUNDS], bare[ROUNDS], ratio[ROUNDS], model[ROUNDS];
    const char *name = s->opt.test ? s->opt.test : "random";
    const struct test *t = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(tests[i].name, name))
            t = &tests[i];
    if (!t)
        return complain(s, "no test is named '%s'", name);
    for (int i = 0; i < ROUNDS && !run_interrupted; i++) {
        struct run r;
        double seconds[3];
        for (int k = 0; k < 3; k++) {
            seconds[k] = time_run(s, t, k == 1 ? "none" : "model", k == 2 ? "none" : "rtl", k != 0, &r);
            if (k == 0)
                lockstep[i] = (double)r.cycles / seconds[0] / 1e3;
            else if (k == 1)
                bare[i] = (double)r.cycles / seconds[1] / 1e3;
            else
                model[i] = (double)r.stimulus->passes / seconds[2] / 1e3;
            run_close(&r);
            if (seconds[k] < 0)
                return HARNESS_AT_FAULT;
        }
        ratio[i] = seconds[0] / seconds[1];
        printf("round %d: lockstep %.0f, bare %.0f kcycles/s, ratio %.2f; model %.0f kaccesses/s\n", i + 1, lockstep[i], bare[i], ratio[i],
               model[i]);
        fflush(stdout);
    }
    double *all[] = { lockstep, bare, ratio, model };
    for (int k = 0; k < 4; k++)
        qsort(all[k], ROUNDS, sizeof(double), ascending);
    printf("bench: lockstep %.0f kcycles/s, bare %.0f kcycles/s, ratio %.2f; model %.0f kaccesses/s\n", lockstep[ROUNDS / 2],
           bare[ROUNDS / 2], ratio[ROUNDS / 2], model[ROUNDS / 2]);
    return PASS;
}
