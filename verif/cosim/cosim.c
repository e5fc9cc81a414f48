// The cosimulation program: runs the selected tests, and prints a row for each.
#include "cosim/cosim.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cosim/as_program.h"
#include "cosim/bench.h"
#include "cosim/junit.h"
#include "cosim/litmus.h"
#include "cosim/options.h"
#include "cosim/own.h"
#include "cosim/prepare.h"
#include "cosim/report.h"
#include "cosim/rows.h"
#include "cosim/small.h"
#include "cosim/story/traffic.h"
#include "cosim/workers.h"
#include "environment/sm/behind.h"
#include "environment/sm/l1s.h"
#include "tests/all.h"
#include "tests/programs/programs.h"
#include "stimulus/trace/trace.h"
#include "stimulus/traffic/steered.h"

enum { FEW = 20 }; // up to this number, each test has its row on the terminal

// Ends the run after the current cycle. One ^C may arrive several times: once for the process, once for its
// group. So the program ends immediately only on a signal that comes more than a second later.
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

// The checks of each output of this shape, over all tests; null: memory is exhausted.
static uint64_t *total_of(struct session *s, const struct ul1_block *shape)
{
    for (unsigned k = 0; k < s->total_count; k++)
        if (s->totals[k].shape == shape)
            return s->totals[k].checks;
    struct total *more = realloc(s->totals, (s->total_count + 1) * sizeof *more);
    uint64_t *checks = calloc(shape->port_count - shape->in_count, sizeof *checks);
    s->totals = more ? more : s->totals;
    if (!more || !checks) {
        free(checks);
        return NULL;
    }
    s->totals[s->total_count++] = (struct total){ shape, checks };
    return checks;
}

// Adds the checks of a test's pieces to the totals of their configurations.
static void add_checks(struct session *s, const struct ul1_block *shape, const uint64_t *checks)
{
    for (size_t i = 0; i < piece_count(shape); i++) {
        const struct ul1_block *piece = piece_of(shape, i).shape;
        const size_t outs = piece->port_count - piece->in_count;
        uint64_t *total = total_of(s, piece);
        if (!total) {
            say(s, "FAILED: no memory for the counts of checks\n");
            s->worst = s->worst == PASS ? HARNESS_AT_FAULT : s->worst;
            return;
        }
        for (size_t o = 0; o < outs; o++)
            total[o] += checks[o];
        checks += outs;
    }
}

// Makes a failure small. Random traffic of a machine is first converted to a program that fails in the same
// way.
static void make_small(struct session *s, const struct test *t, const struct outcome *o)
{
    const struct outcome_sign as = outcome_sign_of(o);
    char path[AS_PROGRAM_PATH] = "";
    if (s->opt.program)
        snprintf(path, sizeof path, "%s", s->opt.program);
    else if (as_program_can(t))
        as_program(s, t, NULL, path);
    else if (t->random)
        small_alone(s, t, o);
    else
        say(s, "  not made small: %s is neither random nor a program from a file (PROGRAM=...)\n", t->name);
    if (*path && s->opt.tries && !run_interrupted)
        small_program(s, path, &as);
}

static void take_outcome(struct session *s, const struct test *t, const struct outcome *o)
{
    s->cycles += o->cycles;
    s->values += o->values;
    rows_test(s, t, o);
    litmus_test_over(s, t, o);
    junit_case(s, t->family, t->name, o->verdict == PASS ? NULL : o->message);
    own_test(s, t, o);
    if (o->reached)
        fwrite(o->reached, 1, o->reached_size, s->bins);
    if (o->checks && o->verdict == PASS)
        add_checks(s, ul1_find(LANES, t->block), o->checks);
    if (o->verdict == PASS) {
        s->passed++;
    } else {
        s->failed++;
        if (s->worst == PASS)
            s->worst = o->verdict;
        const bool in_full = report_failure(s, t, o);
        if ((s->opt.shrink && !run_interrupted) || (in_full && as_program_can(t)))
            make_small(s, t, o);
    }
}

// A run of all tests must check every port of every configuration.
static void judge_totals(struct session *s)
{
    if (!strcmp(s->opt.expected, "none") || !strcmp(s->opt.actual, "none"))
        return; // there is nothing to compare
    for (unsigned k = 0; k < s->total_count; k++) {
        const struct ul1_block *b = s->totals[k].shape;
        for (size_t i = b->in_count; i < b->port_count; i++)
            if (!s->totals[k].checks[i - b->in_count] && b->ports[i].built) {
                say(s, "FAILED: %s of %s was never checked by any test\n", b->ports[i].name, b->name);
                junit_case(s, b->name, b->ports[i].name, "never checked by any test");
                s->failed++;
                if (s->worst == PASS)
                    s->worst = HARNESS_AT_FAULT;
            }
    }
}

