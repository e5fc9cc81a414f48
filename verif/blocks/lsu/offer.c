#include "blocks/lsu/offer.h"
#include "blocks/draw.h"
#include "common/matrix.h"
#include "common/pairs.h"
#include "common/atoms.h"

// An address of that width in shared memory, often the last one.
static uint64_t draw_inside(struct drive *d, unsigned carveout, unsigned bytes)
{
    uint32_t places = (uint32_t)carveout_size(&compiled, carveout) / bytes;
    return (uint64_t)bytes * (rng_below(&d->rng, 8) ? rng_below(&d->rng, places) : places - 1);
}

// An address behind shared memory: the first, one in the array, or one that differs from a legal one only in
// high bits.
static uint64_t draw_outside(struct drive *d, unsigned carveout, unsigned bytes)
{
    uint64_t limit = carveout_size(&compiled, carveout), inside;
    switch (rng_below(&d->rng, 3)) {
    case 0:
        return limit;
    case 1:
        return limit + (uint64_t)bytes * rng_below(&d->rng, 128);
    default:
        inside = draw_inside(d, carveout, bytes);
        return inside | UINT64_C(1) << (UL1_ADDR_W + rng_below(&d->rng, UL1_VA_W - UL1_ADDR_W));
    }
}

// Makes some of the lanes fail, each in a way that the instruction allows.
static void spoil_addresses(struct drive *d, unsigned carveout, struct ul1_lsu_in *in)
{
    unsigned bytes = width_bytes(in->in_width), ways = 1 + rng_below(&d->rng, 3);
    uint32_t mask = draw_mask(d) & in->in_mask;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        if (ways != 1 && rng_below(&d->rng, 2))
            in->in_addr[i] = draw_outside(d, carveout, bytes);
        if (ways != 2 && bytes > 1 && rng_below(&d->rng, 2))
            in->in_addr[i] += 1 + rng_below(&d->rng, bytes - 1);
    }
}

// Lanes of wide loads mostly form pairs with equal addresses, now and then all but one of them.
static void draw_pairs(struct drive *d, struct ul1_lsu_in *in)
{
    const unsigned bytes = width_bytes(in->in_width), other = rng_below(&d->rng, 4 * LANES);
    if (rng_below(&d->rng, 4))
        pairs_make(1 + rng_below(&d->rng, 2), other, bytes, in->in_addr);
}

// Layouts of a cached access's addresses: consecutive, from the beginning of a line or from inside; a line
// each; on a few lines, alternating or at random.
enum { FROM_LINE, FROM_WITHIN, LINE_EACH, LINES_IN_TURN, ANYHOW };
static const uint8_t ways_to_lie[] = { FROM_LINE, FROM_WITHIN, LINE_EACH, LINES_IN_TURN,
                                       ANYHOW,    ANYHOW,      FROM_LINE, FROM_LINE };

static void draw_on_lines(struct drive *d, const struct lsu_constraints *k, struct ul1_lsu_in *in)
{
    struct rng *r = &d->rng;
    unsigned bytes = width_bytes(in->in_width), places = UL1_LINE_BYTES / bytes;
    unsigned how = ways_to_lie[rng_below(r, sizeof ways_to_lie)];
    if (k->scattered)
        how = LINE_EACH;
    unsigned few = 1 + rng_below(r, rng_below(r, 2) ? k->lines : 1 + (k->lines > 1));
    unsigned stride = how == LINE_EACH ? UL1_LINE_BYTES : bytes;
    unsigned first = how == FROM_WITHIN ? bytes * rng_below(r, places) : 0;
    uint64_t line = k->line[rng_below(r, k->lines)];
    line += rng_below(r, k->spread);
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t other = k->line[how == LINES_IN_TURN ? i % few : rng_below(r, few)];
        uint64_t anywhere = other * UL1_LINE_BYTES + bytes * rng_below(r, places);
        uint64_t behind = line * UL1_LINE_BYTES + first + i * stride;
        if (in->in_mask >> i & 1)
            in->in_addr[i] = (how >= LINES_IN_TURN ? anywhere : behind) & ((UINT64_C(1) << UL1_VA_W) - 1);
    }
}

static uint8_t draw_space(struct drive *d, const struct lsu_constraints *k)
{
    if (happens(d, k->foreign))
        return (uint8_t)(1 + rng_below(&d->rng, 3));
    return happens(d, k->cached) ? (uint8_t)(UL1_SPACE_GLOBAL + rng_below(&d->rng, 2)) : UL1_SPACE_SHARED;
}

// A load or a store, now and then an inval, a flush, or a reserved code.
static uint8_t draw_op(struct drive *d, const struct lsu_constraints *k)
{
    if (!rng_below(&d->rng, 200))
        return (uint8_t)(UL1_OP_FLUSH + 1 + rng_below(&d->rng, (1 << UL1_OP_W) - UL1_OP_FLUSH - 1));
    if (happens(d, k->cmo))
        return rng_below(&d->rng, 2) ? UL1_OP_INVAL : UL1_OP_FLUSH;
    return happens(d, k->store) ? UL1_OP_STORE : UL1_OP_LOAD;
}

