#include "blocks/mc/drive.h"
#include "blocks/draw.h"

#include <string.h>

enum { PLACES = UL1_MC_ROW_LINES * UL1_MC_BANKS }; // lines between those of neighbouring rows of a bank

static void mc_constraints(struct drive *d)
{
    struct mc_drive *m = (struct mc_drive *)d;
    static const unsigned shares[] = { 0, 3, 10, 30, 50, 80, 95, 100 };
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        m->offer[i] = draw_constraint(d);
    m->write = shares[rng_below(&d->rng, 8)];
    m->whole = shares[rng_below(&d->rng, 8)];
    m->row = shares[rng_below(&d->rng, 8)];
    m->line = shares[rng_below(&d->rng, 5)];
    m->fails = shares[rng_below(&d->rng, 5)];
    m->banks = rng_below(&d->rng, 2) ? UL1_MC_BANKS : 1 + rng_below(&d->rng, UL1_MC_BANKS);
    m->rows = 1 + rng_below(&d->rng, 4);
    m->upper = rng_next(&d->rng) % (UINT64_C(1) << (UL1_MC_ROW_W - 2)) << 2;
}

static uint64_t draw_line(struct mc_drive *m)
{
    struct rng *r = &m->d.rng;
    const uint64_t low = rng_below(r, 1u << UL1_MC_LOW), column = rng_below(r, UL1_MC_ROW_LINES);
    if (rng_percent(r, m->line))
        return m->last_line;
    if (rng_percent(r, m->row))
        return ((m->last_line >> UL1_MC_LOW) / UL1_MC_ROW_LINES * UL1_MC_ROW_LINES + column) << UL1_MC_LOW
            | low;
    const uint64_t row = m->upper | rng_below(r, m->rows);
    return (row * PLACES + rng_below(r, m->banks) * UL1_MC_ROW_LINES + column) << UL1_MC_LOW | low;
}

static void offer_again(struct ul1_mc_in *in, const struct ul1_mc_in *last, unsigned i)
{
    const size_t at = (size_t)i * UL1_LINE_WORDS;
    in->req_valid[i] = 1;
    in->req_op[i] = last->req_op[i];
    in->req_number[i] = last->req_number[i];
    in->req_line[i] = last->req_line[i];
    in->req_sect[i] = last->req_sect[i];
    in->req_vline[i] = last->req_vline[i];
    memcpy(in->reqdata_be + at, last->reqdata_be + at, UL1_LINE_WORDS * sizeof *in->reqdata_be);
    memcpy(in->reqdata_word + at, last->reqdata_word + at, UL1_LINE_WORDS * sizeof *in->reqdata_word);
}

static void draw_bytes_of(struct mc_drive *m, uint8_t *be, unsigned sect)
{
    bool any = false;
    for (unsigned k = 0; k < UL1_LINE_WORDS; k++) {
        be[k] = (uint8_t)(sect >> k / UL1_SECTOR_WORDS & 1 ? draw_bytes(&m->d) : 0);
        any |= be[k] != 0;
    }
    if (!any)
        be[rng_below(&m->d.rng, UL1_LINE_WORDS)] = 1;
}

static void mc_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct mc_drive *m = (struct mc_drive *)d;
    struct ul1_mc_in *in = inputs;
    (void)out;
    for (unsigned i = 0; i < UL1_MC_PORTS; i++) {
        uint8_t *be = in->reqdata_be + (size_t)i * UL1_LINE_WORDS;
        if (m->waits[i]) {
            offer_again(in, &m->last, i);
            continue;
        }
        in->req_valid[i] = happens(d, m->offer[i]);
        in->req_op[i] = happens(d, m->write) ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
        in->req_sect[i] = (uint8_t)(happens(d, m->whole) ? ALL_SECTORS : draw_sectors(d));
        in->req_line[i] = draw_line(m);
        memset(be, 0, UL1_LINE_WORDS * sizeof *be);
        if (in->req_valid[i] && in->req_op[i] == UL1_MEMOP_WRITE)
            draw_bytes_of(m, be, in->req_sect[i]);
        if (in->req_valid[i])
            m->last_line = in->req_line[i];
    }
    in->back_err = happens(d, m->fails);
}

static const char *mc_check(struct drive *d, const void *in, const void *out)
{
    struct mc_drive *m = (struct mc_drive *)d;
    mc_count(d, &m->seen, &m->contract, in, out);
    return mc_contract_check(&m->contract, in, out);
}

static void mc_see(struct drive *d, const void *in, const void *out)
{
    struct mc_drive *m = (struct mc_drive *)d;
    const struct ul1_mc_out *o = out;
    m->last = *(const struct ul1_mc_in *)in;
    for (unsigned i = 0; i < UL1_MC_PORTS; i++)
        m->waits[i] = !m->last.rst && m->last.req_valid[i] && !o->req_ready[i];
}

struct stimulus *mc_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "mc",
                                            .size = sizeof(struct mc_drive),
                                            .points = mc_event_names,
                                            .point_count = MC_POINT_COUNT,
                                            .reset_every = 3000,
                                            .constraints = mc_constraints,
                                            .drive = mc_drive_cycle,
                                            .check = mc_check,
                                            .count = mc_see };
    return drive_make(&kind, test, seed, cycles);
}
