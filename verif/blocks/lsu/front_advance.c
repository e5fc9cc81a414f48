#include "blocks/lsu/front_advance.h"

#include <string.h>

#include "common/sizes.h"
#include "common/taken.h"

// ---- new instructions

static void advance_new(struct lsu_front *f, const struct ul1_lsu_in *in, unsigned id)
{
    struct lsu_kept *k = &f->kept[id];
    const bool load = in->in_op == UL1_OP_LOAD,
               store = in->in_op == UL1_OP_STORE && !red_is(in->in_op, in->in_space, in->in_atom),
               cg = in->in_hint == UL1_HINT_CG;
    const unsigned policy = policy_built(in->cfg_policy);
    const bool uncached =
        policy == UL1_POLICY_MAXWELL || (policy == UL1_POLICY_KEPLER && in->in_space == UL1_SPACE_GLOBAL);
    const bool local = in->in_space == UL1_SPACE_LOCAL && in->in_hint != UL1_HINT_WT && !cg;
    f->valid |= mask_bit(id);
    k->bypass = (load && (cg || (uncached && in->in_hint != UL1_HINT_NC))) || (store && cg);
    k->fresh = UL1_CACHES_BEHIND && load && cg;
    k->stream = UL1_STREAMING && (load || store) && in->in_hint == UL1_HINT_CS;
    k->writeback =
        store && !uncached && ((policy == UL1_POLICY_VOLTA && !cg) || in->in_hint == UL1_HINT_WB || local);
    k->pull = in->in_op == UL1_OP_STORE ? in->in_mask : 0;
    f->fed &= ~mask_bit(id);
}

// ---- beats

static void advance_pull(struct lsu_front *f, const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                         const struct ul1_lsu_out *out)
{
    struct lsu_kept *k = &f->kept[out->pull_id];
    const struct lsu_instr *i = &a->instr[out->pull_id];
    if (!in->pull_valid || !out->pull_ready)
        return;
    f->given[i->shared] = out->pull_id;
    f->given_shared = i->shared;
    if (mask_has(f->now.lacking, out->pull_id)) {
        f->left[out->pull_id].fed = true;
        return;
    }
    k->pull &= ~who_lanes_of_sub(i, out->pull_sub);
    if (!i->shared) {
        f->cached_beats |= (uint32_t)mask_bit(in->intake_beat);
        return;
    }
    f->fed |= mask_bit(out->pull_id);
}

// ---- the pool

// Whether another access of its kind that had joined earlier is ready, too.
static bool passes_older(const struct lsu_front *f, const struct lsu_predictor *a, const struct lsu_pooled *p)
{
    for (uint64_t left = f->now.pool; left; left &= left - 1) {
        const struct lsu_pooled *o = &f->pool[mask_first(left)];
        if (o->joined < p->joined && a->instr[o->id].store == a->instr[p->id].store)
            return true;
    }
    return false;
}

// The intervals of accesses that do not enter run on; one that enters leaves a remainder or not.
static void advance_pass(struct lsu_front *f, const struct lsu_pooled *enters, const struct ul1_lsu_in *in)
{
    const unsigned interval = in->cfg_interval;
    f->back.used = false;
    for (unsigned n = 0; n < UL1_POOL; n++)
        f->pool[n].wait -= f->pool[n].wait != 0;
    for (uint64_t some = f->has_left; some; some &= some - 1)
        f->left[mask_first(some)].wait -= f->left[mask_first(some)].wait != 0;
    if (!enters)
        return;
    struct lsu_pooled *p = &f->pool[enters - f->pool];
    p->slots &= ~in->split_mask;
    p->unissued = false;
    p->used = in->split_more && lsu_front_stays(f);
    p->wait = interval ? (uint8_t)(interval - 1) : 0;
    p->age = f->joined++;
    if (!in->split_more || p->used)
        return;
    const struct lsu_pooled over = { .used = true,
                                     .id = p->id,
                                     .sub = p->sub,
                                     .slots = p->slots,
                                     .wait =
                                         interval > UL1_POOL_WAIT ? (uint8_t)(interval - UL1_POOL_WAIT) : 0 };
    *(in->cfg_home == UL1_HOME_LSU ? &f->left[p->id] : &f->back) = over;
    f->has_left |= in->cfg_home == UL1_HOME_LSU ? mask_bit(p->id) : 0;
}

static void join(struct lsu_front *f)
{
    unsigned n = 0;
    while (n < UL1_POOL && mask_has(f->taken, n))
        n++;
    if (n == UL1_POOL)
        return; // there is a pool entry, by the rules of choosing and taking
    f->pool[n] = f->prepared;
    f->pool[n].age = f->pool[n].joined = f->joined++;
}

static struct lsu_pooled choose_new(struct lsu_front *f, const struct lsu_predictor *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    const unsigned sub = i->todo ? who_sub_of(i, mask_first(i->todo)) : 0;
    f->fed &= ~mask_bit(id);
    return (struct lsu_pooled){ .used = true,
                                .unissued = true,
                                .id = (uint8_t)id,
                                .sub = (uint8_t)sub,
                                .slots = who_access_slots_of(i, sub, i->mask) };
}

// The choice, a remainder or a new access, by the state at the beginning of the cycle.
struct choice {
    bool left, behind, others;
};

