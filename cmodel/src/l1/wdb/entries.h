// The entries: sets of them by what they wait for, what each is at, giving one out and giving it back.
#ifndef UL1_WDB_ENTRIES_H
#define UL1_WDB_ENTRIES_H

#include "common/ages.h"
#include "l1/wdb/state.h"

static inline uint64_t wdb_unused(const struct wdb_state *s)
{
    return ~s->used & below(UL1_WDB);
}

// Those that have data and that the store in stage 2 does not write.
static inline uint64_t wdb_settled(const struct wdb_state *s)
{
    return s->used & s->has_data & ~(s->store ? one(s->target) : 0);
}

// Those that could go to the array. A row is not written as it is read for a dirty line.
static inline uint64_t wdb_array_ready(const struct wdb_state *s)
{
    return wdb_settled(s) & s->to_array & ~s->is_read;
}

// Those whose write could leave for memory.
static inline uint64_t wdb_memory_ready(const struct wdb_state *s)
{
    return wdb_settled(s) & s->to_memory;
}

// Cached stores of that row.
static inline uint64_t wdb_of_row(const struct wdb_state *s, array_row row)
{
    uint64_t those = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->kind == WDB_CACHED && e->row[0] == row ? lowest_one(left) : 0;
    }
    return those;
}

// Those of that line.
static inline uint64_t wdb_of_line(const struct wdb_state *s, uint64_t line)
{
    uint64_t those = 0;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &s->entry[lowest(left)];
        those |= e->kind != WDB_SHARED && e->line == line ? lowest_one(left) : 0;
    }
    return those;
}

// What an entry that is used is at: a wdb_state.
static inline unsigned wdb_entry_state(const struct wdb_state *s, unsigned i)
{
    const struct wdb_entry *e = &s->entry[i];
    if (!is_in(s->has_data, i))
        return UL1_WDB_STATE_COMES;
    if (e->held)
        return UL1_WDB_STATE_HELD;
    if (e->memory == WDB_SENT)
        return UL1_WDB_STATE_SENT;
    if (e->array)
        return e->memory == WDB_WAITS ? UL1_WDB_STATE_BOTH : UL1_WDB_STATE_ARRAY;
    return UL1_WDB_STATE_MEMORY;
}

// Gives entry i out, as the youngest.
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

// Those that are done with are free again. What the others are yet to do is told. (Who has no data, is held or is joined in this
// cycle has something to do: a dirty line has memory before it, who is held has array sectors, and of who is joined neither ends.
// What stage 1 adds has no data before this is told again.)
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
