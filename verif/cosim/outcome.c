#include "cosim/outcome.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/judging.h"
#include "cosim/options.h"
#include "cosim/prepare.h"
#include "cosim/story.h"
#include "checkers/lockstep/apart.h"
#include "checkers/lockstep/recording.h"
#include "environment/sm/environment.h"
#include "environment/sm/l1s.h"

static bool cannot_write(struct run *r, const char *base)
{
    r->verdict = HARNESS_AT_FAULT;
    snprintf(r->message, sizeof r->message, "cannot write %.400s", base);
    return false;
}

// Adds waves of the machine and recordings of its pieces, if requested. Returns false if they cannot be
// written.
static bool watch_all(struct session *s, const struct test *t, struct run *r)
{
    const struct piece whole = { .shape = run_shape(r) };
    struct waves_window all = { .to = UINT64_MAX, .mark = UINT64_MAX, .view = s->opt.waves_view };
    char base[4096];
    s->waves_said = !s->opt.waves_at || options_number(s->opt.waves_at, &all.mark);
    all.saying = s->waves_said ? NULL : s->opt.waves_at;
    all.said = &s->waves_said;
    path_of(base, sizeof base, s->opt.waves, t->name, &whole);
    if (s->opt.all_waves && !watch_piece(r, &whole, s->harness->waves(base, r->expected, r->actual, &all)))
        return cannot_write(r, base);
    for (size_t i = 0; s->opt.record_folder && i < piece_count(run_shape(r)); i++) {
        const struct piece piece = piece_of(run_shape(r), i);
        path_of(base, sizeof base, s->opt.record_folder, t->name, &piece);
        if (!watch_piece(r, &piece, recording_open(piece.shape, base, !strcmp(s->opt.record, "actual"))))
            return cannot_write(r, base);
    }
    return true;
}

// The last cover point that is printed.
static unsigned last_event(const struct stimulus *st)
{
    unsigned last = st->point_count;
    while (last-- && st->points[last].impossible)
        ;
    return last;
}

static void write_events(FILE *f, const struct stimulus *st)
{
    const unsigned last = last_event(st);
    size_t column = 0;
    for (unsigned i = 0; i < st->point_count; i++) {
        char text[200];
        if (st->points[i].impossible)
            continue;
        size_t n = (size_t)snprintf(text, sizeof text, "%s %" PRIu64 "%s", st->points[i].name,
                                    st->points[i].count, i < last ? "," : "");
        if (column && column + n > 100) {
            fprintf(f, "\n");
            column = 0;
        }
        fprintf(f, column ? " %s" : "      %s", text);
        column += n + 1;
    }
    if (column)
        fprintf(f, "\n");
}

static void take_events(struct outcome *o, const struct stimulus *st)
{
    FILE *f = open_memstream(&o->points, &o->points_size);
    if (!f)
        return;
    write_events(f, st);
    fclose(f);
}

// Writes all possible cover points, and the bins that were reached.
static void take_reached(struct session *s, const struct test *t, struct outcome *o,
                         const struct stimulus *st)
{
    const struct ul1_block *b = ul1_find(LANES, t->block);
    const char *of = b->machine && l1s_count(b) ? "machine" : t->block;
    FILE *f = s->bins ? open_memstream(&o->reached, &o->reached_size) : NULL;
    if (!f)
        return;
    for (unsigned i = 0; i < st->happened_count; i++)
        if (!st->happened[i].impossible)
            fprintf(f, "%s\tevent\t%s\t%" PRIu64 "\n", of, st->happened[i].name, st->happened[i].count);
    for (unsigned i = 0; i < st->bin_count; i++)
        if (st->bins[i])
            fprintf(f, "%s\tbin\t%u\t%" PRIu64 "\n", of, i, st->bins[i]);
    fclose(f);
}

static void take_checks(struct outcome *o, struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    for (size_t i = 0; i < piece_count(shape); i++) {
        const struct ul1_block *piece = piece_of(shape, i).shape;
        o->check_count += piece->port_count - piece->in_count;
    }
    o->checks = o->check_count ? malloc(o->check_count * sizeof *o->checks) : NULL;
    if (o->checks)
        memcpy(o->checks, scoreboard_checks(&r->scoreboard), o->check_count * sizeof *o->checks);
    else
        o->check_count = 0;
}

static bool make_ready(struct session *s, const struct test *t, struct run *r)
{
    return prepare(s, t, r) && watch_all(s, t, r) && story_begin(s, t, r)
        && judging_begin(s, env_program(r->stimulus), r);
}

