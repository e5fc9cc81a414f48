#include "blocks/wdb/cover_points.h"

#include <stddef.h>

#include "kit/lane_diff.h"
#include "kit/mask.h"

const struct point_name wdb_points[WDB_POINT_COUNT] = { WDB_POINTS(POINT_NAME) };

static void count_queues(struct drive *drive, const struct wdb_track *track,
                         const struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                         const struct ul1_wdb_out *out)
{
    bool leaves = out->write_valid && in->array_ready, store = in->pass_valid && in->pass_store;
    bool beat = in->pull_valid && in->pull_ready;
    saw(drive, INTAKE_FULL, !out->intake_free);
    saw(drive, ONE_LEFT, out->intake_free && !out->intake_spare && beat);
    saw(drive, BEAT_IN_AND_OUT, track->freeing && beat);
    saw(drive, BEAT_KEPT, store && track->beat_used[in->pass_beat]);
    saw(drive, NO_CREDIT_STORE, !out->credit_cached && out->credit_dirty);
    saw(drive, NO_CREDIT_DIRTY, !out->credit_dirty);
    saw(drive, ALL_USED, out->wdb_used == mask_all(UL1_WDB));
    saw(drive, TAKE_AND_LEAVE, in->sel_store && leaves);
    saw(drive, DRAINED, out->wdb_idle && track->was_used);
    saw(drive, STORES_RUNNING, store && out->slot_valid);
    saw(drive, EMPTY_ENTRY, out->slot_valid && !any8(in->cross_be, UL1_BANKS));
    saw(drive, EVICT_RUNNING, in->evict_valid && shadow->evicted);
    saw(drive, EVICT_WITH_STORE, in->evict_valid && store);
    saw(drive, EVICT_SWEPT, in->evict_valid && !in->pass_cached);
    bool flushed = track->kept[0] && track->readout[0] != WDB_NONE;
    saw(drive, FLUSHED, in->evict_valid && in->pass_flush);
    saw(drive, FLUSHED_GONE, wdb_gone_early(track, in));
    saw(drive, FLUSHED_STORE,
        flushed && store && in->pass_cached && in->pass_line == track->entry[track->readout[0]].line);
    saw(drive, EVICT_LAST_ENTRY, in->evict_valid && mask_count(out->wdb_used) == UL1_WDB - 1);
}

static void count_memory(struct drive *drive, const struct wdb_track *track, const struct ul1_wdb_in *in,
                         const struct ul1_wdb_out *out)
{
    const struct wdb_entry *head = &track->entry[in->head_wdb % UL1_WDB];
    bool sent = in->head_write && in->mmu_take, fails = in->head_write && in->mmu_fault;
    bool write = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE, taken = write && in->mem_ready;
    saw(drive, SENT_BEFORE_ARRAY, sent && head->array && !head->held);
    saw(drive, SENT_AFTER_ARRAY, sent && head->cached && !head->array);
    saw(drive, SENT_HELD, sent && head->held);
    saw(drive, FAILS, fails);
    saw(drive, FAILS_BEFORE_ARRAY, fails && head->array);
    saw(drive, FAILS_LINE, fails && head->dirty_line);
    saw(drive, NOT_READY, in->head_write && !mask_has(out->leave_ready, in->head_wdb));
    saw(drive, MEM_TAKEN, taken);
    saw(drive, MEM_WAITS, write && !in->mem_ready);
    saw(drive, MEM_LINE_TAKEN, taken && track->entry[in->mem_number % UL1_WDB].dirty_line);
    saw(drive, MEM_OTHER, in->mem_valid && !write);
}

