// The cosimulation as a program: which tests to run, a row for each, and what to do about a failure.
#include "cosim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "drive/drive.h"
#include "history.h"
#include "recording.h"
#include "rng.h"
#include "test.h"

enum {
    HISTORY = 12,       // cycles told before a failure
    WAVES_BEFORE = 60,  // cycles dumped before a failure
    WAVES_AFTER = 20,   // and after it
    COMPLETE_FROM = 20000 // a random run of so many cycles must have checked every port
};

struct options {
    const char *test;           // names and prefixes with *, separated by commas; null: all
    const char *waves;          // folder for waves
    const char *expected, *actual; // kinds of twins
    const char *record, *record_folder;
    uint64_t seed, cycles;
    bool list, all_waves, bare, first, bench;
};

struct session {
    struct options opt;
    const struct bench *bench;
    FILE *report;
    unsigned passed, failed;
    uint64_t cycles, values;
    enum verdict worst;         // of the first failure
    struct {                    // failures by what was seen first: each kind is told in full once
        char sign[80];
        unsigned count;
    } kinds[32];
    struct {                    // checks of each output of each shape, over all tests
        const struct ul1_block *shape;
        uint64_t *checks;
    } totals[16];
};

// To the terminal and to the report.
__attribute__((format(printf, 2, 3))) static void say(struct session *s, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        FILE *f = i ? s->report : stdout;
        if (!f)
            continue;
        va_list ap;
        va_start(ap, format);
        vfprintf(f, format, ap);
        va_end(ap);
        fflush(f);
    }
}

static const char *program = "cosim";

static int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    return HARNESS_AT_FAULT;
}

static void on_signal(int sig)
{
    (void)sig;
    run_interrupted = 1;
}

static void path_of(char *path, size_t size, const char *folder, const char *test)
{
    mkdir(folder, 0777);
    snprintf(path, size, "%s/%s-%d", folder, test, LANES);
}

// A twin by kind: "model", "rtl", "none" or "rec:FOLDER". Null without a message: none is wanted.
static struct twin *make_twin(struct session *s, const char *kind, const struct test *t, uint64_t seed, char *error, size_t size)
{
    const struct ul1_block *shape = ul1_find(LANES, t->block);
    struct twin *twin = NULL;
    *error = 0;
    if (!strcmp(kind, "none"))
        return NULL;
    if (!strcmp(kind, "model"))
        twin = twin_model(shape);
    else if (!strcmp(kind, "rtl"))
        twin = s->bench->rtl(shape, seed);
    else if (!strncmp(kind, "rec:", 4)) {
        char base[4096];
        path_of(base, sizeof base, kind + 4, t->name);
        return twin_recording(shape, base, error, size);
    }
    if (!twin)
        snprintf(error, size, "no twin '%s' of %s: model, rtl, none and rec:FOLDER are known", kind, shape->name);
    return twin;
}

// Everything a run of this test needs, from its name and the base seed alone. False: message says what is missing.
static bool prepare(struct session *s, const struct test *t, struct run *r)
{
    uint64_t seed = rng_name_seed(t->name, s->opt.seed);
    memset(r, 0, sizeof *r);
    r->verdict = HARNESS_AT_FAULT;
    r->expected = make_twin(s, s->opt.expected, t, seed, r->message, sizeof r->message);
    if (!*r->message)
        r->actual = make_twin(s, s->opt.actual, t, seed, r->message, sizeof r->message);
    if (*r->message)
        return false;
    if (!r->expected && !r->actual) {
        snprintf(r->message, sizeof r->message, "neither twin is there");
        return false;
    }
    r->stimulus = t->make(t, seed, s->opt.cycles);
    if (!strcmp(t->block, "l1") && !s->opt.bare)
        r->contracts = calloc(1, sizeof *r->contracts);
    if (!r->stimulus || (!s->opt.bare && !strcmp(t->block, "l1") && !r->contracts)) {
        snprintf(r->message, sizeof r->message, "out of memory");
        return false;
    }
    r->stimulus->witness = !s->opt.bare;
    for (int i = 0; i < 2; i++) {
        struct twin *twin = i ? r->actual : r->expected;
        if (twin)
            twin->quiet = s->opt.bare;
    }
    r->name = t->name;
    r->verdict = PASS;
    return true;
}

