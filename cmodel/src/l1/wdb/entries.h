// WDB entries: sets by pending work, the state of each, allocation and release.
#ifndef UL1_WDB_ENTRIES_H
#define UL1_WDB_ENTRIES_H

#include "common/ages.h"
#include "l1/wdb/state.h"

static inline uint64_t wdb_unused(const struct wdb_state *s)
{
    return ~s->used & below(UL1_WDB);
}

// Entries with data that the store in stage 2 does not write.
static inline uint64_t wdb_settled(const struct wdb_state *s)
{
    return s->used & s->has_data & ~(s->store ? one(s->target) : 0);
}

// Entries that could be written to the array. A row is not written while a victim readout reads it.
static inline uint64_t wdb_array_ready(const struct wdb_state *s)
{
    return wdb_settled(s) & s->to_array & ~s->is_read;
}

// Entries with a write that could be sent to memory.
static inline uint64_t wdb_memory_ready(const struct wdb_state *s)
{
    return wdb_settled(s) & s->to_memory;
}

// Entries of cached stores with that row.
static inline uint64_t wdb_of_row(const struct wdb_state *s, array_row row)
{
    uint64_t those = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->kind == WDB_CACHED && e->row[0] == row ? lowest_one(left) : 0;
    }
    return those;
}

// Entries with that line.
static inline uint64_t wdb_of_line(const struct wdb_state *s, uint64_t line)
{
    uint64_t those = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->kind != WDB_SHARED && e->line == line ? lowest_one(left) : 0;
    }
    return those;
}

// A store is held for a fetch.
static inline unsigned wdb_holds(const struct wdb_state *s)
{
    unsigned holds = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left))
        holds |= s->entry[lowest(left)].held;
    return holds;
}

// Where an entry has the word of a bank.
static inline unsigned wdb_place(const struct wdb_entry *e, unsigned bank)
{
    return UL1_ABREAST == 1 || e->kind == WDB_SHARED ? bank : bank_word(bank);
}

// The wdb_state of an entry in use.
static inline unsigned wdb_entry_state(const struct wdb_state *s, unsigned i)
{
    const struct wdb_entry *e = &s->entry[i];
    if (!is_in(s->has_data, i))
        return UL1_WDB_STATE_ARRIVES;
    if (e->held)
        return UL1_WDB_STATE_HELD;
    if (e->memory == WDB_SENT)
        return UL1_WDB_STATE_SENT;
    if (e->array)
        return e->memory == WDB_WAITS ? UL1_WDB_STATE_BOTH : UL1_WDB_STATE_ARRAY;
    return UL1_WDB_STATE_MEMORY;
}

// Allocates entry i, as the youngest.
static inline struct wdb_entry *wdb_give(struct wdb_state *s, unsigned i, unsigned kind)
{
    struct wdb_entry *e = &s->entry[i];
    ages_join(s->before, UL1_WDB, i);
    s->used |= one(i);
    s->has_data &= ~one(i);
    s->shared = with(s->shared, i, kind == WDB_SHARED);
    *e = (struct wdb_entry){ .kind = (uint8_t)kind };
    return e;
}

// Frees the entries that are done, and updates the sets of those that are not. An entry without data, held,
// or merged into in this cycle is never done: a dirty line still has its memory write, a held entry has array
// sectors, and a merge ends neither. An entry that stage 1 allocates has no data before the next update.
static inline void wdb_clock_free(struct wdb_state *s)
{
    s->to_array = s->to_memory = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        s->to_array |= e->array && !e->held ? lowest_one(left) : 0;
        s->to_memory |= e->memory == WDB_WAITS ? lowest_one(left) : 0;
        if (!e->array && e->memory == WDB_NONE)
            s->used &= ~lowest_one(left);
    }
}

#endif
