#include "blocks/lsu/drive.h"
#include "blocks/draw.h"

#include "blocks/lsu/cover_points.h"
#include "blocks/lsu/offer.h"

// After a reset one of these inputs may be held back for a while. Then several candidates are ready for the
// first choice, and a rotation that the reset did not clear shows.
enum { HELD_TURN, HELD_CREDIT, HELD_BEATS, HELD_KINDS };

static bool lacks(const struct lsu_drive *l, unsigned what)
{
    return l->held && l->held_what == what;
}

static void lsu_constraints(struct drive *d)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    lsu_draw_constraints(d, &l->settings, &l->constraints);
}

// Draws the settings, and the carveout, once the unit is empty.
static void drive_settings(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    struct lsu_settings *s = &l->settings;
    if (s->drain && out->lsu_idle && !in->rst)
        lsu_draw_settings(d, s);
    s->new_carveout = false;
    if (s->command && out->lsu_idle && !in->rst && rng_below(&d->rng, 8) == 0)
        lsu_end_command(d, s);
    in->cmd_hold = s->command || (!s->new_carveout && happens(d, l->constraints.hold));
    in->carveout = s->carveout;
    in->cfg_home = s->home;
    in->cfg_interval = s->interval;
    in->cfg_policy = s->policy;
    in->cfg_bankwidth = s->bankwidth;
}

static void drive_offer(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    const struct lsu_settings *s = &l->settings;
    bool quiet = s->drain || s->changed;
    in->in_valid = 0;
    if (l->contract.shadow.returned && happens(d, l->constraints.again))
        lsu_offer_again(d, &l->contract.shadow, in);
    else if (!quiet && (s->new_carveout || happens(d, l->constraints.offer)))
        lsu_offer_new(d, &l->constraints, s->carveout, &l->next_warp, in);
}

// Any free beat may be next, not just the lowest.
static void drive_intake(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    uint32_t taken = l->track.beats_used | ((1u << l->constraints.beats_taken) - 1),
             unused = ~taken & ((1u << UL1_INTAKE) - 1);
    in->intake_free = unused != 0;
    in->intake_spare = (unused & (unused - 1)) != 0;
    while (unused && !(unused >> in->intake_beat & 1))
        in->intake_beat = (uint8_t)rng_below(&l->d.rng, UL1_INTAKE);
    in->pull_valid = happens(&l->d, l->constraints.beat) && !lacks(l, HELD_BEATS);
}

// The words of the load in stage 1 are due in the last stage; those of a shared load in any free one, mostly
// the first.
static void drive_due(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_shadow *s = &l->contract.shadow;
    in->pass_due = UL1_HLAT;
    if (!s->shared_load)
        return;
    in->pass_due =
        (uint8_t)(UL1_LAT + (rng_below(&l->d.rng, 4) ? 0 : rng_below(&l->d.rng, UL1_HLAT - UL1_LAT + 1)));
    while (lsu_meets(s, in->pass_due))
        in->pass_due++;
}

// ---- the outcome of the cached access in stage 1

static void defer(struct ul1_lsu_in *in, unsigned cause)
{
    in->miss_defer = 1;
    in->miss_cause = (uint8_t)cause;
}

static void open(struct lsu_drive *l)
{
    l->track.opens = true;
    l->track.opened = lsu_free_entry(&l->track);
}

// The outcome that the PRT would give, except for the limits, which change at random.
static void drive_miss(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_track *t = &l->track;
    unsigned e = lsu_entry_of(t, t->stage1.line);
    bool holds = who_holds(&l->contract.predictor, in);
    l->track.opened = e;
    if (e < UL1_PRT && (t->fetch[e].filled || t->fetch[e].closed))
        defer(in, UL1_CAUSE_CLOSED);
    else if (e < UL1_PRT && t->fetch[e].count >= l->constraints.places)
        defer(in, UL1_CAUSE_MERGE);
    else if (e < UL1_PRT)
        return; // merged
    else if (lsu_ways_taken(t, in->look_set, l->settings.carveout) >= l->constraints.ways)
        defer(in, UL1_CAUSE_WAY);
    else if (holds || lsu_entries_in_use(t) >= l->constraints.entries)
        defer(in, UL1_CAUSE_ENTRY);
    else if (happens(&l->d, l->constraints.dirty) && !in->credit_dirty)
        defer(in, UL1_CAUSE_CREDIT);
    else
        open(l);
}

