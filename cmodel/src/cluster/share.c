// Share: the L1s' requests take turns for one register, which is on offer to memory. A response goes to the
// L1 that its number names. When an L1 is reset alone, the share waits for all that memory owes it, and
// then for a fence, before it takes the L1's next request.
#include <string.h>

#include "cluster/share.h"

static void share_state(const struct share_state *s, const struct share_in *in, struct ul1_share_out *out)
{
    (void)in;
    out->mem_valid = s->valid;
    out->mem_op = s->op;
    out->mem_number = s->number;
    out->mem_line = s->line;
    out->mem_sect = s->sect;
    out->mem_vline = s->vline;
    out->mem_level = s->level;
    out->memread_kind = s->kind;
    out->memread_warp = s->warp;
    out->memread_space = s->space;
    memcpy(out->memdata_be, s->be, sizeof s->be);
    memcpy(out->memdata_word, s->word, sizeof s->word);
    out->memdata_atom = s->atom;
    out->memdata_wide = s->wide;
    out->memdata_signed = s->sign;
    out->memold_valid = s->returns;
    out->memold_number = s->old;
    memcpy(out->drain_valid, s->drains, sizeof s->drains);
}

// The L1s that offer a request, or for which a fence is due.
static uint64_t share_offers(const struct share_state *s, const struct share_in *in)
{
    uint64_t offers = 0;
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        offers |= (uint64_t)(s->drains[i] ? !s->fenced[i] && !s->owed[i] : in->req_valid[i]) << i;
    return offers;
}

static unsigned share_has_room(const struct share_state *s, const struct share_in *in)
{
    return !s->valid || in->mem_ready;
}

static void share_ready(const struct share_state *s, const struct share_in *in, struct ul1_share_out *out)
{
    const uint64_t offers = share_offers(s, in);
    memset(out->req_ready, 0, sizeof out->req_ready);
    if (offers && share_has_room(s, in))
        out->req_ready[next_in(offers, s->last)] = !s->drains[next_in(offers, s->last)];
}

static unsigned share_is_of(const struct share_in *in, unsigned i)
{
    return in->resp_valid && in->resp_number >> UL1_TAG_W == i;
}

static void share_answer(const struct share_state *s, const struct share_in *in, struct ul1_share_out *out)
{
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        out->answer_valid[i] = share_is_of(in, i) && !s->drains[i];
    out->answer_op = in->resp_op;
    out->answer_number = in->resp_number & below(UL1_TAG_W);
    out->answer_sect = in->resp_sect;
    out->answer_err = in->resp_err;
    out->answer_vline = in->resp_vline;
    memcpy(out->answer_data, in->resp_data, sizeof out->answer_data);
}

static void share_take(struct share_state *s, const struct share_in *in, unsigned i)
{
    s->valid = 1;
    s->last = (uint8_t)i;
    s->op = in->req_op[i];
    s->number = i << UL1_TAG_W | in->req_number[i];
    s->line = in->req_line[i];
    s->sect = in->req_sect[i];
    s->vline = in->req_vline[i];
    s->level = in->req_level[i];
    s->kind = in->reqread_kind[i];
    s->warp = UL1_READ_SOURCES ? in->reqread_warp[i] : 0;
    s->space = UL1_READ_SOURCES ? in->reqread_space[i] : 0;
    s->atom = in->reqdata_atom[i];
    s->wide = in->reqdata_wide[i];
    s->sign = in->reqdata_signed[i];
    s->returns = UL1_GLOBAL_ATOMICS > 1 && in->reqold_valid[i];
    s->old = s->returns ? i << UL1_TAG_W | in->reqold_number[i] : 0;
    memcpy(s->be, in->reqdata_be + i * UL1_LINE_WORDS, sizeof s->be);
    memcpy(s->word, in->reqdata_word + i * UL1_LINE_WORDS, sizeof s->word);
}

static void share_take_fence(struct share_state *s, unsigned i)
{
    s->valid = 1;
    s->last = (uint8_t)i;
    s->op = UL1_MEMOP_FENCE;
    s->number = i << UL1_TAG_W;
    s->level = UL1_LEVEL_SYS;
    s->line = s->vline = 0;
    s->sect = s->kind = s->warp = s->space = 0;
}

static void share_empty(struct share_state *s)
{
    s->valid = 0;
    s->atom = UL1_ATOM_NONE;
    s->wide = s->sign = s->returns = 0;
    memset(s->be, 0, sizeof s->be);
}

// The answers that memory owes for the request that was taken: one for each sector of a read.
static unsigned share_owes(const struct share_state *s)
{
    return s->op == UL1_MEMOP_READ ? how_many(s->sect) : s->op == UL1_MEMOP_FENCE || s->returns;
}

static unsigned share_given(const struct share_in *in)
{
    return in->resp_op == UL1_MEMOP_READ ? how_many(in->resp_sect) : in->resp_op != UL1_MEMOP_WRITE;
}

// The L1's requests from before its reset. `more`: answers that memory owes for what is
// taken now. While it drains, that is the fence.
static void share_drain(struct share_state *s, const struct share_in *in, unsigned i, unsigned more)
{
    const unsigned drains = s->drains[i], over = s->fenced[i] && !s->owed[i];
    const unsigned less = share_is_of(in, i) ? share_given(in) : 0;
    s->drains[i] = in->fresh_valid[i] || (drains && !over);
    s->fenced[i] = drains && (s->fenced[i] || more);
    s->owed[i] = (s->owed[i] + more - less) & (uint32_t)below(UL1_OWED_W);
}

static void share_clock(struct share_state *s, const struct share_in *in, const struct ul1_share_out *out)
{
    (void)out;
    const uint64_t offers = share_offers(s, in);
    const unsigned has_room = share_has_room(s, in), turn = offers ? next_in(offers, s->last) : 0;
    if (in->rst) {
        share_empty(s);
        s->last = 0;
        memset(s->drains, 0, sizeof s->drains);
        memset(s->fenced, 0, sizeof s->fenced);
        memset(s->owed, 0, sizeof s->owed);
        return;
    }
    if (has_room)
        share_empty(s);
    if (has_room && offers)
        s->drains[turn] ? share_take_fence(s, turn) : share_take(s, in, turn);
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        share_drain(s, in, i, has_room && offers && i == turn ? share_owes(s) : 0);
}
