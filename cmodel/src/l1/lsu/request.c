// The access that the arbiter selected, on `req`.

#include <string.h>

#include "l1/lsu/present.h"

// A shared access is as the pool has it.
static inline void lsu_request_shared(const struct lsu_state *s, unsigned place, struct ul1_lsu_out *out)
{
    const struct lsu_prepared *p = &s->pool.place[place];
    out->req_store = !is_in(s->pool.loads, place);
    out->req_id = p->id;
    out->req_sub = p->sub;
    out->req_width = p->width;
    out->req_signed = p->sign;
    out->req_atom = p->atom;
    out->req_beat = p->beat;
    out->req_mask = p->mask;
    out->req_bypass = out->req_fresh = out->req_stream = out->req_writeback = 0;
    out->req_inval = out->req_flush = 0;
    memcpy(out->req_addr, p->addr, sizeof out->req_addr);
}

static inline void lsu_request_line(const struct lsu_state *s, unsigned place, struct ul1_lsu_out *out)
{
    const struct lsu_line *l = &s->lines.place[place];
    out->req_store = l->store;
    out->req_id = l->id;
    out->req_sub = l->part;
    out->req_width = l->width;
    out->req_signed = l->sign;
    out->req_beat = l->beat;
    out->req_mask = l->mask;
    out->req_line = l->line;
    out->req_bypass = l->bypass;
    out->req_fresh = l->fresh;
    out->req_stream = l->stream;
    out->req_writeback = l->writeback;
    out->req_inval = l->inval;
    out->req_flush = l->flush;
    out->req_end = l->end;
    out->req_red = l->red;
    out->req_returns = l->returns;
    memcpy(out->req_addr, l->addr, sizeof out->req_addr);
}

// The pass that returns old words is as that of a shared load in row 0, without slots if it has an error.
static inline void lsu_request_old(const struct lsu_state *s, unsigned place, struct ul1_lsu_out *out)
{
    const struct lsu_line *l = &s->lines.place[place];
    out->req_cached = 0;
    out->req_old = 1;
    out->req_old_number = l->number;
    out->req_mask = l->err == UL1_ERR_NONE ? l->mask : 0;
    for (unsigned i = 0; i < LANES; i++)
        out->req_addr[i] = (array_addr)(l->addr[i] & (UL1_LINE_BYTES - 1));
}

static inline void lsu_req(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    out->req_valid = in->sel_valid;
    out->req_cached = 0;
    out->req_mask = 0;
    out->req_end = 0;
    out->req_atom = UL1_ATOM_NONE;
    out->req_red = UL1_ATOM_NONE;
    out->req_returns = out->req_old = 0;
    if (!out->req_valid)
        return;
    struct lsu_next next = lsu_next(s, in);
    out->req_cached = !lsu_next_shared(next.kind);
    if (out->req_cached)
        lsu_request_line(s, next.which, out);
    else
        lsu_request_shared(s, next.which, out);
    if (out->req_cached && s->lines.place[next.which].old)
        lsu_request_old(s, next.which, out);
}