// Results are printed in the order of the tests, on any number of cores.
static void run_tests(struct session *s, const struct test *tests, unsigned count, unsigned selected)
{
    const struct test **list = calloc(selected, sizeof *list);
    struct workers *workers = NULL;
    unsigned n = 0;
    for (unsigned i = 0; list && i < count; i++)
        if (options_want(&s->opt, &tests[i]))
            list[n++] = &tests[i];
    if (list && s->opt.jobs > 1 && selected > 1)
        workers = workers_new(s, list, selected, s->opt.jobs);
    s->two_cores = s->opt.jobs > 1 && selected == 1 && s->harness->go == run_go;
    for (unsigned i = 0; i < n && !(s->opt.first && s->failed); i++) {
        struct outcome o;
        if (workers && !workers_wait(workers, i, &o))
            break;
        if (!workers && run_interrupted)
            break;
        if (!workers)
            o = outcome_of(s, list[i]);
        take_outcome(s, list[i], &o);
        outcome_free(&o);
    }
    if (s->passed + s->failed < selected && !run_interrupted && !(s->opt.first && s->failed)) {
        say(s, "FAILED: %u of %u tests were not run: no process or no memory for them\n",
            selected - s->passed - s->failed, selected);
        s->worst = s->worst == PASS ? HARNESS_AT_FAULT : s->worst;
    }
    if (workers)
        workers_free(workers);
    free(list);
}

// Generated litmus tests, a trace or program from a file, or the built-in tests that the options name.
// Returns null after a message if an option is invalid.
static const struct test *asked_for(const struct session *s, unsigned *count)
{
    char error[TRACE_ERROR];
    _Static_assert((int)TRACE_ERROR >= (int)PROGRAM_ERROR && (int)TRACE_ERROR >= (int)STEERED_ERROR,
                   "it has room for what any says");
    if (s->opt.phases && !steered_file(s->opt.phases, error)) {
        fprintf(stderr, "%s\n", error);
        return NULL;
    }
    if (s->opt.litmus)
        return litmus_tests(s, count);
    if (!s->opt.program && !s->opt.trace)
        return tests_all(s->opt.list ? NULL : options_ask, &s->opt, count);
    *count = 1;
    const struct test *test = s->opt.trace
        ? trace_file(s->opt.trace, s->harness->machine ? s->harness->machine : "l1", (unsigned)s->opt.delay,
                     s->opt.rename, error)
        : programs_file(s->opt.program, s->opt.params, s->harness->machine, error);
    if (!test)
        fprintf(stderr, "%s\n", error);
    return test;
}

// The number of L1s of the tests that a machine with so many runs. Tests are for 1, 2, 4 or 8.
static unsigned tests_for(unsigned l1s)
{
    unsigned n = 1;
    while (2 * n <= l1s)
        n *= 2;
    return n;
}

// Whether a machine with so many L1s runs a test for `of`. With L2 slices behind them it runs all tests for
// several L1s, of random ones that for the most, and with --litmus those for one, too.
static bool is_for(const struct session *s, const struct ul1_block *machine, const struct test *t,
                   unsigned of)
{
    const unsigned l1s = l1s_count(machine);
    const unsigned random = tests_for(l1s < 4 ? l1s : 4);
    char why[200];
    if (l1s < 3 || !behind_has(machine, why, sizeof why))
        return of == tests_for(l1s);
    return t->random ? of == random : (of > 1 || s->opt.litmus) && of <= tests_for(l1s);
}

// Whether a test runs in this bench. On a machine of wired parts those for it run, and those for as many
// L1s as it has. Without any of the latter, those for the next smaller number run. If it has none, its own
// tests run. The plain bench runs all that are not for such a machine. A program that resets an L1 alone
// needs a machine on which that is possible.
static bool is_of_bench(const struct session *s, const struct test *t)
{
    const struct ul1_block *b = ul1_find(LANES, t->block), *machine = NULL;
    if (!s->harness->machine)
        return b && !b->wired;
    machine = ul1_find(LANES, s->harness->machine);
    return b && b->machine && (!programs_reset_alone(t) || l1s_reset_alone(machine))
        && (b == machine || (l1s_count(machine) && !b->wired && is_for(s, machine, t, l1s_count(b))));
}

static const struct test *tests_of_bench(const struct session *s, const struct test *tests, unsigned *count)
{
    struct test *mine = calloc(*count, sizeof *mine);
    unsigned n = 0;
    for (unsigned i = 0; mine && i < *count; i++) {
        if (!is_of_bench(s, &tests[i]))
            continue;
        mine[n] = tests[i];
        if (s->harness->machine)
            mine[n].block = s->harness->machine;
        n++;
    }
    *count = n;
    return mine;
}

