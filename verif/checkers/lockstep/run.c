// The loop of a run: drives, settles, checks and clocks.
#include "checkers/lockstep/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { UNBUILT_EVERY = 2048 }; // cycles between looks at what is not built

volatile sig_atomic_t run_interrupted;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Adds progress within the text, if there is one. (The stimulus may run on another core.)
static void progress_of_text(const struct stimulus *s)
{
    const uint64_t text = __atomic_load_n(&s->text, __ATOMIC_RELAXED);
    if (text)
        fprintf(stderr, ", %.1f of %.1f MB, %" PRId64 " instructions", (double)text / 1e6,
                (double)s->text_of / 1e6, __atomic_load_n(&s->instructions, __ATOMIC_RELAXED));
}

// Prints a progress line on the terminal, overwritten; in a log a line now and then. Nothing for runs of a
// few seconds.
static void progress(struct run *r)
{
    double t = now();
    bool terminal = isatty(STDERR_FILENO);
    if (t - r->told < (terminal ? 1 : 20))
        return;
    r->told = t;
    fprintf(stderr, "%s  %s: %" PRIu64 " cycles, %.0f kcycles/s", terminal ? "\r" : "", r->name, r->cycles,
            (double)r->cycles / (t - r->started) / 1e3);
    progress_of_text(r->stimulus);
    fprintf(stderr, terminal ? " " : "\n");
}

void run_fail(struct run *r, enum verdict v, const char *message)
{
    r->verdict = v;
    r->failed_at = r->cycles ? r->cycles - 1 : 0;
    snprintf(r->message, sizeof r->message, "cycle %" PRIu64 ": %s", r->failed_at, message);
}

const struct ul1_block *run_shape(const struct run *r)
{
    // NOLINT(clang-analyzer-core.NullDereference): one is there (prepare)
    return (r->expected ? r->expected : r->actual)->shape;
}

static void differ(struct run *r, const void *in, const void *expected, const void *actual)
{
    size_t max = sizeof r->mismatches / sizeof *r->mismatches;
    r->mismatch_count = scoreboard_find(&r->scoreboard, in, expected, actual, r->mismatches, max);
    if (!r->mismatch_count) {
        run_fail(r, HARNESS_AT_FAULT, "the scoreboard saw a difference that the tables do not show");
        return;
    }
    const struct mismatch *m = &r->mismatches[0];
    char field[24] = "", text[300], path[100];
    if (m->port->count > 1)
        snprintf(field, sizeof field, "[%zu]", m->field);
    snprintf(text, sizeof text, "%s%s expected 0x%" PRIx64 ", actual 0x%" PRIx64,
             port_path(m->port, path, sizeof path), field, m->expected, m->actual);
    run_fail(r, TWINS_DIFFER, text);
}

static bool compare(struct run *r, const void *in, const void *expected, const void *actual)
{
    struct finding found;
    if (!r->tolerant) {
        if (!scoreboard_check(&r->scoreboard, in, expected, actual))
            differ(r, in, expected, actual);
    } else if (!tolerant_check(r->tolerant, r->cycles - 1, in, expected, actual, r->scoreboard.checks,
                               &found)) {
        r->mismatches[0] = found.differs;
        r->mismatch_count = found.differs.port != NULL;
        run_fail(r, TWINS_DIFFER, found.text);
    }
    return r->verdict == PASS;
}

// All checks of a settled cycle; keeps the first finding only.
static void judge(struct run *r, const void *in, const void *expected, const void *actual, const void *seen)
{
    if (r->expected && r->actual && !compare(r, in, expected, actual))
        return;
    const char *broken, *whose;
    const struct judge *j = judges_look(r->judges, in, seen, &broken, &whose);
    if (!j)
        return;
    char text[300];
    snprintf(text, sizeof text, "contract of %s%s%s: %s", j->part ? j->part : "", j->part ? "." : "", whose,
             broken);
    run_fail(r, judge_blames_design(run_shape(r), j->part, broken) ? TWINS_DIFFER : HARNESS_AT_FAULT, text);
}

