// Write data buffer: the intake, the entries, their way to the array and to memory, and serving loads from them.
#include "wdb.h"

#define WDB_ALL ((1u << UL1_WDB) - 1)

// ---- sets of entries: bit i stands for entry i

// The one given out first, or last; there must be one.
static unsigned wdb_oldest(const struct wdb_state *s, unsigned some)
{
    unsigned left = some;
    while (s->before[lowest(left)] & some)
        left &= left - 1;
    return lowest(left);
}

static unsigned wdb_youngest(const struct wdb_state *s, unsigned some)
{
    unsigned one = lowest(some);
    for (unsigned left = some & (some - 1); left; left &= left - 1)
        if (s->before[lowest(left)] >> one & 1)
            one = lowest(left);
    return one;
}

// Those that have data and that the store in stage 2 does not write.
static unsigned wdb_settled(const struct wdb_state *s)
{
    return s->used & s->has_data & ~(s->store ? 1u << s->target : 0);
}

// Those that could go to the array.
static unsigned wdb_array_ready(const struct wdb_state *s)
{
    unsigned those = 0;
    for (unsigned left = wdb_settled(s); left; left &= left - 1) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->array && !e->held ? left & -left : 0;
    }
    return those;
}

// Those whose write could leave for memory.
static unsigned wdb_memory_ready(const struct wdb_state *s)
{
    unsigned those = 0;
    for (unsigned left = wdb_settled(s); left; left &= left - 1)
        those |= s->entry[lowest(left)].memory == WDB_WAITS ? left & -left : 0;
    return those;
}

// Those of that line.
static unsigned wdb_of_line(const struct wdb_state *s, uint64_t line)
{
    unsigned those = 0;
    for (unsigned left = s->used; left; left &= left - 1) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->kind != WDB_SHARED && e->line == line ? left & -left : 0;
    }
    return those;
}

// ---- outputs

static void wdb_show_intake(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint32_t unused = ~(uint32_t)s->intake_used & ((1u << UL1_INTAKE) - 1);
    out->intake_free = unused != 0;
    out->intake_spare = (unused & (unused - 1)) != 0;
    out->intake_beat = (uint8_t)(unused ? lowest(unused) : 0);
    out->slot_valid = s->store;
    if (s->store)
        memcpy(out->slot_data, s->beat[s->beat_at], sizeof out->slot_data);
}

// One entry more for a store beside that in stage 1 leaves one for a dirty line.
static void wdb_show_room(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    unsigned unused = ~(unsigned)s->used & WDB_ALL, taken = 0;
    for (unsigned i = 0; i < UL1_WDB; i++)
        taken += s->used >> i & 1;
    taken += s->coming;
    out->room_store = taken < UL1_WDB - 1;
    out->room_dirty = taken < UL1_WDB;
    out->wdb_idle = taken == 0;
    out->place_store = (uint8_t)(unused ? lowest(unused) : 0);
    out->place_dirty = (uint8_t)(unused ? highest(unused) : 0);
}

// Those that serve the load, or the dirty line, in stage 2; that which was written in the cycle before among them, as the
// array was read before that. `sect` are the sectors that they have bytes for. (A dirty line may be back in its row already,
// stored anew: what is younger than its entry is not of the line that goes.)
static unsigned wdb_servers(const struct wdb_state *s, uint8_t sect[UL1_WDB])
{
    unsigned kind = s->evict || s->cached ? WDB_CACHED : WDB_SHARED, those = 0;
    unsigned in_time = s->evict ? s->before[s->target] : WDB_ALL;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        const struct wdb_entry *e = &s->entry[i];
        unsigned waits = (unsigned)(s->used & s->has_data & ~s->was_held) >> i & 1;
        sect[i] = (uint8_t)((waits && !e->held ? e->array : 0) | (s->wrote == i ? s->wrote_sect : 0));
        those |= (unsigned)(sect[i] && e->kind == kind && (kind == WDB_SHARED || e->line == s->line)) << i;
    }
    return those & in_time;
}

