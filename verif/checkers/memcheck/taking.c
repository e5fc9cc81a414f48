#include "taking.h"

#include "atoms.h"
#include "cached.h"
#include "fenced.h"
#include "history.h"
#include "invalidations.h"
#include "locks.h"
#include "matrices.h"

enum { ORD = 5 }; // a hint

// All address bits set in any lane. A lane's bits are among these, which mostly suffices for the check.
static uint64_t bits_of_all(const uint64_t *addr)
{
    uint64_t all = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        all |= addr[lane];
    return all;
}

// The lanes with a misaligned or out-of-range address.
static uint32_t failing_lanes(const uint64_t *addr, unsigned bytes, uint64_t size)
{
    const uint64_t all = bits_of_all(addr);
    uint32_t failing = 0;
    if (!(all & (bytes - 1)) && all < size)
        return 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        failing |= (uint32_t)((addr[lane] & (bytes - 1)) != 0 || addr[lane] >= size) << lane;
    return failing;
}

// Whether the constant cache takes it.
static bool of_constants(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { CONST = 3 };
    return w->shape.constants && in->op == MEMCHECK_LOAD && in->space == CONST;
}

// Determines the instruction's error, if any (rule 7 of shared memory). `bytes` is its width.
static void judge(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in,
                  unsigned bytes)
{
    bool cmo = in->op == MEMCHECK_INVAL || in->op == MEMCHECK_FLUSH, shared = in->space == 0 && !cmo;
    const bool constant = of_constants(w, in);
    bool too_wide = !cmo && bytes > WORD && memcheck_interleaved(w, in);
    const bool reduces = memcheck_reduces(w, in);
    bool known_op = in->op <= MEMCHECK_FLUSH && !too_wide && memcheck_lock_known(w, in)
        && memcheck_matrix_known(w, in)
        && (reduces ? memcheck_reduction_known(w, in) : memcheck_atom_known(w, in));
    const bool shared_only = i->lock || i->matrix || (i->atom && !reduces);
    if (constant)
        known_op = !i->lock && !i->matrix;
    bool known =
        known_op && (constant || in->space != 3) && !(cmo && in->space == 0) && (shared || !shared_only);
    uint64_t size = shared ? (uint64_t)w->border * LINE : UINT64_MAX;
    i->err_mask = in->mask & (known ? failing_lanes(in->addr, bytes, size) : ALL_LANES);
    i->err = RIGHT;
    i->cached = !shared && known && !i->err_mask && !cmo;
    i->beside = constant;
    i->texture = false;
    i->word = i->lead = 0;
    i->inval = in->op == MEMCHECK_INVAL && !i->err_mask;
    i->flush = in->op == MEMCHECK_FLUSH && !i->err_mask;
    if (!i->err_mask)
        return;
    i->err_lane = (uint8_t)lowest(i->err_mask);
    i->err_addr = in->addr[i->err_lane];
    i->err = !known_op             ? WRONG_OP
        : !known                   ? WRONG_SPACE
        : i->err_addr % bytes != 0 ? MISALIGNED
                                   : OUT_OF_RANGE;
}

// Rule 2 of cached stores: whether it is certainly written through. (A written-back store may be written
// through too.)
static bool is_through(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { GLOBAL = 1, LOCAL = 2, CG = 1, WB = 2, WT = 3, KEPLER = 1, MAXWELL = 2 };
    if (w->policy >= MAXWELL || (w->policy == KEPLER && in->space == GLOBAL))
        return true;
    return in->hint != WB && (in->space != LOCAL || in->hint == WT || in->hint == CG);
}

static void take_fence(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in)
{
    *i = (struct checked_instr){
        .flying = true, .fence = true, .device = in->level != 0, .warp = in->warp, .words = 1
    };
    i->taken = w->world ? ++w->world->now : 0;
}

