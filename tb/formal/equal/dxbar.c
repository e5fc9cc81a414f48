// Data crossbar: the pass in stage 2, and the words that wait. Their positions rotate in C, and shift in the
// Verilog.
#include "lanes.c"

#include "relate.h"

void relate(const struct dxbar_state *s)
{
    const unsigned is_pass = s->load || s->store;
    same("s2_load", 0, 0, s->load, 1);
    same("s2_store", 0, 0, s->store, 1);
    same("s2_width", 0, 0, s->width, is_pass);
    same("s2_signed", 0, 0, s->sign, is_pass);
    same("s2_due", 0, 0, s->due, s->load);
    same("s2_mask", 0, 0, s->mask, is_pass);
    same("s2_stores", 0, 0, s->stores, is_pass);
    never(is_pass && s->stores != s->mask); // without locks all slots store, and no predicate is true
    never(s->pred);
    for (unsigned i = 0; i < LANES; i++) {
        same("s2_bank", i, UL1_BANK_W, s->bank[i], is_pass);
        same("s2_byte", i, UL1_BYTE_W, s->byte[i], is_pass);
        // each address is aligned
        never(is_pass && bit(s->mask, i) && s->byte[i] & ((1u << lg_bytes(s->width)) - 1));
    }
    never((s->load && s->store) || s->now >= DXBAR_WAITS);
    for (unsigned k = 0; k < DXBAR_WAITS; k++) {
        const struct dxbar_words *w = &s->words[(s->now + k) % DXBAR_WAITS];
        same("g_few.wait_mask_q", k, LANES, w->mask, 1);
        never(w->pred);
        for (unsigned i = 0; i < LANES; i++)
            same("g_few.wait_word_q", k * LANES + i, UL1_WORD_W, w->data[i], bit(w->mask, i));
    }
}
