#include "blocks/wdb/predictor.h"

#include <stddef.h>

#include "kit/lane_diff.h"
#include "kit/mask.h"
#include "common/sizes.h"
#include "common/atoms.h"

// The entries in use, by kind.
struct counts {
    unsigned all, shared, others;
};

static struct counts count_used(const struct wdb_predictor *a)
{
    struct counts n = { .all = a->coming + mask_count(a->track.used),
                        .shared = a->coming && !a->coming_cached };
    for (uint64_t left = a->track.used; left; left &= left - 1) {
        const struct wdb_entry *entry = &a->track.entry[mask_first(left)];
        n.shared += !entry->cached && !entry->dirty_line;
    }
    n.others = n.all - n.shared;
    return n;
}

// The entries that stores must leave free for each other, and for dirty lines.
static const char *check_left(const struct wdb_predictor *a, const struct ul1_wdb_out *out)
{
    const struct counts n = count_used(a);
    const unsigned most = UL1_WDB - UL1_WDB_KEPT;
    if (out->credit_dirty != (n.others < most && n.all < UL1_WDB))
        return "credit_dirty: not that an entry is free for a dirty line";
    if (out->credit_cached != (n.others + 1 < most && n.all + 1 < UL1_WDB))
        return "credit_cached: not that an entry is free for a cached store, and one besides";
    if (out->credit_shared != (n.shared < UL1_WDB_KEPT || n.all + 1 < UL1_WDB))
        return "credit_shared: not that one is kept for a shared store, or two are free";
    bool holds = false;
    for (uint64_t left = a->track.used; left; left &= left - 1)
        holds |= a->track.entry[mask_first(left)].held;
    if (out->credit_red != (UL1_GLOBAL_ATOMICS && !holds))
        return "credit_red: not that no store is held";
    if (out->wdb_idle != (n.all == 0))
        return "wdb_idle: not that nothing is there or comes";
    return NULL;
}

static const char *check_places(const struct wdb_predictor *a, const struct ul1_wdb_out *out)
{
    const uint64_t left = mask_all(UL1_WDB) & ~a->track.used, beats = mask_all(UL1_INTAKE) & ~a->intake;
    if (out->wdb_used != a->track.used)
        return "wdb_used: not the entries in use";
    if (out->slot_valid != (a->track.stage2.pass_valid && a->track.stage2.pass_store))
        return "slot_valid: not that a store is in stage 2";
    if (left && out->alloc_store != mask_first(left))
        return "alloc_store: not the lowest free entry";
    if (left && out->alloc_dirty != 63u - (unsigned)__builtin_clzll(left))
        return "alloc_dirty: not the highest free entry";
    if (out->intake_free != (beats != 0) || out->intake_spare != (mask_count(beats) > 1))
        return "intake_free, intake_spare: not that one beat, two are free";
    return beats && out->intake_beat != mask_first(beats) ? "intake_beat: not the lowest free beat" : NULL;
}

// The state of an entry in use: the first that applies.
static unsigned state_of(const struct wdb_entry *entry)
{
    if (!entry->data)
        return UL1_WDB_STATE_ARRIVES;
    if (entry->held)
        return UL1_WDB_STATE_HELD;
    if (entry->memory == WDB_MEMORY_SENT)
        return UL1_WDB_STATE_SENT;
    if (!entry->array)
        return UL1_WDB_STATE_MEMORY;
    return entry->memory == WDB_MEMORY_WAITS ? UL1_WDB_STATE_BOTH : UL1_WDB_STATE_ARRAY;
}

static const char *check_entries(const struct wdb_predictor *a, const struct ul1_wdb_out *out)
{
    uint64_t leaves = 0;
    if (lanes_on(out->wdb_state, UL1_WDB) != a->track.used)
        return "wdb_state: not what an entry is at";
    for (uint64_t left = a->track.used; left; left &= left - 1) {
        const unsigned i = mask_first(left);
        const struct wdb_entry *entry = &a->track.entry[i];
        if (out->wdb_state[i] != state_of(entry))
            return "wdb_state: not what an entry is at";
        leaves |=
            entry->data && entry->memory == WDB_MEMORY_WAITS && i != a->track.stage2_entry ? mask_bit(i) : 0;
    }
    return out->leave_ready != leaves ? "leave_ready: not that the write of an entry waits and has its words"
                                      : NULL;
}

// A store joins the youngest entry of its line, if that is a cached store's, goes the same way, and has not
// left.
static bool joins(const struct wdb_predictor *a, const struct ul1_wdb_in *in)
{
    const unsigned i = wdb_youngest(&a->track, in);
    if (!in->pass_cached || i == WDB_NONE || !a->track.entry[i].cached || in->pass_red
        || a->track.entry[i].red)
        return false;
    const struct wdb_entry *entry = &a->track.entry[i];
    const bool held = in->store_hold ? entry->held && entry->prt == in->store_prt : !entry->held;
    const bool waits = entry->memory == WDB_MEMORY_WAITS && !(in->head_write && in->head_wdb == i);
    const bool memory = in->store_through ? waits : entry->memory == WDB_MEMORY_NONE;
    const bool array = !in->store_sect || (entry->array && entry->row[0] == in->look_row);
    return held && memory && array && a->track.offered != i;
}

static const char *check_place(const struct wdb_predictor *a, const struct ul1_wdb_in *in,
                               const struct ul1_wdb_out *out)
{
    const bool store = in->pass_valid && in->pass_store;
    return out->alloc_new != (store && !joins(a, in))
        ? "alloc_new: not that a store does not join the entry of its line"
        : NULL;
}

