// Arbiter: choice among the candidates, split of the chosen access, booking of its write-back, and the pass in stage 1.
#include "arb.h"

static void arb_state(const struct arb_state *s, const struct ul1_arb_in *in, struct ul1_arb_out *out)
{
    (void)in;
    out->rf_slots = s->slots;
    out->pass_valid = s->valid;
    out->pass_store = s->store;
    out->pass_width = s->width;
    out->pass_signed = s->sign;
    out->pass_ink = s->ink;
    out->pass_free = s->free;
    out->pass_mask = s->mask;
    memcpy(out->pass_addr, s->addr, sizeof out->pass_addr);
}

// The older of the replays that can enter; the new access only if none can.
static void arb_sel(const struct arb_state *s, const struct ul1_arb_in *in, struct ul1_arb_out *out)
{
    unsigned load_ok = !bit(s->slots, UL1_LAT);
    unsigned store_ok = in->wdb_room;
    unsigned rl = in->cand_rl && load_ok;
    unsigned rs = in->cand_rs && store_ok;
    unsigned fresh = in->cand_new && (in->cand_store ? store_ok : load_ok);

    out->sel_rs = rs && (!rl || in->cand_rs_older);
    out->sel_rl = rl && !out->sel_rs;
    out->sel_new = fresh && !rl && !rs;
    out->wdb_take = out->sel_rs || (out->sel_new && in->cand_store);
}

// Rule 2: for each bank the word of the lowest waiting slot, and every slot that wants that word.
static void arb_split(const struct arb_state *s, const struct ul1_arb_in *in, struct ul1_arb_out *out)
{
    (void)s;
    out->acc_mask = 0;
    out->acc_more = 0;
    if (!in->req_mask)
        return;

    uint32_t bank[LANES], row[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        bank[i] = bank_or_none(in->req_mask, i, addr_bank(in->req_addr[i]));
        row[i] = addr_row(in->req_addr[i]);
    }
    uint32_t lead[LANES + 1];               // the row that each bank gives; its lowest slot is the last to set it
    for (unsigned i = LANES; i-- > 0;)
        lead[bank[i]] = row[i];

    uint32_t same = 0;
    for (unsigned i = 0; i < LANES; i++)
        same |= (uint32_t)(lead[bank[i]] == row[i]) << i;
    out->acc_mask = same & in->req_mask;
    out->acc_more = out->acc_mask != in->req_mask;
}

static void arb_clock(struct arb_state *s, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    unsigned load_enters = in->req_valid && !in->req_store;
    s->slots = (uint8_t)(s->slots >> 1 | in->rf_book << (UL1_SLOTS - 1) | load_enters << (UL1_LAT - 1));
    s->valid = in->req_valid;
    s->mask = out->acc_mask;
    if (in->req_valid) {
        s->store = in->req_store;
        s->width = in->req_width;
        s->sign = in->req_signed;
        s->ink = in->req_ink;
        s->free = !out->acc_more || in->cfg_home == UL1_HOME_INSTR;
        memcpy(s->addr, in->req_addr, sizeof s->addr);
    }
    if (in->rst) {
        s->slots = 0;
        s->valid = 0;
        s->mask = 0;
    }
}