// Runs on two cores where possible, or else alternates the twins in blocks of cycles. A run that fails is
// repeated cycle by cycle, and the report is that of the repetition.
static void go(struct session *s, const struct test *t, struct run *r)
{
    char found[sizeof r->message];
    if (s->harness->go != run_go || !run_can_apart(r)) {
        carry_out(s, r);
        return;
    }
    if (s->two_cores ? run_apart(r) : run_in_turns(r))
        return;
    memcpy(found, r->message, sizeof found);
    story_end(s, NULL);
    run_close(r);
    if (!make_ready(s, t, r))
        return;
    carry_out(s, r);
    if (r->verdict != PASS)
        return;
    r->verdict = HARNESS_AT_FAULT;
    snprintf(r->message, sizeof r->message, "not when done again, cycle by cycle: %.400s", found);
}

struct outcome outcome_of(struct session *s, const struct test *t)
{
    struct run r;
    if (make_ready(s, t, &r))
        go(s, t, &r);
    struct outcome o = { .passes = -1, .passes_expected = -1, .cycles_measured = -1, .cycles_expected = -1 };
    if (r.stimulus)
        story_end(s, &r);
    o.tally = judging_end(s, &r, &o.forbidden);
    o.forbidden_size = o.forbidden ? strlen(o.forbidden) : 0;
    o.verdict = r.verdict;
    o.cycles = r.cycles;
    o.failed_at = r.failed_at;
    o.mismatch_count = r.mismatch_count;
    memcpy(o.message, r.message, sizeof o.message);
    memcpy(o.mismatches, r.mismatches, sizeof o.mismatches);
    if (r.stimulus && r.verdict != PASS)
        env_in_flight(r.stimulus, o.in_flight, sizeof o.in_flight);
    if (r.tolerant)
        o.lag_count = tolerant_lags(r.tolerant, o.lag);
    if (r.scoreboard.checks) {
        o.values = scoreboard_values(&r.scoreboard);
        take_checks(&o, &r);
    }
    if (r.stimulus) {
        if (r.stimulus->waits)
            memcpy(o.waits, r.stimulus->waits, sizeof o.waits);
        o.passes = r.stimulus->passes;
        o.passes_expected = r.stimulus->passes_expected;
        o.cycles_measured = r.stimulus->cycles_measured;
        o.cycles_expected = r.stimulus->cycles_expected;
        take_events(&o, r.stimulus);
        take_reached(s, t, &o, r.stimulus);
    }
    run_close(&r);
    return o;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// The part of a message that identifies the failure: without numbers, but with the line of an assertion in a
// file.
static void sign_of_words(const char *said, char sign[OUTCOME_SIGN])
{
    enum { ENOUGH = 80 };
    size_t n = 0;
    bool kept = false, number = false; // kept: the digits belong to a name or a line; number: they do not
    for (char before = ' '; *said && n < (strstr(sign, ".sv:") ? OUTCOME_SIGN - 1 : ENOUGH);
         before = *said++) {
        const bool digit = is_digit(*said);
        if (number && (digit || *said == 'x' || (*said >= 'a' && *said <= 'f')))
            continue;
        kept = digit && (kept || before == ':' || before == '_' || (before >= 'a' && before <= 'z'));
        number = digit && !kept;
        sign[n++] = number ? '#' : *said;
        sign[n] = 0;
    }
}

struct outcome_sign outcome_sign(enum verdict verdict, const struct mismatch *first, const char *message)
{
    const char *of = strstr(message, "of it: ");
    const char *said =
        of ? of + 7 : message + (strncmp(message, "cycle ", 6) ? 0 : strcspn(message, ":") + 2);
    struct outcome_sign sign = { .verdict = verdict };
    if (first)
        snprintf(sign.text, sizeof sign.text, "%s.%s differs", first->port->block, first->port->name);
    else
        sign_of_words(said, sign.text);
    return sign;
}

struct outcome_sign outcome_sign_of(const struct outcome *o)
{
    return outcome_sign(o->verdict, o->mismatch_count ? o->mismatches : NULL, o->message);
}

bool outcome_same(const struct outcome_sign *sign, const struct outcome *o)
{
    const struct outcome_sign is = outcome_sign_of(o);
    return is.verdict == sign->verdict && !strcmp(is.text, sign->text);
}

void outcome_free(struct outcome *o)
{
    free(o->points);
    free(o->reached);
    free(o->forbidden);
    free(o->checks);
}
