// Write data buffer: the intake, the entries, and serving loads from them.
#include "wdb.h"

// Place i of the queue, counted from the oldest entry; -1 is the one that left last.
static unsigned wdb_place(const struct wdb_state *s, int i)
{
    return (s->head + UL1_WDB + (unsigned)i) % UL1_WDB;
}

static void wdb_show_intake(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint32_t unused = ~(uint32_t)s->used & ((1u << UL1_INK) - 1);
    out->ink_any = unused != 0;
    out->ink_two = (unused & (unused - 1)) != 0;
    out->ink_idx = (uint8_t)(unused ? lowest(unused) : 0);
    out->slot_valid = s->store;
    if (s->store)
        memcpy(out->slot_data, s->beat[s->ink], sizeof out->slot_data);
}

// Lays the bytes of the entry that lie in these rows over those that older entries serve.
static void wdb_serve(const struct wdb_entry *e, const uint16_t row[LANES], uint32_t bits[LANES], uint32_t data[LANES])
{
    for (unsigned b = 0; b < LANES; b++) {
        uint32_t hit = e->row[b] == row[b] ? be_bits(e->be[b]) : 0;
        bits[b] |= hit;
        data[b] = lay_over(data[b], e->data[b], hit);
    }
}

// A load in stage 2 is served by every entry, and by the one that was written in the cycle before, as the array was read
// before that.
static void wdb_show_served(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    memset(out->fwd_be, 0, sizeof out->fwd_be);
    if (!s->load || s->count + s->wrote == 0)
        return;

    uint32_t bits[LANES] = { 0 }, data[LANES] = { 0 };
    for (int i = -(int)s->wrote; i < (int)s->count; i++)
        wdb_serve(&s->entry[wdb_place(s, i)], s->row, bits, data);
    for (unsigned b = 0; b < LANES; b++)
        out->fwd_be[b] = (uint8_t)(bit(s->banks, b) ? bits_be(bits[b]) : 0);
    memcpy(out->fwd_data, data, sizeof out->fwd_data);
}

static void wdb_show_oldest(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    const struct wdb_entry *e = &s->entry[s->head];
    out->w_valid = s->count != 0;
    if (s->count) {
        memcpy(out->w_be, e->be, sizeof out->w_be);
        memcpy(out->w_row, e->row, sizeof out->w_row);
        memcpy(out->w_data, e->data, sizeof out->w_data);
    } else {
        memset(out->w_be, 0, sizeof out->w_be);
    }
}

static void wdb_state(const struct wdb_state *s, const struct ul1_wdb_in *in, struct ul1_wdb_out *out)
{
    (void)in;
    out->wdb_room = s->taken < UL1_WDB;
    out->wdb_idle = s->taken == 0;
    wdb_show_intake(s, out);
    wdb_show_served(s, out);
    wdb_show_oldest(s, out);
}

static void wdb_clock_intake(struct wdb_state *s, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (s->store && s->free)
        s->used &= (uint8_t)~(1u << s->ink);
    if (in->st_valid && in->st_ready) {
        s->used |= (uint8_t)(1u << out->ink_idx);
        memcpy(s->beat[out->ink_idx], in->st_data, sizeof in->st_data);
    }
}

static void wdb_clock_entries(struct wdb_state *s, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (s->store) {
        struct wdb_entry *e = &s->entry[wdb_place(s, s->count)];
        memcpy(e->be, in->x_be, sizeof e->be);
        memcpy(e->row, s->row, sizeof e->row);
        memcpy(e->data, in->x_data, sizeof e->data);
    }
    s->wrote = out->w_valid && in->w_ready;
    s->head = (uint8_t)wdb_place(s, s->wrote);
    s->count = (uint8_t)(s->count + s->store - s->wrote);
    s->taken = (uint8_t)(s->taken + in->wdb_take - s->wrote);
}

static void wdb_clock_pass(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    s->load = in->pass_valid && !in->pass_store;
    s->store = in->pass_valid && in->pass_store;
    if (in->pass_valid) {
        s->ink = in->pass_ink;
        s->free = in->pass_free;
        s->banks = in->bank_en;
        memcpy(s->row, in->bank_row, sizeof s->row);
    }
}

static void wdb_clock(struct wdb_state *s, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    wdb_clock_intake(s, in, out);
    wdb_clock_entries(s, in, out);
    wdb_clock_pass(s, in);
    if (in->rst) {
        s->used = 0;
        s->head = 0;
        s->count = 0;
        s->taken = 0;
        s->wrote = 0;
        s->load = 0;
        s->store = 0;
    }
}
