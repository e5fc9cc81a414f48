#include "stimulus/litmus/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/litmus/axioms.h"
#include "stimulus/litmus/extract.h"
#include "stimulus/litmus/refuse.h"

enum {
    OUTCOMES = 1024, // outcomes of a test that are counted, at most
    EXPLAINED = 4,   // forbidden outcomes that are explained
};

struct seen {
    struct litmus_outcome outcome;
    bool allowed;
};

// Points of the sweeps that are one test.
struct tested {
    struct litmus test;
    bool depends;
    struct seen *seen;
    unsigned outcomes, room;
    struct tested *next;
};

struct tally {
    const struct tree *tree;
    const char *refused; // why the whole program is refused
    unsigned point;      // the current point
    bool begun;
    struct extract extract;
    struct tested *tested;
    struct tally_sum sum;
    FILE *told;
    char *text;
    size_t size;
};

struct tally *tally_new(const struct tree *tree)
{
    struct tally *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->tree = tree;
    t->refused = refuse_program(tree);
    t->told = open_memstream(&t->text, &t->size);
    extract_init(&t->extract, tree);
    if (t->told)
        return t;
    free(t);
    return NULL;
}

void tally_free(struct tally *t)
{
    while (t->tested) {
        struct tested *next = t->tested->next;
        free(t->tested->seen);
        free(t->tested);
        t->tested = next;
    }
    fclose(t->told);
    free(t->text);
    free(t);
}

// ---- output

static size_t say_load(const struct litmus *t, const struct litmus_event *e, const uint8_t *value, char *text,
                       size_t size)
{
    const unsigned warp = t->thread[e->thread].warp;
    size_t n = 0;
    for (unsigned w = 0; w < (e->bytes + 3) / 4 && n < size; w++) {
        uint32_t is = 0;
        for (unsigned b = 0; b < 4 && 4 * w + b < e->bytes; b++)
            is |= (uint32_t)value[4 * w + b] << 8 * b;
        n += (size_t)snprintf(text + n, size - n, " w%u.r%u=%" PRIu32, warp, e->reg + w, is);
    }
    return n;
}

static void say_outcome(const struct tally *t, const struct litmus *test, const struct litmus_outcome *o,
                        char *text, size_t size)
{
    int64_t at[PROGRAM_SWEEPS];
    size_t n = 0;
    unsigned load = 0;
    for (unsigned e = 0; e < test->events && n < size; e++)
        if (litmus_sees(&test->event[e]))
            n += say_load(test, &test->event[e], o->value[load++], text + n, size - n);
    tree_point(t->tree, t->point, at);
    for (unsigned i = 0; i < t->tree->sweeps && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s = %" PRId64, i ? ", " : " at ",
                              t->tree->sweep_name[i], at[i]);
}

static void say_forbidden(struct tally *t, const struct litmus *test, const struct litmus_outcome *o)
{
    char text[AXIOMS_TEXT], outcome[sizeof t->sum.first];
    say_outcome(t, test, o, outcome, sizeof outcome);
    if (!t->sum.forbidden++)
        memcpy(t->sum.first, outcome, sizeof outcome);
    if (t->sum.forbidden > EXPLAINED)
        return;
    axioms_explain(test, o, text);
    fprintf(t->told, "  forbidden:%s; in every order that the axioms leave, as\n%s", outcome, text);
}

// ---- a point

static struct tested *tested_of(struct tally *t, const struct litmus *test)
{
    struct tested *is = t->tested;
    while (is && memcmp(&is->test, test, sizeof *test))
        is = is->next;
    if (is || !(is = calloc(1, sizeof *is)))
        return is;
    memcpy(&is->test, test, sizeof *test);
    is->next = t->tested;
    return t->tested = is;
}

static struct seen *add_seen(struct tested *is)
{
    if (is->outcomes == is->room) {
        const unsigned room = 2 * is->room + 8;
        struct seen *grown = realloc(is->seen, room * sizeof *grown);
        if (!grown)
            return NULL;
        is->seen = grown;
        is->room = room;
    }
    return &is->seen[is->outcomes++];
}

static void judge(struct tally *t, const struct litmus *test, const struct litmus_outcome *o)
{
    struct tested *is = tested_of(t, test);
    if (!is)
        return;
    is->depends |= t->extract.depends;
    for (unsigned i = 0; i < is->outcomes; i++)
        if (!memcmp(&is->seen[i].outcome, o, sizeof *o))
            return;
    struct seen *seen = add_seen(is);
    if (!seen)
        return;
    *seen = (struct seen){ *o, axioms_allow(test, o, 0) };
    t->sum.outcomes++;
    if (!seen->allowed)
        say_forbidden(t, test, o);
}

static void end_point(struct tally *t)
{
    struct litmus test;
    struct litmus_outcome outcome;
    const char *why = extract_test(&t->extract, &test, &outcome);
    t->sum.points++;
    t->sum.judged += !why;
    if (why)
        snprintf(t->sum.why, sizeof t->sum.why, "%s", why);
    else
        judge(t, &test, &outcome);
}

void tally_step(void *who, const struct machine_step *s)
{
    struct tally *t = who;
    const unsigned point = (s->part - 1) / t->tree->parts;
    if (t->refused)
        return;
    if (!t->begun || point != t->point) {
        if (t->begun)
            end_point(t);
        extract_begin(&t->extract);
        t->point = point;
        t->begun = true;
    }
    extract_step(&t->extract, s);
}

// ---- all points

static void count_unseen(struct tally *t, const struct tested *is)
{
    struct litmus_outcome *all = malloc(OUTCOMES * sizeof *all);
    const unsigned count = all ? axioms_outcomes(&is->test, all, OUTCOMES) : 0;
    unsigned seen = 0;
    for (unsigned i = 0; i < is->outcomes; i++)
        seen += is->seen[i].allowed;
    if (count)
        t->sum.unseen += count - seen;
    free(all);
}

struct tally_sum tally_end(struct tally *t, bool complete, const char **told)
{
    if (t->refused)
        snprintf(t->sum.why, sizeof t->sum.why, "%s", t->refused);
    else if (t->begun && complete)
        end_point(t);
    for (const struct tested *is = t->tested; is && complete; is = is->next)
        if (!is->depends)
            count_unseen(t, is);
    fflush(t->told);
    *told = t->text;
    return t->sum;
}