// Lays the bytes of the entry that lie in these rows and sectors over those that older entries serve.
static void wdb_serve(const struct wdb_entry *e, unsigned sect, const uint16_t row[LANES], uint32_t bits[LANES],
                      uint32_t data[LANES])
{
    for (unsigned b = 0; b < LANES; b++) {
        uint32_t hit = e->row[b] == row[b] && bit(sect, bank_sector(b)) ? be_bits(e->be[b]) : 0;
        bits[b] |= hit;
        data[b] = lay_over(data[b], e->data[b], hit);
    }
}

static void wdb_show_served(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint8_t sect[UL1_WDB];
    unsigned those = s->load || s->evict ? wdb_servers(s, sect) : 0;
    memset(out->forward_be, 0, sizeof out->forward_be);
    if (!those)
        return;

    uint32_t bits[LANES] = { 0 }, data[LANES] = { 0 };
    while (those) {
        unsigned i = wdb_oldest(s, those);
        wdb_serve(&s->entry[i], sect[i], s->row, bits, data);
        those &= ~(1u << i);
    }
    for (unsigned b = 0; b < LANES; b++)
        out->forward_be[b] = (uint8_t)(bit(s->banks, b) ? bits_be(bits[b]) : 0);
    memcpy(out->forward_data, data, sizeof out->forward_data);
}

static void wdb_show_write(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    unsigned those = wdb_array_ready(s);
    out->write_valid = those != 0;
    if (!those) {
        memset(out->write_be, 0, sizeof out->write_be);
        return;
    }
    const struct wdb_entry *e = &s->entry[wdb_oldest(s, those)];
    for (unsigned b = 0; b < LANES; b++)
        out->write_be[b] = bit(e->array, bank_sector(b)) ? e->be[b] : 0;
    memcpy(out->write_row, e->row, sizeof out->write_row);
    memcpy(out->write_data, e->data, sizeof out->write_data);
}

static unsigned wdb_entry_state(const struct wdb_state *s, unsigned i)
{
    const struct wdb_entry *e = &s->entry[i];
    if (!bit(s->used, i))
        return UL1_WDB_STATE_FREE;
    if (!bit(s->has_data, i))
        return UL1_WDB_STATE_COMES;
    if (e->held)
        return UL1_WDB_STATE_HELD;
    if (e->memory == WDB_SENT)
        return UL1_WDB_STATE_SENT;
    if (e->array)
        return e->memory == WDB_WAITS ? UL1_WDB_STATE_BOTH : UL1_WDB_STATE_ARRAY;
    return UL1_WDB_STATE_MEMORY;
}

static void wdb_show_entries(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    out->wdb_used = s->used;
    out->leave_ready = (uint8_t)wdb_memory_ready(s);
    for (unsigned i = 0; i < UL1_WDB; i++) {
        out->wdb_state[i] = (uint8_t)wdb_entry_state(s, i);
        out->leave_line[i] = s->entry[i].line;
    }
}

static void wdb_state(const struct wdb_state *s, const struct ul1_wdb_in *in, struct ul1_wdb_out *out)
{
    (void)in;
    wdb_show_intake(s, out);
    wdb_show_room(s, out);
    wdb_show_served(s, out);
    wdb_show_write(s, out);
    wdb_show_entries(s, out);
}

// Whether a cached store, in stage 1, goes the way of the entry that is the youngest of its line, and comes in time. What
// has been written to the array must not go there again: a younger store may have been written, and left, since.
static unsigned wdb_joins(const struct wdb_state *s, const struct ul1_wdb_in *in, unsigned i)
{
    const struct wdb_entry *e = &s->entry[i];
    unsigned ready = wdb_array_ready(s);
    unsigned first = in->head_write && in->head_wdb == i;
    unsigned same_hold = e->held == in->store_hold && (!e->held || e->prt == in->store_prt);
    unsigned same_memory = in->store_through ? e->memory == WDB_WAITS && !first : e->memory == WDB_NONE;
    unsigned same_row = !in->store_sect || (e->array && e->row[0] == in->look_row);
    unsigned leaves = ready && wdb_oldest(s, ready) == i;
    return e->kind == WDB_CACHED && same_hold && same_memory && same_row && !leaves;
}