// Why a cached store joins or does not: each reason is a cover point if it is the only one.
static void count_join(struct drive *drive, const struct wdb_track *track, const struct ul1_wdb_in *in,
                       const struct ul1_wdb_out *out)
{
    unsigned i = wdb_youngest(track, in);
    if (!in->pass_cached || !in->pass_store || i == WDB_NONE)
        return;
    const struct wdb_entry *entry = &track->entry[i];
    saw(drive, NOT_DIRTY_LINE, entry->dirty_line);
    if (entry->dirty_line)
        return;
    bool first = in->head_write && in->head_wdb == i, joined = !out->alloc_new;
    bool not_held = entry->held != in->store_hold,
         not_sent = entry->memory == WDB_MEMORY_SENT && in->store_through;
    bool not_first = entry->memory == WDB_MEMORY_WAITS && in->store_through && first;
    bool not_way = in->store_through == (entry->memory == WDB_MEMORY_NONE);
    bool not_written = in->store_sect && !entry->array;
    bool not_offered = track->offered == i; // (nor with another row, which is impossible)
    unsigned reasons = 0u + not_held + not_sent + not_first + not_way + not_offered + not_written;
    saw(drive, NOT_HELD_ALIKE, reasons == 1 && not_held);
    saw(drive, NOT_SENT, reasons == 1 && not_sent);
    saw(drive, NOT_FIRST, reasons == 1 && not_first);
    saw(drive, NOT_SAME_WAY, reasons == 1 && not_way);
    saw(drive, NOT_OFFERED, reasons == 1 && not_offered);
    saw(drive, NOT_WRITTEN, reasons == 1 && not_written);
    saw(drive, JOINED, joined);
    saw(drive, JOINED_HELD, joined && entry->held);
    saw(drive, JOINED_THROUGH, joined && in->store_through);
    saw(drive, JOINED_COMES, joined && !entry->data);
    saw(drive, JOINED_WRITTEN, joined && entry->data && !entry->array && !entry->held);
}

// ---- the entries that the load in stage 2 matches

struct meetings {
    // bytes forwarded at all, by one entry, by several; a word by different entries
    bool any, one, several, mixed;
    bool written, hidden, behind; // by the entry just written; by that and a newer one; by the youngest
    // entries that have a byte there and do not forward it
    bool other_row, held, sector, other_line, other_kind;
};

// Whether an entry has the byte for the load.
static bool serves(const struct wdb_track *track, const struct wdb_entry *entry, unsigned bank, unsigned byte)
{
    const struct ul1_wdb_in *load = &track->stage2;
    if (!entry->data || !entry->array || entry->dirty_line
        || !mask_has(entry->be[wdb_place(entry, bank)], byte))
        return false;
    if (!load->pass_cached)
        return !entry->cached && entry->row[bank] == load->bank_row[bank];
    return entry->cached && !entry->held && entry->line == load->pass_line && wdb_writes_bank(entry, bank);
}

// An entry that has the byte, whether it forwards it or not.
static void meet_entry(const struct wdb_track *track, struct meetings *met, const struct wdb_entry *entry,
                       unsigned bank)
{
    const struct ul1_wdb_in *load = &track->stage2;
    bool hit = load->pass_cached, row = entry->row[bank] == load->bank_row[bank];
    bool line = entry->cached && entry->line == load->pass_line;
    met->other_row |= !hit && !entry->cached && !entry->dirty_line && !row;
    met->held |= hit && line && entry->held;
    met->sector |= hit && line && !entry->held && entry->array && !wdb_writes_bank(entry, bank);
    met->other_line |= hit && entry->cached && !line && entry->array && !entry->held;
    met->other_kind |= entry->array && !entry->dirty_line && row && entry->cached != hit;
}

// The newest entry that forwards the byte, or null.
static const struct wdb_entry *meet_byte(const struct wdb_track *track, struct meetings *met, unsigned bank,
                                         unsigned byte)
{
    bool was_written = track->wrote && serves(track, &track->written, bank, byte);
    const struct wdb_entry *newest = NULL;
    unsigned servers = 0;
    for (uint64_t left = track->used; left; left &= left - 1) {
        const struct wdb_entry *entry = &track->entry[mask_first(left)];
        if (entry->data && mask_has(entry->be[wdb_place(entry, bank)], byte))
            meet_entry(track, met, entry, bank);
        if (!serves(track, entry, bank, byte))
            continue;
        servers++;
        met->behind |= entry->age + 1 == track->ages;
        if (!newest || entry->age > newest->age)
            newest = entry;
    }
    met->any |= servers || was_written;
    met->one |= servers == 1 && !was_written;
    met->several |= servers + was_written >= (track->stage2.pass_cached ? 2 : 3);
    met->written |= !servers && was_written;
    met->hidden |= servers && was_written;
    return newest || !was_written ? newest : &track->written;
}

