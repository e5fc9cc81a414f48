// Forwarding to the pass in stage 2: bytes that are not in the array yet, for a load or a victim readout.

#include <string.h>

#include "l1/wdb/entries.h"

// The entries that forward, including the one written in the previous cycle, as the array was read before;
// `sect` has the sectors of each. An entry younger than the readout's own is not of the line that leaves,
// which may have returned to its row already.
static inline uint64_t wdb_servers(const struct wdb_state *s, uint8_t sect[UL1_WDB])
{
    unsigned kind = s->readout || s->cached ? WDB_CACHED : WDB_SHARED;
    uint64_t waiting = s->used & ~s->was_held, those = 0;
    for (uint64_t left = waiting | one(s->wrote); left; left = without_lowest(left)) {
        unsigned i = lowest(left);
        const struct wdb_entry *e = &s->entry[i];
        sect[i] =
            (uint8_t)((is_in(waiting, i) && !e->held ? e->array : 0) | (s->wrote == i ? s->wrote_sect : 0));
        those |= sect[i] && e->kind == kind && (kind == WDB_SHARED || e->line == s->line) ? one(i) : 0;
    }
    return s->readout ? those & s->before[s->target] : those;
}

// Adds the entry's bytes in these rows and sectors, over those of older entries.
static inline void wdb_forward(const struct wdb_entry *e, unsigned sect, const array_row row[UL1_BANKS],
                               uint32_t bits[UL1_BANKS], uint32_t data[UL1_BANKS])
{
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        unsigned at = wdb_place(e, b);
        uint32_t hit = e->row[at] == row[b] && bit(sect, word_sector(bank_word(b))) ? be_bits(e->be[at]) : 0;
        bits[b] |= hit;
        data[b] = lay_over(data[b], e->data[at], hit);
    }
}

static inline void wdb_show_forwarded(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint8_t sect[UL1_WDB];
    uint64_t those = s->load ? wdb_servers(s, sect) : 0;
    memset(out->forward_be, 0, sizeof out->forward_be);
    if (!those)
        return;

    uint32_t bits[UL1_BANKS] = { 0 }, data[UL1_BANKS] = { 0 };
    while (those) {
        unsigned i = ages_oldest(s->before, those);
        wdb_forward(&s->entry[i], sect[i], s->row, bits, data);
        those &= ~one(i);
    }
    for (unsigned b = 0; b < UL1_BANKS; b++)
        out->forward_be[b] = (uint8_t)(s->banks >> b & 1 ? bits_be(bits[b]) : 0);
    memcpy(out->forward_data, data, sizeof data);
}
