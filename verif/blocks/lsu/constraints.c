#include "blocks/lsu/constraints.h"
#include "blocks/draw.h"

static unsigned at_most(unsigned n, unsigned limit)
{
    return n < limit ? n : limit;
}

// The homes alternate, and with the home that uses them the kinds of interval, so that a short run has them
// all.
void lsu_draw_settings(struct drive *d, struct lsu_settings *s)
{
    unsigned turn = s->drawn++;
    s->drain = false;
    s->changed = true;
    d->phase_end = d->cycle; // draw new constraints
    s->home = turn & 1;
    s->policy = (uint8_t)((~turn >> 1 & 1) | (turn >> 2 & 1) << 1);
    s->bankwidth = UL1_BANK_WORDS > 1 ? turn >> 2 & 1 : 0;
    switch (s->home == UL1_HOME_LSU ? turn / 2 % 5 : 4) {
    case 0:
        s->interval = 0;
        break;
    case 1:
        s->interval = 1;
        break;
    case 2:
        s->interval = (1 << UL1_IV_W) - 1;
        break;
    case 3:
        s->interval = UL1_POOL_WAIT;
        break;
    default:
        s->interval =
            (uint8_t)(rng_below(&d->rng, 2) ? 2 + rng_below(&d->rng, 6) : rng_below(&d->rng, 1 << UL1_IV_W));
    }
}

void lsu_end_command(struct drive *d, struct lsu_settings *s)
{
    s->command = false;
    s->new_carveout = true;
    s->carveout = (uint8_t)rng_below(&d->rng, 1 << UL1_CARVEOUT_W);
    d->phase_end = d->cycle; // draw new constraints
}

// Work in flight ends soon, and nothing new is offered.
static void draw_drain(struct lsu_constraints *k)
{
    k->again = k->beat = k->select = k->whole = 95;
    k->reserved = 0;
    k->beat_delay = 2;
    k->beats_taken = 0;
    k->replay = k->room = k->old_room = k->credit_dirty = k->accept = 100;
    k->hit = 70;
    k->entries = UL1_PRT;
    k->ways = UL1_WAYS;
    k->places = UL1_MERGE;
    k->latency = 3;
}

// Remainders pile up, in the unit or outside. Outside they are held back until many return together. Each
// belongs to another warp, and most are their instruction's only one, so that they do not hold up one
// another.
static void draw_pile(struct drive *d, struct lsu_constraints *k)
{
    k->offer = k->beat = 100;
    k->whole = 0;
    k->faulty = 10;
    k->foreign = k->empty = k->cached = k->fence = 3;
    k->cmo = 0;
    k->room = 100;
    k->hold = rng_below(&d->rng, 2) ? 0 : 10;
    k->warps = 0;
    k->width = rng_below(&d->rng, UL1_WIDTH_B64 + 1);
    k->beats_taken = 0;
    k->high = at_most(8, LSU_REMAINDERS);
}

static void draw_one_set(struct lsu_constraints *k)
{
    k->lines = LSU_LINES;
    for (unsigned i = 1; i < LSU_LINES; i++)
        k->line[i] = (k->line[0] + (uint64_t)UL1_SETS * i) & LSU_ALL_LINES;
}

// The scarce resource.
enum { MANY_LINES, FEW_ENTRIES, FEW_WAYS, FEW_PLACES, LITTLE_CREDIT, SCARCE };