static uint8_t draw_warp(struct drive *d, const struct lsu_constraints *k, unsigned *next)
{
    if (k->warps)
        return (uint8_t)((k->first_warp + rng_below(&d->rng, k->warps)) % UL1_WARPS);
    return (uint8_t)((k->first_warp + (*next)++) % UL1_WARPS);
}

// A store may be an atomic or an unlock, and a load may lock. Now and then it fails: it is of another space,
// of an operation that it may not have, or of a width that the operation does not have.
static void offer_atom(struct drive *d, const struct lsu_constraints *k, struct ul1_lsu_in *in)
{
    const bool load = in->in_op == UL1_OP_LOAD;
    if (!load || in->in_atom == UL1_ATOM_LOCK) // a load ignores all other codes
        in->in_atom = UL1_ATOM_NONE;
    if (!(UL1_ATOMICS || UL1_LOCKS || UL1_GLOBAL_ATOMICS) || !happens(d, k->atomic))
        return;
    if (UL1_GLOBAL_ATOMICS && !load && in->in_space == UL1_SPACE_GLOBAL) {
        in->in_atom = (uint8_t)draw_answered(d);
        in->in_returns = red_swaps(in->in_atom) || rng_below(&d->rng, 3) != 0;
        in->in_width = (uint8_t)draw_red_width(d, in->in_atom);
        return;
    }
    const unsigned atom = load ? draw_load_atom(d) : draw_atom(d);
    if (load && !atom)
        return;
    in->in_atom = (uint8_t)atom;
    in->in_width =
        (uint8_t)(rng_below(&d->rng, atom_locks(in->in_atom) ? 16 : 3) ? UL1_WIDTH_B32 : UL1_WIDTH_B64);
    if (rng_below(&d->rng, 16))
        in->in_space = UL1_SPACE_SHARED;
    else if (rng_below(&d->rng, 2))
        in->in_atom = (uint8_t)rng_below(&d->rng, 1 << UL1_ATOM_W);
}

// A load or store may be a matrix access, now and then one that fails: of another space, width or mask.
static void offer_matrix(struct drive *d, const struct lsu_constraints *k, struct ul1_lsu_in *in)
{
    in->in_matrix = UL1_MATRIX_NONE;
    if (!UL1_MATRIX || in->in_op > UL1_OP_STORE || !happens(d, k->matrix))
        return;
    in->in_matrix = (uint8_t)(1 + rng_below(&d->rng, UL1_MATRIX_TRANS));
    const bool wrong = !rng_below(&d->rng, 12);
    if (wrong && rng_below(&d->rng, 2))
        in->in_matrix = (uint8_t)rng_below(&d->rng, 1 << UL1_MATRIX_W);
    if (!wrong || rng_below(&d->rng, 2))
        in->in_width = UL1_WIDTH_B128;
    if (!wrong || rng_below(&d->rng, 2))
        in->in_space = UL1_SPACE_SHARED;
    if (!wrong || rng_below(&d->rng, 2))
        in->in_mask = matrix_lanes(rng_below(&d->rng, 16));
}

void lsu_offer_new(struct drive *d, const struct lsu_constraints *k, unsigned carveout, unsigned *next_warp,
                   struct ul1_lsu_in *in)
{
    in->in_valid = 1;
    in->in_again = 0;
    in->in_warp = draw_warp(d, k, next_warp);
    if (happens(d, k->fence)) {
        in->in_op = UL1_OP_FENCE;
        return; // all else is ignored, except for its level
    }
    in->in_op = draw_op(d, k);
    in->in_space = lsu_is_cmo(in) && rng_below(&d->rng, 8) ? UL1_SPACE_GLOBAL : draw_space(d, k);
    if (rng_below(&d->rng, 4))
        in->in_hint = (uint8_t)rng_below(&d->rng, UL1_HINT_CS + 1); // else any, including reserved ones
    in->in_width = (uint8_t)(k->width <= UL1_WIDTH_B128 ? k->width : draw_width(d));
    if (in->in_op == UL1_OP_STORE || in->in_op == UL1_OP_LOAD)
        offer_atom(d, k, in);
    in->in_mask = happens(d, k->empty) ? 0 : draw_mask(d);
    offer_matrix(d, k, in);
    for (unsigned i = 0; i < LANES; i++)
        if (in->in_mask >> i & 1)
            in->in_addr[i] = draw_inside(d, carveout, width_bytes(in->in_width));
    if (UL1_LANE_PAIRS && in->in_op == UL1_OP_LOAD && width_words(in->in_width) > 1)
        draw_pairs(d, in);
    if (lsu_is_cached(in))
        draw_on_lines(d, k, in);
    if (happens(d, k->faulty))
        spoil_addresses(d, carveout, in);
}

void lsu_offer_again(struct drive *d, const struct lsu_shadow *s, struct ul1_lsu_in *in)
{
    unsigned from = rng_below(&d->rng, 64);
    uint64_t rotated = s->returned >> from | s->returned << (-from & 63);
    in->in_valid = 1;
    in->in_again = 1;
    in->in_id = (uint8_t)((from + (unsigned)__builtin_ctzll(rotated)) % 64);
    in->in_sub = s->sub[in->in_id];
    in->in_mask = s->slots[in->in_id];
}