// A store closes the entry of its line. Without an entry, a written-back one may open one; it is never
// deferred.
static void drive_store(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_track *t = &l->track;
    unsigned e = lsu_entry_of(t, t->stage1.line);
    l->track.opened = e;
    if (e < UL1_PRT || !t->stage1.writeback || who_holds(&l->contract.predictor, in))
        return;
    if (lsu_ways_taken(t, in->look_set, l->settings.carveout) >= l->constraints.ways
        || lsu_entries_in_use(t) >= l->constraints.entries)
        return;
    if (happens(&l->d, l->constraints.opens))
        open(l);
}

// An inval or a flush waits for the entry of its line.
static void drive_cmo(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_track *t = &l->track;
    unsigned e = lsu_entry_of(t, t->stage1.line);
    if (e < UL1_PRT)
        defer(in, UL1_CAUSE_CLOSED);
}

// No load hits a line with a held store.
static bool may_hit(const struct lsu_track *t)
{
    unsigned e = lsu_entry_of(t, t->stage1.line);
    return e == UL1_PRT || !t->fetch[e].closed;
}

static void drive_outcome(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_pass *s1 = &l->track.stage1;
    in->credit_dirty = happens(&l->d, l->constraints.credit_dirty);
    in->look_hit = in->miss_defer = 0;
    l->track.opens = false;
    if (s1->cached)
        in->look_set = (uint8_t)line_set(&compiled, s1->line, l->settings.carveout);
    if (s1->replay)
        in->look_hit = s1->err == UL1_ERR_NONE;
    else if (s1->lookup && happens(&l->d, l->constraints.hit) && may_hit(&l->track))
        in->look_hit = 1;
    else if (s1->lookup)
        drive_miss(l, in);
    else if (s1->store)
        drive_store(l, in);
    else if (s1->inval || s1->flush)
        drive_cmo(l, in);
}

// ---- fences, and the selection

// Fences are answered in any order; now and then an answer belongs to no fence.
static void drive_fence(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct rng *r = &l->d.rng;
    const struct lsu_track *t = &l->track;
    unsigned i = t->asking ? rng_below(r, t->asking) : 0;
    in->accept_fence = happens(&l->d, l->constraints.accept);
    in->cmd_fence = UL1_CACHES_BEHIND && rng_below(r, 8) == 0;
    in->answer_fence = 0;
    if (in->rst)
        return;
    if (t->asking && !t->asked[i].left) {
        in->answer_fence = 1;
        in->answer_id = t->asked[i].id;
    } else if (rng_below(r, 100) == 0) {
        in->answer_fence = 1;
        in->answer_id = (uint8_t)(UL1_INSTRS + rng_below(r, (1 << UL1_ID_W) - UL1_INSTRS));
    }
}

// The next replay of the filled queue stays on offer until it is taken.
static void drive_replay(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_track *t = &l->track;
    l->offers =
        !in->rst && t->handed < t->filled_count && (l->offers || happens(&l->d, l->constraints.replay));
    in->replay_valid = l->offers;
    if (!in->replay_valid)
        return;
    const struct lsu_fetch *f = &t->fetch[t->filled[t->handed]];
    in->replay_prt = t->filled[t->handed];
    in->merged_bare = f->count == 0;
    in->merged_id = f->count ? f->wait[f->given].id : 0;
    in->merged_part = f->count ? f->wait[f->given].sub : 0;
    in->merged_line = f->line;
    in->merged_last = f->given + 1 >= f->count;
    in->merged_err = f->err;
}

// Old words stay on offer until they are taken.
static void drive_olds(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct lsu_track *t = &l->track;
    const struct lsu_old *o = &t->old[t->next_old];
    unsigned used = 0;
    for (unsigned n = 0; n < UL1_OLDS; n++)
        used += t->old[n].used;
    in->old_credit = UL1_GLOBAL_ATOMICS > 1 && used + 1 < UL1_OLDS && happens(&l->d, l->constraints.old_room);
    in->old_valid = !in->rst && o->used && !o->taken && !o->left;
    if (!in->old_valid)
        return;
    in->old_number = (uint8_t)t->next_old;
    in->old_id = o->id;
    in->old_part = o->part;
    in->old_mask = o->mask;
    in->old_err = o->err;
}