static const struct test *tests_of(const struct session *s, unsigned *count)
{
    const struct test *tests = asked_for(s, count);
    tests = tests && !s->opt.program ? tests_of_bench(s, tests, count) : tests;
    if (!tests || *count)
        return tests;
    complain(s, "the machine %s has neither an L1 nor a test of its own", s->harness->machine);
    return NULL;
}

// The test that is to be converted to a program, if any. Returns false if that is not possible.
static bool find_written(const struct session *s, const struct test *tests, unsigned count,
                         const struct test **written)
{
    *written = NULL;
    unsigned wanted = 0;
    for (unsigned i = 0; s->opt.write_program && i < count; i++) {
        if (!options_want(&s->opt, &tests[i]))
            continue;
        wanted++;
        *written = as_program_can(&tests[i]) ? &tests[i] : NULL;
    }
    return !s->opt.write_program || (wanted == 1 && *written);
}

// The machine of the only test that is run; null if it is of a block alone, or if there are several.
static const struct ul1_block *only_machine(const struct session *s, const struct test *tests, unsigned count,
                                            unsigned selected)
{
    unsigned i = 0;
    while (i < count && !options_want(&s->opt, &tests[i]))
        i++;
    const struct ul1_block *b = selected == 1 ? ul1_find(LANES, tests[i].block) : NULL;
    return b && b->machine ? b : NULL;
}

// Whether what is to be recorded of the one test is there. If not, it complains.
static bool records_one(const struct session *s, const struct test *tests, unsigned count, unsigned selected)
{
    const struct ul1_block *only = only_machine(s, tests, count, selected);
    if (s->opt.story && !only)
        return !complain(s, "--story wants one test of a whole machine, as --test stride_4");
    if (s->opt.traffic && (!only || !traffic_has(only)))
        return !complain(s, "--traffic wants one test of a machine with parts behind its L1s, as base");
    if (s->opt.traffic && traffic_operates(only))
        return !complain(s, "--traffic: no page follows reductions and atomics before slices (parts rmw)");
    if (s->opt.story && s->opt.traffic && !strcmp(s->opt.story, s->opt.traffic))
        return !complain(s, "--story and --traffic: a file for each");
    return true;
}

// Opens the requested files, and makes folders for others. Returns the first that cannot be written, or null.
static const char *unwritable(struct session *s)
{
    mkdir(s->opt.waves, 0777);
    if (s->opt.record_folder)
        mkdir(s->opt.record_folder, 0777);
    if (s->opt.story && !(s->story = fopen(s->opt.story, "w")))
        return s->opt.story;
    if (s->opt.traffic && !(s->traffic = fopen(s->opt.traffic, "w")))
        return s->opt.traffic;
    if (s->opt.report && !(s->report = fopen(s->opt.report, "w")))
        return s->opt.report;
    if (s->opt.bins && !(s->bins = fopen(s->opt.bins, "w")))
        return s->opt.bins;
    return junit_open(s) ? NULL : s->opt.junit;
}

static unsigned count_selected(struct session *s, const struct test *tests, unsigned count)
{
    unsigned selected = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!options_want(&s->opt, &tests[i]))
            continue;
        selected++;
        s->machines |= ul1_find(LANES, tests[i].block)->machine;
    }
    return selected;
}

static enum verdict list(const struct session *s, const struct test *tests, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (options_want(&s->opt, &tests[i]))
            printf("%-18s %s\n", tests[i].name, tests[i].shows);
    return PASS;
}

static void close_files(struct session *s)
{
    if (s->bins && (ferror(s->bins) | fclose(s->bins)))
        not_whole(s, s->opt.bins);
    if (!junit_close(s))
        not_whole(s, s->opt.junit);
    if (s->report && (ferror(s->report) | fclose(s->report))) {
        s->report = NULL;
        not_whole(s, s->opt.report);
    }
    if (fflush(stdout) || ferror(stdout)) {
        complain(s, "what was printed is not whole: standard output cannot be written");
        s->worst = s->worst == PASS ? HARNESS_AT_FAULT : s->worst;
    }
}

static void say_kinds(struct session *s)
{
    for (size_t k = 0; k < sizeof s->kinds / sizeof *s->kinds && s->kinds[k].count; k++)
        say(s, "%s%4u x %s\n", k ? "" : "kinds of failure:\n", s->kinds[k].count, s->kinds[k].sign);
    if (s->opt.shrink && s->worst == PASS && !run_interrupted)
        say(s, "shrink: it passes, there is nothing to make small\n");
}

