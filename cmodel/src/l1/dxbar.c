// Data crossbar: moves words from slots to banks for stores, and from banks to slots for loads.
#include <string.h>

#include "l1/dxbar.h"

static void dxbar_state(const struct dxbar_state *s, const struct dxbar_in *in, struct ul1_dxbar_out *out)
{
    (void)in;
    const struct dxbar_words *now = &s->words[s->now];
    out->load_mask = now->mask;
    out->load_pred = now->mask & now->pred;
    if (now->mask)
        memcpy(out->load_data, now->data, sizeof out->load_data);
}

// Stores: slots overwrite each other in ascending order, so that the highest wins a byte.
static void dxbar_cross_bytes(const struct dxbar_state *s, const struct dxbar_in *in,
                              struct ul1_dxbar_out *out)
{
    // For each slot: its bank, the bits that it stores, and their values
    uint32_t bank[LANES], bits[LANES], word[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        bank[i] = bank_or_none(s->stores, i, s->bank[i]);
        bits[i] = word_bits(s->width) << 8 * s->byte[i];
        word[i] = in->slot_data[i] << 8 * s->byte[i];
    }
    uint32_t cross_bits[UL1_BANKS + 1] = { 0 }, cross_data[UL1_BANKS + 1] = { 0 };
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++) {
        cross_bits[bank[i]] |= bits[i];
        cross_data[bank[i]] = lay_over(cross_data[bank[i]], word[i], bits[i]);
    }
    for (unsigned b = 0; b < UL1_BANKS; b++)
        out->cross_be[b] = (uint8_t)bits_be(cross_bits[b]);
    memcpy(out->cross_data, cross_data, UL1_BANKS * sizeof out->cross_data[0]);
}

// Stores of whole words.
static void dxbar_cross_words(const struct dxbar_state *s, const struct dxbar_in *in,
                              struct ul1_dxbar_out *out)
{
    bank_set banks = 0;
    uint32_t bank[LANES], cross_data[UL1_BANKS + 1] = { 0 };
    for (unsigned i = 0; i < LANES; i++) {
        bank[i] = bank_or_none(s->stores, i, s->bank[i]);
        banks |= (bank_set)bit(s->stores, i) << s->bank[i];
    }
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++)
        cross_data[bank[i]] = in->slot_data[i];
    for (unsigned b = 0; b < UL1_BANKS; b++)
        out->cross_be[b] = banks >> b & 1 ? ALL_BYTES : 0;
    memcpy(out->cross_data, cross_data, UL1_BANKS * sizeof out->cross_data[0]);
}

// A lane's slots have the first operand of a `cas` and behind it the second. Idle slots have no bank.
static void dxbar_cross_swap(const struct dxbar_state *s, const struct dxbar_in *in,
                             struct ul1_dxbar_out *out)
{
    unsigned behind = s->width == UL1_WIDTH_B64 ? 1 : 2;
    memset(out->cross_swap, 0, sizeof out->cross_swap);
    if (!UL1_SWAPPING || !s->cas)
        return;
    for (unsigned i = 0; i < LANES; i++)
        if (bit(s->mask, i))
            out->cross_swap[s->bank[i] % UL1_SWAPS] = in->slot_data[(i + behind) % LANES];
}

static void dxbar_cross(const struct dxbar_state *s, const struct dxbar_in *in, struct ul1_dxbar_out *out)
{
    if (!s->store)
        memset(out->cross_be, 0, sizeof out->cross_be);
    else if (s->width >= UL1_WIDTH_B32)
        dxbar_cross_words(s, in, out);
    else
        dxbar_cross_bytes(s, in, out);
    dxbar_cross_swap(s, in, out);
}

// Loads: each slot's word is shifted to the bottom, cut to the width and extended. Inverting the sign bit and
// then subtracting it extends the sign; a sign of 0 extends nothing.
static void dxbar_load(const struct dxbar_state *s, const struct dxbar_in *in, struct dxbar_words *words)
{
    words->mask = s->mask;
    words->pred = s->pred;
    uint32_t word[LANES]; // gathered apart, so that the rest is vectorized
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++)
        word[i] = in->read_data[s->bank[i]];
    if (s->width >= UL1_WIDTH_B32) { // whole words
        memcpy(words->data, word, sizeof words->data);
        return;
    }
    uint32_t keep = word_bits(s->width);
    uint32_t sign = s->sign ? keep ^ keep >> 1 : 0;
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t value = word[i] >> 8 * s->byte[i] & keep;
        words->data[i] = (value ^ sign) - sign;
    }
}

// Loaded words wait until they are due. The write port was reserved, so that no two loads are due in one
// cycle. A stage out of range makes no words due.
static void dxbar_clock_loads(struct dxbar_state *s, const struct dxbar_in *in)
{
    s->words[s->now].mask = 0;
    s->now = (uint8_t)((s->now + 1) % DXBAR_WAITS);
    unsigned wait = (unsigned)s->due - DXBAR_FIRST;
    if (s->load && s->mask && wait < DXBAR_WAITS)
        dxbar_load(s, in, &s->words[(s->now + wait) % DXBAR_WAITS]);
}

static void dxbar_clock_pass(struct dxbar_state *s, const struct dxbar_in *in)
{
    s->load = in->pass_valid && returns_words(in->pass_store, in->pass_atom) && !in->pass_readout;
    s->store = in->pass_valid && in->pass_store;
    s->cas = s->store && (in->pass_atom == UL1_ATOM_CAS || in->pass_red == UL1_ATOM_CAS);
    s->due = in->pass_due;
    if (in->pass_valid) {
        s->width = in->pass_width;
        s->sign = in->pass_signed;
        s->mask = in->map_mask;
        s->pred = UL1_LOCKS ? in->lock_pred : 0;
        s->stores = UL1_LOCKS && in->pass_atom == UL1_ATOM_CUNLOCK ? in->lock_pred : in->map_mask;
        memcpy(s->bank, in->map_bank, sizeof s->bank);
        memcpy(s->byte, in->map_byte, sizeof s->byte);
    }
}

static void dxbar_clock(struct dxbar_state *s, const struct dxbar_in *in, const struct ul1_dxbar_out *out)
{
    (void)out;
    dxbar_clock_loads(s, in);
    dxbar_clock_pass(s, in);
    if (in->rst) {
        s->load = 0;
        s->store = 0;
        s->cas = 0;
        s->now = 0;
        for (unsigned i = 0; i < DXBAR_WAITS; i++)
            s->words[i].mask = 0;
    }
}
