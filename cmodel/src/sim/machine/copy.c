// Copies an instruction between the caller and a record, and the data of a store into memory. It is a part of
// machine.c, compiled for each lane count and variant.

#include <stddef.h>
#include <string.h>

#include "common/bits.h"
#include "sim/order.h"
#include "sim/sim.h"

// Lanes beyond the lane count, and data of instructions other than stores, are ignored and not copied. Loaded
// words of such lanes are 0 from the beginning.
static uint64_t sim_enter_in_order(struct sim_record *r, const struct ul1_sim_instr *i)
{
    uint64_t all = 0;
    memcpy(&r->instr, i, offsetof(struct ul1_sim_instr, addr));
    r->instr.mask &= below(LANES);
    for (unsigned lane = 0; lane < LANES; lane++)
        all |= r->instr.addr[lane] = i->addr[lane];
    for (unsigned w = 0; w < sim_words_out(i); w++)
        memcpy(r->instr.data[w], i->data[w], LANES * sizeof i->data[w][0]);
    if (i->copy)
        memcpy(r->instr.data[0], i->data[0], LANES * sizeof i->data[0][0]);
    for (unsigned w = 0; w < sim_words_in(i); w++)
        for (unsigned lane = 0; lane < LANES; lane++)
            r->done.data[w][lane] = 0;
    return all;
}

// The record has the lanes at their positions.
static uint64_t sim_enter(struct sim_record *r, const struct ul1_sim_instr *i)
{
    const uint32_t order = sim_order(i);
    uint64_t all = 0;
    if (order == SIM_IN_ORDER)
        return sim_enter_in_order(r, i);
    memcpy(&r->instr, i, offsetof(struct ul1_sim_instr, addr));
    r->instr.mask = 0;
    for (unsigned n = 0; n < LANES; n++) {
        const unsigned lane = sim_lane_at(order, LANES, n);
        r->instr.mask |= (lane_set)bit((lane_set)i->mask, lane) << n;
        all |= r->instr.addr[n] = i->addr[lane];
        for (unsigned w = 0; w < sim_words_out(i); w++)
            r->instr.data[w][n] = i->data[w][lane];
        for (unsigned w = 0; w < sim_words_in(i); w++)
            r->done.data[w][n] = 0;
    }
    return all;
}

static void sim_leave_in_order(const struct sim_record *r, struct ul1_sim_done *d)
{
    memcpy(d, &r->done, offsetof(struct ul1_sim_done, data));
    for (unsigned w = 0; w < sim_words_in(&r->instr); w++)
        memcpy(d->data[w], r->done.data[w], sizeof d->data[w]);
}

static void sim_leave(const struct sim_record *r, struct ul1_sim_done *d)
{
    const uint32_t order = sim_order(&r->instr);
    sim_leave_in_order(r, d);
    if (order == SIM_IN_ORDER)
        return;
    d->mask = sim_lanes_at(order, LANES, d->mask);
    for (unsigned n = 0; n < LANES; n++) {
        const unsigned lane = sim_lane_at(order, LANES, n);
        for (unsigned w = 0; w < sim_words_in(&r->instr); w++)
            d->data[w][lane] = r->done.data[w][n];
    }
}

// Stores the enabled bytes into a line of memory.
static void sim_store(unsigned char *line, const uint8_t *enable, const uint32_t *word)
{
    uint32_t all[UL1_LINE_WORDS];
    memcpy(all, line, sizeof all);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        all[w] = lay_over(all[w], word[w], be_bits(enable[w]));
    memcpy(line, all, sizeof all);
}
