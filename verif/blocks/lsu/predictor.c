#include "blocks/lsu/predictor.h"

#include <stddef.h>
#include <string.h>

#include "common/matrix.h"
#include "common/pairs.h"
#include "common/taken.h"

// ---- the checks

static const char *check_prepared(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                  const struct ul1_lsu_out *out)
{
    if (out->coalesce_ready != who_fits(a, LSU_LINE_REPLAY))
        return "coalesce_ready: not that there is a place for a replay";
    if (in->old_valid && out->coalesce_old != (who_fits(a, LSU_LINE_REPLAY) && !in->replay_valid))
        return "coalesce_old: not that there is a place, and no replay on offer";
    const bool coalesces =
        a->reading.used && (a->reading.kind == LSU_LINE_REPLAY || !who_is_unwoken(a, a->reading.id));
    if (out->coalesce_valid != coalesces)
        return "coalesce_valid: not that a cached access was chosen, of no blocked entry";
    if (coalesces && out->coalesce_id != a->reading.id)
        return "coalesce_id: not the first that can be prepared";
    return out->coalesce_unissued != who_prepares(a) ? "coalesce_unissued: not those of lines" : NULL;
}

// The origin of a fetch that the access in stage 1 opens.
static const char *check_source(const struct lsu_predictor *a, const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[a->look.id];
    const bool asks = UL1_READ_SOURCES && a->look.asks;
    return out->source_warp != (asks ? i->warp : 0) || out->source_space != (asks ? i->space : 0)
        ? "source_warp, source_space: not those of the access that is looked up"
        : NULL;
}

static const char *check_deferred(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                  const struct ul1_lsu_out *out)
{
    if (out->defer_ids != a->unwoken)
        return "defer_ids: not the blocked entries";
    return out->defer_holds != who_holds(a, in)
        ? "defer_holds: not that what the urgent deferred access lacked is kept"
        : NULL;
}

// A command's fence goes first.
static const char *check_fence(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                               const struct ul1_lsu_out *out)
{
    if (out->fence_valid != (who_asks(a) && !(UL1_CACHES_BEHIND && in->cmd_fence)))
        return "fence_valid: not that the fence examined asks memory";
    return out->fence_valid && out->fence_id != a->examined.id ? "fence_id: not the fence that is examined"
                                                               : NULL;
}

// The access that enters, if it is cached; null if it is not.
static const struct lsu_access *selected(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                         const struct ul1_lsu_out *out)
{
    const unsigned kind = in->sel_valid ? who_candidate(out) : WENT_PLAIN;
    if (kind == WENT_REPLAY)
        return who_oldest(a, LSU_LINE_REPLAY);
    return kind == WENT_LOAD || kind == WENT_STORE
        ? who_oldest(a, kind == WENT_STORE ? LSU_LINE_STORE : LSU_LINE_LOAD)
        : NULL;
}

// A pass with old words is as that of a shared load in row 0. With an error it has no slots.
static const char *check_old(const struct lsu_predictor *a, const struct lsu_access *x,
                             const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[x->id];
    const uint32_t slots = x->err == UL1_ERR_NONE ? x->slots : 0;
    if (out->req_cached || out->req_store || out->req_mask != slots || out->req_sub != x->part)
        return "req_cached, req_store, req_sub, req_mask: not those of old words";
    for (uint32_t left = slots; left; left &= left - 1) {
        const unsigned slot = mask_first(left), words = width_words(i->width);
        const unsigned lane = who_first_lane(i, x->part / UL1_LANE_GROUPS) + slot / words;
        if (out->req_addr[slot] / UL1_WORD_BYTES != i->word[lane] + slot % words)
            return "req_addr: not the place in its line of a slot's old word";
    }
    return NULL;
}

static const char *check_request(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                 const struct ul1_lsu_out *out)
{
    const struct lsu_access *x = selected(a, in, out);
    if (in->sel_valid && (!x || !x->bare) && out->req_end != (x && a->instr[x->id].store && x->end))
        return "req_end: not that a cached store's sub-warp has no line left";
    const bool old = x && x->old;
    if (out->req_old != old || (old && (out->req_old_number != x->number || out->req_id != x->id)))
        return "req_old, req_old_number: not that the access that is selected returns old words";
    if (old)
        return check_old(a, x, out);
    if (out->req_returns != (x && x->kind == LSU_LINE_STORE && a->instr[x->id].returns))
        return "req_returns: not that an atomic on global memory enters";
    return x && (!out->req_cached || out->req_line != x->line)
        ? "req_cached, req_line: not the access that is selected"
        : NULL;
}

