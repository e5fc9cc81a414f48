// Input from the instruction side: new instructions, and remainders presented again.

#include "common/carveout.h"
#include "l1/lsu/next.h"

static inline void lsu_ready(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    uint64_t unused = ~s->valid & below(UL1_INSTRS);
    out->in_shared_ready = unused && !in->cmd_hold;
    out->in_ready = out->in_shared_ready && how_many(s->valid & ~s->shared) < UL1_INSTRS - UL1_INSTRS_KEPT;
    out->in_entry = (uint8_t)(unused ? lowest(unused) : 0);
}

// The offered new instruction is taken.
static inline unsigned lsu_takes(const struct lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned shared = in->in_op != UL1_OP_FENCE && in->in_space == UL1_SPACE_SHARED;
    if (UL1_CONSTANTS && in->in_op == UL1_OP_LOAD && in->in_space == UL1_SPACE_CONST)
        return 0; // the constant cache takes it
    if (UL1_TEXTURE && in->in_op == UL1_OP_TEX)
        return 0; // the texture unit takes it
    return shared ? out->in_shared_ready : out->in_ready;
}

static inline unsigned lsu_offers_cmo(const struct lsu_in *in)
{
    return in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH;
}

// The operation of the offered atomic or lock access, if it is one.
static inline uint8_t lsu_offered_atom(const struct lsu_in *in)
{
    unsigned locks = in->in_op == UL1_OP_LOAD && in->in_atom == UL1_ATOM_LOCK;
    return in->in_op == UL1_OP_STORE || locks ? in->in_atom : UL1_ATOM_NONE;
}

// Rule 1 of locks: a load may lock, a store may unlock, and each lane has one word.
static inline unsigned lsu_knows_lock(const struct lsu_in *in)
{
    unsigned unlocks = in->in_atom == UL1_ATOM_UNLOCK || in->in_atom == UL1_ATOM_CUNLOCK;
    return UL1_LOCKS && in->in_width == UL1_WIDTH_B32 && unlocks == (in->in_op == UL1_OP_STORE);
}

// The operation is one of locks.
static inline unsigned lsu_of_locks(unsigned atom)
{
    return atom >= UL1_ATOM_LOCK && atom <= UL1_ATOM_CUNLOCK;
}

// A reduction on global memory is offered, in a machine that has them.
static inline unsigned lsu_offers_red(const struct lsu_in *in)
{
    unsigned atom = lsu_offered_atom(in);
    return UL1_GLOBAL_ATOMICS && in->in_space == UL1_SPACE_GLOBAL && atom != UL1_ATOM_NONE
        && !lsu_of_locks(atom);
}

// The offered reduction is an atomic: it returns the old words.
static inline unsigned lsu_offers_returns(const struct lsu_in *in)
{
    return lsu_offers_red(in) && in->in_returns;
}

// Rule 1 of reductions, and of atomics on global memory.
static inline unsigned lsu_knows_red(const struct lsu_in *in)
{
    unsigned atom = lsu_offered_atom(in), wide = in->in_width == UL1_WIDTH_B64;
    unsigned swaps = atom == UL1_ATOM_EXCH || atom == UL1_ATOM_CAS, returns = lsu_offers_returns(in);
    return atom <= UL1_ATOM_FADD && (returns ? UL1_GLOBAL_ATOMICS > 1 : !swaps)
        && (in->in_width == UL1_WIDTH_B32 || (wide && (atom == UL1_ATOM_ADD || swaps)));
}

// Rule 1 of atomics, and of reductions: the operation and its width are legal.
static inline unsigned lsu_knows_atom(const struct lsu_in *in)
{
    unsigned atom = lsu_offered_atom(in), wide = in->in_width == UL1_WIDTH_B64;
    if (atom == UL1_ATOM_NONE)
        return 1;
    if (lsu_of_locks(atom))
        return lsu_knows_lock(in);
    if (lsu_offers_red(in))
        return lsu_knows_red(in);
    if (atom > (UL1_ATOMICS > 1 ? UL1_ATOM_FADD : UL1_ATOM_CAS) || !UL1_ATOMICS)
        return 0;
    unsigned both = atom == UL1_ATOM_ADD || atom == UL1_ATOM_EXCH || atom == UL1_ATOM_CAS;
    return in->in_width == UL1_WIDTH_B32 || (wide && both);
}

// The offered access is a matrix access, legal or not.
static inline unsigned lsu_offers_matrix(const struct lsu_in *in)
{
    return (in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE) && in->in_matrix != UL1_MATRIX_NONE;
}

