#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "drive/drive.h"

volatile sig_atomic_t run_interrupted;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// A line on the terminal, overwritten; in a log a line now and then. Nothing for what ends within seconds.
static void progress(const struct run *r, double start, double *last)
{
    double t = now();
    bool terminal = isatty(STDERR_FILENO);
    if (t - *last < (terminal ? 1 : 20))
        return;
    *last = t;
    fprintf(stderr, terminal ? "\r  %s: %" PRIu64 " cycles, %.0f kcycles/s " : "  %s: %" PRIu64 " cycles, %.0f kcycles/s\n", r->name,
            r->cycles, (double)r->cycles / (t - start) / 1e3);
}

static void found(struct run *r, enum verdict v, const char *message)
{
    r->verdict = v;
    r->failed_at = r->cycles - 1;
    snprintf(r->message, sizeof r->message, "cycle %" PRIu64 ": %s", r->failed_at, message);
}

static void differ(struct run *r, const void *in, const void *expected, const void *actual)
{
    size_t max = sizeof r->mismatches / sizeof *r->mismatches;
    r->mismatch_count = scoreboard_find(&r->scoreboard, in, expected, actual, r->mismatches, max);
    if (!r->mismatch_count) {
        found(r, HARNESS_AT_FAULT, "the scoreboard saw a difference that the tables do not show");
        return;
    }
    const struct mismatch *m = &r->mismatches[0];
    char lane[24] = "", text[300];
    if (m->port->count > 1)
        snprintf(lane, sizeof lane, "[%zu]", m->lane);
    snprintf(text, sizeof text, "%s.%s%s expected 0x%" PRIx64 ", actual 0x%" PRIx64, m->port->block, m->port->name, lane, m->expected,
             m->actual);
    found(r, TWINS_DIFFER, text);
}

// All that is judged in a settled cycle, the first finding only.
static void judge(struct run *r, const void *in, const void *expected, const void *actual, const void *seen)
{
    if (r->expected && r->actual && !scoreboard_check(&r->scoreboard, in, expected, actual)) {
        differ(r, in, expected, actual);
        return;
    }
    const char *block, *broken = r->contracts ? contracts_check(r->contracts, in, seen, &block) : NULL;
    if (broken) {
        char text[300];
        snprintf(text, sizeof text, "contract of %s: %s", block, broken);
        found(r, HARNESS_AT_FAULT, text);
    }
}

static void loop(struct run *r, void *in, void *out_expected, void *out_actual)
{
    struct twin *twins[] = { r->expected, r->actual };
    void *outs[] = { out_expected, out_actual };
    struct stimulus *s = r->stimulus;
    void *seen = r->expected ? out_expected : out_actual; // what the stimulus sees; as long as the twins agree, it is the same
    bool clocked = (r->expected ? r->expected : r->actual)->shape->clocked;
    bool judged = !clocked; // before the first reset a twin's state is anything
    double start = now(), last = start;

    while (!s->done || r->verdict != PASS) {
        for (int i = 0; i < 2; i++)
            if (twins[i] && !twins[i]->ops->early(twins[i], outs[i])) {
                found(r, HARNESS_AT_FAULT, twins[i]->error);
                return;
            }
        s->ops->drive(s, seen, in);
        for (int round = 0; round < (s->ops->respond ? 2 : 1); round++) {
            if (round)
                s->ops->respond(s, seen, in);
            for (int i = 0; i < 2; i++)
                if (twins[i])
                    twins[i]->ops->late(twins[i], in, outs[i]);
        }
        uint64_t cycle = r->cycles++;
        for (struct observer *o = r->observers; o; o = o->next)
            if (cycle >= o->from && cycle <= o->to)
                o->cycle(o, cycle, in, r->expected ? out_expected : NULL, r->actual ? out_actual : NULL);
        if (judged && r->verdict == PASS)
            judge(r, in, out_expected, out_actual, seen);
        judged |= *(const uint8_t *)in; // in the first cycle of reset not yet
        if (!s->ops->observe(s, in, seen) && r->verdict == PASS)
            found(r, s->verdict, s->error);
        if (r->verdict != PASS && cycle >= r->failed_at + r->linger)
            return;
        for (int i = 0; i < 2; i++)
            if (twins[i])
                twins[i]->ops->clock(twins[i], in, outs[i]);
        if (run_interrupted) {
            if (r->verdict == PASS)
                found(r, HARNESS_AT_FAULT, "interrupted");
            return;
        }
        if (r->name && !(r->cycles & 0xffff))
            progress(r, start, &last);
    }
    if (s->ops->finish && !s->ops->finish(s))
        found(r, s->verdict, s->error);
    else if (r->expected && r->actual && !scoreboard_values(&r->scoreboard))
        found(r, HARNESS_AT_FAULT, "nothing was compared");
}

enum verdict run_go(struct run *r)
{
    const struct ul1_block *shape = (r->expected ? r->expected : r->actual)->shape;
    void *in = calloc(1, shape->in_size), *e = calloc(1, shape->out_size), *a = calloc(1, shape->out_size);
    if (!in || !e || !a || !scoreboard_open(&r->scoreboard, shape))
        found(r, HARNESS_AT_FAULT, "out of memory, or a block that the scoreboard does not know");
    else
        loop(r, in, e, a);
    free(in);
    free(e);
    free(a);
    return r->verdict;
}

void run_close(struct run *r)
{
    while (r->observers) {
        struct observer *o = r->observers;
        r->observers = o->next;
        o->close(o);
    }
    if (r->expected)
        r->expected->ops->free(r->expected);
    if (r->actual)
        r->actual->ops->free(r->actual);
    if (r->stimulus)
        r->stimulus->ops->free(r->stimulus);
    free(r->contracts);
    scoreboard_close(&r->scoreboard);
}