const char *lsu_predictor_check(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                const struct ul1_lsu_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_prepared(a, in, out);
    if (!broken)
        broken = check_deferred(a, in, out);
    if (!broken)
        broken = check_source(a, out);
    if (!broken)
        broken = check_fence(a, in, out);
    return broken ? broken : check_request(a, in, out);
}

// ---- the end of a cycle

// First in its order: the new queue has no older instruction of its warp that is a fence or uses the same
// memory; for a fence, no older one at all.
static bool has_turn(const struct lsu_predictor *a, const struct lsu_instr *i)
{
    for (uint64_t left = a->queued_of[i->warp]; left; left &= left - 1) {
        const struct lsu_instr *o = &a->instr[mask_first(left)];
        if (o->age < i->age && (i->fence || o->fence || o->shared == i->shared))
            return false;
    }
    return true;
}

// The new queue of a warp has changed.
static void find_turns(struct lsu_predictor *a, unsigned warp)
{
    a->turns &= a->queued & ~a->queued_of[warp];
    for (uint64_t left = a->queued_of[warp]; left; left &= left - 1)
        a->turns |= has_turn(a, &a->instr[mask_first(left)]) ? left & -left : 0;
}

static void leave_queue(struct lsu_predictor *a, unsigned id)
{
    struct lsu_instr *i = &a->instr[id];
    if (!mask_has(a->queued, id))
        return;
    a->out[i->warp]++;
    a->queued &= ~mask_bit(id);
    a->queued_of[i->warp] &= ~mask_bit(id);
    find_turns(a, i->warp);
}

static void put(uint64_t *these, unsigned i, bool on)
{
    *these = (*these & ~mask_bit(i)) | (on ? mask_bit(i) : 0);
}

// A deferred access: its lanes must be presented again. If its entry was awake and none is urgent, the next
// in rotation becomes urgent.
static void advance_deferred(struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    const unsigned id = a->look.id;
    const bool again = mask_has(a->deferral, id) && !who_is_unwoken(a, id),
               room = in->miss_cause == UL1_CAUSE_CREDIT;
    struct lsu_urgent *u = &a->urgent;
    a->instr[id].todo |= a->look.lanes;
    leave_queue(a, id);
    a->deferral |= mask_bit(id);
    a->unwoken |= mask_bit(id);
    put(&a->room, id, room);
    if (who_is_urgent(a, id)) {
        u->lacks = true;
        u->set = in->look_set;
        u->alone |= room || in->miss_cause == UL1_CAUSE_ENTRY;
    } else if (again && !u->is) {
        *u = (struct lsu_urgent){ .is = true, .id = (uint8_t)who_rotates(a->deferral, u->id) };
        a->unwoken &= ~mask_bit(u->id);
    }
}

// It has hit, opened a fetch or merged, or is a completed CMO.
static void advance_accepted(struct lsu_predictor *a)
{
    const unsigned id = a->look.id;
    if (!a->instr[id].todo)
        a->deferral &= ~mask_bit(id);
    if (!who_is_urgent(a, id))
        return;
    a->urgent.is = false;
    a->unwoken = 0;
}

// The access in stage 1.
static void advance_outcome(struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    struct lsu_instr *i = &a->instr[a->look.id];
    const bool cmo = !a->look.replay && who_is_cmo(i) && !in->miss_defer;
    if (in->look_hit || cmo || a->look.old || (a->look.replay && a->look.err != UL1_ERR_NONE)) {
        i->open &= ~a->look.lanes;
        if (!i->open && i->ordered)
            put(&a->loading, i->warp, false);
    }
    if (in->miss_defer)
        advance_deferred(a, in);
    else if (!a->look.replay)
        advance_accepted(a);
}

