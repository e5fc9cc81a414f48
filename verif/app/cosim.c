// The cosimulation as a program: runs the tests asked for, a row for each.
#include "app/cosim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/bench.h"
#include "app/options.h"
#include "app/prepare.h"
#include "app/report.h"
#include "lockstep/recording.h"
#include "tests/all.h"

enum {
    COMPLETE_FROM = 20000 // a random run of so many cycles must have checked every port
};

// Ends the run after the cycle under way. One ^C may arrive several times (once for the process, once for its group); only
// when it is asked for again a second later does the program end at once.
static void on_signal(int sig)
{
    static struct timespec first;
    struct timespec now;
    (void)sig;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!run_interrupted)
        first = now;
    else if ((double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 1)
        _exit(HARNESS_AT_FAULT);
    run_interrupted = 1;
}

static void say_events(struct session *s, const struct stimulus *st)
{
    size_t column = 0;
    for (unsigned i = 0; i < st->event_count; i++) {
        char text[200];
        if (st->events[i].impossible)
            continue;
        int n = snprintf(text, sizeof text, "%s %" PRIu64 "%s", st->events[i].name, st->events[i].count, i + 1 < st->event_count ? "," : "");
        if (column && column + (size_t)n > 100) {
            say(s, "\n");
            column = 0;
        }
        say(s, column ? " %s" : "      %s", text);
        column += (size_t)n + 1;
    }
    if (column)
        say(s, "\n");
}

// Adds the checks of a piece of a run to the totals of its shape; names the first port that a complete run left unchecked.
static const struct ul1_port *count_checks(struct session *s, const struct ul1_block *shape, const uint64_t *checks, bool complete)
{
    const struct ul1_port *unchecked = NULL;
    size_t outs = shape->port_count - shape->in_count, k = 0;
    while (s->totals[k].shape && s->totals[k].shape != shape)
        k++;
    if (!s->totals[k].shape) {
        s->totals[k].shape = shape;
        s->totals[k].checks = calloc(outs, sizeof *s->totals[k].checks);
    }
    for (size_t i = outs; i-- > 0;) {
        if (s->totals[k].checks)
            s->totals[k].checks[i] += checks[i];
        if (complete && !checks[i])
            unchecked = &shape->ports[shape->in_count + i];
    }
    return unchecked;
}

static void say_number(struct session *s, int64_t n)
{
    if (n < 0)
        say(s, " %9s", "-");
    else
        say(s, " %9" PRId64, n);
}

// Waves and a recording of a piece of the machine, if they are asked for. False: they cannot be written.
static bool watch(struct session *s, const struct test *t, struct run *r, const struct piece *piece)
{
    char base[4096] = "";
    bool fine = true;
    if (s->opt.all_waves) {
        path_of(base, sizeof base, s->opt.waves, t->name, piece);
        fine = watch_piece(r, piece, s->harness->waves(base, piece_twin(r->expected, piece), piece_twin(r->actual, piece), 0, UINT64_MAX,
                                                     UINT64_MAX));
    }
    if (fine && s->opt.record_folder) {
        path_of(base, sizeof base, s->opt.record_folder, t->name, piece);
        fine = watch_piece(r, piece, recording_open(piece->shape, base, !strcmp(s->opt.record, "actual")));
    }
    if (!fine) {
        r->verdict = HARNESS_AT_FAULT;
        snprintf(r->message, sizeof r->message, "cannot write %.400s", base);
    }
    return fine;
}

static bool watch_all(struct session *s, const struct test *t, struct run *r)
{
    for (size_t i = 0; i < piece_count(run_shape(r)); i++) {
        struct piece piece = piece_of(run_shape(r), i);
        if (!watch(s, t, r, &piece))
            return false;
    }
    return true;
}

// What a passed run has checked. (In a machine of machines the one may be spared what the other meets.)
static void judge_checks(struct session *s, const struct test *t, struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    bool complete = t->random && !shape->part_count && r->cycles >= COMPLETE_FROM;
    const uint64_t *checks = r->scoreboard.checks;
    for (size_t i = 0; i < piece_count(shape); i++) {
        struct piece piece = piece_of(shape, i);
        const struct ul1_port *p = count_checks(s, piece.shape, checks, complete);
        checks += piece.shape->port_count - piece.shape->in_count;
        if (p) {
            r->verdict = HARNESS_AT_FAULT;
            snprintf(r->message, sizeof r->message, "%s.%s was never checked", p->block, p->name);
        }
    }
}

