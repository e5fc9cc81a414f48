// Arbiter: selection of the candidate, reservation of the register file's write port, and the pass in stage
// 1.
#include <string.h>

#include "l1/arb.h"

static void arb_state(const struct arb_state *s, const struct arb_in *in, struct ul1_arb_out *out)
{
    (void)in;
    memcpy(out->regport_reserved, s->reserved, sizeof out->regport_reserved);
    out->pass_valid = s->valid;
    out->pass_mask = s->mask;
    out->pass_cached = s->cached;
    out->pass_inval = s->inval;
    out->pass_flush = s->flush;
    out->pass_atom = s->atom;
    out->pass_red = s->red;
    out->pass_replay = s->replay;
    out->pass_readout = s->readout;
    if (!s->valid)
        return;
    out->pass_store = s->store;
    out->pass_width = s->width;
    out->pass_signed = s->sign;
    out->pass_beat = s->beat;
    out->pass_frees_beat = s->frees_beat;
    out->pass_due = s->due;
    memcpy(out->pass_addr, s->addr, sizeof out->pass_addr);
    if (!s->cached)
        return;
    out->pass_id = s->id;
    out->pass_part = s->sub;
    out->pass_line = s->line;
    out->pass_bypass = s->bypass;
    out->pass_fresh = s->fresh;
    out->pass_stream = s->stream;
    out->pass_writeback = s->writeback;
    out->pass_prt = s->prt;
    out->pass_last = s->last;
    out->pass_drop = s->drop;
    out->pass_fail = s->fails;
}

// The first free cycle of the register file's write port, from LAT on. A shared load can wait for it up to
// HLAT.
static unsigned arb_first_free(const struct arb_state *s)
{
    unsigned k = UL1_LAT;
    while (k < UL1_HLAT && s->reserved[k])
        k++;
    return k;
}

// Tells whether the replay of a filled line writes words back.
static unsigned arb_replay_reserves(const struct arb_in *in)
{
    return in->cand_err == UL1_ERR_NONE && !in->cand_bare;
}

// The candidate enters, unless a victim readout or the command `line` takes the cycle.
static void arb_sel(const struct arb_state *s, const struct arb_in *in, struct ul1_arb_out *out)
{
    (void)s;
    out->sel_valid = in->cand_valid && !in->readout_valid && !in->cmd_turn;
    out->sel_store = out->sel_valid && (in->cand_store || in->cand_flush);
    out->sel_cached = out->sel_valid && in->cand_cached;
}

// Reservations as the next cycle sees them. A cached load that does not hit in stage 1 returns its
// reservation.
static void arb_clock_reservations(struct arb_state *s, const struct arb_in *in)
{
    unsigned words =
        in->req_valid && returns_words(in->req_store, in->req_atom) && !in->req_inval && !in->req_flush;
    unsigned reserves = words && (!in->cand_replay || arb_replay_reserves(in));
    unsigned due = reserves && !in->req_cached ? arb_first_free(s) : UL1_HLAT;
    memmove(s->reserved, &s->reserved[1], (UL1_AHEAD - 1) * sizeof *s->reserved);
    s->reserved[UL1_AHEAD - 1] = in->regport_reserve;
    if (s->has_reserved && !in->look_hit)
        s->reserved[UL1_HLAT - 2] = 0;
    if (reserves)
        s->reserved[due - 1] = 1;
    s->due = (uint8_t)due;
    s->has_reserved = reserves && in->req_cached;
}

// A victim readout is like a shared load of 32 bits that reads the row's dirty sectors.
static void arb_clock_readout(struct arb_state *s, const struct arb_in *in)
{
    s->valid = 1;
    s->store = 0;
    s->width = UL1_WIDTH_B32;
    s->sign = 0;
    s->frees_beat = 1;
    s->mask = 0;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        s->mask |= (uint32_t)bit(in->readout_sect, word_sector(i)) << i;
        s->addr[i] = (array_addr)(in->readout_row * UL1_LINE_BYTES + UL1_WORD_BYTES * i);
    }
}

// The lookup of the command `line` is like that of an inval without slots.
static void arb_clock_command(struct arb_state *s, const struct arb_in *in)
{
    s->valid = 1;
    s->cached = 1;
    s->inval = 1;
    s->store = s->width = s->sign = 0;
    s->id = s->sub = s->bypass = s->writeback = 0;
    s->line = in->cmd_line;
    s->fresh = s->stream = 0;
}

static void arb_clock_pass(struct arb_state *s, const struct arb_in *in, const struct ul1_arb_out *out)
{
    s->valid = in->req_valid;
    s->atom = in->req_atom;
    s->red = in->req_red;
    s->mask = in->split_mask;
    s->cached = in->req_cached;
    s->replay = out->sel_valid && in->cand_replay;
    s->fails = s->replay && in->cand_err != UL1_ERR_NONE;
    s->readout = in->readout_valid;
    s->inval = in->req_valid && in->req_inval;
    s->flush = in->req_valid && in->req_flush;
    if (in->readout_valid)
        arb_clock_readout(s, in);
    else if (in->cmd_turn)
        arb_clock_command(s, in);
    if (!in->req_valid)
        return;
    s->store = in->req_store;
    s->width = in->req_width;
    s->sign = in->req_signed;
    s->beat = in->req_beat;
    s->frees_beat = in->req_cached && in->req_store ? in->req_end : !in->split_more || !in->remainder_stays;
    s->id = in->req_id;
    s->sub = in->req_sub;
    s->line = in->req_line;
    s->bypass = in->req_bypass;
    s->fresh = UL1_CACHES_BEHIND && in->req_fresh;
    s->stream = UL1_STREAMING && in->req_stream;
    s->writeback = in->req_writeback;
    s->prt = in->cand_prt;
    s->last = in->cand_last;
    s->drop = in->merged_drop;
    memcpy(s->addr, in->req_addr, sizeof s->addr);
}

static void arb_clock(struct arb_state *s, const struct arb_in *in, const struct ul1_arb_out *out)
{
    arb_clock_reservations(s, in);
    arb_clock_pass(s, in, out);
    if (in->rst) {
        memset(s->reserved, 0, sizeof s->reserved);
        s->has_reserved = 0;
        s->valid = 0;
        s->mask = 0;
        s->cached = 0;
        s->replay = 0;
        s->fails = 0;
        s->readout = 0;
        s->inval = 0;
        s->flush = 0;
        s->atom = UL1_ATOM_NONE;
        s->red = UL1_ATOM_NONE;
    }
}
