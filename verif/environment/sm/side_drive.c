#include "environment/sm/side_drive.h"

#include "environment/sm/data.h"
#include "environment/sm/follower.h"

// The next instruction depends on the outcome of those before.
static bool fetch_followed(struct sm *h)
{
    if (h->exhausted)
        return true;
    const enum comes f = follow_next(h->part.follower, h->cycle, h->holding ? NULL : h->hand);
    if (f == FOLLOW_OBJECTS)
        return sm_follower_objects(h);
    if (f == FOLLOW_IN_TIME)
        h->progress = h->cycle;
    h->exhausted = f == FOLLOW_END && !h->holding;
    if (h->holding || f != FOLLOW_INSTR)
        return true;
    h->holding = true;
    return fine(h, backing_touch(h->backing, h->hand));
}

static bool fetch(struct sm *h)
{
    if (h->part.follower) {
        h->astray |= !fetch_followed(h);
        return !h->astray;
    }
    if (h->holding || h->exhausted)
        return true;
    h->holding = h->part.next(h->part.source, h->hand);
    h->exhausted = !h->holding;
    const bool waits = h->hand->group ? h->hand->group & WAITS_FOR_GROUPS : h->hand->bar && h->hand->waits;
    if (h->holding && h->part.held && waits)
        *h->part.held |= UINT64_C(1) << h->hand->warp;
    h->astray |= h->holding && !fine(h, backing_touch(h->backing, h->hand));
    return !h->astray;
}

// Whether the instruction in hand may be offered now.
static bool is_time(const struct sm *h)
{
    return h->holding && h->retired >= h->hand->after && h->cycle - PART_LEAD >= h->hand->from;
}

static void present_texture(const struct instr *i, struct ul1_l1_in *in)
{
    const struct texture *t = &i->texture;
    in->texin_base = t->base >> UL1_TEX_GRAIN_W;
    in->texin_pitch = (uint16_t)(t->pitch / texture_grain(t->layout));
    in->texin_last_u = (uint16_t)(t->columns - 1);
    in->texin_last_v = (uint16_t)(t->rows - 1);
    in->texin_format = t->format;
    in->texin_layout = t->layout;
    in->texin_border = t->border;
    in->texin_filter = t->filter;
    for (unsigned lane = 0; lane < LANES; lane++) { // as many bits as the pins have
        in->texin_u[lane] = (uint32_t)instr_u(i, lane) & ((1u << UL1_TEX_COORD_W) - 1);
        in->texin_v[lane] = (uint32_t)instr_v(i, lane) & ((1u << UL1_TEX_COORD_W) - 1);
    }
}

static void present(const struct instr *i, struct ul1_l1_in *in)
{
    in->in_valid = 1;
    in->in_warp = i->warp;
    in->in_op = i->op;
    in->in_level = i->level;
    in->in_space = i->space;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_hint = i->hint;
    in->in_atom = i->atom;
    in->in_returns = i->returns;
    in->in_matrix = i->matrix;
    in->in_interleave = i->interleave;
    in->in_reg = i->reg;
    in->in_bar = i->bar;
    in->in_barrier = i->barrier;
    in->in_expects = i->expects;
    in->in_waits = i->waits;
    in->in_pred = i->pred;
    in->in_copy = i->copy || i->copied;
    if (instr_texture(i))
        present_texture(i, in);
    for (unsigned lane = 0; !instr_texture(i) && lane < LANES; lane++) // the pins are as narrow as addresses
        in->in_addr[lane] = i->addr[lane];
    for (unsigned lane = 0; i->copy && lane < LANES; lane++)
        in->in_dest[lane] = i->dest[lane];
}

// The index of a remainder that is due, by the chosen order; `remainders` if none is.
static unsigned due_remainder(struct sm *h)
{
    unsigned due = 0; // they are in the order in which they fall due
    while (due < h->remainders && h->remainder[due].due <= h->cycle)
        due++;
    if (!due)
        return h->remainders;
    return h->part.set.again_any ? rng_below(&h->rng, due) : 0;
}

static bool is_shared(const struct instr *i)
{
    return i->op != UL1_OP_FENCE && !instr_texture(i) && i->space == UL1_SPACE_SHARED;
}