static void count_forwarded(struct drive *drive, const struct wdb_track *track)
{
    const struct ul1_wdb_in *load = &track->stage2;
    struct meetings met = { 0 };
    for (unsigned bank = 0; bank < UL1_BANKS; bank++) {
        const struct wdb_entry *word = NULL; // the entry that forwards the bytes below
        for (unsigned byte = 0; mask_has(load->bank_en, bank) && byte < UL1_WORD_BYTES; byte++) {
            const struct wdb_entry *newest = meet_byte(track, &met, bank, byte);
            met.mixed |= newest && word && newest != word;
            word = newest ? newest : word;
        }
    }
    bool hit = load->pass_cached;
    saw(drive, hit ? HIT_FORWARDED_ONE : FORWARDED_ONE, met.one);
    saw(drive, hit ? HIT_FORWARDED_SEVERAL : FORWARDED_SEVERAL, met.several);
    saw(drive, hit ? HIT_FORWARDED_WRITTEN : FORWARDED_WRITTEN, met.written);
    saw(drive, hit ? HIT_SHARED : SHARED_HIT, met.other_kind);
    saw(drive, FORWARDED_MIXED, met.mixed);
    saw(drive, WRITTEN_HIDDEN, met.hidden);
    saw(drive, FORWARDED_NOT, !met.any && load->bank_en);
    saw(drive, NO_BANK, !load->bank_en);
    saw(drive, ROW_DIFFERS, met.other_row);
    saw(drive, LOAD_IN_STAGE_BEHIND, met.behind);
    saw(drive, HIT_HELD, met.held);
    saw(drive, HIT_SECTOR, met.sector);
    saw(drive, HIT_OTHER_LINE, met.other_line);
}

// ---- the ends of stores that wait

static void count_array(struct drive *drive, const struct wdb_track *track, const struct ul1_wdb_in *in)
{
    unsigned i = track->offered;
    if (i == WDB_NONE || !in->array_ready)
        return;
    const struct wdb_entry *entry = &track->entry[i];
    saw(drive, SENT_BOTH, wdb_memory_next(track, in, i) == WDB_MEMORY_SENT);
    saw(drive, GONE_WRITTEN, in->gone_valid && entry->cached && entry->row[0] == in->gone_row);
}

// The last replay of a line, and rows that are given up.
static void count_ends(struct drive *drive, const struct wdb_track *track, const struct ul1_wdb_in *in)
{
    unsigned released = 0, gone = 0;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        struct wdb_left left = wdb_left_of(track, in, i);
        bool some = left.left && left.left != left.had;
        released += left.released;
        gone += left.gone;
        saw(drive, RELEASED_ALL, left.released && left.left == left.had);
        saw(drive, RELEASED_SOME, left.released && some);
        saw(drive, RELEASED_NONE, left.released && !left.left);
        saw(drive, RELEASED_DROP, left.released && in->gone_valid && !left.left);
        saw(drive, RELEASED_DROP_DIRTY, left.released && in->gone_valid && left.left && in->look_valid);
        saw(drive, GONE_ALL, left.gone && !left.left);
        saw(drive, GONE_SOME, left.gone && some);
    }
    saw(drive, RELEASED_SEVERAL, released > 1);
    saw(drive, GONE_NOTHING, in->gone_valid && !gone);
}

// The words of a victim readout in stage 2.
static void count_readout(struct drive *drive, const struct wdb_track *track, const struct ul1_wdb_in *in,
                          const struct ul1_wdb_out *out)
{
    bool waited = false;
    if (track->readout[2] == WDB_NONE)
        return;
    for (unsigned i = 0; i < UL1_WDB; i++)
        waited |= wdb_read_out(track, in, i);
    struct wdb_track other = *track;
    other.kept[2] = false;
    bool kept = false;
    for (unsigned i = 0; track->kept[2] && i < UL1_WDB; i++)
        kept |= wdb_read_out(&other, in, i);
    saw(drive, FLUSHED_KEPT, kept);
    saw(drive, EVICT_STORES_WAIT, waited);
    saw(drive, EVICT_FORWARDED, any8(out->forward_be, UL1_BANKS));
}

void wdb_events_count(struct drive *drive, const struct wdb_track *track, const struct wdb_contract *shadow,
                      const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->rst) {
        saw(drive, RESET_BUSY, !drive->calm && out->wdb_used);
        return;
    }
    const struct ul1_wdb_in *stage2 = &track->stage2;
    count_queues(drive, track, shadow, in, out);
    count_memory(drive, track, in, out);
    count_join(drive, track, in, out);
    if (stage2->pass_valid && !stage2->pass_store && !stage2->pass_readout)
        count_forwarded(drive, track);
    count_array(drive, track, in);
    count_ends(drive, track, in);
    count_readout(drive, track, in, out);
}