static struct choice choose(const struct lsu_front *f, const struct lsu_predictor *a,
                            const struct ul1_lsu_out *out)
{
    const uint64_t chosen = out->choice_valid ? mask_bit(out->choice_id) : 0;
    const bool left = chosen & f->now.left;
    return (struct choice){ .left = left,
                            .others = (f->now.left | f->now.new) & ~chosen,
                            .behind = chosen && !left
                                && lsu_front_would_wait(f, a, a->instr[out->choice_id].warp) };
}

static void advance_choice(struct lsu_front *f, const struct lsu_predictor *a, struct choice c,
                           const struct ul1_lsu_out *out)
{
    const unsigned id = out->choice_id;
    if (f->prepared.used)
        join(f);
    f->prepared.used = false;
    f->others = c.others;
    if (!out->choice_valid)
        return;
    f->prepared = c.left ? f->left[id] : choose_new(f, a, id);
    f->prepared.behind = c.behind;
    f->has_left &= ~(c.left ? mask_bit(id) : 0);
    f->chosen = (uint8_t)id;
}

// ---- the cycle

// The choice, and its alternatives.
static void see_choice(struct lsu_seen *s, const struct lsu_front *f, const struct lsu_predictor *a,
                       const struct ul1_lsu_out *out)
{
    const bool many = f->now.many_wait, chooses = out->choice_valid;
    const uint64_t left = f->now.left, new = f->now.new, all = lsu_front_new(f, a, false);
    const uint64_t others = ~mask_bit(out->choice_id);
    s->kin = many;
    s->full = !chooses && (left | new);
    s->left = chooses && (left & ~others);
    s->beside = s->left && (new & ~others);
    s->passes_new = s->left && (new &others);
    s->passes_left = chooses && !s->left && (left & others);
    for (uint64_t these = chooses && !s->left ? all & others : 0; these; these &= these - 1) {
        const bool older = a->instr[mask_first(these)].age < a->instr[out->choice_id].age;
        s->passes_older |= older;
        s->passes_same_warp |= older && !mask_has(new, mask_first(these));
    }
}

// The store that gets a beat, and its alternatives.
static void see_beat(struct lsu_seen *s, const struct lsu_front *f, const struct ul1_lsu_in *in,
                     const struct ul1_lsu_out *out)
{
    const uint64_t left = f->now.lacking, shared = f->now.feeds[true], me = mask_bit(out->pull_id);
    if (!in->pull_valid || !out->pull_ready)
        return;
    s->fed_left = left & me;
    s->own = s->fed_left && f->kept[out->pull_id].pull;
    s->both = (left | shared) && f->now.feeds[false];
    s->over_new = s->fed_left && (shared & ~me);
    s->over_left = (shared & me) && (left & ~me);
}

static void see(struct lsu_front *f, const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                const struct ul1_lsu_out *out)
{
    const struct lsu_pooled *enters = lsu_front_selected(f, in, out);
    struct lsu_seen s = { .ready = (uint8_t)lsu_front_ready(f, a, in) };
    const struct lsu_access *load = who_kept(a, LSU_LINE_LOAD) ? NULL : who_oldest(a, LSU_LINE_LOAD);
    const struct lsu_access *store = who_kept(a, LSU_LINE_STORE) ? NULL : who_oldest(a, LSU_LINE_STORE);
    s.there = (uint8_t)(s.ready | (who_oldest(a, LSU_LINE_REPLAY) ? 1u << WENT_REPLAY : 0));
    s.there |= (uint8_t)((load ? 1u << WENT_LOAD : 0) | (store ? 1u << WENT_STORE : 0));
    s.store = store && !in->credit_cached && a->instr[store->id].store;
    s.flush = store && !in->credit_cached && a->instr[store->id].flush;
    for (uint64_t left = f->now.pool; left; left &= left - 1) {
        const bool store = a->instr[f->pool[mask_first(left)].id].store;
        s.there |= 1u << (store ? WENT_POOL_STORE : WENT_POOL_LOAD);
        s.store |= !in->credit_shared && store;
    }
    s.turned = enters && passes_older(f, a, enters);
    see_choice(&s, f, a, out);
    see_beat(&s, f, in, out);
    f->seen = s;
}

void lsu_front_advance(struct lsu_front *f, const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                       const struct ul1_lsu_out *out, bool notes)
{
    if (in->rst) {
        *f = (struct lsu_front){ .home = in->cfg_home, .interval = in->cfg_interval };
        return;
    }
    const struct lsu_pooled *enters = lsu_front_selected(f, in, out); // by the state at the beginning
    const struct choice choice = choose(f, a, out);
    if (notes)
        see(f, a, in, out);
    f->taken = 0;
    for (unsigned n = 0; n < UL1_POOL; n++)
        f->taken |= f->pool[n].used ? mask_bit(n) : 0;
    if (out->ret_valid)
        f->valid &= ~mask_bit(out->ret_id);
    advance_pull(f, a, in, out);
    advance_pass(f, enters, in);
    if (out->req_valid && out->req_cached && out->req_store && out->req_end)
        f->cached_beats &= ~(uint32_t)mask_bit(out->req_beat);
    advance_choice(f, a, choice, out);
    f->has_left |= in->in_valid && in->in_again ? mask_bit(in->in_id) : 0;
    if (in->in_valid && in->in_again)
        f->left[in->in_id] =
            (struct lsu_pooled){ .used = true, .id = in->in_id, .sub = in->in_sub, .slots = in->in_mask };
    if (in->in_valid && !in->in_again && takes_new(out, in->in_op, in->in_space))
        advance_new(f, in, out->in_entry);
    f->home = in->cfg_home;
    f->interval = in->cfg_interval;
}
