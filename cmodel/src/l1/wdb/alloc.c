// Entries for the pass in stage 1: a store allocates one or merges into that of its line, a dirty line
// allocates one; and the bytes that arrive in stage 2.

#include <string.h>

#include "l1/wdb/entries.h"

// Credits. The store in stage 1 counts, too. Some entries are kept for shared stores. Stores leave one entry
// for a dirty line, among the others and those that shared stores use beyond their own.
static inline void wdb_show_credit(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint64_t unused = wdb_unused(s);
    unsigned taken = how_many(s->used) + s->coming;
    unsigned shared = how_many(s->used & s->shared) + (s->coming && !s->coming_cached),
             others = taken - shared;
    out->credit_shared = shared < UL1_WDB_KEPT || taken < UL1_WDB - 1;
    out->credit_cached = others < UL1_WDB - UL1_WDB_KEPT - 1 && taken < UL1_WDB - 1;
    out->credit_dirty = others < UL1_WDB - UL1_WDB_KEPT && taken < UL1_WDB;
    out->wdb_idle = taken == 0;
    out->credit_red = UL1_GLOBAL_ATOMICS && !wdb_holds(s);
    out->alloc_store = (uint8_t)(unused ? lowest(unused) : 0);
    out->alloc_dirty = (uint8_t)(unused ? highest(unused) : 0);
}

// Tells whether a cached store in stage 1 may merge into entry i, the youngest of its line: it has the same
// destination and comes in time. Bytes written to the array must not be written again, as a younger store may
// have been written, and have left, since.
static inline unsigned wdb_joins(const struct wdb_state *s, const struct wdb_in *in, unsigned i)
{
    const struct wdb_entry *e = &s->entry[i];
    uint64_t ready = wdb_array_ready(s);
    unsigned first = in->head_write && in->head_wdb == i;
    // For the same PRT entry, as their line is under fetch for one
    unsigned same_hold = e->held == in->store_hold;
    unsigned same_memory = in->store_through ? e->memory == WDB_WAITS && !first : e->memory == WDB_NONE;
    unsigned same_row = !in->store_sect || e->array; // an entry with array sectors has the row of the line
    unsigned leaves = ready && ages_oldest(s->before, ready) == i;
    if (in->pass_red != UL1_ATOM_NONE || e->red != UL1_ATOM_NONE)
        return 0; // memory performs a reduction on its own
    return e->kind == WDB_CACHED && same_hold && same_memory && same_row && !leaves;
}

static inline void wdb_alloc(const struct wdb_state *s, const struct wdb_in *in, struct ul1_wdb_out *out)
{
    out->alloc_new = in->pass_valid && in->pass_store;
    if (!out->alloc_new || !in->pass_cached)
        return;
    uint64_t those = wdb_of_line(s, in->pass_line);
    out->alloc_new = !those || !wdb_joins(s, in, ages_youngest(s->before, those));
}

// The entry that the store in stage 1 writes, new or not.
static inline unsigned wdb_target(const struct wdb_state *s, const struct wdb_in *in, unsigned is_new)
{
    if (!is_new)
        return ages_youngest(s->before, wdb_of_line(s, in->pass_line));
    uint64_t unused = wdb_unused(s);
    return unused ? lowest(unused) : 0;
}

static inline void wdb_set_row(struct wdb_entry *e, array_row row)
{
    for (unsigned b = 0; b < UL1_BANKS; b++)
        e->row[b] = row;
}

// A dirty line enables the bytes of its dirty sectors; their words come with the readout.
static inline void wdb_add_dirty(struct wdb_state *s, const struct wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_DIRTY);
    e->memory = WDB_WAITS;
    e->line = in->evict_line;
    wdb_set_row(e, in->evict_row);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        e->be[w] = bit(in->evict_sect, word_sector(w)) ? ALL_BYTES : 0;
}

static inline void wdb_add_shared(struct wdb_state *s, const struct wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_SHARED);
    e->array = ALL_SECTORS;
    memcpy(e->row, in->bank_row, sizeof e->row);
}

static inline void wdb_add_cached(struct wdb_state *s, const struct wdb_in *in, unsigned i)
{
    struct wdb_entry *e = wdb_give(s, i, WDB_CACHED);
    e->memory = in->store_through ? WDB_WAITS : WDB_NONE;
    e->array = in->store_sect;
    e->held = in->store_hold;
    e->prt = in->store_prt;
    e->red = in->pass_red;
    e->width = in->pass_width;
    e->sign = in->pass_signed;
    e->line = in->pass_line;
    wdb_set_row(e, in->look_row);
}

// The second operands of a `cas` on global memory go beside the first ones, at words that are not enabled.
static inline void wdb_swaps(const struct wdb_state *s, const struct wdb_in *in, struct wdb_entry *e)
{
    for (unsigned b = 0; b < UL1_LINE_WORDS; b++)
        if (!in->cross_be[b])
            e->data[b] = in->cross_swap[(b ^ s->swaps) % UL1_SWAPS];
}

// In stage 2 a store's bytes overwrite those of its entry.
static inline void wdb_clock_store(struct wdb_state *s, const struct wdb_in *in)
{
    struct wdb_entry *e = &s->entry[s->target];
    uint32_t result[UL1_BANKS];
    const uint32_t *word = in->cross_data;
    if (is_atomic(s->atom)) {
        wdb_results(s, in, result);
        word = result;
    }
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        e->be[b] |= in->cross_be[b];
        e->data[b] = lay_over(e->data[b], word[b], be_bits(in->cross_be[b]));
    }
    if (UL1_GLOBAL_ATOMICS > 1 && s->swaps)
        wdb_swaps(s, in, e);
    s->has_data |= one(s->target);
}

// In stage 2 of a victim readout the line's words arrive, with the bytes that waited for its row. Those
// entries need not write that row any more, unless the line keeps it. (An older entry with array sectors for
// the row is the line's, and not held: the previous line took its stores along.)
static inline void wdb_clock_readout(struct wdb_state *s, const struct wdb_in *in)
{
    struct wdb_entry *e = &s->entry[s->target];
    memcpy(e->data, in->read_data + row_bank(e->row[0], 0), UL1_LINE_WORDS * sizeof e->data[0]);
    s->has_data |= one(s->target);
    if (s->kept)
        return;
    for (uint64_t left = s->used & s->before[s->target]; left; left = without_lowest(left)) {
        struct wdb_entry *older = &s->entry[lowest(left)];
        if (older->kind == WDB_CACHED && older->row[0] == e->row[0])
            older->array = 0;
    }
}