// The sectors for which an entry forwards bytes to the load or victim readout in stage 2; `was`: its inputs
// in stage 1.
static unsigned serves(const struct wdb_predictor *a, unsigned i, const struct ul1_wdb_in *was)
{
    const struct wdb_track *track = &a->track;
    const unsigned target = track->readout[2];
    const bool shared = !was->pass_cached && target == WDB_NONE,
               wrote = track->wrote && track->wrote_entry == i;
    const struct wdb_entry *entry = &track->entry[i];
    const uint64_t line = target == WDB_NONE ? was->pass_line : track->entry[target].line;
    if (entry->dirty_line || entry->cached == shared || (!shared && entry->line != line))
        return 0;
    if (target != WDB_NONE && entry->age >= track->entry[target].age)
        return 0;
    const bool waits = mask_has(track->used, i) && entry->data && !entry->held && !mask_has(a->released, i);
    return (waits ? entry->array : 0u) | (wrote ? track->written.array : 0u);
}

struct served {
    uint8_t be[UL1_BANKS];
    uint32_t word[UL1_BANKS];
    bool computed[UL1_BANKS]; // results of an atomic, which are not predicted
    // age of the entry that forwards the byte, counted from 1; 0: none
    uint64_t age[UL1_BANKS][UL1_WORD_BYTES];
};

static void serve(struct served *s, const struct wdb_entry *entry, unsigned sect,
                  const struct ul1_wdb_in *was)
{
    for (unsigned bank = 0; sect && bank < UL1_BANKS; bank++) {
        const unsigned at = wdb_place(entry, bank);
        if (!mask_has(was->bank_en, bank) || !mask_has(sect, bank_word(bank) / UL1_SECTOR_WORDS)
            || entry->row[at] != was->bank_row[bank])
            continue;
        for (unsigned byte = 0; byte < UL1_WORD_BYTES; byte++) {
            if (!mask_has(entry->be[at], byte) || s->age[bank][byte] > entry->age)
                continue;
            const uint32_t bits = mask_bytes(1u << byte);
            s->age[bank][byte] = entry->age + 1;
            s->be[bank] |= (uint8_t)(1u << byte);
            s->computed[bank] |= entry->computed;
            s->word[bank] = (s->word[bank] & ~bits) | (entry->word[at] & bits);
        }
    }
}

// In each bank that is read, each byte comes from the youngest entry that forwards it.
static const char *check_forwarded(const struct wdb_predictor *a, const struct ul1_wdb_out *out)
{
    const struct ul1_wdb_in *was = &a->track.stage2;
    const bool load = was->pass_valid && atom_pass_returns(was->pass_store, was->pass_atom);
    const uint64_t some = a->track.used | (a->track.wrote ? mask_bit(a->track.wrote_entry) : 0);
    uint8_t sect[UL1_WDB] = { 0 };
    unsigned any = 0;
    for (uint64_t left = load ? some : 0; left; left &= left - 1)
        any |= sect[mask_first(left)] = (uint8_t)serves(a, mask_first(left), was);
    if (!any && !any8(out->forward_be, UL1_BANKS))
        return NULL;
    struct served s = { 0 };
    for (unsigned i = 0; any && i < UL1_WDB; i++)
        serve(&s, &a->track.entry[i], sect[i], was);
    for (unsigned bank = 0; bank < UL1_BANKS; bank++) {
        if (out->forward_be[bank] != s.be[bank])
            return "forward_be: not the bytes that wait to be written where the load or dirty line reads";
        if (!s.computed[bank] && (out->forward_data[bank] ^ s.word[bank]) & mask_bytes(s.be[bank]))
            return "forward_data: not what waits, the youngest of it, to be written where the load or dirty "
                   "line reads";
    }
    return NULL;
}

// Memory checks the words of a write.
static const char *check_memdata(const struct wdb_predictor *a, const struct ul1_wdb_in *in,
                                 const struct ul1_wdb_out *out)
{
    const bool writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    const struct wdb_entry none = { .red = UL1_ATOM_NONE };
    const struct wdb_entry *entry = writes ? &a->track.entry[in->mem_number % UL1_WDB] : &none;
    if (out->memdata_atom != entry->red || out->memdata_wide != entry->wide
        || out->memdata_signed != entry->minus)
        return "memdata_atom, memdata_wide, memdata_signed: not those of the reduction on offer";
    return !writes && any8(out->memdata_be, UL1_LINE_WORDS) ? "memdata_be: bytes without a write on offer"
                                                            : NULL;
}

const char *wdb_predictor_check(const struct wdb_predictor *a, const struct ul1_wdb_in *in,
                                const struct ul1_wdb_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_left(a, out);
    if (!broken)
        broken = check_places(a, out);
    if (!broken)
        broken = check_entries(a, out);
    if (!broken)
        broken = check_place(a, in, out);
    if (!broken)
        broken = check_forwarded(a, out);
    return broken ? broken : check_memdata(a, in, out);
}

void wdb_predictor_advance(struct wdb_predictor *a, const struct ul1_wdb_in *in,
                           const struct ul1_wdb_out *out)
{
    if (in->rst) {
        *a = (struct wdb_predictor){ .judged = true };
        wdb_track_advance(&a->track, in, out);
        return;
    }
    const bool store = in->pass_valid && in->pass_store;
    a->released = 0;
    for (unsigned i = 0; in->pass_replay && in->pass_last && i < UL1_WDB; i++)
        a->released |= wdb_left_of(&a->track, in, i).released ? mask_bit(i) : 0;
    a->intake &= ~a->given_up;
    a->given_up = store && in->pass_frees_beat ? mask_bit(in->pass_beat) : 0;
    if (in->pull_valid && in->pull_ready)
        a->intake |= mask_bit(out->intake_beat);
    a->coming = in->sel_store;
    a->coming_cached = in->sel_cached;
    wdb_track_advance(&a->track, in, out);
}
