// The cosimulation as a program: which tests to run, and a row for each.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "recording.h"
#include "session.h"

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

// Adds this run's checks to the totals; names the first port that a complete run left unchecked.
static const struct ul1_port *count_checks(struct session *s, const struct run *r, bool complete)
{
    const struct ul1_block *shape = r->scoreboard.shape;
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
            s->totals[k].checks[i] += r->scoreboard.checks[i];
        if (complete && !r->scoreboard.checks[i])
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

// Waves and a recording of one machine, if they are asked for. False: they cannot be written.
static bool watch_machine(struct session *s, const struct test *t, struct run *r)
{
    char base[4096] = "";
    bool fine = true;
    if (s->opt.all_waves) {
        path_of(base, sizeof base, s->opt.waves, t->name, r->machine);
        fine = observe(r, s->bench->waves(base, r->expected, r->actual, 0, UINT64_MAX, UINT64_MAX));
    }
    if (fine && s->opt.record_folder) {
        path_of(base, sizeof base, s->opt.record_folder, t->name, r->machine);
        const struct ul1_block *shape = (r->expected ? r->expected : r->actual)->shape;
        fine = observe(r, recording_open(shape, base, !strcmp(s->opt.record, "actual")));
    }
    if (!fine) {
        r->verdict = HARNESS_AT_FAULT;
        snprintf(r->message, sizeof r->message, "cannot write %.400s", base);
    }
    return fine;
}

static bool watch(struct session *s, const struct test *t, struct run *first)
{
    for (struct run *r = first; r; r = r->peer)
        if (!watch_machine(s, t, r)) {
            first->verdict = r->verdict;
            snprintf(first->message, sizeof first->message, "%s", r->message);
            return false;
        }
    return true;
}

// What a passed run has checked.
static void judge_checks(struct session *s, const struct test *t, struct run *first)
{
    for (struct run *r = first; r; r = r->peer) {
        const struct ul1_port *p = count_checks(s, r, t->random && !first->peer && r->cycles >= COMPLETE_FROM);
        if (p) {
            r->verdict = HARNESS_AT_FAULT;
            snprintf(r->message, sizeof r->message, "%s.%s was never checked", p->block, p->name);
        }
    }
}

// What all machines of a run came to.
struct sums {
    uint64_t values;
    int64_t passes, passes_expected, measured, expected;
};

static int64_t plus(int64_t sum, int64_t n)
{
    return sum < 0 || n < 0 ? -1 : sum + n;
}

static struct sums sum_up(const struct run *first)
{
    struct sums sum = { 0 };
    for (const struct run *r = first; r; r = r->peer) {
        const struct stimulus *st = r->stimulus;
        sum.values += r->scoreboard.checks ? scoreboard_values(&r->scoreboard) : 0;
        sum.passes = plus(sum.passes, st ? st->passes : -1);
        sum.passes_expected = plus(sum.passes_expected, st ? st->passes_expected : -1);
        sum.measured = plus(sum.measured, st ? st->cycles_measured : -1);
        sum.expected = plus(sum.expected, st ? st->cycles_expected : -1);
    }
    return sum;
}

static void run_test(struct session *s, const struct test *t)
{
    struct run r;
    say(s, "%-18s", t->name);
    if (prepare(s, t, &r) && watch(s, t, &r)) {
        carry_out(s, &r);
        if (r.verdict == PASS && r.expected && r.actual)
            judge_checks(s, t, &r);
    }
    struct sums sum = sum_up(&r);
    s->cycles += r.cycles;
    s->values += sum.values;
    say(s, " %11" PRIu64, r.cycles);
    say_number(s, sum.passes);
    say_number(s, sum.passes_expected);
    say_number(s, sum.measured);
    say_number(s, sum.expected);
    say(s, " %13" PRIu64 "  %s\n", sum.values, r.verdict == PASS ? "ok" : "FAILED");
    for (const struct run *each = &r; each; each = each->peer)
        if (each->stimulus)
            say_events(s, each->stimulus);
    if (r.verdict == PASS) {
        s->passed++;
    } else {
        s->failed++;
        if (s->worst == PASS)
            s->worst = r.verdict;
        report_failure(s, t, run_failing(&r));
    }
    run_close(&r);
}

static bool matches(const char *list, const char *name)
{
    if (!list)
        return true;
    while (*list) {
        size_t n = strcspn(list, ",");
        if (n && list[n - 1] == '*' ? !strncmp(list, name, n - 1) : n == strlen(name) && !strncmp(list, name, n))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
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

static bool number(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

// Whether the twins named make sense: each is known and there is one; two are compared, so a bare run has but one.
static int check_twins(const struct options *o)
{
    const char *const kinds[] = { o->expected, o->actual };
    unsigned twins = 0;
    for (int i = 0; i < 2; i++) {
        bool none = !strcmp(kinds[i], "none");
        if (!none && strcmp(kinds[i], "model") && strcmp(kinds[i], "rtl") && strncmp(kinds[i], "rec:", 4))
            return complain("no twin is called '%s': model, rtl, none and rec:FOLDER are known", kinds[i]);
        twins += !none;
    }
    if (!twins)
        return complain("neither twin is there");
    if (o->bare && twins > 1)
        return complain("--bare compares nothing: one of --expected and --actual must be none");
    if (o->bare && (o->all_waves || o->record_folder))
        return complain("--bare does not look inside the machine: there is nothing for waves or a recording");
    return 0;
}

static int parse(int argc, char **argv, struct options *o)
{
    const struct {
        const char *flag;
        const char **text;
        uint64_t *value;
        bool *on;
    } flags[] = {
        { "--test", &o->test, NULL, NULL },         { "--seed", NULL, &o->seed, NULL },
        { "--cycles", NULL, &o->cycles, NULL },     { "--expected", &o->expected, NULL, NULL },
        { "--actual", &o->actual, NULL, NULL },     { "--waves-folder", &o->waves, NULL, NULL },
        { "--record", &o->record, NULL, NULL },     { "--record-folder", &o->record_folder, NULL, NULL },
        { "--list", NULL, NULL, &o->list },         { "--waves", NULL, NULL, &o->all_waves },
        { "--bare", NULL, NULL, &o->bare },         { "--first", NULL, NULL, &o->first },
        { "--bench", NULL, NULL, &o->bench },       { "--report", &o->report, NULL, NULL },
    };
    for (int i = 1; i < argc; i++) {
        size_t k = 0, count = sizeof flags / sizeof *flags;
        while (k < count && strcmp(flags[k].flag, argv[i]))
            k++;
        if (k == count)
            return complain("unknown option '%s'", argv[i]);
        if (flags[k].on) {
            *flags[k].on = true;
            continue;
        }
        if (++i == argc)
            return complain("'%s' wants a value", argv[i - 1]);
        if (flags[k].text)
            *flags[k].text = argv[i];
        else if (!number(argv[i], flags[k].value))
            return complain("'%s %s': not a number", argv[i - 1], argv[i]);
    }
    if (o->cycles < 1)
        return complain("--cycles wants at least 1");
    if (strcmp(o->record, "expected") && strcmp(o->record, "actual"))
        return complain("--record wants expected or actual");
    return check_twins(o);
}

int cosim_main(int argc, char **argv, const struct bench *bench)
{
    struct session s = { .bench = bench,
                         .opt = { .self = argv[0], .waves = "waves-out", .expected = "model", .actual = "rtl", .record = "actual",
                                  .seed = 1, .cycles = 100000 } };
    program = bench->program;
    int bad = parse(argc, argv, &s.opt);
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
        selected += matches(s.opt.test, tests[i].name);
    if (!selected)
        return complain("no test is named '%s' (make list shows all)", s.opt.test);
    if (s.opt.report && !(s.report = fopen(s.opt.report, "w")))
        return complain("cannot write %s: %s", s.opt.report, strerror(errno));
    if (s.opt.bench)
        return bench_print(&s, tests, count);
    struct sigaction act = { .sa_handler = on_signal };
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);

    say(&s, "%d lanes, seed %" PRIu64 ": %s against %s\n", LANES, s.opt.seed, s.opt.expected, s.opt.actual);
    say(&s, "%-18s %11s %9s %9s %9s %9s %13s\n", "test", "cycles", "passes", "expected", "timed", "expected", "values");
    for (unsigned i = 0; i < count && !run_interrupted && !(s.opt.first && s.failed); i++)
        if (matches(s.opt.test, tests[i].name))
            run_test(&s, &tests[i]);
    if (!s.opt.test && !run_interrupted && !s.opt.bare && !s.failed)
        judge_totals(&s);
    for (size_t k = 0; k < sizeof s.kinds / sizeof *s.kinds && s.kinds[k].count; k++)
        say(&s, "%s%4u x %s\n", k ? "" : "kinds of failure:\n", s.kinds[k].count, s.kinds[k].sign);
    if (run_interrupted)
        say(&s, "interrupted: %u of %u tests were run\n", s.passed + s.failed, selected);
    say(&s, "%s: %u passed, %u failed; %" PRIu64 " cycles, %" PRIu64 " values compared\n", program, s.passed, s.failed, s.cycles, s.values);
    if (s.report)
        fclose(s.report);
    for (size_t k = 0; k < sizeof s.totals / sizeof *s.totals; k++)
        free(s.totals[k].checks);
    return (int)s.worst;
}
