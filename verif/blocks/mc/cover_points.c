#include "blocks/mc/cover_points.h"

#include "common/sizes.h"

const struct point_name mc_event_names[MC_POINT_COUNT] = { MC_POINTS(POINT_NAME) };

static void count_requests(struct drive *d, struct mc_seen *s, const struct mc_contract *c,
                           const struct ul1_mc_in *in, const struct ul1_mc_out *out)
{
    unsigned offers = 0;
    int taken = -1;
    for (unsigned i = 0; i < UL1_MC_PORTS; i++) {
        offers += in->req_valid[i];
        if (in->req_valid[i] && out->req_ready[i])
            taken = (int)i;
    }
    saw(d, MC_READ, taken >= 0 && in->req_op[taken] == UL1_MEMOP_READ);
    saw(d, MC_WRITE, taken >= 0 && in->req_op[taken] == UL1_MEMOP_WRITE);
    saw(d, MC_ALL_OFFER, offers == UL1_MC_PORTS);
    saw(d, MC_TURNS, taken >= 0 && s->port >= 0 && taken != s->port);
    saw(d, MC_FULL, c->count == UL1_MC_QUEUE);
    saw(d, MC_KEPT, offers && taken < 0 && c->count < UL1_MC_QUEUE);
    saw(d, MC_KEPT_TAKEN, UL1_MC_PORTS > 1 && taken >= 0 && c->count == UL1_MC_QUEUE - 1);
    s->port = taken;
}

static void count_held(struct drive *d, const struct mc_contract *c)
{
    bool same = false, read = false;
    for (unsigned i = 0; i < c->count; i++)
        for (unsigned k = i + 1; k < c->count; k++) {
            const bool line = c->held[i].is.line == c->held[k].is.line && c->held[i].left && c->held[k].left;
            same |= line;
            read |= line && c->held[i].is.op == UL1_MEMOP_WRITE && c->held[k].is.op == UL1_MEMOP_READ;
        }
    saw(d, MC_SAME_LINE, same);
    saw(d, MC_WRITE_READ, read);
}

// The request in the entry, or null.
static const struct mc_held *held(const struct mc_contract *c, unsigned entry)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->held[i].entry == entry)
            return &c->held[i];
    return NULL;
}

static void count_column(struct drive *d, struct mc_seen *s, const struct mc_contract *c,
                         const struct ul1_mc_out *out)
{
    const struct mc_held *h = out->col_valid ? held(c, out->col_entry) : NULL;
    bool passes = false, other = false, holds = false;
    for (unsigned i = 0; i < c->count; i++) {
        const struct mc_held *o = &c->held[i];
        passes |= h && o < h && o->left && o->bank == h->bank;
        other |= h && o < h && o->left && o->bank != h->bank;
        holds |= c->bank[o->bank].passed == UL1_MC_CAP && o->left && c->bank[o->bank].opened
            && c->bank[o->bank].row == o->row && !(h && h == o);
    }
    saw(d, MC_COLUMNS, h && s->entry >= 0 && s->entry != out->col_entry);
    saw(d, MC_BANKS_TURN, h && s->bank >= 0 && s->bank != out->col_bank);
    saw(d, MC_PASSES, passes);
    saw(d, MC_PASSES_BANK, other);
    saw(d, MC_URGENT_HOLDS, holds);
    saw(d, MC_RCD_LIMITS, h && c->cycle - (c->bank[h->bank].activated - 1) == UL1_MC_RCD);
    s->entry = h ? (int)out->col_entry : -1;
    s->bank = h ? (int)out->col_bank : -1;
}

static void count_banks(struct drive *d, const struct mc_contract *c, const struct ul1_mc_out *out)
{
    const unsigned b = out->row_bank;
    const bool opens = out->row_valid && out->row_opens, closes = out->row_valid && !out->row_opens;
    bool urgent = false, all = true, wanted = false;
    for (unsigned i = 0; i < UL1_MC_BANKS; i++) {
        urgent |= c->bank[i].passed == UL1_MC_CAP;
        all &= c->bank[i].opened;
    }
    for (unsigned i = 0; i < c->count && closes; i++)
        wanted |= c->held[i].left && c->held[i].bank == b && c->held[i].row == c->bank[b].row;
    saw(d, MC_ACTIVATES, opens);
    saw(d, MC_PRECHARGES, closes && !wanted);
    saw(d, MC_BOTH, out->row_valid && out->col_valid);
    saw(d, MC_URGENT, urgent);
    saw(d, MC_URGENT_CLOSES, closes && wanted);
    saw(d, MC_RP_LIMITS,
        opens && c->bank[b].precharged && c->cycle - (c->bank[b].precharged - 1) == UL1_MC_RP);
    saw(d, MC_RAS_LIMITS, closes && c->cycle - (c->bank[b].activated - 1) == UL1_MC_RAS);
    saw(d, MC_WR_LIMITS,
        closes && c->bank[b].written && c->cycle - (c->bank[b].written - 1) == UL1_MC_CL + UL1_MC_WR);
    saw(d, MC_ALL_OPEN, all);
}

void mc_count(struct drive *d, struct mc_seen *s, const struct mc_contract *c, const struct ul1_mc_in *in,
              const struct ul1_mc_out *out)
{
    saw(d, MC_RESET_BUSY, in->rst && c->count);
    if (in->rst) {
        *s = (struct mc_seen){ -1, -1, -1, false };
        return;
    }
    count_requests(d, s, c, in, out);
    count_held(d, c);
    count_column(d, s, c, out);
    count_banks(d, c, out);
    saw(d, MC_CELLS_BUSY, out->cell_valid && s->cell);
    saw(d, MC_READ_FAILS, c->returns && in->back_err && c->back.is.op == UL1_MEMOP_READ);
    saw(d, MC_WRITE_FAILS, c->returns && in->back_err && c->back.is.op == UL1_MEMOP_WRITE);
    s->cell = out->cell_valid;
}