static void observe(struct run *r, struct observer *o)
{
    if (!o)
        return;
    o->next = r->observers;
    r->observers = o;
}

// One line that repeats the failure anywhere.
static void say_again(struct session *s, const struct test *t, const char *extra)
{
    const char *commit = getenv("UL1_COMMIT");
    say(s, "make %s TEST=%s SEED=%" PRIu64 " LANES=%d", program, t->name, s->opt.seed, LANES);
    if (t->random)
        say(s, " CYCLES=%" PRIu64, s->opt.cycles);
    say(s, "%s  # commit %s\n", extra, commit ? commit : "unknown");
}

// What a failure is told by: the signal that differed first, or else what kind of failure it is. A number of the first cycle
// and the values are left out, so that one bug seen by many tests is one kind.
static bool first_of_its_kind(struct session *s, const struct run *r)
{
    char sign[sizeof s->kinds[0].sign];
    if (r->mismatch_count)
        snprintf(sign, sizeof sign, "%s.%s differs", r->mismatches[0].port->block, r->mismatches[0].port->name);
    else
        snprintf(sign, sizeof sign, "%.60s", r->message + (strncmp(r->message, "cycle ", 6) ? 0 : strcspn(r->message, ":") + 2));
    size_t k = 0, max = sizeof s->kinds / sizeof *s->kinds;
    while (k < max - 1 && s->kinds[k].count && strcmp(s->kinds[k].sign, sign))
        k++;
    snprintf(s->kinds[k].sign, sizeof s->kinds[k].sign, "%s", sign);
    return !s->kinds[k].count++;
}