// Rule 1 of matrix accesses: the machine has it, and each sub-warp has all lanes or none.
static inline unsigned lsu_knows_matrix(const struct lsu_in *in)
{
    if (!lsu_offers_matrix(in))
        return 1;
    unsigned built = in->in_op == UL1_OP_LOAD ? UL1_MATRIX >= 1 : UL1_MATRIX >= 2, whole = 1;
    for (unsigned q = 0; q < 4; q++) {
        lane_set rows = (lane_set)below(LANES / 4), some = in->in_mask >> q * LANES / 4 & rows;
        whole &= some == 0 || some == rows;
    }
    return built && whole && in->in_matrix <= UL1_MATRIX_TRANS && in->in_width == UL1_WIDTH_B128;
}

// A `cas` has the slots of twice its width.
static inline uint8_t lsu_slot_width(const struct lsu_in *in)
{
    if (lsu_offers_cmo(in))
        return UL1_WIDTH_B8;
    if (lsu_offered_atom(in) == UL1_ATOM_CAS)
        return in->in_width == UL1_WIDTH_B32 ? UL1_WIDTH_B64 : UL1_WIDTH_B128;
    return in->in_width;
}

// Word n of lane l of local memory lies at word n * LANES + l.
static inline unsigned lsu_interleaves(const struct lsu_in *in)
{
    return UL1_LOCAL_INTERLEAVE && in->in_interleave && in->in_space == UL1_SPACE_LOCAL;
}

// The machine has no such access of several words a lane.
static inline unsigned lsu_too_wide(const struct lsu_in *in)
{
    return lsu_interleaves(in) && !lsu_offers_cmo(in) && lg_words(in->in_width);
}

// Rule 7 of shared memory: whether the instruction fails, with which error, and in which lanes. A cached
// access cannot be out of range. A CMO has a width of bytes and may not name shared memory. A fence has no
// lanes and never fails.
static inline void lsu_judge(struct lsu_entry *e, const struct lsu_in *in, unsigned cached)
{
    unsigned atom = lsu_offered_atom(in) != UL1_ATOM_NONE && !lsu_offers_red(in);
    unsigned any = lsu_offered_atom(in) != UL1_ATOM_NONE;
    uint64_t low = one(lg_bytes(any ? in->in_width : e->width)) - 1;
    uint64_t limit = cached ? UINT64_MAX : (uint64_t)shared_rows(in->carveout) * UL1_LINE_BYTES;
    lane_set misaligned = 0, outside = 0;
    for (unsigned i = 0; i < LANES; i++) {
        misaligned |= (lane_set)((in->in_addr[i] & low) != 0) << i;
        outside |= (lane_set)(in->in_addr[i] >= limit) << i;
    }
    unsigned cmo = lsu_offers_cmo(in);
    unsigned moves = in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE;
    unsigned known = ((moves && lsu_knows_atom(in)) || cmo) && !lsu_too_wide(in) && lsu_knows_matrix(in);
    unsigned shared_only = atom || lsu_offers_matrix(in);
    unsigned no_way = (in->in_space != UL1_SPACE_SHARED || cmo) && (!cached || shared_only);
    e->failing = e->mask & (!known || no_way ? (lane_set)UINT64_MAX : misaligned | outside);
    if (!e->failing)
        e->err = UL1_ERR_NONE;
    else if (!known)
        e->err = UL1_ERR_OP;
    else if (no_way)
        e->err = UL1_ERR_SPACE;
    else
        e->err = bit(misaligned, lowest(e->failing)) ? UL1_ERR_MISALIGNED : UL1_ERR_RANGE;
}

// The policy that a code of `cfg_policy` has in a machine with UL1_POLICIES of them.
static inline unsigned lsu_policy_of(unsigned code)
{
    if (UL1_POLICIES == 2)
        return code & 1;
    return UL1_POLICIES == 3 && code == UL1_POLICY_VOLTA ? UL1_POLICY_MAXWELL : code;
}

// Cache policy. A store is written back or through; under policy volta `writeback` says that it may leave
// sectors in the cache. An access may bypass the cache; a store does if its hint says so. A load that
// bypasses by its hint is fresh, if there are caches behind. Lines of an access that streams become the
// oldest of their sets.
static inline void lsu_policy(struct lsu_entry *e, const struct lsu_in *in)
{
    unsigned policy = lsu_policy_of(in->cfg_policy), global = in->in_space == UL1_SPACE_GLOBAL;
    unsigned uncached = policy == UL1_POLICY_MAXWELL || (policy == UL1_POLICY_KEPLER && global);
    unsigned local =
        in->in_space == UL1_SPACE_LOCAL && in->in_hint != UL1_HINT_WT && in->in_hint != UL1_HINT_CG;
    unsigned load = in->in_op == UL1_OP_LOAD, store = in->in_op == UL1_OP_STORE && !lsu_offers_red(in);
    e->writeback = store && (in->in_hint == UL1_HINT_WB || local) && !uncached;
    if (policy == UL1_POLICY_VOLTA)
        e->writeback = store && in->in_hint != UL1_HINT_CG;
    e->bypass =
        (load && uncached && in->in_hint != UL1_HINT_NC) || ((load || store) && in->in_hint == UL1_HINT_CG);
    e->fresh = UL1_CACHES_BEHIND && load && in->in_hint == UL1_HINT_CG;
    e->stream = UL1_STREAMING && (load || store) && in->in_hint == UL1_HINT_CS;
}

