// What is told of a failure: what kind it is, what was seen first, what led there, how to repeat it, and where the waves are.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"
#include "session.h"

enum {
    HISTORY = 12,       // cycles told before a failure
    WAVES_BEFORE = 60,  // cycles dumped before a failure
    WAVES_AFTER = 20    // and after it
};

// One line that repeats the failure anywhere; of another program or other twins than make cosim's, where those are.
static void say_again(struct session *s, const struct test *t)
{
    const struct options *o = &s->opt;
    const char *commit = getenv("UL1_COMMIT");
    bool usual = !strcmp(program, "cosim") && !strcmp(o->expected, "model") && !strcmp(o->actual, "rtl") && !strstr(o->self, "/variant/");
    if (usual)
        say(s, "make cosim TEST=%s SEED=%" PRIu64 " LANES=%d", t->name, o->seed, LANES);
    else
        say(s, "%s --expected %s --actual %s --test %s --seed %" PRIu64, o->self, o->expected, o->actual, t->name, o->seed);
    if (t->random)
        say(s, usual ? " CYCLES=%" PRIu64 : " --cycles %" PRIu64, o->cycles);
    say(s, "  # commit %s\n", commit ? commit : "unknown");
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
void report_failure(struct session *s, const struct test *t, const struct run *first)
{
    static const char *const kinds[] = { "", "the twins differ", "the witness objects", "the harness is at fault" };
    say(s, "\nFAILED %s: %s\n  %s\n  %s\n  repeat: ", t->name, t->shows, kinds[first->verdict], first->message);
    say_again(s, t);
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
    struct run *at_fault = &r; // the machine in which it was found
    while (at_fault->machine < first->machine && at_fault->peer)
        at_fault = at_fault->peer;
    struct twin *expected = at_fault->expected, *actual = at_fault->actual;
    path_of(base, sizeof base, s->opt.waves, t->name, at_fault->machine);
    struct observer *history = history_open((expected ? expected : actual)->shape, at < HISTORY ? 0 : at - HISTORY, at);
    observe(at_fault, history);
    struct observer *waves = s->bench->waves(base, expected, actual, at < WAVES_BEFORE ? 0 : at - WAVES_BEFORE, at + WAVES_AFTER, at);
    observe(at_fault, waves);
    for (struct run *each = &r; each; each = each->peer)
        each->linger = WAVES_AFTER;
    carry_out(s, &r);
    for (size_t i = 0; i < at_fault->mismatch_count && i < sizeof r.mismatches / sizeof *r.mismatches; i++) {
        const struct mismatch *m = &at_fault->mismatches[i];
        char field[32] = "";
        if (m->port->field)
            snprintf(field, sizeof field, " %s %zu", m->port->field, m->field);
        say(s, "  %s %s.%s%s: expected 0x%" PRIx64 ", actual 0x%" PRIx64 "\n", i ? "     also" : "first seen", m->port->block,
            m->port->name, field, m->expected, m->actual);
    }
    if (at_fault->mismatch_count > sizeof r.mismatches / sizeof *r.mismatches)
        say(s, "       and %zu more values in that cycle\n", at_fault->mismatch_count - sizeof r.mismatches / sizeof *r.mismatches);
    if (r.verdict != first->verdict || r.failed_at != at)
        say(s, "  the second run went otherwise (%s): report this as a fault of the harness\n", r.message[0] ? r.message : "it passed");
    say(s, "  what led there (the %s's signals):\n", expected ? s->opt.expected : s->opt.actual);
    if (history) {
        history_print(history, stdout);
        if (s->report)
            history_print(history, s->report);
    }
    if (waves)
        say(s, "  waves: %s.fst %s.gtkw\n", base, base);
    run_close(&r);
}
