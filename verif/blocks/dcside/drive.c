#include "blocks/dcside/drive.h"
#include "blocks/dcside/cover_points.h"
#include "blocks/draw.h"
#include "common/atoms.h"
#include "blocks/sni/requests.h"
#include "checkers/packets/clusters_waits.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

enum { KEPT_FREE = 4 + CLUSTERS_INVS, CALM_EVERY = 6, STORM_EVERY = 4, FAILS_EVERY = 8, TABLES_EVERY = 8 };

// ---- lines

static void draw_lines(struct dcside_drive *n)
{
    struct rng *r = &n->d.rng;
    const unsigned node = UL1_NODE_HOME_LOW + UL1_NODE_SET_W, slice = UL1_HOME_LOW + UL1_L2_SET_W;
    const uint64_t stride = (uint64_t)UL1_NODE_HOME_ODD * UL1_HOME_ODD << (node > slice ? node : slice),
                   row = rng_next(r) >> (65 - UL1_PLINE_W), set = rng_next(r) >> (65 - UL1_PLINE_W),
                   table = rng_next(r) >> (65 - UL1_PLINE_W);
    uint64_t *line = n->line;
    for (unsigned i = 0; i < DCSIDE_IN_A_ROW; i++)
        *line++ = row + i;
    for (unsigned i = 0; i < DCSIDE_OF_A_SET; i++)
        *line++ = set + i * stride;
    for (unsigned i = 0; i < DCSIDE_ANYWHERE; i++)
        *line++ = rng_next(r) >> (64 - UL1_PLINE_W);
    for (unsigned i = 0; i < DCSIDE_TABLES; i++)
        *line++ = table + i;
}

// ---- phases

static void dcside_constraints(struct drive *d)
{
    struct dcside_drive *n = (struct dcside_drive *)d;
    const unsigned offer = draw_constraint(d);
    const bool alike = rng_below(&d->rng, 2);
    for (unsigned s = 0; s < UL1_SMS; s++)
        n->offer[s] = alike ? offer : draw_constraint(d);
    n->fence = rng_below(&d->rng, 2) ? 3 : draw_constraint(d);
    n->write = rng_below(&d->rng, 2) ? rng_below(&d->rng, 30) : draw_constraint(d);
    n->walk = rng_below(&d->rng, 2) ? 3 : draw_constraint(d);
    n->byte = draw_constraint(d);
    n->operate = rng_below(&d->rng, 2) ? 10 : draw_constraint(d);
    n->host = rng_below(&d->rng, 2) ? 1 : rng_below(&d->rng, 10);
    n->whole = draw_constraint(d);
    n->lines = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 4 : DCSIDE_IN_A_ROW);
    n->first = rng_below(&d->rng, DCSIDE_LINES - n->lines + 1);
    if (rng_below(&d->rng, TABLES_EVERY) == 0)
        n->first = DCSIDE_LINES - n->lines;
    if (rng_below(&d->rng, CALM_EVERY) == 0) { // everything comes to rest
        memset(n->offer, 0, sizeof n->offer);
    } else if (n->storm) {
        for (unsigned s = 0; s < UL1_SMS; s++)
            n->offer[s] = 100;
        if (rng_below(&d->rng, 2)) {
            n->lines = 1 + rng_below(&d->rng, 4);
            n->first = DCSIDE_IN_A_ROW + rng_below(&d->rng, DCSIDE_OF_A_SET - n->lines);
        }
    } else if (rng_below(&d->rng, STORM_EVERY) == 0) { // all SMs request lines of one set, of whole lines
        for (unsigned s = 0; s < UL1_SMS; s++)
            n->offer[s] = 100;
        n->first = DCSIDE_IN_A_ROW;
        n->lines = DCSIDE_OF_A_SET;
        n->whole = 100;
        n->byte = n->fence = 0;
    }
}

// ---- an SM

// The write on offer is a reduction or an atomic. No two atomics of an SM have one number at a time.
static void draw_operation(struct dcside_drive *n, struct ul1_sni_in *in, unsigned s)
{
    struct drive *d = &n->d;
    in->memdata_atom = (uint8_t)draw_answered(d);
    if (!in->memdata_atom)
        return;
    in->memdata_wide = draw_red_width(d, in->memdata_atom) == UL1_WIDTH_B64;
    in->memdata_signed = rng_below(&d->rng, 2);
    in->memold_valid = red_swaps(in->memdata_atom) || (UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2));
    in->memold_number &= (1 << (UL1_TAG_W - UL1_EPOCH_W)) - 1;
    draw_numbers(d, in->memdata_atom, in->memdata_wide, in->memdata_be);
    in->mem_valid = !in->memold_valid || !clusters_olds(dcside_ledger(&n->bench), s, in->memold_number);
}

