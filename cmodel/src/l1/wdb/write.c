// Writes to the array: the oldest entry that is ready.

#include <string.h>

#include "l1/wdb/entries.h"

// The words of a cached store belong to the banks of its row's half.
static inline void wdb_write_line(const struct wdb_entry *e, struct ul1_wdb_out *out)
{
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        if (row_bank(e->row[0], bank_word(b)) != b)
            out->write_be[b] = 0;
        out->write_data[b] = e->data[bank_word(b)];
    }
}

static inline void wdb_show_write(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    uint64_t those = wdb_array_ready(s);
    out->write_valid = those != 0;
    if (!those) {
        memset(out->write_be, 0, sizeof out->write_be);
        return;
    }
    const struct wdb_entry *e = &s->entry[ages_oldest(s->before, those)];
    for (unsigned b = 0; b < UL1_BANKS; b++)
        out->write_be[b] = bit(e->array, word_sector(bank_word(b))) ? e->be[wdb_place(e, b)] : 0;
    memcpy(out->write_row, e->row, sizeof e->row);
    memcpy(out->write_data, e->data, sizeof e->data);
    if (UL1_ABREAST > 1 && e->kind == WDB_CACHED)
        wdb_write_line(e, out);
}

// `offered`: entries that were ready at the beginning of the cycle.
static inline void wdb_clock_write(struct wdb_state *s, const struct wdb_in *in, uint64_t offered)
{
    s->wrote_sect = 0;
    if (!offered || !in->array_ready)
        return;
    s->wrote = (uint8_t)ages_oldest(s->before, offered);
    s->wrote_sect = s->entry[s->wrote].array;
    s->entry[s->wrote].array = 0;
}

// The line flushed in the previous cycle loses its row, or sectors of it: stores for that row wait for the
// readout, as if the line had lost the row to begin with.
static inline unsigned wdb_gone_early(const struct wdb_state *s, const struct wdb_in *in)
{
    return s->keeps[0] && in->gone_valid && s->entry[s->reads[0]].row[0] == in->gone_row;
}

// Held entries are released, and bytes for lines no longer in the cache are not written. A line under fetch
// does not lose its row.
static inline void wdb_clock_ends(struct wdb_state *s, const struct wdb_in *in)
{
    unsigned ends = in->pass_replay && in->pass_last, gone = in->gone_valid && !wdb_gone_early(s, in);
    s->was_held = 0;
    if (!ends && !gone)
        return;
    for (uint64_t left = s->used; left; left = without_lowest(left)) {
        struct wdb_entry *e = &s->entry[lowest(left)];
        if (e->kind != WDB_CACHED)
            continue;
        if (e->held && ends && e->prt == in->pass_prt) {
            s->was_held |= lowest_one(left);
            e->held = 0;
            e->array &= in->look_valid | in->held_dirty;
        } else if (gone && e->row[0] == in->gone_row) {
            e->array &= in->gone_keep;
        }
    }
}
