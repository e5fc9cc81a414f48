// Write data buffer: the outputs and the clock edge; state.h lists the other files. Outputs that depend on
// inputs are computed by wdb_alloc (alloc.c) and wdb_memdata (leave.c).
#include <string.h>

#include "l1/wdb/state.h"
#include "l1/wdb/entries.h"
#include "l1/wdb/intake.c"
#include "l1/wdb/write.c"
#include "l1/wdb/leave.c"
#include "l1/wdb/atom.c"
#include "l1/wdb/alloc.c"
#include "l1/wdb/forward.c"

static void wdb_state(const struct wdb_state *s, const struct wdb_in *in, struct ul1_wdb_out *out)
{
    (void)in;
    wdb_show_intake(s, out);
    wdb_show_credit(s, out);
    wdb_show_forwarded(s, out);
    wdb_show_write(s, out);
    wdb_show_leave(s, out);
}

static void wdb_show(const struct wdb_state *s, const struct wdb_in *in, struct ul1_wdb_out *out)
{
    (void)in;
    out->wdb_used = s->used;
    memset(out->wdb_state, UL1_WDB_STATE_FREE, sizeof out->wdb_state);
    for (uint64_t left = s->used; left; left = without_lowest(left))
        out->wdb_state[lowest(left)] = (uint8_t)wdb_entry_state(s, lowest(left));
}

// Applies the pass in stage 2, what leaves and what ends; then what the pass in stage 1 adds.
static void wdb_clock_entries(struct wdb_state *s, const struct wdb_in *in, const struct ul1_wdb_out *out)
{
    unsigned comes = in->pass_valid && in->pass_store;
    unsigned target = comes ? wdb_target(s, in, out->alloc_new) : s->reads[1];
    uint64_t offered = wdb_array_ready(s);
    uint64_t is_read = s->evicted ? wdb_of_row(s, s->entry[s->reads[0]].row[0]) : 0;

    if (s->store)
        wdb_clock_store(s, in);
    wdb_clock_write(s, in, offered);
    if (s->readout)
        wdb_clock_readout(s, in);
    wdb_clock_leave(s, in);
    wdb_clock_ends(s, in);
    wdb_clock_free(s);

    unsigned early = wdb_gone_early(s, in);
    if (in->evict_valid)
        wdb_add_dirty(s, in, out->alloc_dirty);
    if (!out->alloc_new)
        s->entry[target].array |= in->store_sect; // none without a store
    else if (in->pass_cached)
        wdb_add_cached(s, in, target);
    else
        wdb_add_shared(s, in, target);
    s->target = (uint8_t)target;
    s->kept = s->keeps[1];
    s->keeps[1] = s->keeps[0] && !early;
    if (s->gives)
        s->keeps[1] = 0;
    s->keeps[0] = in->evict_valid && in->pass_flush;
    s->keeps[0] |= in->evict_valid && in->pass_red != UL1_ATOM_NONE;
    s->gives = UL1_GLOBAL_ATOMICS && in->pass_red != UL1_ATOM_NONE && in->look_purge;
    s->reads[1] = s->reads[0];
    s->reads[0] = out->alloc_dirty;
    s->evicted = in->evict_valid;
    s->is_read = is_read;
}

// No entry is in use, and none is allocated. So nothing is written, read out or held, as the entry of a dirty
// line outlives its readout.
static unsigned wdb_idles(const struct wdb_state *s, const struct wdb_in *in, const struct ul1_wdb_out *out)
{
    return !s->used && !out->alloc_new && !in->evict_valid;
}

static void wdb_clock_pass(struct wdb_state *s, const struct wdb_in *in)
{
    s->load = in->pass_valid && returns_words(in->pass_store, in->pass_atom);
    s->store = in->pass_valid && in->pass_store;
    s->readout = in->pass_readout;
    s->atom = in->pass_atom;
    s->coming = in->sel_store;
    s->coming_cached = in->sel_cached;
    if (in->pass_valid) {
        s->cached = in->pass_cached;
        s->width = in->pass_width;
        s->sign = in->pass_signed;
        s->swaps = in->pass_red != UL1_ATOM_CAS ? 0 : in->pass_width == UL1_WIDTH_B64 ? 1 : 2;
        s->beat_at = in->pass_beat;
        s->frees_beat = in->pass_frees_beat;
        s->line = in->pass_readout ? s->entry[s->target].line : in->pass_line;
        s->banks = in->bank_en;
        memcpy(s->row, in->bank_row, sizeof s->row);
    }
}

static void wdb_clock(struct wdb_state *s, const struct wdb_in *in, const struct ul1_wdb_out *out)
{
    wdb_clock_intake(s, in, out);
    if (wdb_idles(s, in, out))
        s->wrote_sect = 0;
    else
        wdb_clock_entries(s, in, out);
    wdb_clock_pass(s, in);
    if (in->rst) {
        s->intake_used = 0;
        s->used = 0;
        s->coming = 0;
        s->load = 0;
        s->store = 0;
    }
}
