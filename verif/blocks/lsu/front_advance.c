#include "blocks/lsu/front_advance.h"

#include <string.h>

#include "shape/taken.h"

// ---- new instructions

// Why its lanes fail, and which.
static void judge(struct lsu_kept *k, const struct ul1_lsu_in *in, unsigned width)
{
    const bool upkeep = in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH;
    const bool cached = in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL;
    k->failing = 0;
    k->err = UL1_ERR_NONE;
    if (in->in_op == UL1_OP_FENCE || !in->in_mask)
        return;
    if (in->in_op != UL1_OP_LOAD && in->in_op != UL1_OP_STORE && !upkeep)
        k->err = UL1_ERR_OP;
    else if (!cached && (in->in_space != UL1_SPACE_SHARED || upkeep))
        k->err = UL1_ERR_SPACE;
    if (k->err != UL1_ERR_NONE) {
        k->failing = in->in_mask;
        return;
    }
    for (unsigned lane = LANES; lane-- > 0;) {
        const bool misaligned = in->in_addr[lane] % width_bytes(width), outside = !cached && in->in_addr[lane] >= carveout_size(in->carveout);
        if (!(in->in_mask >> lane & 1u) || !(misaligned || outside))
            continue;
        k->failing |= 1u << lane;
        k->err = misaligned ? UL1_ERR_MISALIGNED : UL1_ERR_RANGE;
    }
}

static void advance_new(struct lsu_front *f, const struct ul1_lsu_in *in, unsigned id)
{
    struct lsu_kept *k = &f->kept[id];
    const bool load = in->in_op == UL1_OP_LOAD, store = in->in_op == UL1_OP_STORE, cg = in->in_hint == UL1_HINT_CG;
    const bool kepler = in->cfg_policy == UL1_POLICY_KEPLER && in->in_space == UL1_SPACE_GLOBAL;
    const bool local = in->in_space == UL1_SPACE_LOCAL && in->in_hint != UL1_HINT_WT && !cg;
    f->valid |= mask_bit(id);
    judge(k, in, in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH ? (unsigned)UL1_WIDTH_B8 : in->in_width);
    for (unsigned l = 0; l < LANES; l++)
        k->addr[l] = in->in_addr[l];
    k->sign = in->in_signed;
    k->bypass = (load && (cg || (kepler && in->in_hint != UL1_HINT_NC))) || (store && cg);
    k->writeback = store && !kepler && (in->in_hint == UL1_HINT_WB || local);
    k->pull = store && !k->failing ? in->in_mask : 0;
    k->fed = 0;
}

// ---- beats

static void advance_pull(struct lsu_front *f, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_kept *k = &f->kept[out->pull_id];
    const struct lsu_instr *i = &a->instr[out->pull_id];
    const struct lsu_pooled *wants = lsu_front_lacking(f);
    if (!in->pull_valid || !out->pull_ready)
        return;
    if (wants) {
        struct lsu_pooled *p = &f->pool[wants - f->pool];
        p->lacks = false;
        p->beat = in->intake_beat;
        f->wanted = (uint8_t)(p - f->pool);
        return;
    }
    f->seen.both = lsu_front_feeds(f, a, true) && lsu_front_feeds(f, a, false);
    f->given[i->shared] = out->pull_id;
    f->given_shared = i->shared;
    k->pull &= ~who_lanes_of_sub(i, out->pull_sub);
    if (!i->shared)
        f->cached_beats |= (uint32_t)mask_bit(in->intake_beat);
    else if (k->fed < 2)
        k->beat[k->fed++] = in->intake_beat;
}

// ---- the pool

// One that had joined before it is ready, too.
static bool passes_older(const struct lsu_front *f, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct lsu_pooled *p)
{
    const bool books = !booked_out(in->regport_booked, false);
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct lsu_pooled *o = &f->pool[n];
        if (o->joined < p->joined && (a->instr[o->id].store ? in->room_shared : books) && lsu_front_prepared(f, a, o))
            return true;
    }
    return false;
}

// The wait of what does not enter goes on; of what does, something is left over or not.
static void advance_pass(struct lsu_front *f, const struct lsu_pooled *enters, const struct ul1_lsu_in *in)
{
    f->back.used = false;
    for (unsigned n = 0; n < UL1_POOL; n++)
        f->pool[n].wait -= f->pool[n].wait != 0;
    if (!enters)
        return;
    struct lsu_pooled *p = &f->pool[enters - f->pool];
    p->slots &= ~in->split_mask;
    p->fresh = false;
    p->wait = in->cfg_interval ? (uint8_t)(in->cfg_interval - 1) : 0;
    if (in->split_more && in->cfg_home != UL1_HOME_LSU)
        f->back = *p;
    p->used = in->split_more && in->cfg_home == UL1_HOME_LSU;
    if (p->used)
        p->age = f->joined++;
}