static void run_test(struct session *s, const struct test *t)
{
    struct run r;
    say(s, "%-18s", t->name);
    if (prepare(s, t, &r) && watch_all(s, t, &r)) {
        carry_out(s, &r);
        if (r.verdict == PASS && r.expected && r.actual)
            judge_checks(s, t, &r);
    }
    const struct stimulus *st = r.stimulus;
    uint64_t values = r.scoreboard.checks ? scoreboard_values(&r.scoreboard) : 0;
    s->cycles += r.cycles;
    s->values += values;
    say(s, " %11" PRIu64, r.cycles);
    say_number(s, st ? st->passes : -1);
    say_number(s, st ? st->passes_expected : -1);
    say_number(s, st ? st->cycles_measured : -1);
    say_number(s, st ? st->cycles_expected : -1);
    say(s, " %13" PRIu64 "  %s\n", values, r.verdict == PASS ? "ok" : "FAILED");
    if (st)
        say_events(s, st);
    if (r.verdict == PASS) {
        s->passed++;
    } else {
        s->failed++;
        if (s->worst == PASS)
            s->worst = r.verdict;
        report_failure(s, t, &r);
    }
    run_close(&r);
}

// A run of everything must have checked every port of every shape.
static void judge_totals(struct session *s)
{
    for (size_t k = 0; k < sizeof s->totals / sizeof *s->totals && s->totals[k].shape; k++) {
        const struct ul1_block *b = s->totals[k].shape;
        for (size_t i = b->in_count; s->totals[k].checks && i < b->port_count; i++)
            if (!s->totals[k].checks[i - b->in_count]) {
                say(s, "FAILED: %s of %s was never checked by any test\n", b->ports[i].name, b->name);
                s->failed++;
                if (s->worst == PASS)
                    s->worst = HARNESS_AT_FAULT;
            }
    }
}

int cosim_main(int argc, char **argv, const struct harness *harness)
{
    struct session s = { .harness = harness,
                         .opt = { .self = argv[0], .waves = "waves-out", .expected = "model", .actual = "rtl", .record = "actual",
                                  .seed = 1, .cycles = 100000 } };
    int bad = options_read(&s, argc, argv);
    if (bad)
        return bad;
    unsigned count, selected = 0;
    const struct test *tests = tests_all(&count);
    if (s.opt.list) {
        for (unsigned i = 0; i < count; i++)
            printf("%-18s %s\n", tests[i].name, tests[i].shows);
        return PASS;
    }
    for (unsigned i = 0; i < count; i++)
        selected += options_want(&s.opt, &tests[i]);
    if (!selected)
        return complain(&s, "no test is named '%s' (make list shows all)", s.opt.test);
    if (s.opt.report && !(s.report = fopen(s.opt.report, "w")))
        return complain(&s, "cannot write %s: %s", s.opt.report, strerror(errno));
    if (s.opt.bench)
        return bench_print(&s, tests, count);
    struct sigaction act = { .sa_handler = on_signal };
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);

    say(&s, "%d lanes, seed %" PRIu64 ": %s against %s\n", LANES, s.opt.seed, s.opt.expected, s.opt.actual);
    say(&s, "%-18s %11s %9s %9s %9s %9s %13s\n", "test", "cycles", "passes", "expected", "timed", "expected", "values");
    for (unsigned i = 0; i < count && !run_interrupted && !(s.opt.first && s.failed); i++)
        if (options_want(&s.opt, &tests[i]))
            run_test(&s, &tests[i]);
    if (!s.opt.test && !run_interrupted && !s.opt.bare && !s.failed)
        judge_totals(&s);
    for (size_t k = 0; k < sizeof s.kinds / sizeof *s.kinds && s.kinds[k].count; k++)
        say(&s, "%s%4u x %s\n", k ? "" : "kinds of failure:\n", s.kinds[k].count, s.kinds[k].sign);
    if (run_interrupted)
        say(&s, "interrupted: %u of %u tests were run\n", s.passed + s.failed, selected);
    say(&s, "%s: %u passed, %u failed; %" PRIu64 " cycles, %" PRIu64 " values compared\n", harness->program, s.passed, s.failed, s.cycles, s.values);
    if (s.report)
        fclose(s.report);
    for (size_t k = 0; k < sizeof s.totals / sizeof *s.totals; k++)
        free(s.totals[k].checks);
    return (int)s.worst;
}
