// Store-to-load forwarding: the bytes that the load, or the victim readout, in stage 2 gets from entries. C
// overlays the entries in order of age; the Verilog finds the newest entry for each byte directly.
//
// tb/formal/wdb_ages.sv proves that the order of age is total. wdb asserts the other conditions of never().
#include "lanes.c"

#include "order.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find_entry(struct wdb_state *s, unsigned i)
{
    struct wdb_entry *e = &s->entry[i];
    const unsigned dirty = (unsigned)held("is_dirty", i, 1), cached = (unsigned)held("is_cached", i, 1);
    never(dirty && cached);
    e->kind = (uint8_t)(dirty ? WDB_DIRTY : cached ? WDB_CACHED : WDB_SHARED);
    e->array = (uint8_t)held("sect", i, UL1_SECTORS);
    e->held = (uint8_t)held("held", i, 1);
    e->line = held("leave_line", i, UL1_LINE_W);
    for (unsigned b = 0; b < LANES; b++) {
        e->be[b] = (uint8_t)held("be_q", i * LANES + b, UL1_WORD_BYTES);
        e->row[b] = (array_row)held("rows_q", i * LANES + b, UL1_ROW_W);
        e->data[b] = (uint32_t)held("words_q", i * LANES + b, UL1_WORD_W);
    }
    s->before[i] = held("older", i, UL1_WDB);
}

static void find_pass(struct wdb_state *s)
{
    s->load = (uint8_t)yes("s2_load");
    s->readout = (uint8_t)yes("s2_readout");
    s->cached = (uint8_t)(yes("s2_cached") && !s->readout);
    s->line = held("s2_line", 0, 0);
    s->banks = (uint32_t)held("s2_banks", 0, 0);
    for (unsigned b = 0; b < LANES; b++)
        s->row[b] = (array_row)held("s2_row", b, UL1_ROW_W);
    s->target = (uint8_t)held("s2_entry", 0, 0);
    s->wrote = (uint8_t)(yes("wrote") ? held("wrote_entry", 0, 0) : 0);
    s->wrote_sect = (uint8_t)(yes("wrote") ? held("wrote_sect", 0, 0) : 0);
}

// Entries held until the previous cycle are those that the last replay, now in stage 2, has released.
static void keep_together(struct wdb_state *s)
{
    const uint64_t was_held = held("was_held_q", 0, 0), is_held = held("held", 0, 0),
                   dirty = held("is_dirty", 0, 0);
    s->was_held = was_held & ~is_held;
    never(s->readout && (!s->load || !yes("s2_cached") || s->target >= UL1_WDB));
    never(held("s2_older", 0, 0) != (s->readout ? s->before[s->target] : 0));
    never(s->load && ((s->used & ~s->has_data & ~dirty) || (s->used & s->has_data & is_held & ~was_held)));
    never((is_in(s->used, UL1_WDB - 1) && !is_in(dirty, UL1_WDB - 1))
          || (s->load && was_held & ~held("is_cached", 0, 0)));
    never(yes("wrote") && (s->wrote >= UL1_WDB - 1 || is_in(was_held, s->wrote) || s->entry[s->wrote].array));
}

void compare(void)
{
    struct wdb_state *s = some(sizeof *s);
    struct ul1_wdb_out *out = some(sizeof *out);
    s->used = held("used", 0, 0);
    s->has_data = held("has_data", 0, 0);
    for (unsigned i = 0; i < UL1_WDB; i++)
        find_entry(s, i);
    find_pass(s);
    keep_together(s);
    if (!is_order(s->before, UL1_WDB))
        return;
    wdb_show_forwarded(s, out);
    for (unsigned b = 0; b < LANES; b++) {
        same("forward_be", b, UL1_WORD_BYTES, out->forward_be[b], 1);
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
            same("forward_data", b * UL1_WORD_BYTES + k, 8, out->forward_data[b] >> 8 * k & 0xff,
                 bit(out->forward_be[b], k));
    }
}
