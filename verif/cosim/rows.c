#include "cosim/rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "environment/sm/program.h"
#include "environment/sm/wait_rows.h"

static void number(char *text, size_t size, int64_t n)
{
    if (n < 0)
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%" PRId64, n);
}

void rows_begin(struct session *s)
{
    say_to(s, s->rows, true, "%-18s %11s %9s %9s %9s %9s %13s\n", "test", "cycles", "passes", "expected",
           "timed", "expected", "values");
    say_to(s, !s->rows, false, "%-14s %6s %10s %14s   %s\n", "tests of", "number", "cycles", "values",
           "the longest");
}

// Costs of a program are printed below its row. Counts of cover points, which random tests have, go to the
// report only.
static void say_row(struct session *s, const struct test *t, const struct outcome *o)
{
    char passes[24], passes_expected[24], cycles[24], cycles_expected[24];
    number(passes, sizeof passes, o->passes);
    number(passes_expected, sizeof passes_expected, o->passes_expected);
    number(cycles, sizeof cycles, o->cycles_measured);
    number(cycles_expected, sizeof cycles_expected, o->cycles_expected);
    say_to(s, s->rows, true, "%-18s %11" PRIu64 " %9s %9s %9s %9s %13" PRIu64 "  %s\n", t->name, o->cycles,
           passes, passes_expected, cycles, cycles_expected, o->values, o->verdict == PASS ? "ok" : "FAILED");
    if (o->points)
        say_to(s, s->rows && !t->random, true, "%s", o->points);
}

static void end_family(struct session *s)
{
    struct family *f = &s->family;
    char failed[40] = "";
    if (f->failed)
        snprintf(failed, sizeof failed, "  %u FAILED", f->failed);
    if (f->tests)
        say_to(s, !s->rows, false, "%-14s %6u %10" PRIu64 " %14" PRIu64 "   %s, %" PRIu64 "%s\n", f->name,
               f->tests, f->cycles, f->values, f->longest, f->longest_cycles, failed);
    *f = (struct family){ .name = NULL };
}

void rows_test(struct session *s, const struct test *t, const struct outcome *o)
{
    struct family *f = &s->family;
    if (!f->name || strcmp(f->name, t->family))
        end_family(s);
    f->name = t->family;
    f->tests++;
    f->failed += o->verdict != PASS;
    f->cycles += o->cycles;
    f->values += o->values;
    if (!f->longest || o->cycles > f->longest_cycles) {
        f->longest = t->name;
        f->longest_cycles = o->cycles;
    }
    for (unsigned row = 0; row < STIMULUS_WAITS; row++)
        if (o->waits[row].cycles > s->waits[row].cycles) {
            s->waits[row] = o->waits[row];
            s->waited_in[row] = t->name;
        }
    say_row(s, t, o);
}

static bool nearer(const struct wait *a, const struct wait *b)
{
    return !b->row || (double)a->cycles * (double)b->bound > (double)b->cycles * (double)a->bound;
}

// The row of the table of waits with the longest wait, or the one with the wait nearest to its bound.
static const struct wait *worst(const struct session *s, bool by_bound)
{
    const struct wait *of = &s->waits[0];
    for (unsigned row = 1; row < STIMULUS_WAITS; row++) {
        const struct wait *w = &s->waits[row];
        if (w->row && wait_is_hardship(row)
            && (by_bound || !of->row ? nearer(w, of) : w->cycles > of->cycles))
            of = w;
    }
    return of;
}

static const char *who(const struct wait *w, char *text, size_t size)
{
    if (w->warp < 0)
        return w->who;
    snprintf(text, size, "%s %s of warp %d", instr_article(w->who), w->who, w->warp);
    return text;
}

// The longest wait in each row of the document's table, for the report, and the wait nearest to its bound.
static void say_waits(struct session *s)
{
    const struct wait *nearest = worst(s, true);
    char text[40];
    if (!nearest->row)
        return;
    say_to(s, false, true, "the longest wait in each row, of its bound in cycles:\n");
    for (unsigned row = 0; row < STIMULUS_WAITS; row++) {
        const struct wait *w = &s->waits[row];
        if (w->row)
            say_to(s, false, true, "%-30s %7" PRIu64 " of %10" PRIu64 "  %s in %s, until cycle %" PRIu64 "\n",
                   w->row, w->cycles, w->bound, who(w, text, sizeof text), s->waited_in[row], w->at);
    }
    say_to(s, true, true, "the wait nearest to its bound: %s, %" PRIu64 " of %" PRIu64 " cycles, %s in %s\n",
           nearest->row, nearest->cycles, nearest->bound, who(nearest, text, sizeof text),
           s->waited_in[nearest - s->waits]);
}

void rows_end(struct session *s)
{
    end_family(s);
    say_waits(s);
}

void rows_adversary(struct session *s)
{
    const struct wait *longest = worst(s, false), *nearest = worst(s, true);
    if (!longest->row)
        return;
    say(s, "adversary: longest wait %" PRIu64 " cycles (%s), bound %" PRIu64, longest->cycles, longest->row,
        longest->bound);
    if (nearest != longest)
        say(s, "; nearest to its bound %" PRIu64 " (%s) of %" PRIu64, nearest->cycles, nearest->row,
            nearest->bound);
    say(s, "\n");
}
