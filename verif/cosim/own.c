#include "cosim/own.h"

#include <inttypes.h>
#include <stdio.h>

static const char *cycles(uint64_t n)
{
    return n == 1 ? "cycle" : "cycles";
}

void own_begin(struct session *s)
{
    if (!s->opt.tolerant)
        return;
    if (s->machines)
        say(s,
            "not compared with the model cycle by cycle: memory checker, contracts, values, errors and "
            "passes judge, and no cycles, waits and "
            "counters\n");
    else
        say(s, "compared by order, not by cycle: an answer may come %" PRIu64 " %s late\n", s->opt.tolerant,
            cycles(s->opt.tolerant));
}

void own_test(struct session *s, const struct test *t, const struct outcome *o)
{
    for (unsigned i = 0; i < o->lag_count; i++) {
        const struct lag *g = &o->lag[i];
        say_to(s, s->rows, true,
               "      interface %s: said %" PRIu64 " times, behind by %u to %u cycles, %.2f on average\n",
               g->interface, g->said, g->least, g->most, (double)g->sum / (double)g->said);
        if (g->most > s->late)
            s->late = g->most;
    }
    if (o->verdict != PASS && !*s->found)
        snprintf(s->found, sizeof s->found, "%.250s (%.40s)", o->message, t->name);
    if (o->verdict == PASS && o->cycles_expected >= 0) {
        s->timed += (uint64_t)o->cycles_measured;
        s->timed_expected += (uint64_t)o->cycles_expected;
        s->timed_tests++;
    }
}

void own_end(struct session *s)
{
    char text[400] = "exact";
    if (!s->opt.block)
        return;
    if (run_interrupted)
        snprintf(text, sizeof text, "none, as it was interrupted");
    else if (s->worst != PASS)
        snprintf(text, sizeof text, "wrong: %s", s->found);
    else if (s->machines && s->opt.tolerant && !s->timed_tests)
        snprintf(text, sizeof text, "right (no test of these has a formula for its cycles)");
    else if (s->machines && s->opt.tolerant)
        snprintf(text, sizeof text,
                 "right%s: %" PRIu64 " cycles in %" PRIu64 " tests, whose formulas say %" PRIu64,
                 s->timed > s->timed_expected ? ", late" : "", s->timed, s->timed_tests, s->timed_expected);
    else if (s->late)
        snprintf(text, sizeof text, "right, %u %s late", s->late, cycles(s->late));
    say(s, "%s, %s: %s\n", s->opt.block, s->machines ? "within the machine" : "alone", text);
}
