#include "blocks/wdb/track.h"

#include <string.h>

#include "kit/mask.h"
#include "common/sizes.h"
#include "common/atoms.h"

// Whether it is a cached store's, with the row that a victim readout reads in this cycle.
static bool is_read(const struct wdb_track *track, const struct wdb_entry *entry)
{
    unsigned line = track->readout[1];
    return line != WDB_NONE && entry->cached && entry->row[0] == track->entry[line].row[0];
}

static unsigned oldest_ready(const struct wdb_track *track)
{
    unsigned oldest = WDB_NONE;
    for (uint64_t left = track->used; left; left &= left - 1) {
        const unsigned i = mask_first(left);
        const struct wdb_entry *entry = &track->entry[i];
        bool may =
            entry->data && entry->array && !entry->held && i != track->stage2_entry && !is_read(track, entry);
        if (may && (oldest == WDB_NONE || entry->age < track->entry[oldest].age))
            oldest = i;
    }
    return oldest;
}

unsigned wdb_youngest(const struct wdb_track *track, const struct ul1_wdb_in *in)
{
    unsigned youngest = WDB_NONE;
    for (uint64_t left = track->used; left; left &= left - 1) {
        const unsigned i = mask_first(left);
        const struct wdb_entry *entry = &track->entry[i];
        bool same = (entry->cached || entry->dirty_line) && entry->line == in->pass_line;
        if (same && (youngest == WDB_NONE || entry->age > track->entry[youngest].age))
            youngest = i;
    }
    return youngest;
}

bool wdb_writes_bank(const struct wdb_entry *entry, unsigned bank)
{
    return !entry->cached || mask_has(entry->array, bank_word(bank) / UL1_SECTOR_WORDS);
}

enum wdb_memory wdb_memory_next(const struct wdb_track *track, const struct ul1_wdb_in *in, unsigned entry)
{
    if (in->head_write && (in->mmu_take || in->mmu_fault) && in->head_wdb == entry)
        return in->mmu_take ? WDB_MEMORY_SENT : WDB_MEMORY_NONE;
    if (in->mem_valid && in->mem_ready && in->mem_op == UL1_MEMOP_WRITE && in->mem_number % UL1_WDB == entry)
        return WDB_MEMORY_NONE;
    return track->entry[entry].memory;
}

bool wdb_gone_early(const struct wdb_track *track, const struct ul1_wdb_in *in)
{
    unsigned line = track->readout[0];
    return line != WDB_NONE && track->kept[0] && in->gone_valid && track->entry[line].row[0] == in->gone_row;
}

struct wdb_left wdb_left_of(const struct wdb_track *track, const struct ul1_wdb_in *in, unsigned i)
{
    const struct wdb_entry *entry = &track->entry[i];
    if (!mask_has(track->used, i))
        return (struct wdb_left){ .had = entry->array, .left = entry->array };
    bool written = in->array_ready && entry->array && track->offered == i,
         ends = in->pass_replay && in->pass_last;
    struct wdb_left left = { .had = written ? 0 : entry->array };
    left.left = left.had;
    if (!entry->cached)
        return left;
    left.released = entry->held && ends && entry->prt == in->pass_prt;
    left.gone = !entry->held && in->gone_valid && !wdb_gone_early(track, in) && entry->row[0] == in->gone_row
        && left.had;
    if (left.released)
        left.left &= in->look_valid | in->held_dirty;
    if (left.gone)
        left.left &= in->gone_keep;
    return left;
}

bool wdb_read_out(const struct wdb_track *track, const struct ul1_wdb_in *in, unsigned i)
{
    if (track->readout[2] == WDB_NONE || track->kept[2])
        return false;
    const struct wdb_entry *entry = &track->entry[i], *line = &track->entry[track->readout[2]];
    struct wdb_left left = wdb_left_of(track, in, i);
    bool same = mask_has(track->used, i) && entry->cached && entry->line == line->line
        && entry->row[0] == line->row[0];
    bool held = entry->held && !left.released;
    return same && !held && entry->age <= line->age && left.left;
}

// ---- the end of a cycle

static void track_reset(struct wdb_track *track)
{
    memset(&track->stage2, 0, sizeof track->stage2);
    memset(track->entry, 0, sizeof track->entry);
    track->used = 0;
    track->freeing = track->wrote = track->was_used = false;
    track->stage2_entry = track->offered = WDB_NONE;
    for (unsigned stage = 0; stage < 3; stage++)
        track->readout[stage] = WDB_NONE;
}

// Writes to memory and to the array, and those that are cancelled.
static void track_writes(struct wdb_track *track, const struct ul1_wdb_in *in)
{
    const unsigned offered = track->offered;
    track->wrote = offered != WDB_NONE && in->array_ready;
    track->wrote_entry = offered;
    if (track->wrote)
        track->written = track->entry[offered];
    for (uint64_t some = track->used; some; some &= some - 1) {
        const unsigned i = mask_first(some);
        struct wdb_entry *entry = &track->entry[i];
        const struct wdb_left left = wdb_left_of(track, in, i);
        const bool read = wdb_read_out(track, in, i);
        entry->memory = wdb_memory_next(track, in, i);
        entry->array = read ? 0 : left.left;
        entry->held &= !left.released;
    }
}

