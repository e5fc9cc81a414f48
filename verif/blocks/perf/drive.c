#include "blocks/perf/drive.h"
#include "blocks/draw.h"

#include <string.h>

enum {
    CLEAR_EVERY = 500,   // average cycles between clears, so that low bits carry a few times in between
    CLEARED_FOR = 24000, // cycles with such clears, at the beginning of each COUNTED_FOR
    // in the other cycles nothing clears the counters, not even a reset: in a run of 100,000 cycles they
    // exceed 16 bits
    COUNTED_FOR = 1 << 20
};

// Whether counters are left to grow.
static bool only_counts(const struct perf_drive *m)
{
    return m->d.cycle % COUNTED_FOR >= CLEARED_FOR;
}

static void perf_constraints(struct drive *d)
{
    struct perf_drive *m = (struct perf_drive *)d;
    m->traffic = rng_below(&d->rng, 4) ? 100 : draw_constraint(d);
    m->lookup = draw_constraint(d);
    m->request = draw_constraint(d);
    m->read = draw_constraint(d);
    m->always = rng_below(&d->rng, 3) == 0;
    if (only_counts(m) && rng_below(&d->rng, 16)) {
        m->traffic = 100;
        m->always = true;
    }
}

// All counted events occur in the same cycle, as far as possible.
static void drive_all(struct ul1_perf_in *in)
{
    in->ret_valid = in->ret_err = in->pass_valid = in->sel_valid = in->cand_remainder = 1;
    in->look_hit = in->miss_open = in->miss_merge = in->miss_defer = 1;
    in->store_through = in->store_alloc = in->store_hold = in->evict_valid = in->fill_valid = 1;
    in->in_valid = in->cand_lacks = in->pull_ready = in->defer_ids = in->write_valid = 1;
    in->lsu_idle = in->pass_readout = in->in_again = in->in_ready = in->in_shared_ready = 0;
    in->conin_ready = in->texin_ready = 0;
    in->pull_valid = in->credit_cached = in->array_ready = 0;
    memset(in->walk_state, UL1_WALK_STATE_WAITS, sizeof in->walk_state);
}

static void drive_none(struct ul1_perf_in *in)
{
    in->lsu_idle = in->credit_cached = 1;
    in->ret_valid = in->pass_valid = in->pass_cached = in->sel_valid = 0;
    in->evict_valid = in->fill_valid = in->mem_valid = in->in_valid = 0;
    in->cand_lacks = in->pull_ready = in->defer_ids = in->write_valid = 0;
    memset(in->walk_state, UL1_WALK_STATE_IDLE, sizeof in->walk_state);
}

static void drive_lookup(struct perf_drive *m, struct ul1_perf_in *in)
{
    struct drive *d = &m->d;
    in->pass_cached = in->pass_cached && happens(d, m->lookup);
    in->miss_cause = (uint8_t)rng_below(&d->rng, UL1_CAUSE_CREDIT + 1);
    if (in->pass_cached)
        return;
    in->look_hit = in->pass_replay = in->miss_open = in->miss_merge = in->miss_defer = 0;
    in->store_through = in->store_dirty = in->store_alloc = in->store_hold = 0;
}

static void perf_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct perf_drive *m = (struct perf_drive *)d;
    struct ul1_perf_in *in = inputs;
    (void)out;
    in->mem_valid = happens(d, m->request);
    in->mem_op = (uint8_t)rng_below(&d->rng, UL1_MEMOP_FENCE + 1);
    if (rng_below(&d->rng, 4) == 0)
        in->mem_number =
            (uint8_t)(rng_below(&d->rng, 3) ? UL1_PRT - rng_below(&d->rng, 2) : UL1_READ_NUMBERS - 1);
    in->pass_cached = 1;
    if (m->always)
        drive_all(in);
    if (!happens(d, m->traffic))
        drive_none(in);
    drive_lookup(m, in);
    in->perf_read = happens(d, m->read);
    if (rng_below(&d->rng, 2))
        in->perf_index = m->past.index; // the same again
    in->perf_clear = rng_below(&d->rng, CLEAR_EVERY) == 0;
    if (only_counts(m))
        in->rst = in->perf_clear = 0;
}

static const char *perf_check(struct drive *d, const void *in, const void *out)
{
    return perf_contract_check(&((struct perf_drive *)d)->contract, in, out);
}

static void perf_seen(struct drive *d, const void *in, const void *out)
{
    struct perf_drive *m = (struct perf_drive *)d;
    perf_count(d, &m->past, in, out);
}

struct stimulus *perf_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "perf",
                                            .size = sizeof(struct perf_drive),
                                            .points = perf_event_names,
                                            .point_count = PERF_POINT_COUNT,
                                            .reset_every = 2000,
                                            .one_way = true,
                                            .constraints = perf_constraints,
                                            .drive = perf_drive_cycle,
                                            .check = perf_check,
                                            .count = perf_seen };
    return drive_make(&kind, test, seed, cycles);
}