// The selected access leaves the line buffer, and is in stage 1 next.
static struct lsu_looked advance_selected(struct lsu_predictor *a, const struct lsu_access *x)
{
    struct lsu_instr *i = &a->instr[x->id];
    struct lsu_lines *l = &a->lines[x->kind];
    memmove(&l->line[0], &l->line[1], --l->count * sizeof l->line[0]);
    const bool replay = x->kind == LSU_LINE_REPLAY;
    if (!replay && x->final && i->ordered)
        put(&a->loading, i->warp, true);
    return (struct lsu_looked){ .valid = !x->bare && (replay || !i->store),
                                .replay = replay,
                                .old = x->old,
                                .asks = !replay,
                                .id = x->id,
                                .err = x->err,
                                .lanes = x->lanes };
}

// `enters`: the access that was selected, unused if none was. The last replay of a PRT entry wakes all
// deferred accesses; a credit for a dirty line wakes those that lacked it.
static void advance_pass(struct lsu_predictor *a, const struct ul1_lsu_in *in,
                         const struct lsu_access *enters)
{
    struct lsu_looked look = { 0 };
    if (enters->used)
        look = advance_selected(a, enters);
    if (a->look.valid)
        advance_outcome(a, in);
    if (enters->used && enters->kind == LSU_LINE_REPLAY && enters->last)
        a->unwoken = 0;
    if (in->credit_dirty)
        a->unwoken &= ~a->room;
    a->look = look;
}

// The coalesced lanes, whether they are the last of their instruction, and the choice, all by the state at
// the beginning of a cycle.
struct choice {
    struct lsu_access reading;
    uint64_t line;
    uint32_t lanes;
    bool final, urgent; // the urgent entry's line is chosen, which counts in no rotation
};

static struct choice choose(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    struct choice c = { .lanes = 0 };
    unsigned id;
    c.lanes = who_coalesced(a, &c.line);
    c.final = !(a->instr[a->reading.id].todo & ~c.lanes);
    if (in->replay_valid && who_fits(a, LSU_LINE_REPLAY))
        c.reading = (struct lsu_access){ .used = true,
                                         .kind = LSU_LINE_REPLAY,
                                         .id = in->merged_id,
                                         .part = in->merged_part,
                                         .last = in->merged_last,
                                         .err = in->merged_err,
                                         .bare = in->merged_bare,
                                         .line = in->merged_line };
    else if (in->old_valid && who_fits(a, LSU_LINE_REPLAY))
        c.reading = (struct lsu_access){ .used = true,
                                         .kind = LSU_LINE_REPLAY,
                                         .id = in->old_id,
                                         .part = in->old_part,
                                         .err = in->old_err,
                                         .old = true,
                                         .number = in->old_number,
                                         .slots = in->old_mask };
    else if ((id = who_chooses(a, in, c.lanes)) != LSU_NOBODY)
        c.reading = (struct lsu_access){ .used = true, .kind = (uint8_t)who_kind(a, id), .id = (uint8_t)id };
    c.urgent = c.reading.used && c.reading.kind != LSU_LINE_REPLAY && who_is_urgent(a, c.reading.id)
        && !(a->reading.used && a->reading.kind != LSU_LINE_REPLAY && a->reading.id == c.reading.id);
    return c;
}

// A store's line access has its beat, which is used up with the last line of the sub-warp. With the final one
// the instruction leaves the new queue.
static void coalesce_lanes(struct lsu_predictor *a, struct lsu_access *x, bool final)
{
    struct lsu_instr *i = &a->instr[x->id];
    i->todo &= ~x->lanes;
    x->part = (uint8_t)lane_part(i->width, mask_first(x->lanes));
    x->final = final;
    x->end = i->store && !(i->todo & who_lanes_of_sub(i, who_sub_of(i, mask_first(x->lanes))));
    if (x->end)
        a->fed &= ~mask_bit(x->id);
    if (final)
        leave_queue(a, x->id);
}