// What is not built is zero. This is looked at now and then only.
static void look_at_unbuilt(struct run *r, const void *in, const void *out)
{
    const struct ul1_block *shape = run_shape(r);
    char path[100], text[160];
    for (size_t k = 0; k < shape->port_count; k++) {
        const struct ul1_port *p = &shape->ports[k];
        for (size_t i = 0; !p->built && i < p->count && r->verdict == PASS; i++)
            if (ul1_get(p, p->is_out ? out : in, i)) {
                snprintf(text, sizeof text, "%s is not built, and not zero", port_path(p, path, sizeof path));
                run_fail(r, HARNESS_AT_FAULT, text);
            }
    }
}

void run_watch(struct run *r, const void *in, const void *expected, const void *actual)
{
    const uint64_t cycle = r->cycles++;
    if (r->name && !(r->cycles & 0xffff))
        progress(r);
    if (r->judged && r->cycles % UNBUILT_EVERY == 0 && r->verdict == PASS)
        look_at_unbuilt(r, in, expected ? expected : actual);
    for (struct observer *o = r->observers; o; o = o->next)
        if (cycle >= o->from && cycle <= o->to && !o->whole)
            o->cycle(o, cycle, in, expected, actual);
        else if (cycle >= o->from && cycle <= o->to)
            o->cycle(o, cycle, ul1_part_in(o->whole, o->part, in, expected ? expected : actual),
                     ul1_part_out(o->whole, o->part, expected), ul1_part_out(o->whole, o->part, actual));
}

void run_mark(struct run *r, bool begun)
{
    for (struct observer *o = begun && !r->begun ? r->observers : NULL; o; o = o->next)
        if (o->mark == UINT64_MAX)
            o->mark = r->cycles - 1;
    r->begun = begun;
}

void run_end_if_interrupted(struct run *r)
{
    if (!run_interrupted || r->over)
        return;
    r->over = true;
    if (r->verdict == PASS)
        run_fail(r, HARNESS_AT_FAULT, "interrupted");
}

void run_open(struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    r->judged = !shape->clocked;
    r->started = r->told = now();
    r->over = !scoreboard_open(&r->scoreboard, shape);
    if (r->over)
        run_fail(r, HARNESS_AT_FAULT, "out of memory, or a block that the scoreboard does not know");
}

bool run_goes_on(const struct run *r)
{
    return !r->over && (!r->stimulus->done || r->verdict != PASS);
}

void run_settled(struct run *r, const void *in, const void *expected, const void *actual)
{
    const void *seen = expected ? expected : actual; // the same as long as the twins agree
    run_watch(r, in, expected, actual);
    if (r->judged && r->verdict == PASS)
        judge(r, in, expected, actual, seen);
    r->judged = r->judged || ul1_in_reset(r->scoreboard.shape, in); // not yet in the first cycle of reset
    if (!r->stimulus->ops->observe(r->stimulus, in, seen) && r->verdict == PASS)
        run_fail(r, r->stimulus->verdict, r->stimulus->error);
    run_mark(r, r->stimulus->begun);
    r->over = r->verdict != PASS && r->cycles > r->failed_at + r->linger;
    run_end_if_interrupted(r);
}

void run_twin_ended(struct run *r, const struct twin *t)
{
    if (r->verdict == PASS) // else the run had failed already, and lingers
        run_fail(r, t->at_fault ? TWINS_DIFFER : HARNESS_AT_FAULT, t->error);
}

// Whether a long run has checked every output. (In a machine of machines one part may not need what another
// has compared.)
static bool every_output(struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    const uint64_t *checks = scoreboard_checks(&r->scoreboard);
    for (size_t i = shape->in_count; r->stimulus->every_output && !shape->part_count && i < shape->port_count;
         i++) {
        char path[100], text[130];
        if (checks[i - shape->in_count] || !shape->ports[i].built)
            continue;
        snprintf(text, sizeof text, "%s was never checked", port_path(&shape->ports[i], path, sizeof path));
        run_fail(r, HARNESS_AT_FAULT, text);
        return false;
    }
    return true;
}