// All tests are run, so every port must have been checked.
static bool is_everything(const struct session *s)
{
    const struct options *o = &s->opt;
    return !s->harness->machine && !o->test && !o->program && !o->trace && !o->litmus && !o->bare
        && !o->tolerant && !run_interrupted;
}

static void say_sum(struct session *s, unsigned selected)
{
    if (run_interrupted)
        say(s, "interrupted: %u of %u tests were run\n", s->passed + s->failed, selected);
    say(s, "%s: %u passed, %u failed; %" PRIu64 " cycles, %" PRIu64 " values compared\n", s->harness->program,
        s->passed, s->failed, s->cycles, s->values);
    if (s->opt.litmus)
        litmus_over(s);
    if (s->opt.test && !strcmp(s->opt.test, "adversary"))
        rows_adversary(s);
}

// Whether the bench can drive a machine of wired parts, with the options chosen.
static bool drives_machine(const struct session *s, const struct ul1_block *machine)
{
    char why[160];
    const bool alone = !l1s_count(machine), fits = alone || l1s_fit(machine, why, sizeof why);
    if (alone && (s->opt.trace || s->opt.program || s->opt.litmus)) {
        complain(s, "the machine %s has no L1: it runs its own tests alone", machine->name);
        return false;
    }
    if (!fits)
        complain(s, "this bench cannot drive the machine %s: %s", machine->name, why);
    return fits;
}

int cosim_main(int argc, char **argv, const struct harness *harness)
{
    struct session s = { .harness = harness,
                         .opt = { .self = argv[0],
                                  .waves = "waves-out",
                                  .expected = "model",
                                  .actual = "rtl",
                                  .record = "actual",
                                  .checks = "full",
                                  .place = "near",
                                  .seed = 1,
                                  .cycles = OPTIONS_ALL_CYCLES,
                                  .delay = OPTIONS_DELAY,
                                  .jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN) } };
    int bad = options_read(&s, argc, argv);
    if (bad)
        return bad;
    unsigned count, selected;
    if (harness->machine && !drives_machine(&s, ul1_find(LANES, harness->machine)))
        return HARNESS_AT_FAULT;
    const struct test *tests = tests_of(&s, &count);
    if (!tests)
        return HARNESS_AT_FAULT;
    if (s.opt.list)
        return list(&s, tests, count);
    selected = count_selected(&s, tests, count);
    if (!selected && (s.opt.program || s.opt.trace))
        return complain(&s, "--test and %s: one of them", s.opt.program ? "--program" : "--trace");
    if (!selected)
        return complain(&s, "no test is named '%s' (make list shows all)", s.opt.test);
    if (s.opt.shrink && selected != 1)
        return complain(&s, "--shrink wants one test, as --test random, or a --program");
    const struct test *written;
    if (!find_written(&s, tests, count, &written))
        return complain(&s, "--write-program wants one random test of a whole machine, as --test random");
    if (!records_one(&s, tests, count, selected))
        return HARNESS_AT_FAULT;
    const char *closed = unwritable(&s);
    if (closed)
        return complain(&s, "cannot write %s: %s", closed, strerror(errno));
    if (s.opt.bench)
        return bench_print(&s, tests, count);
    struct sigaction act = { .sa_handler = on_signal };
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);

    say(&s, "%d lanes, seed %" PRIu64 ": %s against %s%s%s\n", LANES, s.opt.seed, s.opt.expected,
        s.opt.own ? s.opt.own : s.opt.actual, strcmp(s.opt.checks, "full") ? ", checks " : "",
        strcmp(s.opt.checks, "full") ? s.opt.checks : "");
    own_begin(&s);
    s.rows = s.opt.rows || selected <= FEW;
    rows_begin(&s);
    run_tests(&s, tests, count, selected);
    rows_end(&s);
    if (written && !run_interrupted && !as_program(&s, written, s.opt.write_program, NULL) && s.worst == PASS)
        s.worst = HARNESS_AT_FAULT;
    if (s.opt.waves_at && s.opt.all_waves && selected == 1 && !s.waves_said && !run_interrupted
        && s.worst == PASS)
        s.worst = (enum verdict)complain(&s, "waves: no row of the story says '%s'", s.opt.waves_at);
    if (is_everything(&s) && !s.failed)
        judge_totals(&s);
    say_kinds(&s);
    say_sum(&s, selected);
    own_end(&s);
    close_files(&s);
    for (unsigned k = 0; k < s.total_count; k++)
        free(s.totals[k].checks);
    free(s.totals);
    return (int)s.worst;
}
