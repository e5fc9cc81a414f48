#include "blocks/lsu/front.h"

#include "common/matrix.h"
#include "common/taken.h"
#include "common/atoms.h"

// ---- the pool

static const struct lsu_pooled *older(const struct lsu_pooled *found, const struct lsu_pooled *p)
{
    return !found || p->age < found->age ? p : found;
}

bool lsu_front_has_load(const struct lsu_front *f, const struct lsu_predictor *a)
{
    bool found = false;
    for (unsigned p = 0; p < UL1_POOL; p++)
        found |= f->pool[p].used && !a->instr[f->pool[p].id].store;
    return found;
}

static bool of_warp(const struct lsu_predictor *a, const struct lsu_pooled *p, unsigned warp)
{
    return p->used && p->unissued && a->instr[p->id].warp == warp;
}

// Whether the pool has an unissued access of the warp that is older than this age.
static bool has_older(const struct lsu_front *f, const struct lsu_predictor *a, unsigned warp, uint64_t age)
{
    for (unsigned p = 0; p < UL1_POOL; p++)
        if (of_warp(a, &f->pool[p], warp) && f->pool[p].age < age)
            return true;
    return false;
}

static unsigned count_pool(const struct lsu_front *f)
{
    unsigned n = 0;
    for (unsigned p = 0; p < UL1_POOL; p++)
        n += f->pool[p].used;
    return n;
}

// Finds the pool's accesses that do not wait. An unissued one may wait for its warp.
static void look_at_pool(struct lsu_front *f, const struct lsu_predictor *a)
{
    unsigned wait = f->prepared.used && f->prepared.behind;
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct lsu_pooled *p = &f->pool[n];
        const unsigned warp = a->instr[p->id].warp;
        const bool waits =
            p->used && p->unissued && (who_in_warps(a->busy, warp) || has_older(f, a, warp, p->age));
        wait += waits;
        f->now.pool |= p->used && !waits && (p->unissued || !p->wait) ? mask_bit(n) : 0;
    }
    f->now.many_wait = wait >= UL1_POOL_SAME_WARP;
}

static const struct lsu_pooled *next_of_pool(const struct lsu_front *f, const struct lsu_predictor *a,
                                             const struct ul1_lsu_in *in, bool store)
{
    const struct lsu_pooled *found = NULL;
    if (store ? !in->credit_shared : reserved_out(in->regport_reserved, false))
        return NULL;
    for (uint64_t left = f->now.pool; left; left &= left - 1) {
        const struct lsu_pooled *p = &f->pool[mask_first(left)];
        const struct lsu_instr *i = &a->instr[p->id];
        if (i->store == store
            && (!atom_pass_returns(store, i->atom) || !reserved_out(in->regport_reserved, false)))
            found = older(found, p);
    }
    return found;
}

const struct lsu_pooled *lsu_front_selected(const struct lsu_front *f, const struct ul1_lsu_in *in,
                                            const struct ul1_lsu_out *out)
{
    const unsigned kind = who_candidate(out);
    return in->sel_valid && kind <= WENT_POOL_STORE ? f->now.next[kind == WENT_POOL_STORE] : NULL;
}

// ---- taking

static const char *check_taking(const struct lsu_front *f, const struct lsu_predictor *a,
                                const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const uint64_t unused = ~f->valid & mask_all(UL1_INSTRS);
    const bool shared = unused && !in->cmd_hold;
    if (out->in_shared_ready != shared)
        return "in_shared_ready: not that an entry is free, and no command";
    if (out->in_ready != (shared && mask_count(f->valid & ~a->shared) < UL1_INSTRS - UL1_INSTRS_KEPT))
        return "in_ready: not in_shared_ready, and an entry that is not kept";
    if (out->in_entry != (unused ? mask_first(unused) : 0))
        return "in_entry: not the lowest that is free";
    return out->lsu_idle != !f->valid ? "lsu_idle: not that nothing is in flight" : NULL;
}

// ---- preparing

bool lsu_front_would_wait(const struct lsu_front *f, const struct lsu_predictor *a, unsigned warp)
{
    return who_in_warps(a->busy, warp) || of_warp(a, &f->prepared, warp) || has_older(f, a, warp, UINT64_MAX);
}