// The entry that the store in stage 1 is to write, be it new or not.
static unsigned wdb_target(const struct wdb_state *s, const struct ul1_wdb_in *in, unsigned is_new)
{
    unsigned unused = ~(unsigned)s->used & WDB_ALL;
    if (!is_new)
        return wdb_youngest(s, wdb_of_line(s, in->pass_line));
    return unused ? lowest(unused) : 0;
}

static void wdb_place(const struct wdb_state *s, const struct ul1_wdb_in *in, struct ul1_wdb_out *out)
{
    out->place_new = in->pass_valid && in->pass_store;
    if (!out->place_new || !in->pass_cached)
        return;
    unsigned those = wdb_of_line(s, in->pass_line);
    out->place_new = !those || !wdb_joins(s, in, wdb_youngest(s, those));
}

static void wdb_memdata(const struct wdb_state *s, const struct ul1_wdb_in *in, struct ul1_wdb_out *out)
{
    const struct wdb_entry *e = &s->entry[in->mem_number % UL1_WDB];
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE) {
        memcpy(out->memdata_be, e->be, sizeof out->memdata_be);
        memcpy(out->memdata_word, e->data, sizeof out->memdata_word);
    } else {
        memset(out->memdata_be, 0, sizeof out->memdata_be);
    }
}

// ---- the clock edge

static void wdb_clock_intake(struct wdb_state *s, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (s->store && s->free)
        s->intake_used &= (uint8_t)~(1u << s->beat_at);
    if (in->pull_valid && in->pull_ready) {
        s->intake_used |= (uint8_t)(1u << out->intake_beat);
        memcpy(s->beat[out->intake_beat], in->pull_data, sizeof in->pull_data);
    }
}

// A store's bytes are laid over those of its entry.
static void wdb_clock_store(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    struct wdb_entry *e = &s->entry[s->target];
    for (unsigned b = 0; b < LANES; b++) {
        e->be[b] |= in->cross_be[b];
        e->data[b] = lay_over(e->data[b], in->cross_data[b], be_bits(in->cross_be[b]));
    }
    s->has_data |= (uint8_t)(1u << s->target);
}

// A dirty line's words have been read, with what waited to be written there. That need not go to its row any more, which
// is given up or written back.
static void wdb_clock_evict(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    struct wdb_entry *e = &s->entry[s->target];
    memcpy(e->data, in->read_data, sizeof e->data);
    s->has_data |= (uint8_t)(1u << s->target);
    for (unsigned left = s->used & s->before[s->target]; left; left &= left - 1) {
        struct wdb_entry *f = &s->entry[lowest(left)];
        if (f->kind == WDB_CACHED && !f->held && f->line == e->line && f->row[0] == e->row[0])
            f->array = 0;
    }
}

static void wdb_clock_array(struct wdb_state *s, const struct ul1_wdb_in *in, unsigned offered)
{
    s->wrote_sect = 0;
    if (!offered || !in->array_ready)
        return;
    s->wrote = (uint8_t)wdb_oldest(s, offered);
    s->wrote_sect = s->entry[s->wrote].array;
    s->entry[s->wrote].array = 0;
}

static void wdb_clock_memory(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    if (in->head_write && in->mmu_take)
        s->entry[in->head_wdb].memory = WDB_SENT;
    if (in->head_write && in->mmu_fault)
        s->entry[in->head_wdb].memory = WDB_NONE;
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE && in->mem_ready)
        s->entry[in->mem_number % UL1_WDB].memory = WDB_NONE;
}

// What was held is held no more, and what is no longer in the cache is not written to it.
static void wdb_clock_ends(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    unsigned ends = in->pass_replay && in->pass_last;
    s->was_held = 0;
    if (!ends && !in->gone_valid)
        return;
    for (unsigned left = s->used; left; left &= left - 1) {
        struct wdb_entry *e = &s->entry[lowest(left)];
        if (e->kind != WDB_CACHED)
            continue;
        if (e->held && ends && e->prt == in->pass_prt) {
            s->was_held |= (uint8_t)(left & -left);
            e->held = 0;
            e->array &= in->look_valid | in->held_dirty;
        } else if (!e->held && in->gone_valid && e->row[0] == in->gone_row) {
            e->array &= in->gone_keep;
        }
    }
}

