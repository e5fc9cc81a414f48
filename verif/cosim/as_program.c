#include "cosim/as_program.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cosim/outcome.h"
#include "cosim/prepare.h"
#include "program/bounds.h"
#include "environment/sm/transcript.h"
#include "environment/sm/environment.h"
#include "environment/sm/l1s.h"
#include "tests/programs/programs.h"

// How a program's run ended, ordered by how closely it matches the run that it was generated from.
enum likeness { NOTHING, PASSES, FAILS, FAILS_SO, PASSES_SO };

struct told {
    enum likeness likeness;
    char text[1000];
};

bool as_program_can(const struct test *t)
{
    const struct ul1_block *b = ul1_find(LANES, t->block);
    return t->random && b->machine && l1s_count(b) && l1s_count(b) <= PROGRAM_L1S;
}

// ---- the file

// Writes a text on one line of a comment.
static const char *one_line(const char *message, char *line, size_t size)
{
    size_t n = 0;
    for (; message[n] && n + 1 < size; n++)
        line[n] = message[n] < ' ' ? ' ' : message[n];
    line[n] = 0;
    return line;
}

static bool write_to(FILE *f, const struct session *s, const struct test *t, const struct run *r,
                     unsigned first, const char *path)
{
    char shows[150], from[1000], line[300];
    snprintf(shows, sizeof shows, "%.40s, seed %" PRIu64 ", %d lanes: what led to cycle %" PRIu64, t->name,
             s->opt.seed, LANES, r->verdict ? r->failed_at : r->cycles);
    snprintf(from, sizeof from,
             "From make cosim TEST=%s SEED=%" PRIu64 " LANES=%d CYCLES=%" PRIu64 ", which %s%s. Again:\n"
             "# make cosim PROGRAM=%.300s SEED=%" PRIu64 " LANES=%d",
             t->name, s->opt.seed, LANES, s->opt.cycles, r->verdict ? "fails: " : "passes",
             one_line(r->message, line, sizeof line), path, s->opt.seed, LANES);
    return transcript_write(f, env_notes(r->stimulus), first, shows, from, r->verdict != TWINS_DIFFER);
}

static bool write_file(const struct session *s, const struct test *t, const struct run *r, unsigned first,
                       const char *path, struct told *told)
{
    FILE *f = fopen(path, "w");
    if (!f) {
        snprintf(told->text, sizeof told->text, "cannot write %.300s: %s", path, strerror(errno));
        return false;
    }
    const bool written = write_to(f, s, t, r, first, path) && !ferror(f), closed = !fclose(f);
    if (!written || !closed)
        snprintf(told->text, sizeof told->text, "%.300s is not complete: no room for it", path);
    return written && closed;
}

// ---- the failure

static struct outcome_sign sign_of(const struct run *r)
{
    return outcome_sign(r->verdict, r->mismatch_count ? r->mismatches : NULL, r->message);
}

static void try(struct session *s, const struct run *r, unsigned first, const char *path, struct told *told)
{
    char error[PROGRAM_ERROR];
    const struct test *t = programs_file(path, NULL, s->harness->machine, error);
    if (!t) {
        snprintf(told->text, sizeof told->text, "%.300s makes no sense: %s", path, error);
        return;
    }
    struct session plain = { .opt = s->opt, .harness = s->harness };
    plain.opt.all_waves = false;
    plain.opt.record_folder = NULL;
    struct outcome o = outcome_of(&plain, t);
    const struct outcome_sign as = sign_of(r);
    const bool same = r->verdict && o.verdict && outcome_same(&as, &o);
    told->likeness = !o.verdict ? r->verdict ? PASSES : PASSES_SO : same ? FAILS_SO : FAILS;
    int n = snprintf(told->text, sizeof told->text, "%.300s, %u instructions, ", path,
                     transcript_instrs(env_notes(r->stimulus), first));
    if (!o.verdict)
        snprintf(told->text + n, sizeof told->text - (size_t)n, "%spasses in %" PRIu64 " cycles",
                 r->verdict ? "does not fail: " : "", o.cycles);
    else
        snprintf(told->text + n, sizeof told->text - (size_t)n,
                 same ? "fails in the same way" : "fails otherwise: %s", o.message);
    outcome_free(&o);
}

// Writes the parts from `first` on, runs them, and returns the result.
static struct told written(struct session *s, const struct test *t, const struct run *r, unsigned first,
                           const char *path)
{
    struct told told = { NOTHING, "" };
    if (write_file(s, t, r, first, path, &told))
        try(s, r, first, path, &told);
    return told;
}

// For a failure, writes the part since the machine was last certain to be empty. If this program does not
// fail in the same way, the failure depends on earlier parts, and all are written.
static struct told best(struct session *s, const struct test *t, const struct run *r, const char *path)
{
    const unsigned last = r->verdict || r->stimulus->ends_best ? env_notes(r->stimulus)->last : 0;
    struct told told = written(s, t, r, last, path);
    if (!last || !r->verdict || told.likeness == FAILS_SO)
        return told;
    const struct told longer = written(s, t, r, 0, path);
    return longer.likeness > told.likeness ? longer : written(s, t, r, last, path);
}

bool as_program(struct session *s, const struct test *t, const char *path, char in[AS_PROGRAM_PATH])
{
    const struct piece whole = { .shape = ul1_find(LANES, t->block) };
    char base[4096], beside[4200];
    path_of(base, sizeof base, s->opt.waves, t->name, &whole);
    snprintf(beside, sizeof beside, "%s.l1", base);
    struct told told = { NOTHING, "" };
    struct run r;
    const bool ready = prepare(s, t, &r);
    if (ready) {
        env_note(r.stimulus);
        carry_out(s, &r);
    }
    run_free_twins(&r); // a failed assertion would affect the next twins
    // a program cannot show events that did not happen
    if (run_interrupted || (!path && r.behind && r.verdict == HARNESS_AT_FAULT)) {
        run_close(&r);
        return true;
    }
    if (ready && env_notes(r.stimulus))
        told = best(s, t, &r, path ? path : beside);
    else
        snprintf(told.text, sizeof told.text, "%s", ready ? "no memory for notes" : r.message);
    run_close(&r);
    say(s, "  as a program: %s\n", told.text);
    if (in && told.likeness == FAILS_SO)
        snprintf(in, AS_PROGRAM_PATH, "%s", path ? path : beside);
    return told.likeness == FAILS_SO || told.likeness == PASSES_SO;
}
