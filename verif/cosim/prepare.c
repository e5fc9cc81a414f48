#include "cosim/prepare.h"

#include <stdlib.h>
#include <string.h>

#include "blocks/contracts.h"
#include "kit/rng.h"
#include "checkers/lockstep/recording.h"
#include "checkers/lockstep/twin_model.h"
#include "checkers/lockstep/twin_parts.h"

size_t piece_count(const struct ul1_block *shape)
{
    return shape->part_count ? shape->part_count : 1;
}

struct piece piece_of(const struct ul1_block *shape, size_t number)
{
    if (!shape->part_count)
        return (struct piece){ .shape = shape };
    const struct ul1_part *p = &shape->parts[number];
    return (struct piece){ ul1_part_block(shape, number), p->name, number, shape };
}

void path_of(char *path, size_t size, const char *folder, const char *test, const struct piece *piece)
{
    snprintf(path, size, "%s/%s%s%s-%d", folder, test, piece->part ? "." : "", piece->part ? piece->part : "",
             LANES);
}

bool watch_piece(struct run *r, const struct piece *piece, struct observer *o)
{
    if (!o)
        return false;
    o->whole = piece->whole;
    o->part = piece->number;
    o->next = r->observers;
    r->observers = o;
    return true;
}

// A twin by kind: "model", "rtl" or "rec:FOLDER".
static struct twin *make_piece(struct session *s, const char *kind, const struct test *t,
                               const struct piece *piece, uint64_t seed, char *error, size_t size)
{
    struct twin *twin = NULL;
    if (!strcmp(kind, "model"))
        twin = twin_model(piece->shape);
    else if (!strcmp(kind, "rtl"))
        twin = s->harness->rtl(piece->shape, seed + piece->number);
    else if (!strncmp(kind, "rec:", 4)) {
        char base[4096];
        path_of(base, sizeof base, kind + 4, t->name, piece);
        return twin_recording(piece->shape, base, error, size);
    }
    if (!twin)
        snprintf(error, size, "no twin '%s' of %s: model, rtl, none and rec:FOLDER are known", kind,
                 piece->shape->name);
    return twin;
}

enum { PARTS = 64 }; // parts of a machine of machines, at most

// Makes a twin, for a machine of parts without wires from one twin per part. Returns null without a message
// if none is requested.
static struct twin *make_twin(struct session *s, const char *kind, const struct test *t, uint64_t seed,
                              char *error, size_t size)
{
    const struct ul1_block *shape = ul1_find(LANES, t->block);
    struct twin *part[PARTS], *whole = NULL;
    size_t made = 0;
    *error = 0;
    if (!strcmp(kind, "none"))
        return NULL;
    if (shape->wired) {
        const struct piece piece = { .shape = shape };
        return make_piece(s, kind, t, &piece, seed, error, size);
    }
    for (; made < piece_count(shape) && made < PARTS; made++) {
        struct piece piece = piece_of(shape, made);
        part[made] = make_piece(s, kind, t, &piece, seed, error, size);
        if (!part[made])
            break;
    }
    if (!*error)
        whole = shape->part_count ? twin_parts(shape, part) : part[0];
    if (!whole && !*error)
        snprintf(error, size, "out of memory");
    while (!whole && made--)
        part[made]->ops->free(part[made]);
    return whole;
}

// Adds the contracts of a machine's blocks, on its wires. The block `late`, if not null, may answer late.
// Returns false if memory runs out.
static bool add_judges(struct run *r, const struct ul1_block *shape, bool light, const char *late)
{
    for (size_t i = 0; shape->machine && i < piece_count(shape); i++) {
        struct piece piece = piece_of(shape, i);
        struct judge *j = contracts_judge(piece.shape, light);
        if (!j)
            return false;
        j->part = piece.part;
        j->whole = piece.part ? shape : NULL;
        j->number = i;
        j->late = late;
        j->next = r->judges;
        r->judges = j;
    }
    return true;
}

// Prepares comparison by order, for a block alone.
static bool tolerate(struct session *s, const struct test *t, struct run *r)
{
    if (r->expected && r->actual && r->stimulus->one_way)
        r->tolerant = tolerant_open(run_shape(r), (unsigned)s->opt.tolerant);
    if (!r->tolerant)
        snprintf(r->message, sizeof r->message,
                 "%s alone cannot be judged by order: what it is driven with answers, in the same cycle "
                 "or in the next, to what it puts out",
                 t->block);
    return r->tolerant;
}

bool prepare(struct session *s, const struct test *t, struct run *r)
{
    uint64_t seed = rng_name_seed(t->name, s->opt.seed);
    memset(r, 0, sizeof *r);
    r->verdict = HARNESS_AT_FAULT;
    r->name = t->name;
    r->stimulus = t->make(t, seed, s->opt.cycles);
    const bool untimed = s->opt.tolerant && ul1_find(LANES, t->block)->machine;
    r->expected = make_twin(s, untimed ? "none" : s->opt.expected, t, seed, r->message, sizeof r->message);
    if (!*r->message)
        r->actual = make_twin(s, s->opt.actual, t, seed, r->message, sizeof r->message);
    if (*r->message)
        return false;
    if (!r->expected && !r->actual) {
        snprintf(r->message, sizeof r->message, "neither twin is there");
        return false;
    }
    if (!r->stimulus
        || (!s->opt.bare && strcmp(s->opt.checks, "none")
            && !add_judges(r, run_shape(r), !strcmp(s->opt.checks, "light"),
                           untimed ? s->opt.block : NULL))) {
        snprintf(r->message, sizeof r->message, "out of memory");
        return false;
    }
    r->stimulus->memcheck = !s->opt.bare;
    r->stimulus->boost |= s->opt.boost;
    r->stimulus->late = untimed ? s->opt.tolerant : 0;
    r->stimulus->binned = s->opt.bins;
    if (s->opt.tolerant && !untimed && !tolerate(s, t, r))
        return false;
    for (int i = 0; i < 2; i++) {
        struct twin *twin = i ? r->actual : r->expected;
        if (twin)
            twin->quiet = s->opt.bare;
    }
    r->verdict = PASS;
    return true;
}

// Only run_go supports machines of machines. Other benches support machines of blocks.
void carry_out(struct session *s, struct run *r)
{
    if (run_shape(r)->part_count)
        run_go(r);
    else
        s->harness->go(r);
}
