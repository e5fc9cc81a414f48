#include "cosim/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/options.h"
#include "cosim/prepare.h"
#include "checkers/lockstep/history.h"

enum {
    HISTORY = 12,      // cycles printed before a failure
    WAVES_BEFORE = 60, // cycles dumped before a failure
    WAVES_AFTER = 20   // cycles dumped after a failure
};

// A command line that reproduces the failure. It names the program and the twins if they differ from those of
// make cosim.
static void say_again(struct session *s, const struct test *t)
{
    const struct options *o = &s->opt;
    const char *commit = getenv("UL1_COMMIT");
    bool usual = (!strcmp(s->harness->program, "cosim") || s->harness->machine)
        && !strcmp(o->expected, "model") && !strcmp(o->actual, "rtl")
        && (o->own || !strstr(o->self, "/variant/")) && !o->fault && strcmp(o->checks, "none") && !o->phases;
    const char *program = *s->written ? s->written : o->program;
    const char *kind = usual ? o->trace ? "TRACE="
            : program                   ? "PROGRAM="
                                        : "TEST="
        : o->trace           ? "--trace "
        : program            ? "--program "
                             : "--test ";
    const char *name = o->trace ? o->trace : program ? program : t->name;
    if (usual)
        say(s, "make cosim %s%s%s%s%s%s%s SEED=%" PRIu64 " LANES=%d", s->harness->machine ? "MACHINE=" : "",
            s->harness->machine ? s->harness->machine : "", s->harness->machine ? " " : "",
            o->own ? o->own : "", o->own ? " " : "", kind, name, o->seed, LANES);
    else
        say(s, "%s --expected %s --actual %s %s%s --seed %" PRIu64, o->self, o->expected, o->actual, kind,
            name, o->seed);
    if (o->params)
        say(s, " %s'%s'", usual ? "PARAMS=" : "--params ", o->params);
    if (o->fault)
        say(s, " --fault %s", o->fault);
    if (strcmp(o->checks, usual && o->own && !o->tolerant ? "light" : "full"))
        say(s, "%s%s", usual ? " CHECKS=" : " --checks ", o->checks);
    if (strcmp(o->place, "near"))
        say(s, "%s%s", usual ? " PLACE=" : " --place ", o->place);
    if (o->phases)
        say(s, " --phases %s", o->phases);
    if (o->trace)
        say(s, usual ? " DELAY=%" PRIu64 "%s" : " --delay %" PRIu64 "%s", o->delay,
            !o->rename  ? ""
                : usual ? " RENAME=1"
                        : " --rename");
    if (t->random || (o->trace && o->cycles != OPTIONS_ALL_CYCLES))
        say(s, usual ? " CYCLES=%" PRIu64 : " --cycles %" PRIu64, o->cycles);
    say(s, "  # commit %s\n", commit ? commit : "unknown");
}

static bool first_of_its_kind(struct session *s, const struct outcome *r)
{
    const struct outcome_sign sign = outcome_sign_of(r);
    size_t k = 0, max = sizeof s->kinds / sizeof *s->kinds;
    while (k < max - 1 && s->kinds[k].count && strcmp(s->kinds[k].sign, sign.text))
        k++;
    snprintf(s->kinds[k].sign, sizeof s->kinds[k].sign, "%s", sign.text);
    return !s->kinds[k].count++;
}

// The first mismatches, as far as they were kept.
static void say_mismatches(struct session *s, const struct run *r)
{
    size_t kept = sizeof r->mismatches / sizeof *r->mismatches;
    for (size_t i = 0; i < r->mismatch_count && i < kept; i++) {
        const struct mismatch *m = &r->mismatches[i];
        char field[32] = "", path[100];
        if (m->port->field)
            snprintf(field, sizeof field, " %s %zu", m->port->field, m->field);
        say(s, "  %s %s%s: expected 0x%" PRIx64 ", actual 0x%" PRIx64 "\n", i ? "     also" : "first seen",
            port_path(m->port, path, sizeof path), field, m->expected, m->actual);
    }
    if (r->mismatch_count > kept)
        say(s, "       and %zu more values in that cycle\n", r->mismatch_count - kept);
}

// Waves around the failing cycle.
static void watch_failure(struct session *s, const struct test *t, struct run *r, uint64_t at)
{
    const struct piece whole = { .shape = run_shape(r) };
    const struct waves_window around = {
        .from = at < WAVES_BEFORE ? 0 : at - WAVES_BEFORE, .to = at + WAVES_AFTER, .mark = at, .failure = true
    };
    char base[4096];
    if (!s->harness->waves)
        return;
    path_of(base, sizeof base, s->opt.waves, t->name, &whole);
    watch_piece(r, &whole, s->harness->waves(base, r->expected, r->actual, &around));
}

static void say_waves(struct session *s, const struct test *t, const struct run *r)
{
    const struct piece whole = { .shape = run_shape(r) };
    char base[4096];
    if (!s->harness->waves) {
        say(s, "  no waves, as the program was built with VIEWS=0\n");
        return;
    }
    path_of(base, sizeof base, s->opt.waves, t->name, &whole);
    say(s, "  waves: %s.fst %s.gtkw\n", base, base);
}

static void run_again(struct session *s, const struct test *t, const struct outcome *failed)
{
    struct run r;
    uint64_t at = failed->failed_at;
    if (!prepare(s, t, &r)) {
        say(s, "  could not run it again: %s\n", r.message);
        run_close(&r);
        return;
    }
    struct piece whole = { .shape = run_shape(&r) };
    struct observer *history = history_open(whole.shape, at < HISTORY ? 0 : at - HISTORY, at);
    watch_piece(&r, &whole, history);
    watch_failure(s, t, &r, at);
    r.linger = WAVES_AFTER;
    carry_out(s, &r);
    say_mismatches(s, &r);
    if (r.verdict != failed->verdict || r.failed_at != at)
        say(s, "  the second run went otherwise (%s): report this as a fault of the harness\n",
            r.message[0] ? r.message : "it passed");
    const struct ul1_port *first = r.mismatch_count ? r.mismatches[0].port : NULL;
    say(s, "  what led there (the %s's signals that are not at rest; * changed since the cycle before",
        r.expected ? s->opt.expected : s->opt.actual);
    if (first && whole.shape->machine)
        say(s, "; > into %s, < out of it", first->block);
    say(s, "):\n");
    if (history) {
        history_print(history, first, stdout);
        if (s->report)
            history_print(history, first, s->report);
    }
    say_waves(s, t, &r);
    run_close(&r);
}

bool report_failure(struct session *s, const struct test *t, const struct outcome *r)
{
    static const char *const kinds[] = { "", "the design is at fault", "the memory checker objects",
                                         "the harness is at fault" };
    const char *kind = r->forbidden                        ? "the axioms object"
        : r->verdict == HARNESS_AT_FAULT && s->opt.program ? "the program makes no sense"
        : r->mismatch_count                                ? "the twins differ"
                                                           : kinds[r->verdict];
    say(s, "\nFAILED %s: %s\n  %s\n  %s\n", t->name, t->shows, kind, r->message);
    if (*r->in_flight)
        say(s, "  in flight: %s\n", r->in_flight);
    say(s, "  repeat: ");
    say_again(s, t);
    if (r->forbidden)
        say(s, "%s", r->forbidden);
    if (!r->cycles || r->forbidden || run_interrupted)
        return false;
    const bool first = first_of_its_kind(s, r) && !s->opt.brief;
    if (first)
        run_again(s, t, r);
    else if (!s->opt.brief)
        say(s, "  of a kind that was told in full above\n\n");
    return first;
}
