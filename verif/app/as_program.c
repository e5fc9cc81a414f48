#include "app/as_program.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "app/outcome.h"
#include "app/prepare.h"
#include "surround/transcript.h"
#include "surround/world.h"
#include "tests/programs/programs.h"

enum { FEW = 2000 };    // instructions of a run that is written on purpose: all of it, or else its last parts

bool as_program_can(const struct test *t)
{
    return t->random && ul1_find(LANES, t->block)->machine;
}

// ---- the file

static bool write_to(FILE *f, const struct session *s, const struct test *t, const struct run *r, const struct notes *n,
                     const char *path)
{
    char shows[150], from[1000];
    snprintf(shows, sizeof shows, "%.40s, seed %" PRIu64 ", %d lanes: what led to cycle %" PRIu64, t->name, s->opt.seed, LANES,
             r->verdict ? r->failed_at : r->cycles);
    snprintf(from, sizeof from, "From make cosim TEST=%s SEED=%" PRIu64 " LANES=%d CYCLES=%" PRIu64 ", which %s%.300s. Again:\n"
             "# make cosim PROGRAM=%.300s SEED=%" PRIu64 " LANES=%d", t->name, s->opt.seed, LANES, s->opt.cycles,
             r->verdict ? "fails: " : "passes", r->message, path, s->opt.seed, LANES);
    return transcript_write(f, n, shows, from, r->verdict != TWINS_DIFFER);
}

static bool write_file(struct session *s, const struct test *t, const struct run *r, const struct notes *n, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f) {
        say(s, "  as a program: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    const bool written = write_to(f, s, t, r, n, path);
    if (fclose(f) || !written)
        say(s, "  as a program: %s is not complete: no room for it\n", path);
    return written;
}

// ---- how it fails

// What was said of a failure, without the place and with all numbers alike.
static void sign_of(const char *message, char *sign, size_t size)
{
    const char *of = strstr(message, "of it: ");
    size_t n = 0;
    for (const char *at = of ? of + 7 : message; *at && n + 1 < size; at++) {
        const bool digit = *at >= '0' && *at <= '9', within = n && sign[n - 1] == '#';
        if (within && (digit || *at == 'x' || (*at >= 'a' && *at <= 'f')))
            continue;
        sign[n++] = digit ? '#' : *at;
    }
    sign[n] = 0;
}

static bool same_way(const struct run *r, const struct outcome *o)
{
    char was[sizeof r->message], is[sizeof o->message];
    if (r->verdict != o->verdict || !r->mismatch_count != !o->mismatch_count)
        return false;
    if (r->mismatch_count)
        return r->mismatches[0].port == o->mismatches[0].port;
    sign_of(r->message, was, sizeof was);
    sign_of(o->message, is, sizeof is);
    return !strcmp(was, is);
}

static void try(struct session *s, const struct run *r, const char *path, unsigned instrs)
{
    char error[PROGRAM_ERROR];
    const struct test *t = programs_file(path, NULL, error);
    if (!t) {
        say(s, "  as a program: %s makes no sense: %s\n", path, error);
        return;
    }
    struct session plain = { .opt = s->opt, .harness = s->harness };
    plain.opt.all_waves = false;
    plain.opt.record_folder = NULL;
    struct outcome o = outcome_of(&plain, t);
    say(s, "  as a program: %s, %u instructions, ", path, instrs);
    if (!o.verdict)
        say(s, r->verdict ? "does not fail: passes in %" PRIu64 " cycles\n" : "passes in %" PRIu64 " cycles\n", o.cycles);
    else if (r->verdict && same_way(r, &o))
        say(s, "fails in the same way\n");
    else
        say(s, "fails otherwise: %s\n", o.message);
    outcome_free(&o);
}

void as_program(struct session *s, const struct test *t, const char *path)
{
    struct run r;
    char base[4096], beside[4200];
    if (prepare(s, t, &r)) {
        const struct piece whole = { .shape = run_shape(&r) };
        path_of(base, sizeof base, s->opt.waves, t->name, &whole);
        snprintf(beside, sizeof beside, "%s.l1", base);
        world_note(r.stimulus, path ? FEW : 0);
        carry_out(s, &r);
        const struct notes *n = world_notes(r.stimulus);
        const char *file = path ? path : beside;
        if (n && write_file(s, t, &r, n, file))
            try(s, &r, file, transcript_instrs(n));
    }
    run_close(&r);
}