// Those that are done with, but for the one that is joined.
static void wdb_clock_free(struct wdb_state *s, unsigned joined)
{
    for (unsigned left = s->used & s->has_data & ~joined; left; left &= left - 1) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        if (!e->held && !e->array && e->memory == WDB_NONE)
            s->used &= (uint8_t)~(left & -left);
    }
}

// Gives entry i out, as the youngest.
static struct wdb_entry *wdb_give(struct wdb_state *s, unsigned i, unsigned kind)
{
    struct wdb_entry *e = &s->entry[i];
    for (unsigned k = 0; k < UL1_WDB; k++)
        s->before[k] &= (uint8_t)~(1u << i);
    s->before[i] = (uint8_t)(WDB_ALL & ~(1u << i));
    s->used |= (uint8_t)(1u << i);
    s->has_data &= (uint8_t)~(1u << i);
    *e = (struct wdb_entry){ .kind = (uint8_t)kind };
    return e;
}

static void wdb_set_row(struct wdb_entry *e, uint16_t row)
{
    for (unsigned b = 0; b < LANES; b++)
        e->row[b] = row;
}

// A dirty line has the bytes of its dirty sectors, which come when it is read.
static void wdb_add_dirty(struct wdb_state *s, const struct ul1_wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_DIRTY);
    e->memory = WDB_WAITS;
    e->line = in->evict_line;
    wdb_set_row(e, in->evict_row);
    for (unsigned b = 0; b < LANES; b++)
        e->be[b] = bit(in->evict_sect, bank_sector(b)) ? 0xf : 0;
}

static void wdb_add_shared(struct wdb_state *s, const struct ul1_wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_SHARED);
    e->array = 0xf;
    memcpy(e->row, in->bank_row, sizeof e->row);
}

static void wdb_add_cached(struct wdb_state *s, const struct ul1_wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_CACHED);
    e->memory = in->store_through ? WDB_WAITS : WDB_NONE;
    e->array = in->store_sect;
    e->held = in->store_hold;
    e->prt = in->store_prt;
    e->line = in->pass_line;
    wdb_set_row(e, in->look_row);
}

static void wdb_clock_entries(struct wdb_state *s, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    unsigned comes = in->pass_valid && in->pass_store;
    unsigned target = comes ? wdb_target(s, in, out->place_new) : 0;
    unsigned joined = comes && !out->place_new ? 1u << target : 0;
    unsigned offered = wdb_array_ready(s);

    if (s->store)
        wdb_clock_store(s, in);
    wdb_clock_array(s, in, offered);
    if (s->evict)
        wdb_clock_evict(s, in);
    wdb_clock_memory(s, in);
    wdb_clock_ends(s, in);
    wdb_clock_free(s, joined);

    if (in->evict_valid)
        wdb_add_dirty(s, in, out->place_dirty);
    if (joined)
        s->entry[target].array |= in->store_sect;
    else if (comes && in->pass_cached)
        wdb_add_cached(s, in, target);
    else if (comes)
        wdb_add_shared(s, in, target);
    s->target = (uint8_t)(in->pass_readout ? s->reads[1] : target);
    s->reads[1] = s->reads[0];
    s->reads[0] = out->place_dirty;
}

static void wdb_clock_pass(struct wdb_state *s, const struct ul1_wdb_in *in)
{
    s->load = in->pass_valid && !in->pass_store && !in->pass_readout;
    s->store = in->pass_valid && in->pass_store;
    s->evict = in->pass_readout;
    s->coming = in->sel_store;
    if (in->pass_valid) {
        s->cached = in->pass_cached;
        s->beat_at = in->pass_beat;
        s->free = in->pass_frees_beat;
        s->line = in->pass_readout ? s->entry[s->target].line : in->pass_line;
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
        s->intake_used = 0;
        s->used = 0;
        s->wrote_sect = 0;
        s->coming = 0;
        s->load = 0;
        s->store = 0;
        s->evict = 0;
    }
}