// Runs the failing test once more, with history and waves around the failure, and tells all there is to tell.
static void report_failure(struct session *s, const struct test *t, const struct run *first)
{
    static const char *const kinds[] = { "", "the twins differ", "the witness objects", "the harness is at fault" };
    say(s, "\nFAILED %s: %s\n  %s\n  %s\n  repeat: ", t->name, t->shows, kinds[first->verdict], first->message);
    say_again(s, t, "");
    if (!first->cycles || run_interrupted)
        return;
    if (!first_of_its_kind(s, first)) {
        say(s, "  of a kind that was told in full above\n\n");
        return;
    }
    struct run r;
    uint64_t at = first->failed_at;
    char base[4096];
    if (!prepare(s, t, &r)) {
        say(s, "  could not run it again: %s\n", r.message);
        run_close(&r);
        return;
    }
    path_of(base, sizeof base, s->opt.waves, t->name);
    struct observer *history = history_open((r.expected ? r.expected : r.actual)->shape, at < HISTORY ? 0 : at - HISTORY, at);
    observe(&r, history);
    struct observer *waves = s->bench->waves(base, r.expected, r.actual, at < WAVES_BEFORE ? 0 : at - WAVES_BEFORE, at + WAVES_AFTER, at);
    observe(&r, waves);
    r.linger = WAVES_AFTER;
    s->bench->go(&r);
    for (size_t i = 0; i < r.mismatch_count && i < sizeof r.mismatches / sizeof *r.mismatches; i++) {
        const struct mismatch *m = &r.mismatches[i];
        say(s, "  %s %s.%s lane %zu: expected 0x%" PRIx64 ", actual 0x%" PRIx64 "\n", i ? "     also" : "first seen", m->port->block,
            m->port->name, m->lane, m->expected, m->actual);
    }
    if (r.mismatch_count > sizeof r.mismatches / sizeof *r.mismatches)
        say(s, "       and %zu more values in that cycle\n", r.mismatch_count - sizeof r.mismatches / sizeof *r.mismatches);
    if (r.verdict != first->verdict || r.failed_at != at)
        say(s, "  the second run went otherwise (%s): report this as a fault of the harness\n", r.message[0] ? r.message : "it passed");
    say(s, "  what led there (the %s's signals):\n", s->opt.expected);
    if (history) {
        history_print(history, stdout);
        if (s->report)
            history_print(history, s->report);
    }
    if (waves)
        say(s, "  waves: %s.fst %s.gtkw\n", base, base);
    run_close(&r);
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

static void run_test(struct session *s, const struct test *t)
{
    struct run r;
    say(s, "%-18s", t->name);
    if (prepare(s, t, &r)) {
        if (s->opt.all_waves) {
            char base[4096];
            path_of(base, sizeof base, s->opt.waves, t->name);
            observe(&r, s->bench->waves(base, r.expected, r.actual, 0, UINT64_MAX, UINT64_MAX));
        }
        if (s->opt.record_folder) {
            char file[4096];
            path_of(file, sizeof file, s->opt.record_folder, t->name);
            observe(&r, recording_open((r.expected ? r.expected : r.actual)->shape, file, !strcmp(s->opt.record, "actual")));
        }
        s->bench->go(&r);
        if (r.verdict == PASS && r.expected && r.actual) {
            const struct ul1_port *p = count_checks(s, &r, t->random && r.cycles >= COMPLETE_FROM);
            if (p) {
                r.verdict = HARNESS_AT_FAULT;
                snprintf(r.message, sizeof r.message, "%s.%s was never checked", p->block, p->name);
            }
        }
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
        { "--bench", NULL, NULL, &o->bench },
    };
    for (int i = 1; i < argc; i++) {
        size_t k = 0, count = sizeof flags / sizeof *flags;
        while (k < count && strcmp(flags[k].flag, argv[i]))
            k++;
        if (k == count && strcmp(argv[i], "--report"))
            return complain("unknown option '%s'", argv[i]);
        if (k < count && flags[k].on) {
            *flags[k].on = true;
            continue;
        }
        if (++i == argc)
            return complain("'%s' wants a value", argv[i - 1]);
        if (k == count)
            continue; // --report: opened by the caller
        if (flags[k].text)
            *flags[k].text = argv[i];
        else if (!number(argv[i], flags[k].value))
            return complain("'%s %s': not a number", argv[i - 1], argv[i]);
    }
    if (o->cycles < 1)
        return complain("--cycles wants at least 1");
    if (strcmp(o->record, "expected") && strcmp(o->record, "actual"))
        return complain("--record wants expected or actual");
    return 0;
}

static const char *report_file(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], "--report"))
            return argv[i + 1];
    return NULL;
}

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
        s->bench->go(r);
    clock_gettime(CLOCK_MONOTONIC, &b);
    if (r->verdict != PASS)
        complain("%s: %s", t->name, r->message);
    return r->verdict == PASS ? (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec) : -1;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The lockstep against the Verilog alone, same binary and stimulus, in turn, so that a drifting machine slows both; and
// the model alone. Medians, and the median of the ratios pair by pair.
static int bench_print(struct session *s, const struct test *tests, unsigned count)
{
    enum { ROUNDS = 5 };
    double lockstep[ROUNDS], bare[ROUNDS], ratio[ROUNDS], model[ROUNDS];
    const char *name = s->opt.test ? s->opt.test : "random";
    const struct test *t = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(tests[i].name, name))
            t = &tests[i];
    if (!t)
        return complain("no test is named '%s'", name);
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

int cosim_main(int argc, char **argv, const struct bench *bench)
{
    struct session s = { .bench = bench,
                         .opt = { .waves = "waves-out", .expected = "model", .actual = "rtl", .record = "actual", .seed = 1, .cycles = 50000 } };
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
    const char *report = report_file(argc, argv);
    if (report && !(s.report = fopen(report, "w")))
        return complain("cannot write %s: %s", report, strerror(errno));
    if (s.opt.bench)
        return bench_print(&s, tests, count);
    struct sigaction act = { .sa_handler = on_signal, .sa_flags = SA_RESETHAND }; // a second ^C ends at once
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