static void join(struct lsu_front *f)
{
    unsigned n = 0;
    while (n < UL1_POOL && mask_has(f->taken, n))
        n++;
    if (n == UL1_POOL)
        return; // there is a place, by the rules of choosing and taking
    f->pool[n] = f->prepared;
    f->pool[n].age = f->pool[n].joined = f->joined++;
}

static struct lsu_pooled choose_new(struct lsu_front *f, const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    struct lsu_kept *k = &f->kept[id];
    const unsigned sub = i->todo ? who_sub_of(i, mask_first(i->todo)) : 0;
    const struct lsu_pooled p = { .used = true, .fresh = true, .id = (uint8_t)id, .sub = (uint8_t)sub, .beat = k->beat[0],
        .slots = who_slots_of(i, sub, i->mask) };
    f->chosen = (uint8_t)id;
    k->beat[0] = k->beat[1];
    k->fed -= i->store && k->fed;
    return p;
}

static void advance_choice(struct lsu_front *f, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (f->prepared.used)
        join(f);
    f->prepared.used = false;
    if (out->choice_valid)
        f->prepared = f->again.used ? f->again : choose_new(f, a, out->choice_id);
    f->again.used = in->in_valid && in->in_again && out->in_again_ready;
    if (!f->again.used)
        return;
    f->again = (struct lsu_pooled){ .used = true, .lacks = a->instr[in->in_id].store, .id = in->in_id, .sub = in->in_sub, .slots = in->in_mask };
}

// ---- the cycle

static void see(struct lsu_front *f, const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct lsu_seen s = { .ready = (uint8_t)lsu_front_ready(f, a, in) };
    const struct lsu_access *load = who_kept(a, LSU_LINE_LOAD) ? NULL : who_oldest(a, LSU_LINE_LOAD);
    const struct lsu_access *store = who_kept(a, LSU_LINE_STORE) ? NULL : who_oldest(a, LSU_LINE_STORE);
    s.there = (uint8_t)(s.ready | (who_oldest(a, LSU_LINE_REPLAY) ? 1u << WENT_REPLAY : 0));
    s.there |= (uint8_t)((load ? 1u << WENT_LOAD : 0) | (store ? 1u << WENT_STORE : 0));
    s.store = store && !in->room_cached && a->instr[store->id].store;
    s.flush = store && !in->room_cached && a->instr[store->id].flush;
    for (unsigned n = 0; n < UL1_POOL; n++) {
        if (!lsu_front_prepared(f, a, &f->pool[n]))
            continue;
        s.there |= 1u << WENT_SHARED;
        s.store |= !in->room_shared && a->instr[f->pool[n].id].store;
    }
    f->seen = s;
}

// A replay that brings an error fails its lanes.
static void advance_failures(struct lsu_front *f, const struct lsu_answers *a)
{
    struct lsu_kept *k = &f->kept[a->look.id];
    if (!a->look.valid || !a->look.replay || a->look.err == UL1_ERR_NONE || !a->look.lanes)
        return;
    if (!k->failing || mask_first(a->look.lanes) < mask_first(k->failing))
        k->err = a->look.err;
    k->failing |= a->look.lanes;
}

void lsu_front_advance(struct lsu_front *f, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        *f = (struct lsu_front){ .home = in->cfg_home };
        return;
    }
    const struct lsu_pooled *enters = lsu_front_selected(f, a, in, out); // by how all stands at the beginning
    see(f, a, in);
    f->seen.turned = enters && passes_older(f, a, in, enters);
    f->taken = 0;
    for (unsigned n = 0; n < UL1_POOL; n++)
        f->taken |= f->pool[n].used ? mask_bit(n) : 0;
    advance_failures(f, a);
    if (out->ret_valid)
        f->valid &= ~mask_bit(out->ret_id);
    advance_pull(f, a, in, out);
    advance_pass(f, enters, in);
    if (out->req_valid && out->req_cached && out->req_store && out->req_end)
        f->cached_beats &= ~(uint32_t)mask_bit(out->req_beat);
    advance_choice(f, a, in, out);
    if (in->in_valid && !in->in_again && takes_new(out, in->in_op, in->in_space))
        advance_new(f, in, out->in_entry);
    f->home = in->cfg_home;
}