static void offer_new(struct dcside_drive *n, struct ul1_sni_in *in, unsigned s)
{
    struct drive *d = &n->d;
    const struct clusters *l = dcside_ledger(&n->bench);
    const unsigned line = n->first + rng_below(&d->rng, n->lines);
    const bool table = line >= DCSIDE_LINES - DCSIDE_TABLES;
    in->mem_line = n->line[line];
    in->mem_valid = happens(d, n->offer[s]);
    const unsigned op = rng_percent(&d->rng, n->write) && !table ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    in->mem_op = (uint8_t)(happens(d, n->fence) ? UL1_MEMOP_FENCE : op);
    in->mem_sect = (uint8_t)draw_sectors(d);
    in->memread_kind = table || rng_percent(&d->rng, n->walk)        ? UL1_READKIND_WALK
        : UL1_CACHES_BEHIND && !n->storm && rng_percent(&d->rng, 10) ? UL1_READKIND_FRESH
                                                                     : UL1_READKIND_LOAD;
    memset(in->memdata_be, 0, sizeof in->memdata_be);
    in->memdata_atom = in->memdata_wide = in->memdata_signed = in->memold_valid = 0;
    if (l->sm[s].requests + KEPT_FREE > CLUSTERS_REQUESTS || !in->mem_valid) {
        in->mem_valid = 0;
    } else if (in->mem_op == UL1_MEMOP_FENCE) {
        if (CLUSTERS_INVS > 0 && !n->storm && rng_percent(&d->rng, 40))
            in->mem_number = UL1_CMD_ID;
        in->mem_valid = !clusters_fences(l, s, in->mem_number);
        in->memread_kind = 0;
    } else if (in->mem_op == UL1_MEMOP_READ) {
        in->mem_sect &= (uint8_t)~clusters_sectors(l, s, in->mem_number);
        in->mem_valid = in->mem_sect != 0;
        in->mem_vline = 0;
    } else {
        sni_draw_bytes(d, in, n->whole, n->byte);
        if (UL1_GLOBAL_ATOMICS && rng_percent(&d->rng, n->operate))
            draw_operation(n, in, s);
        if (!in->mem_valid)
            memset(in->memdata_be, 0, sizeof in->memdata_be), in->memdata_atom = in->memdata_wide = 0,
                                                              in->memdata_signed = in->memold_valid = 0;
        in->mem_sect = in->memread_kind = 0;
    }
}

// The host writes 8 bytes of a page table, past all caches.
static void host_writes(struct dcside_drive *n)
{
    const unsigned line = DCSIDE_LINES - DCSIDE_TABLES + rng_below(&n->d.rng, DCSIDE_TABLES),
                   word = rng_below(&n->d.rng, UL1_LINE_WORDS / 2) * 2;
    memory_write(n->bench.memory, n->line[line] * MEMORY_LINE + word * UL1_WORD_BYTES, rng_next(&n->d.rng));
}

static void dcside_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct dcside_drive *n = (struct dcside_drive *)d;
    (void)out;
    if (happens(d, n->host))
        host_writes(n);
    for (unsigned s = 0; s < UL1_SMS; s++) {
        struct ul1_sni_in *in = dcside_sm(&n->bench, inputs, s);
        if (n->waits[s])
            sni_offer_again(in, &n->last[s]);
        else
            offer_new(n, in, s);
    }
    behind_drive(&n->bench.behind, inputs);
}

static const char *dcside_check(struct drive *d, const void *in, const void *out)
{
    struct dcside_drive *n = (struct dcside_drive *)d;
    n->busy = clusters_busy(dcside_ledger(&n->bench));
    return dcside_bench_observe(&n->bench, in, out);
}

static void dcside_seen(struct drive *d, const void *in, const void *out)
{
    struct dcside_drive *n = (struct dcside_drive *)d;
    const struct clusters_view *v = dcside_view(&n->bench);
    for (unsigned s = 0; s < UL1_SMS; s++) {
        n->last[s] = *v->sm_in[s];
        n->waits[s] = !v->rst && v->sm_in[s]->mem_valid && !v->sm[s]->mem_ready;
    }
    const struct clusters *l = dcside_ledger(&n->bench);
    if (l->slowest > n->waited[0].cycles)
        n->waited[0] =
            (struct wait){ "a request, until it ends", l->slowest, clusters_bound(l), d->cycle, "an SM", -1 };
    d->stimulus.waits = n->waited;
    dcside_count(d, &n->bench, n->busy, in, out);
}

// ---- the stimulus, which has memory besides that of other drives

static struct stimulus_ops with_memory;
static void (*free_drive)(struct stimulus *);

static bool dcside_between(struct stimulus *s, const void *in, const void *out)
{
    struct dcside_drive *n = (struct dcside_drive *)s;
    const bool fine = drive_finds(&n->d, dcside_bench_between(&n->bench, in, out));
    dcside_count_half(&n->d, &n->bench);
    return fine;
}

static void dcside_free(struct stimulus *s)
{
    dcside_bench_free(&((struct dcside_drive *)s)->bench);
    free_drive(s);
}

struct stimulus *dcside_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "dcside",
                                            .size = sizeof(struct dcside_drive),
                                            .points = dcside_event_names,
                                            .point_count = DCSIDE_POINT_COUNT,
                                            .reset_every = 4000,
                                            .constraints = dcside_constraints,
                                            .drive = dcside_drive_cycle,
                                            .check = dcside_check,
                                            .count = dcside_seen };
    struct stimulus *s = drive_make(&kind, test, seed, cycles);
    struct dcside_drive *n = (struct dcside_drive *)s;
    if (!s)
        return NULL;
    free_drive = s->ops->free;
    with_memory = *s->ops;
    with_memory.free = dcside_free;
    with_memory.between = dcside_between;
    s->ops = &with_memory;
    bool fine = dcside_bench_init(&n->bench, rng_next(&n->d.rng));
    draw_lines(n);
    for (unsigned i = 0; i < DCSIDE_LINES && fine; i++)
        if (rng_below(&n->d.rng, FAILS_EVERY) == 0)
            fine = memory_fail(n->bench.memory, n->line[i] * MEMORY_LINE, MEMORY_LOADS, true);
    if (fine)
        return s;
    dcside_free(s);
    return NULL;
}

struct stimulus *dcside_boost_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct stimulus *s = dcside_drive_make(test, seed, cycles);
    if (s)
        s->boost = true;
    return s;
}

struct stimulus *dcside_storm_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct stimulus *s = dcside_drive_make(test, seed, cycles);
    if (s)
        ((struct dcside_drive *)s)->storm = true;
    return s;
}

#endif