static void take_access(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in)
{
    bool cmo = in->op == MEMCHECK_INVAL || in->op == MEMCHECK_FLUSH;
    unsigned bytes_log = cmo ? 0 : in->width < 4 ? in->width : 4; // reserved codes act as 128 bits
    unsigned bytes = bit(bytes_log);
    i->flying = true;
    i->store = in->op == MEMCHECK_STORE;
    i->fence = false;
    i->through = is_through(w, in) || memcheck_reduces(w, in);
    i->ordered = false;
    i->warp = in->warp;
    i->reg = in->reg;
    const bool locks = in->atom >= MEMCHECK_LOCK && in->atom <= MEMCHECK_CUNLOCK;
    i->atom = i->store && !locks ? in->atom : 0;
    i->lock = (i->store && locks) || (in->op == MEMCHECK_LOAD && in->atom == MEMCHECK_LOCK) ? in->atom : 0;
    i->matrix = in->op <= MEMCHECK_STORE ? in->matrix : 0;
    i->wide = bytes_log == 3;
    i->minus = in->sign;
    i->words_log = (uint8_t)(bytes_log > 2 ? bytes_log - 2 : 0);
    if (i->atom == MEMCHECK_CAS && i->words_log < 2)
        i->words_log++;
    i->words = (uint8_t)bit(i->words_log);
    i->cut = bytes < WORD ? bit(8 * bytes) - 1 : UINT32_MAX;
    i->sign = bytes < WORD && in->sign ? bit(8 * bytes - 1) : 0;
    i->mask = in->mask;
    i->open = 0;
    i->unwritten = 0;
    judge(w, i, in, bytes);
    i->returns = i->cached && memcheck_reduces(w, in) && in->returns;
    i->returned = 0;
    i->ordered = i->cached && !i->store && !i->beside && in->hint == ORD;
    i->bypass = i->cached && !i->beside && memcheck_bypasses(w, in);
    i->fresh = i->bypass && memcheck_is_fresh(w, in);
}

// Objects to an active lane's address with too many bits.
static bool right_addresses(struct memcheck *w, const struct memcheck_instr *in)
{
    uint64_t some = 0;
    if (!(bits_of_all(in->addr) >> w->shape.virtual_bits))
        return true;
    for (unsigned lane = 0; lane < LANES; lane++)
        some |= in->mask >> lane & 1 ? in->addr[lane] : 0;
    if (some >> w->shape.virtual_bits)
        return memcheck_object(w, NOWHERE, "expected addresses of %u bits, seen 0x%llx among their bits",
                               w->shape.virtual_bits, (unsigned long long)some);
    return true;
}

// An inval is complete when it retires; for its own warp it takes effect when taken.
static bool take_cmo(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in)
{
    i->taken = ++w->world->now;
    memcheck_locate(w, in, i->addr);
    for_each_bit (lane, i->inval ? i->mask : 0)
        if (!memcheck_invalidates_line(w, i->addr[lane], i->taken, i->warp))
            return memcheck_object(w, NOWHERE, "no memory for the instruction");
    return true;
}

// It fails only with what its texels meet.
static void take_texture(struct checked_instr *i, const struct memcheck_instr *in)
{
    const struct texels *t = in->texels;
    *i = (struct checked_instr){
        .flying = true, .cached = true, .beside = true, .texture = true, .warp = in->warp, .reg = in->reg
    };
    i->texels = *t;
    i->words = (uint8_t)texels_words(t);
    i->cut = t->bytes < WORD ? bit(8 * t->bytes) - 1 : UINT32_MAX;
    i->mask = in->mask;
    for (unsigned lane = 0; lane < LANES; lane++) {
        i->u[lane] = (int32_t)(uint32_t)in->addr[lane];
        i->v[lane] = (int32_t)(uint32_t)(in->addr[lane] >> 32);
    }
}

bool memcheck_take(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in)
{
    if (in->warp >= w->shape.warps)
        return memcheck_object(w, NOWHERE, "expected a warp below %u, seen %u", w->shape.warps, in->warp);
    if (in->mask & ~ALL_LANES)
        return memcheck_object(w, NOWHERE, "expected a mask of %d lanes, seen 0x%x", LANES, in->mask);
    if (in->op == MEMCHECK_TEX && w->shape.textures) {
        take_texture(i, in);
        return true;
    }
    if (in->op != MEMCHECK_FENCE && !right_addresses(w, in))
        return false;
    if (in->op == MEMCHECK_FENCE)
        take_fence(w, i, in);
    else
        take_access(w, i, in);
    return !w->world || !(i->inval || i->flush) || take_cmo(w, i, in);
}