static inline void lsu_keep_addrs(struct lsu_entry *e, const struct lsu_in *in)
{
    for (unsigned i = 0; i < LANES; i++)
        e->addr[i] = (array_addr)(in->in_addr[i] & ADDR_MASK);
}

static inline void lsu_keep_high(struct lsu_entry *e, const struct lsu_in *in)
{
    for (unsigned i = 0; i < LANES; i++)
        e->high[i] = (lsu_high)(in->in_addr[i] >> UL1_ADDR_W);
}

// Rule 10 of shared memory: pairs of lanes take the place of lanes.
static inline void lsu_pair(struct lsu_entry *e, const struct lsu_in *in)
{
    e->pairs = 0;
    if (!UL1_LANE_PAIRS || in->in_op != UL1_OP_LOAD || in->in_space != UL1_SPACE_SHARED || e->failing
        || lg_words(e->width) == 0 || e->matrix != UL1_MATRIX_NONE)
        return;
    if (lsu_pair_up(e, 1))
        lsu_join_pairs(e, 1);
    else if (lsu_pair_up(e, 2))
        lsu_join_pairs(e, 2);
}

// The addresses that words of the lanes have in memory.
static inline void lsu_keep_interleaved(struct lsu_entry *e, const struct lsu_in *in)
{
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t word = (uint64_t)in->in_addr[i] >> UL1_BYTE_W << UL1_LANE_W | i;
        uint64_t addr = (word << UL1_BYTE_W | (in->in_addr[i] & (UL1_WORD_BYTES - 1))) & below(UL1_VA_W);
        e->addr[i] = (array_addr)(addr & ADDR_MASK);
        e->high[i] = (lsu_high)(addr >> UL1_ADDR_W);
    }
}

static inline void lsu_keep(struct lsu_entry *e, const struct lsu_in *in, unsigned fence, unsigned cached)
{
    e->warp = in->in_warp;
    e->space = in->in_space;
    e->level = in->in_level;
    e->width = lsu_slot_width(in);
    e->atom = UL1_ATOMICS || UL1_LOCKS || UL1_GLOBAL_ATOMICS ? lsu_offered_atom(in) : UL1_ATOM_NONE;
    e->matrix = UL1_MATRIX && lsu_offers_matrix(in) ? in->in_matrix : UL1_MATRIX_NONE;
    e->sign = in->in_signed;
    e->reg = in->in_reg;
    e->mask = fence ? 0 : in->in_mask;
    lsu_judge(e, in, cached);
    lsu_policy(e, in);
    if (cached && !e->failing && lsu_interleaves(in)) {
        lsu_keep_interleaved(e, in);
    } else {
        lsu_keep_addrs(e, in);
        if (cached || e->failing)
            lsu_keep_high(e, in);
    }
    lsu_pair(e, in);
    e->todo = e->failing ? 0 : e->mask;
    e->pull = e->todo;
    e->open = e->todo;
}

static inline void lsu_clock_new(struct lsu_state *s, const struct lsu_in *in, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    unsigned fence = in->in_op == UL1_OP_FENCE, shared = !fence && in->in_space == UL1_SPACE_SHARED;
    unsigned cached = !fence && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
    lsu_keep(e, in, fence, cached);
    s->valid |= one(id);
    s->stores = with(s->stores, id, in->in_op == UL1_OP_STORE);
    s->cached = with(s->cached, id, cached);
    s->fences = with(s->fences, id, fence);
    s->shared = with(s->shared, id, shared);
    s->invals = with(s->invals, id, in->in_op == UL1_OP_INVAL);
    s->flushes = with(s->flushes, id, in->in_op == UL1_OP_FLUSH);
    s->nulls = with(s->nulls, id, !fence && !e->todo);
    s->ordered = with(s->ordered, id, in->in_op == UL1_OP_LOAD && in->in_hint == UL1_HINT_ORD);
    s->returns = with(s->returns, id, UL1_GLOBAL_ATOMICS > 1 && lsu_offers_returns(in));
    s->asked &= ~one(id);
    s->over &= ~one(id);
    lsu_queue_join(&s->queue, id, e->warp, fence ? LSU_BOTH : 1u << (shared ? LSU_SHARED : LSU_CACHED));
}

static inline void lsu_clock_again(struct lsu_state *s, const struct lsu_in *in)
{
    lsu_leave_over(s, in->in_id, in->in_sub, in->in_mask, 0);
}
