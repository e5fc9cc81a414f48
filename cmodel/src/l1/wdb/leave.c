// Writes to memory.

#include <string.h>

#include "l1/wdb/entries.h"

static inline void wdb_show_leave(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    out->leave_ready = wdb_memory_ready(s);
    for (uint64_t left = out->leave_ready; left; left = without_lowest(left))
        out->leave_line[lowest(left)] = s->entry[lowest(left)].line;
}

// The operation is on numbers of 64 bits; the width of a `cas` is that of both operands.
static inline unsigned wdb_wide(const struct wdb_entry *e)
{
    return e->red != UL1_ATOM_NONE && e->width == (e->red == UL1_ATOM_CAS ? UL1_WIDTH_B128 : UL1_WIDTH_B64);
}

static inline void wdb_memdata(const struct wdb_state *s, const struct wdb_in *in, struct ul1_wdb_out *out)
{
    const struct wdb_entry *e = &s->entry[in->mem_number % UL1_WDB];
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE) {
        memcpy(out->memdata_be, e->be, sizeof out->memdata_be);
        memcpy(out->memdata_word, e->data, sizeof out->memdata_word);
        out->memdata_atom = e->red;
        out->memdata_wide = (uint8_t)wdb_wide(e);
        out->memdata_signed = e->red != UL1_ATOM_NONE && e->sign;
    } else {
        memset(out->memdata_be, 0, sizeof out->memdata_be);
        out->memdata_atom = UL1_ATOM_NONE;
        out->memdata_wide = out->memdata_signed = 0;
    }
}

static inline void wdb_clock_leave(struct wdb_state *s, const struct wdb_in *in)
{
    if (in->head_write && in->mmu_take)
        s->entry[in->head_wdb].memory = WDB_SENT;
    if (in->head_write && in->mmu_fault)
        s->entry[in->head_wdb].memory = WDB_NONE;
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE && in->mem_ready)
        s->entry[in->mem_number % UL1_WDB].memory = WDB_NONE;
}