// Mostly cached loads, with scarce resources: slow lines take all entries; or there are few entries, ways or
// merge slots, or few credits for dirty lines.
static void draw_flood(struct drive *d, struct lsu_constraints *k, unsigned scarce)
{
    k->offer = k->select = 100;
    k->store = k->foreign = k->empty = k->fence = 2;
    k->atomic = k->matrix = 2;
    k->cmo = scarce == LITTLE_CREDIT ? 10 : 3;
    k->faulty = 5;
    k->hold = 0;
    k->dirty = scarce == LITTLE_CREDIT ? 80 : rng_below(&d->rng, 20);
    k->credit_dirty = scarce == LITTLE_CREDIT ? 10 + rng_below(&d->rng, 40) : 70;
    k->cached = 95;
    k->hit = rng_below(&d->rng, scarce == MANY_LINES ? 3 : 30);
    k->warps = 0;
    k->entries = scarce == MANY_LINES || scarce == LITTLE_CREDIT
        ? UL1_PRT
        : at_most(1 + rng_below(&d->rng, 6), UL1_PRT);
    k->ways = scarce != FEW_WAYS ? UL1_WAYS : at_most(1 + rng_below(&d->rng, 2), UL1_WAYS);
    k->places = scarce != FEW_PLACES ? UL1_MERGE : at_most(1 + rng_below(&d->rng, 2), UL1_MERGE);
    k->latency = scarce == MANY_LINES ? 600 : 1 + rng_below(&d->rng, 20);
    k->spread = scarce == MANY_LINES ? 1000 : 1;
    k->scattered =
        scarce == MANY_LINES && UL1_PRT >= 2 * UL1_INSTRS; // few instructions must take all entries
    k->replay = scarce == MANY_LINES ? 10 : k->replay;
    d->phase_end += scarce == MANY_LINES ? 150 : 0;
    if (scarce == FEW_WAYS)
        draw_one_set(k);
}

// A few warps with some of everything, and no long waits: fences, stores that have their line fetched, and
// what follows them directly.
static void draw_mix(struct drive *d, struct lsu_constraints *k)
{
    k->offer = k->beat = k->select = k->room = k->replay = 100;
    k->hold = 0;
    k->foreign = k->empty = 3;
    k->store = 50;
    k->atomic = k->matrix = 10;
    k->fence = k->cmo = 10;
    k->accept = k->opens = 90;
    k->cached = k->hit = k->whole = 50;
    k->warps = 2 + rng_below(&d->rng, 8);
    k->width = rng_below(&d->rng, 1 << UL1_WIDTH_W);
    k->beats_taken = 0;
    k->beat_delay = 2;
    k->latency = 1 + rng_below(&d->rng, 20);
    k->lines = LSU_LINES;
    d->phase_end += 150;
    if (UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2)) { // reductions and atomics beside loads
        k->atomic = 70;
        k->old_room = 30;
    }
}

// Back-to-back loads and stores of one or two warps that hit.
static void draw_run(struct drive *d, struct lsu_constraints *k)
{
    draw_mix(d, k);
    k->fence = k->cmo = 1;
    k->cached = 95;
    k->hit = 100;
    k->opens = 0;
    k->whole = 100;
    k->warps = 1 + rng_below(&d->rng, 2);
    k->width = UL1_WIDTH_B32;
}

// In alternation, so that a short run has them all.
static void draw_scarce(struct drive *d, struct lsu_constraints *k)
{
    unsigned turn = k->scarce_drawn++ % (SCARCE + 3);
    if (turn < SCARCE)
        draw_flood(d, k, turn);
    else if (turn == SCARCE)
        draw_run(d, k);
    else
        draw_mix(d, k);
}

// Some lines: of one set, of neighbouring sets, and from anywhere.
static void draw_lines(struct drive *d, struct lsu_constraints *k)
{
    struct rng *r = &d->rng;
    uint64_t base = rng_below(r, 4) ? rng_next(r) & LSU_ALL_LINES : LSU_ALL_LINES;
    unsigned few = rng_below(r, 2) ? 3 : LSU_LINES;
    k->lines = 1 + rng_below(r, few);
    k->spread = 1;
    k->scattered = false;
    for (unsigned i = 0; i < k->lines; i++) {
        switch (rng_below(r, 4)) {
        case 0:
            k->line[i] = (base + i) & LSU_ALL_LINES;
            break;
        case 1:
            k->line[i] = base ^ UINT64_C(1) << rng_below(r, UL1_LINE_W);
            break;
        default:
            k->line[i] = (base + (uint64_t)UL1_SETS * i) & LSU_ALL_LINES;
        }
    }
}