static void put(struct wdb_entry *entry, unsigned bank, unsigned be, uint32_t word)
{
    entry->be[bank] |= (uint8_t)be;
    entry->word[bank] = (entry->word[bank] & ~mask_bytes(be)) | (word & mask_bytes(be));
}

// The words of a store, or of a victim readout, in stage 2.
static void track_words(struct wdb_track *track, const struct ul1_wdb_in *in)
{
    if (track->stage2_entry != WDB_NONE) {
        struct wdb_entry *entry = &track->entry[track->stage2_entry];
        for (unsigned bank = 0; bank < UL1_BANKS; bank++)
            put(entry, bank, in->cross_be[bank], in->cross_data[bank]);
        entry->data = true;
        entry->computed = atom_is(UL1_OP_STORE, track->stage2.pass_atom);
    }
    if (track->readout[2] != WDB_NONE)
        memcpy(track->entry[track->readout[2]].word,
               in->read_data + row_bank(track->entry[track->readout[2]].row[0], 0),
               UL1_LINE_WORDS * sizeof in->read_data[0]);
    if (track->readout[2] != WDB_NONE)
        track->entry[track->readout[2]].data = true;
}

static struct wdb_entry *add(struct wdb_track *track, unsigned i)
{
    track->used |= mask_bit(i);
    track->entry[i] = (struct wdb_entry){ .age = track->ages++ };
    return &track->entry[i];
}

// The store in stage 1 gets an entry, or joins one.
static void track_store(struct wdb_track *track, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    track->stage2_entry = WDB_NONE;
    if (!in->pass_valid || !in->pass_store)
        return;
    unsigned i = out->alloc_new ? out->alloc_store : wdb_youngest(track, in) % UL1_WDB;
    struct wdb_entry *entry = &track->entry[i];
    if (out->alloc_new) {
        entry = add(track, i);
        entry->cached = in->pass_cached;
        entry->line = in->pass_line;
        entry->held = in->pass_cached && in->store_hold;
        entry->prt = in->store_prt;
        entry->red = in->pass_red;
        entry->wide = in->pass_red && atom_wide(in->pass_red, in->pass_width);
        entry->minus = in->pass_red && in->pass_signed;
        entry->memory = in->pass_cached && in->store_through ? WDB_MEMORY_WAITS : WDB_MEMORY_NONE;
        entry->array = in->pass_cached ? 0 : ALL_SECTORS;
        for (unsigned bank = 0; bank < UL1_BANKS; bank++)
            entry->row[bank] = in->bank_row[bank];
    }
    if (in->pass_cached && in->store_sect) {
        entry->array |= in->store_sect;
        for (unsigned bank = 0; bank < UL1_BANKS; bank++)
            entry->row[bank] = in->look_row;
    }
    track->stage2_entry = i;
}

static void track_dirty_line(struct wdb_track *track, const struct ul1_wdb_in *in,
                             const struct ul1_wdb_out *out)
{
    track->kept[2] = track->kept[1];
    track->kept[1] = track->kept[0] && !wdb_gone_early(track, in) && !track->gives;
    track->gives = in->pass_red && in->look_purge;
    track->kept[0] = in->evict_valid && (in->pass_flush || in->pass_red);
    track->readout[2] = track->readout[1];
    track->readout[1] = track->readout[0];
    track->readout[0] = in->evict_valid ? out->alloc_dirty : WDB_NONE;
    if (!in->evict_valid)
        return;
    struct wdb_entry *entry = add(track, out->alloc_dirty);
    entry->dirty_line = true;
    entry->line = in->evict_line;
    for (unsigned bank = 0; bank < UL1_BANKS; bank++) {
        entry->row[bank] = in->evict_row;
        entry->be[bank] = mask_has(in->evict_sect, bank_word(bank) / UL1_SECTOR_WORDS) ? ALL_BYTES : 0;
    }
    entry->memory = WDB_MEMORY_WAITS;
}

static void track_intake(struct wdb_track *track, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool store = in->pass_valid && in->pass_store;
    if (store)
        track->beat_used[in->pass_beat]++;
    if (in->pull_valid && in->pull_ready)
        track->beat_used[out->intake_beat] = 0;
    track->freeing = store && in->pass_frees_beat;
}

void wdb_track_advance(struct wdb_track *track, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->rst) {
        track_reset(track);
        return;
    }
    track_writes(track, in);
    track_words(track, in);
    track_store(track, in, out);
    track_dirty_line(track, in, out);
    for (uint64_t left = track->used; left; left &= left - 1) {
        const struct wdb_entry *entry = &track->entry[mask_first(left)];
        bool waits = !entry->data || entry->held || entry->array || entry->memory != WDB_MEMORY_NONE;
        track->used &= ~(waits || mask_first(left) == track->stage2_entry ? 0 : left & -left);
    }
    track->offered = oldest_ready(track);
    track_intake(track, in, out);
    track->was_used = !out->wdb_idle;
    track->stage2 = *in;
}