static void finish(struct run *r)
{
    struct stimulus *s = r->stimulus;
    const bool compared = r->expected && r->actual;
    if (s->ops->finish && !s->ops->finish(s))
        run_fail(r, s->verdict, s->error);
    else if (compared && !scoreboard_values(&r->scoreboard))
        run_fail(r, HARNESS_AT_FAULT, "nothing was compared");
    r->behind = r->verdict != PASS || (compared && !every_output(r));
}

enum verdict run_finish(struct run *r)
{
    if (r->verdict == PASS)
        finish(r);
    return r->verdict;
}

static struct twin *twin_of(const struct run *r, int i)
{
    return i ? r->actual : r->expected;
}

static bool early(struct run *r)
{
    for (int i = 0; i < 2; i++)
        if (twin_of(r, i) && !twin_of(r, i)->ops->early(twin_of(r, i), r->out[i])) {
            run_twin_ended(r, twin_of(r, i));
            return false;
        }
    return true;
}

static void late(struct run *r)
{
    for (int i = 0; i < 2; i++)
        if (twin_of(r, i))
            twin_of(r, i)->ops->late(twin_of(r, i), r->in, r->out[i]);
}

static void clock_edge(struct run *r)
{
    for (int i = 0; i < 2; i++)
        if (twin_of(r, i))
            twin_of(r, i)->ops->clock(twin_of(r, i), r->in, r->out[i]);
}

// The first half of a cycle: it has the inputs of the second one, and the near clock rises alone at its end.
static bool first_half(struct run *r)
{
    struct stimulus *s = r->stimulus;
    const void *expected = r->expected ? r->out[0] : NULL, *actual = r->actual ? r->out[1] : NULL;
    uint8_t *half = (uint8_t *)r->in + run_shape(r)->half;
    *half = 1;
    late(r);
    run_watch(r, r->in, expected, actual);
    if (r->judged && r->verdict == PASS)
        judge(r, r->in, expected, actual, expected ? expected : actual);
    if (s->ops->between && !s->ops->between(s, r->in, expected ? expected : actual) && r->verdict == PASS)
        run_fail(r, s->verdict, s->error);
    clock_edge(r);
    *half = 0;
    return early(r);
}

// One cycle up to the clock edge. A reset lasts for whole cycles. False: a twin could not go on.
static bool settle(struct run *r)
{
    struct stimulus *s = r->stimulus;
    void *seen = r->out[r->expected ? 0 : 1];
    if (!early(r))
        return false;
    s->ops->drive(s, seen, r->in);
    if (s->boost && run_shape(r)->half && !ul1_in_reset(run_shape(r), r->in) && !first_half(r))
        return false;
    for (int round = 0; round < (s->ops->respond ? 2 : 1); round++) {
        if (round)
            s->ops->respond(s, seen, r->in);
        late(r);
    }
    run_settled(r, r->in, r->expected ? r->out[0] : NULL, r->actual ? r->out[1] : NULL);
    return true;
}

bool run_open_samples(struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    r->in = calloc(1, shape->in_size);
    for (int i = 0; i < 2; i++)
        r->out[i] = calloc(1, shape->out_size);
    run_open(r);
    return r->in && r->out[0] && r->out[1];
}

enum verdict run_go(struct run *r)
{
    if (!run_open_samples(r))
        run_fail(r, HARNESS_AT_FAULT, "out of memory");
    else
        while (run_goes_on(r) && settle(r))
            clock_edge(r);
    return run_finish(r);
}

void run_free_twins(struct run *r)
{
    if (r->expected)
        r->expected->ops->free(r->expected);
    if (r->actual)
        r->actual->ops->free(r->actual);
    r->expected = r->actual = NULL;
}

void run_close(struct run *r)
{
    while (r->observers) {
        struct observer *o = r->observers;
        r->observers = o->next;
        o->close(o);
    }
    while (r->judges) {
        struct judge *j = r->judges;
        r->judges = j->next;
        j->free(j);
    }
    run_free_twins(r);
    if (r->stimulus)
        r->stimulus->ops->free(r->stimulus);
    free(r->in);
    free(r->out[0]);
    free(r->out[1]);
    scoreboard_close(&r->scoreboard);
    tolerant_close(r->tolerant);
}
