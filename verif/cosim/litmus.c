#include "cosim/litmus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stimulus/litmus/cycles.h"
#include "tests/programs/programs.h"

static const char generated[] = "generated litmus"; // name of the family

// ---- the tests

struct tests {
    struct test *test;
    char (*name)[PROGRAM_NAME];
    unsigned count;
};

// Skips a test that does not fit this configuration of the machine. Returns false if the test is invalid.
static bool add_generated(struct tests *t, unsigned number, uint64_t seed)
{
    static char text[LITMUS_TEXT];
    char path[PROGRAM_NAME], error[PROGRAM_ERROR];
    struct test *test = &t->test[t->count];
    snprintf(path, sizeof path, "litmus_%04u.l1", number);
    if (!litmus_test(number, seed, text, sizeof text)) {
        fprintf(stderr, "%s: there is no such text\n", path);
        return false;
    }
    if (!programs_test(path, text, strlen(text), NULL, test, t->name[t->count], error)) {
        fprintf(stderr, "%s\n", error);
        return false;
    }
    test->family = generated;
    t->count += test->block != NULL;
    return true;
}

const struct test *litmus_tests(const struct session *s, unsigned *count)
{
    const uint64_t from = s->opt.litmus_from, all = litmus_count(), most = from < all ? all - from : 0;
    const uint64_t n = s->opt.litmus < most ? s->opt.litmus : most;
    unsigned programs;
    if (!n) {
        complain(s, "there is no litmus test %" PRIu64 ", but 0 to %" PRIu64, from, all - 1);
        return NULL;
    }
    const struct test *program = programs_all(NULL, NULL, &programs);
    struct tests t = { .test = calloc(n + programs, sizeof *t.test), .name = calloc(n + 1, sizeof *t.name) };
    if (!t.test || !t.name)
        return NULL;
    for (unsigned i = 0; i < n; i++)
        if (!add_generated(&t, (unsigned)from + i, s->opt.seed))
            return NULL;
    for (unsigned i = 0; !from && i < programs; i++)
        if (!strcmp(program[i].family, "litmus"))
            t.test[t.count++] = program[i];
    *count = t.count;
    return t.test;
}

// ---- output

static void write_program(struct session *s, const struct test *t)
{
    static char text[LITMUS_TEXT];
    const unsigned number = (unsigned)strtoul(strrchr(t->name, '_') + 1, NULL, 10);
    snprintf(s->written, sizeof s->written, "%s/%s.l1", s->opt.waves, t->name);
    FILE *f = litmus_test(number, s->opt.seed, text, sizeof text) ? fopen(s->written, "w") : NULL;
    if (!f || fputs(text, f) < 0 || fclose(f))
        not_whole(s, s->written);
}

// A line on the terminal, overwritten each time.
static void progress(const struct session *s)
{
    if (s->opt.litmus && isatty(STDERR_FILENO))
        fprintf(stderr, "\rlitmus: %u tests, %u outcomes forbidden ", s->passed + s->failed,
                s->litmus.forbidden);
}

void litmus_test_over(struct session *s, const struct test *t, const struct outcome *o)
{
    const struct tally_sum *sum = &o->tally;
    progress(s);
    *s->written = 0;
    if (o->verdict != PASS && t->family == generated && !run_interrupted)
        write_program(s, t);
    if (!sum->points && !*sum->why)
        return;
    s->litmus.tests += sum->judged != 0;
    s->litmus.refused += !sum->judged;
    s->litmus.outcomes += sum->outcomes;
    s->litmus.forbidden += sum->forbidden;
    s->litmus.unseen += sum->unseen;
    if (sum->judged < sum->points || *sum->why)
        say_to(s, s->rows, true, "      not judged, %u of %u points: %s\n", sum->points - sum->judged,
               sum->points, sum->why);
}

void litmus_over(struct session *s)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%50s\r", "");
    if (s->litmus.refused)
        say(s, "%u programs could not be judged (the report says why)\n", s->litmus.refused);
    say(s, "litmus: %u tests, %u outcomes seen, %u forbidden, %u allowed but never seen\n", s->litmus.tests,
        s->litmus.outcomes, s->litmus.forbidden, s->litmus.unseen);
}