static uint64_t left_ready(const struct lsu_front *f, const struct lsu_predictor *a)
{
    uint64_t these = 0;
    for (uint64_t some = f->has_left; some; some &= some - 1) {
        const unsigned n = mask_first(some);
        these |= !f->left[n].wait && (f->left[n].fed || !a->instr[n].store) ? mask_bit(n) : 0;
    }
    return these;
}

uint64_t lsu_front_new(const struct lsu_front *f, const struct lsu_predictor *a, bool many)
{
    const uint64_t all = a->turns & a->shared & ~a->plain & (f->fed | ~a->stores);
    uint64_t these = all;
    for (uint64_t left = many ? all : 0; left; left &= left - 1)
        these &= ~(lsu_front_would_wait(f, a, a->instr[mask_first(left)].warp) ? left & -left : 0);
    return these;
}

static unsigned chooses(const struct lsu_front *f)
{
    if (count_pool(f) + f->prepared.used >= UL1_POOL)
        return LSU_NOBODY;
    return who_rotates(f->now.left | f->now.new, f->chosen);
}

static const char *check_choice(const struct lsu_front *f, const struct ul1_lsu_out *out)
{
    const unsigned id = chooses(f);
    uint64_t unissued = 0;
    for (unsigned p = 0; p < UL1_POOL; p++)
        unissued |= f->pool[p].used && f->pool[p].unissued ? mask_bit(f->pool[p].id) : 0;
    if (out->choice_valid != (id != LSU_NOBODY))
        return "choice_valid: not that an access to shared memory can be chosen";
    if (out->choice_valid && out->choice_id != id)
        return "choice_id: not the next that can be chosen";
    return out->choice_unissued != unissued ? "choice_unissued: not the unissued accesses" : NULL;
}

// ---- beats

static uint64_t lacking(const struct lsu_front *f, const struct lsu_predictor *a)
{
    uint64_t these = 0;
    for (uint64_t some = f->has_left; some; some &= some - 1) {
        const unsigned n = mask_first(some);
        these |= a->instr[n].store && !f->left[n].fed && f->left[n].wait <= 1 ? mask_bit(n) : 0;
    }
    return these;
}

// Whether no load or CMO of the warp (replays excepted) is prepared, being prepared or in stage 1: such an
// access may still be deferred.
static bool is_sure(const struct lsu_predictor *a, unsigned warp)
{
    return !who_looks(a, warp) && !(who_comes(a) & a->of_warp[warp] & ~a->stores);
}

static void look_at_stores(struct lsu_front *f, const struct lsu_predictor *a)
{
    const bool beats = mask_count(f->cached_beats) < UL1_INTAKE - UL1_INTAKE_KEPT;
    for (uint64_t left = a->turns & a->stores & ~a->plain & ~f->fed & ~a->fed; left; left &= left - 1) {
        const unsigned n = mask_first(left), warp = a->instr[n].warp;
        const bool shared = mask_has(a->shared, n),
                   may = shared || (beats && !who_sleeps(a, warp) && is_sure(a, warp));
        f->now.feeds[shared] |= may && f->kept[n].pull ? mask_bit(n) : 0;
    }
}

void lsu_front_look(struct lsu_front *f, const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    f->now = (struct lsu_now){ .left = left_ready(f, a) };
    look_at_pool(f, a);
    f->now.next[false] = next_of_pool(f, a, in, false);
    f->now.next[true] = next_of_pool(f, a, in, true);
    f->now.new = lsu_front_new(f, a, f->now.many_wait);
    if (in->intake_free)
        f->now.lacking = lacking(f, a);
    if (in->intake_spare)
        look_at_stores(f, a);
}

// Shared stores, remainders included, and cached stores alternate.
static unsigned next_fed(const struct lsu_front *f)
{
    const uint64_t shared = f->now.lacking | f->now.feeds[true], cached = f->now.feeds[false];
    const bool takes = shared && !(cached && f->given_shared);
    return who_rotates(takes ? shared : cached, f->given[takes]);
}