// The coalesced access joins the line buffer.
static void advance_coalesced(struct lsu_predictor *a, const struct choice *c)
{
    struct lsu_access x = a->reading;
    struct lsu_lines *l = &a->lines[x.kind];
    a->reading = c->reading;
    if (c->reading.used && c->reading.kind != LSU_LINE_REPLAY && !c->urgent) {
        a->turn[c->reading.kind] = c->reading.id;
        a->stored_last = c->reading.kind == LSU_LINE_STORE;
    }
    if (!x.used || (!c->lanes && !x.bare))
        return;
    x.line = c->line;
    x.lanes = c->lanes;
    if (x.kind != LSU_LINE_REPLAY)
        coalesce_lanes(a, &x, c->final);
    if (l->count < UL1_LINE_ENTRIES)
        l->line[l->count++] = x;
}

static void advance_new(struct lsu_predictor *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_instr *i = &a->instr[out->in_entry];
    a->of_warp[i->warp] &= ~mask_bit(out->in_entry);
    a->of_warp[in->in_warp] |= mask_bit(out->in_entry);
    a->queued |= mask_bit(out->in_entry);
    a->queued_of[in->in_warp] |= mask_bit(out->in_entry);
    a->asked &= ~mask_bit(out->in_entry);
    a->over &= ~mask_bit(out->in_entry);
    const bool cmo = in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH,
               fence = in->in_op == UL1_OP_FENCE;
    const bool interleaves = UL1_LOCAL_INTERLEAVE && in->in_interleave && in->in_space == UL1_SPACE_LOCAL;
    const bool reduces = red_is(in->in_op, in->in_space, in->in_atom);
    const bool narrow = !interleaves || width_words(in->in_width) == 1;
    const bool known = cmo
        || ((in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE) && narrow
            && matrix_known(in->in_op, in->in_matrix, in->in_width, in->in_mask)
            && (reduces ? red_known(in->in_atom, in->in_width, in->in_returns)
                        : atom_known(in->in_op, in->in_atom, in->in_width)));
    const unsigned atom = atom_of(in->in_op, in->in_atom);
    const bool matrix = matrix_is(in->in_op, in->in_matrix);
    const unsigned slot_width = atom_slot_width(in->in_op, in->in_atom, in->in_width);
    *i = (struct lsu_instr){ .returns = UL1_GLOBAL_ATOMICS > 1 && reduces && in->in_returns,
                             .store = in->in_op == UL1_OP_STORE,
                             .inval = in->in_op == UL1_OP_INVAL,
                             .flush = in->in_op == UL1_OP_FLUSH,
                             .fence = fence,
                             .near = in->in_level == UL1_LEVEL_CTA,
                             .warp = in->in_warp,
                             .space = in->in_space,
                             .width = (uint8_t)(cmo ? UL1_WIDTH_B8 : slot_width),
                             .atom = (uint8_t)atom,
                             .matrix = UL1_MATRIX && matrix ? in->in_matrix : UL1_MATRIX_NONE,
                             .mask = fence ? 0 : in->in_mask,
                             .age = a->clock };
    i->shared = !fence && in->in_space == UL1_SPACE_SHARED;
    i->cached = !fence && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
    const unsigned bytes = atom ? width_bytes(in->in_width) : width_bytes(i->width);
    const bool shared_only = matrix || (atom && !reduces);
    bool fails = !known || (!i->cached && (!i->shared || cmo)) || (i->cached && shared_only);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t addr = in->in_addr[lane];
        const bool outside = !i->cached && addr >= carveout_size(&compiled, in->carveout);
        i->word[lane] = (uint8_t)(addr / UL1_WORD_BYTES % UL1_LINE_WORDS);
        i->line[lane] = (interleaves ? interleaved(addr, lane) : addr) >> WITHIN_LINE_W;
        fails |= (i->mask >> lane & 1) && (addr % bytes || outside);
    }
    const unsigned apart =
        pairs_apart(in->in_op, in->in_matrix, in->in_space, i->width, i->mask, in->in_addr);
    i->pairs = (uint8_t)(fails ? 0 : apart);
    i->active = i->mask;
    i->mask = pairs_active(i->pairs, i->mask);
    i->todo = fails ? 0 : i->mask;
    i->open = i->cached && (!i->store || i->returns) ? i->todo : 0;
    i->null = !fence && !i->todo;
    i->ordered = i->open && in->in_op == UL1_OP_LOAD && in->in_hint == UL1_HINT_ORD;
    put(&a->plain, out->in_entry, i->null || fence);
    put(&a->shared, out->in_entry, i->shared);
    put(&a->stores, out->in_entry, i->store);
    put(&a->loads, out->in_entry, in->in_op == UL1_OP_LOAD && !i->ordered);
    put(&a->credit_for, out->in_entry, i->store || i->flush);
    put(&a->fed, out->in_entry, false);
    find_turns(a, i->warp);
}