// Reserved cycles of the register file's write port are random; after a bare replay they are such that a
// shared load is the candidate.
static void drive_reserved(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct rng *r = &l->d.rng;
    if (!happens(&l->d, l->constraints.reserved))
        memset(in->regport_reserved, 0, sizeof in->regport_reserved);
    else if (rng_below(r, 2)) // by chance not all of many would be
        memset(in->regport_reserved, 1, sizeof in->regport_reserved);
    if (!l->track.stage1.bare || !rng_below(r, 4))
        return;
    memset(in->regport_reserved, 0, sizeof in->regport_reserved);
    in->regport_reserved[UL1_HLAT] = 1;
}

// The candidate depends on credits and reservations. So the drive selects first, and takes it back if there
// is no candidate.
static void drive_choice(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    const struct lsu_constraints *k = &l->constraints;
    in->credit_shared = happens(d, k->room) && !lacks(l, HELD_CREDIT);
    in->credit_cached = happens(d, k->room) && !lacks(l, HELD_CREDIT);
    in->credit_red = UL1_GLOBAL_ATOMICS && happens(d, k->room);
    in->sel_valid = happens(d, k->select) && !lacks(l, HELD_TURN) && !in->rst;
    in->split_mask = 0; // until the request is known
    in->split_more = 0;
}

static void lsu_drive(struct drive *d, const void *out, void *in)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    if (l->constraints.pile)
        lsu_steer_pile(&l->constraints, l->contract.shadow.returned);
    drive_settings(l, out, in);
    drive_offer(l, in);
    drive_intake(l, in);
    drive_due(l, in);
    drive_outcome(l, in);
    drive_fence(l, in);
    drive_replay(l, in);
    drive_olds(l, in);
    drive_reserved(l, in);
    drive_choice(l, in);
}

static void lsu_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_out *out = outputs;
    struct ul1_lsu_in *in = inputs;
    in->sel_valid &= out->cand_valid;
    if (!in->sel_valid)
        return;
    in->split_mask = out->req_cached || out->req_old || happens(d, l->constraints.whole)
        ? out->req_mask
        : out->req_mask & draw_mask(d);
    if (!in->split_mask && out->req_mask)
        in->split_mask = out->req_mask & -out->req_mask;
    in->split_more = in->split_mask != out->req_mask;
}

static const char *lsu_check(struct drive *d, const void *in, const void *out)
{
    return lsu_contract_check(&((struct lsu_drive *)d)->contract, in, out);
}

static void lsu_seen(struct drive *d, const void *inputs, const void *outputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_in *in = inputs;
    const struct ul1_lsu_out *out = outputs;
    lsu_count(d, &(struct lsu_cycle){ &l->settings, &l->contract, &l->track, &l->past, in, out });
    if (in->rst) {
        l->settings.drain = true;
        l->settings.command = false;
        l->held = rng_below(&d->rng, 2) ? rng_below(&d->rng, 40) : 0;
        l->held_what = rng_below(&d->rng, HELD_KINDS);
        lsu_track_reset(&l->track);
        lsu_past_reset(&l->past);
        return;
    }
    d->stimulus.instructions += in->in_valid && !in->in_again && lsu_takes(in, out);
    d->stimulus.passes += out->req_valid;
    l->held -= l->held && !out->lsu_idle;
    l->offers &= !out->coalesce_ready;
    lsu_past_advance(&l->past, &l->track, &l->contract, in, out, d->cycle);
    lsu_track_advance(&l->track, d, &l->settings, &l->constraints, in, out);
}

struct stimulus *lsu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "lsu",
                                            .size = sizeof(struct lsu_drive),
                                            .points = lsu_event_names,
                                            .point_count = LSU_POINT_COUNT,
                                            .reset_every = 1800,
                                            .constraints = lsu_constraints,
                                            .drive = lsu_drive,
                                            .respond = lsu_respond,
                                            .check = lsu_check,
                                            .count = lsu_seen };
    struct stimulus *made = drive_make(&kind, test, seed, cycles);
    if (made)
        ((struct lsu_drive *)made)->contract.notes = true;
    return made;
}