// Each active slot is a register of a lane: consecutive slots are the registers of one lane, then of the
// next.
static bool slots_told(const struct ul1_lsu_out *out, unsigned words)
{
    for (uint32_t left = out->pull_mask; left; left &= left - 1) {
        const unsigned slot = mask_first(left);
        if (out->pull_lane[slot] != (out->pull_sub * LANES + slot) / words
            || out->pull_ofs[slot] != slot % words)
            return false;
    }
    return true;
}

// Each half of a slot of a matrix store comes from its place in the register file.
static bool halves_told(const struct ul1_lsu_out *out)
{
    for (uint32_t left = out->pull_mask; left; left &= left - 1) {
        const unsigned slot = mask_first(left);
        const struct matrix_place low = matrix_place(out->pull_matrix, slot, 0),
                                  high = matrix_place(out->pull_matrix, slot, 1);
        if (out->pull_lane[slot] != low.lane || out->pull_high[slot] != high.lane
            || (out->pull_half >> slot & 1) != low.half || out->pull_ofs[slot] != out->pull_sub)
            return false;
    }
    return true;
}

// The entry, sub-warp and slots on the output.
static const char *check_pulled(const struct lsu_predictor *a, const struct ul1_lsu_out *out, unsigned id,
                                unsigned sub)
{
    const struct lsu_instr *i = &a->instr[id];
    if (out->pull_id != id || out->pull_sub != sub)
        return "pull_id, pull_sub: not the next that wants a beat, nor the sub-warp that it wants";
    if (out->pull_mask != who_slots_of(i, sub, i->mask))
        return "pull_mask: not the active slots";
    if (out->pull_matrix != i->matrix)
        return "pull_matrix: not the matrix access of the store that is pulled";
    if (i->matrix)
        return halves_told(out) ? NULL : "pull_lane, pull_high, pull_half, pull_ofs: not the slots' halves";
    if (out->pull_half)
        return "pull_half: of no matrix store";
    return slots_told(out, width_words(i->width)) ? NULL : "pull_lane, pull_ofs: not the slots' registers";
}

static const char *check_pull(const struct lsu_front *f, const struct lsu_predictor *a,
                              const struct ul1_lsu_out *out)
{
    const unsigned id = next_fed(f);
    if (out->pull_ready != (id != LSU_NOBODY))
        return "pull_ready: not that a store wants a beat, and one is free, two for a new store";
    if (!out->pull_ready)
        return NULL;
    const struct lsu_instr *i = &a->instr[id];
    const bool left = mask_has(f->now.lacking, id);
    return check_pulled(a, out, id, left ? f->left[id].sub : who_sub_of(i, mask_first(f->kept[id].pull)));
}

// ---- the next candidate

bool lsu_front_stays(const struct lsu_front *f)
{
    return f->home == UL1_HOME_LSU && f->interval <= UL1_POOL_WAIT && !f->others;
}

static const char *check_remainders(const struct lsu_front *f, const struct ul1_lsu_out *out)
{
    if (out->remainder_stays != lsu_front_stays(f))
        return "remainder_stays: not that it may be presented soon, and no other access was left in the "
               "cycle before";
    if (out->remainder_valid != f->back.used)
        return "remainder_valid: not that a pass has left something over for the instruction side";
    if (f->back.used
        && (out->remainder_id != f->back.id || out->remainder_sub != f->back.sub
            || out->remainder_mask != f->back.slots))
        return "remainder_id, remainder_sub, remainder_mask: not what the pass has left over";
    return NULL;
}

unsigned lsu_front_ready(const struct lsu_front *f, const struct lsu_predictor *a,
                         const struct ul1_lsu_in *in)
{
    unsigned ready = f->now.next[false] ? 1u << WENT_POOL_LOAD : 0;
    ready |= f->now.next[true] ? 1u << WENT_POOL_STORE : 0;
    ready |= who_ready_line(a, in, LSU_LINE_LOAD) ? 1u << WENT_LOAD : 0;
    ready |= who_ready_line(a, in, LSU_LINE_STORE) ? 1u << WENT_STORE : 0;
    ready |= who_ready_line(a, in, LSU_LINE_REPLAY) ? 1u << WENT_REPLAY : 0;
    // it could have been issued in the previous cycle, and lost
    return ready | (unsigned)a->plain_waits << WENT_PLAIN;
}