// A null or a fence that is next is issued in a cycle without a candidate.
static void advance_plain(struct lsu_predictor *a, unsigned id, const struct ul1_lsu_in *in,
                          const struct ul1_lsu_out *out)
{
    a->plain_waits = id != LSU_NOBODY;
    if (a->plain_waits && !out->cand_valid) {
        leave_queue(a, id);
        a->went[WENT_PLAIN] = a->clock;
        a->retired = (uint8_t)id;
    }
    if (in->sel_valid)
        a->went[who_candidate(out)] = a->clock;
}

// Arbitration is reserved for the candidate that did not enter, until one of its kind has entered or there is
// none. `loads`: the pool has a load.
static void advance_displaced(struct lsu_predictor *a, bool loads, const struct ul1_lsu_in *in,
                              const struct ul1_lsu_out *out)
{
    const unsigned kind = who_candidate(out);
    const bool replay = kind == WENT_REPLAY, load = kind == WENT_POOL_LOAD;
    a->displaced_replay = who_oldest(a, LSU_LINE_REPLAY) && (replay ? !in->sel_valid : a->displaced_replay);
    a->displaced_load = loads && (load ? !in->sel_valid : a->displaced_load);
    a->displaced_line =
        who_oldest(a, LSU_LINE_LOAD) && (kind == WENT_LOAD ? !in->sel_valid : a->displaced_line);
}

// A fence that requests stays until memory has taken it; otherwise the next one is examined.
static void advance_fences(struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    const bool settled = who_is_settled(a), asks = who_asks(a),
               yields = asks && UL1_CACHES_BEHIND && in->cmd_fence,
               vain = asks && !yields && !in->accept_fence;
    const unsigned next = who_examines(a, yields);
    if (in->answer_fence && in->answer_id < UL1_INSTRS)
        a->over |= mask_bit(in->answer_id);
    if (vain)
        return;
    if (settled && !yields)
        *(asks ? &a->asked : &a->over) |= mask_bit(a->examined.id);
    a->examined.is = next != LSU_NOBODY;
    if (a->examined.is)
        a->examined.id = (uint8_t)next;
}

// The new shared access that is chosen, if any; and the effect of a pass on its warp.
static void advance_shared(struct lsu_predictor *a, bool new, const struct ul1_lsu_in *in,
                           const struct ul1_lsu_out *out)
{
    if (out->req_valid && !out->req_cached && !out->req_old)
        put(&a->busy, a->instr[out->req_id].warp, in->split_more);
    struct lsu_instr *i = &a->instr[out->choice_id];
    if (!new || !i->todo)
        return;
    i->todo &= ~who_lanes_of_sub(i, who_sub_of(i, mask_first(i->todo)));
    if (!i->todo)
        leave_queue(a, out->choice_id);
}

void lsu_predictor_advance(struct lsu_predictor *a, bool loads, bool new, const struct ul1_lsu_in *in,
                           const struct ul1_lsu_out *out)
{
    if (in->rst) {
        *a = (struct lsu_predictor){ .judged = true };
        return;
    }
    const struct choice c = choose(a, in);
    const struct lsu_access *x = selected(a, in, out), enters = x ? *x : (struct lsu_access){ .used = false };
    const unsigned plain = who_plain(a);
    a->clock++;
    advance_fences(a, in);
    advance_plain(a, plain, in, out);
    advance_displaced(a, loads, in, out);
    if (out->ret_valid)
        a->out[a->instr[out->ret_id].warp]--;
    if (in->pull_valid && out->pull_ready)
        put(&a->fed, out->pull_id, a->instr[out->pull_id].cached);
    advance_pass(a, in, &enters);
    advance_shared(a, new, in, out);
    advance_coalesced(a, &c);
    if (in->in_valid && !in->in_again && takes_new(out, in->in_op, in->in_space))
        advance_new(a, in, out);
}