static void draw_fetching(struct drive *d, struct lsu_constraints *k)
{
    draw_lines(d, k);
    k->cached = rng_below(&d->rng, 3) ? draw_constraint(d) : 100;
    k->hit = rng_below(&d->rng, 2) ? draw_constraint(d) / 2 : 5;
    k->replay = rng_below(&d->rng, 2) ? draw_constraint(d) : 90;
    k->failed = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    k->opens = draw_constraint(d);
    k->credit_dirty = rng_below(&d->rng, 2) ? draw_constraint(d) : 90;
    k->dirty = draw_constraint(d) / 2;
    k->entries = rng_below(&d->rng, 2) ? UL1_PRT : at_most(1 + rng_below(&d->rng, 4), UL1_PRT);
    k->ways = rng_below(&d->rng, 2) ? UL1_WAYS : at_most(1 + rng_below(&d->rng, 2), UL1_WAYS);
    k->places = rng_below(&d->rng, 2) ? UL1_MERGE : at_most(1 + rng_below(&d->rng, 3), UL1_MERGE);
    k->latency = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 8 : 60);
}

static void draw_anything(struct drive *d, struct lsu_constraints *k)
{
    k->offer = draw_constraint(d);
    k->again = draw_constraint(d);
    k->beat = draw_constraint(d);
    k->select = draw_constraint(d);
    k->reserved = rng_below(&d->rng, 2) ? 5 : draw_constraint(d);
    k->whole = draw_constraint(d);
    k->store = draw_constraint(d);
    k->atomic = UL1_ATOMICS || UL1_LOCKS || UL1_GLOBAL_ATOMICS ? draw_constraint(d) : 0;
    k->matrix = UL1_MATRIX ? draw_constraint(d) : 0;
    k->faulty = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    k->foreign = rng_below(&d->rng, 2) ? 2 : draw_constraint(d) / 4;
    k->empty = rng_below(&d->rng, 2) ? 2 : draw_constraint(d) / 4;
    k->fence = rng_below(&d->rng, 2) ? 3 : draw_constraint(d) / 3;
    k->cmo = rng_below(&d->rng, 2) ? 3 : draw_constraint(d) / 3;
    k->hold = rng_below(&d->rng, 3) ? 0 : draw_constraint(d) / 4;
    k->room = rng_below(&d->rng, 2) ? draw_constraint(d) : 95;
    k->old_room = k->room;
    k->accept = draw_constraint(d);
    k->warps = rng_below(&d->rng, 2) ? UL1_WARPS : 1 + rng_below(&d->rng, 6);
    k->first_warp = rng_below(&d->rng, UL1_WARPS);
    k->width = rng_below(&d->rng, 1 << UL1_WIDTH_W);
    k->beat_delay = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 2 : 30);
    k->beats_taken = rng_below(&d->rng, 2) ? 0 : rng_below(&d->rng, UL1_INTAKE);
    draw_fetching(d, k);
}

void lsu_draw_constraints(struct drive *d, struct lsu_settings *s, struct lsu_constraints *k)
{
    if (lsu_runs_empty(s))
        return; // until it is empty
    draw_anything(d, k);
    s->drain = !s->changed && rng_below(&d->rng, 4) == 0;
    s->command = !s->drain && !s->changed && rng_below(&d->rng, 4) == 0;
    // so that new settings are exercised
    bool at_work = s->changed && (s->home == UL1_HOME_LSU || rng_below(&d->rng, 2));
    k->pile = !lsu_runs_empty(s) && (at_work || rng_below(&d->rng, 5) == 0);
    s->changed = false;
    if (lsu_runs_empty(s))
        draw_drain(k);
    else if (k->pile)
        draw_pile(d, k);
    else if (rng_below(&d->rng, 6) != 0)
        draw_scarce(d, k);
}

void lsu_steer_pile(struct lsu_constraints *k, uint64_t outside)
{
    const unsigned returned = (unsigned)count_of(outside);
    k->surge = returned && (k->surge || returned >= k->high);
    k->again = k->surge ? 100 : 0;
    k->select = k->surge ? 20 : 90;
}