// The ready kind that was issued the longest ago; that of nulls and fences if none is ready.
static unsigned next_kind(const struct lsu_predictor *a, unsigned ready)
{
    unsigned next = WENT_PLAIN;
    for (unsigned kind = WENT_KINDS; kind-- > 0;)
        if ((ready >> kind & 1) && (!(ready >> next & 1) || a->went[kind] <= a->went[next]))
            next = kind;
    return next;
}

// Whether a load lacks only its write-port reservation.
static bool lacks_reservation(const struct lsu_front *f, const struct lsu_predictor *a,
                              const struct ul1_lsu_in *in)
{
    bool load = false;
    for (uint64_t left = f->now.pool; left; left &= left - 1)
        load |= !a->instr[f->pool[mask_first(left)].id].store;
    return (load && reserved_out(in->regport_reserved, false))
        || (who_oldest(a, LSU_LINE_LOAD) && reserved_out(in->regport_reserved, true));
}

static const char *check_next(const struct lsu_front *f, const struct lsu_predictor *a,
                              const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const unsigned kind = next_kind(a, lsu_front_ready(f, a, in));
    const struct lsu_pooled *p = kind <= WENT_POOL_STORE ? f->now.next[kind == WENT_POOL_STORE] : NULL;
    const struct lsu_access *line = kind == WENT_LOAD ? who_oldest(a, LSU_LINE_LOAD)
        : kind == WENT_STORE                          ? who_oldest(a, LSU_LINE_STORE)
                                                      : NULL;
    if (out->cand_lacks != lacks_reservation(f, a, in))
        return "cand_lacks: not that a load lacks only its reservation";
    if (out->cand_valid != (kind != WENT_PLAIN))
        return "cand_valid: not that what is next is an access";
    const bool old = kind == WENT_REPLAY && who_oldest(a, LSU_LINE_REPLAY)->old;
    if (out->cand_replay != (kind == WENT_REPLAY && !old))
        return "cand_replay: not whose turn it is";
    if (out->cand_old != old)
        return "cand_old: not that what is next returns old words";
    if (!out->cand_valid)
        return NULL;
    if (out->cand_cached != (line != NULL))
        return "cand_cached: not whose turn it is";
    if (out->cand_remainder != (p && !p->unissued))
        return "cand_remainder: not that what is next had a pass";
    const struct lsu_instr *i = line ? &a->instr[line->id] : p ? &a->instr[p->id] : NULL;
    return out->cand_store != (i && i->store) || out->cand_flush != (i && i->flush)
        ? "cand_store, cand_flush: not what is next"
        : NULL;
}

// ---- the access

// (The arbiter and the memory checker see whether it is the access that is next.)
static const char *check_request(const struct lsu_front *f, const struct lsu_predictor *a,
                                 const struct ul1_lsu_out *out)
{
    const struct lsu_kept *k = &f->kept[out->req_id];
    if (out->req_valid
        && out->req_atom != (out->req_cached || out->req_old ? UL1_ATOM_NONE : a->instr[out->req_id].atom))
        return "req_atom: not the operation of the instruction";
    const bool reduces = out->req_valid && out->req_cached && !out->cand_replay;
    if (out->req_red != (reduces ? a->instr[out->req_id].atom : UL1_ATOM_NONE))
        return "req_red: not the operation of the reduction that enters";
    return out->req_cached && !out->cand_bare
            && (out->req_bypass != k->bypass || out->req_fresh != k->fresh || out->req_stream != k->stream
                || out->req_writeback != k->writeback)
        ? "req_bypass, req_fresh, req_stream, req_writeback: not by the rules of cached loads and stores"
        : NULL;
}

const char *lsu_front_check(const struct lsu_front *f, const struct lsu_predictor *a,
                            const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_taking(f, a, in, out);
    if (!broken)
        broken = check_choice(f, out);
    if (!broken)
        broken = check_pull(f, a, out);
    if (!broken)
        broken = check_remainders(f, out);
    if (!broken)
        broken = check_next(f, a, in, out);
    return broken ? broken : check_request(f, a, out);
}