// If only entries kept for shared memory are free, the instruction in hand is set aside, so that another
// warp's can be offered. This is not done if the order must be that of the text.
static void put_aside(struct sm *h, const struct ul1_l1_out *out)
{
    struct instr *hand = h->hand;
    if (h->waiting || !is_time(h) || is_shared(hand) || instr_beside(hand) || hand->group || out->lsu.in_ready
        || !out->lsu.in_shared_ready || (h->part.follower && follow_in_order(h->part.follower)))
        return;
    h->hand = h->aside;
    h->aside = hand;
    h->waiting = true;
    h->holding = false;
    if (h->notes)
        notes_withdrawn(h->notes, h->number);
    fetch(h);
}

// The new instruction on offer: the one set aside, or the one in hand if only that can be taken. A copy needs
// a place.
static struct instr **new_offer(struct sm *h, const struct ul1_l1_out *out)
{
    const struct instr *i = h->waiting ? h->aside : h->hand;
    if (i->copy && !out->copy.copy_ready)
        return NULL;
    bool hand = is_time(h) && !h->hand->group && !(h->hand->copy && !out->copy.copy_ready),
         passes = hand && is_shared(h->hand) && h->hand->warp != h->aside->warp && !out->lsu.in_ready;
    if (h->waiting && !passes)
        return &h->aside;
    return hand ? &h->hand : NULL;
}

// A warp closes a group, or begins to wait, unless its instruction before that is set aside.
static void drive_group(struct sm *h, struct ul1_l1_in *in)
{
    const struct instr *i = h->hand;
    h->groups = is_time(h) && i->group && !(h->waiting && h->aside->warp == i->warp);
    if (!h->groups)
        return;
    in->commit_valid = i->group & CLOSES_GROUP;
    in->wait_valid = (i->group & WAITS_FOR_GROUPS) != 0;
    in->commit_warp = in->wait_warp = i->warp;
    in->wait_groups = i->leaves;
    if (h->notes)
        notes_group(h->notes, h->number, i, h->cycle);
}

// The store of a copy usually goes before new instructions.
static bool drive_copied(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    if (!h->copies.under_way || !copies_store(&h->copies, out, h->copied)
        || (!h->part.follower && rng_percent(&h->rng, 12)))
        return false;
    h->offered = &h->copied;
    present(h->copied, in);
    in->in_mask = h->copied->mask;
    if (h->notes)
        notes_offered(h->notes, h->number, h->copied, h->cycle);
    return true;
}

// Remainders go before new instructions.
static void drive_offer(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->in_valid = in->in_again = 0;
    in->commit_valid = in->wait_valid = 0;
    h->groups = false;
    if (h->cycle < PART_LEAD || !fetch(h))
        return;
    drive_group(h, in);
    if (pattern_happens(&h->part.set.gap, &h->rng, h->cycle))
        return;
    h->presented = due_remainder(h);
    if (h->presented < h->remainders) {
        const struct remainder *r = &h->remainder[h->presented];
        present(h->flight[r->id].instr, in);
        in->in_again = 1;
        in->in_id = r->id;
        in->in_sub = r->sub;
        in->in_mask = r->mask;
        return;
    }
    if (drive_copied(h, out, in))
        return;
    put_aside(h, out);
    h->offered = new_offer(h, out);
    if (!h->offered)
        return;
    const struct instr *i = *h->offered;
    present(i, in);
    in->in_mask = i->mask;
    if (h->notes)
        notes_offered(h->notes, h->number, i, h->cycle);
}

static void drive_data(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->pull_valid = !pattern_happens(&h->part.set.late, &h->rng, h->cycle);
    const struct flight *f = &h->flight[out->lsu.pull_id % ENTRIES];
    if (in->pull_valid && out->lsu.pull_ready && f->live)
        data_beat(f->instr, &out->lsu, in->pull_data);
}

void side_drive(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->regport_reserve = !all_retired(h) && pattern_happens(&h->part.set.book, &h->rng, h->cycle);
    drive_offer(h, out, in);
    drive_data(h, out, in);
}
