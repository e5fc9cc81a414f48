// Lni: joins the flits of a packet to a request, which is on offer to the slice, and sends each response of
// the slice as a packet. The upper bits of a request's number are the port of the networks that it came by.
#include "cluster/lni.h"

static unsigned lni_takes(const struct lni_state *s, const struct lni_in *in)
{
    return !s->request.whole || in->mem_ready;
}

static void lni_ready(const struct lni_state *s, const struct lni_in *in, struct ul1_lni_out *out)
{
    out->rq_ready = (uint8_t)lni_takes(s, in);
}

static void lni_take(const struct lni_state *s, const struct lni_in *in, struct ul1_lni_out *out)
{
    out->resp_ready = (uint8_t)flits_room(&s->reply, in->rp_ready);
}

static unsigned lni_writes(const struct lni_state *s)
{
    return s->request.whole && s->came.kind != UL1_PACKET_READ;
}

static void lni_requests(const struct lni_state *s, struct ul1_lni_out *out)
{
    const unsigned writes = lni_writes(s);
    out->mem_valid = s->request.whole;
    out->mem_op = writes ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    out->mem_number = (uint32_t)s->from << UL1_TAG_W | s->came.sub;
    out->mem_line = s->came.line;
    out->mem_sect = writes ? 0 : s->request.sect;
    out->mem_vline = s->came.vline;
    out->mem_level = 0;
    out->memread_kind = s->came.use;
    out->memread_warp = out->memread_space = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        out->memdata_be[w] = writes && is_in(s->request.sect, w / UL1_SECTOR_WORDS) ? s->be[w] : 0;
    memcpy(out->memdata_word, s->request.word, sizeof out->memdata_word);
    out->memdata_atom = writes ? s->came.atom : UL1_ATOM_NONE;
    out->memdata_wide = writes && s->came.wide;
    out->memdata_signed = writes && s->came.sign;
    out->memold_valid = s->request.whole && s->came.kind == UL1_PACKET_ATOM;
    out->memold_number = UL1_GLOBAL_ATOMICS > 1 ? out->mem_number : 0;
}

static void lni_replies(const struct lni_state *s, struct ul1_lni_out *out)
{
    const struct flits_out *f = &s->reply;
    const struct head h = f->begun ? (struct head){ 0 } : s->sent;
    out->rp_valid = f->valid;
    out->rp_head = !f->begun;
    out->rp_tail = (uint8_t)flits_tail(f);
    out->rp_dst = f->begun ? 0 : s->dst;
    out->rp_kind = h.kind;
    out->rp_sub = h.sub;
    out->rp_line = 0;
    out->rp_vline = h.vline;
    out->rp_use = out->rp_wide = out->rp_signed = 0;
    out->rp_atom = UL1_ATOM_NONE;
    out->rp_err = h.err;
    out->rp_sect = (uint8_t)flits_sect(f);
    memset(out->rp_be, 0, sizeof out->rp_be);
    flits_words(f, out->rp_word);
}

static void lni_state(const struct lni_state *s, const struct lni_in *in, struct ul1_lni_out *out)
{
    (void)in;
    lni_requests(s, out);
    lni_replies(s, out);
}

static void lni_show(const struct lni_state *s, const struct lni_in *in, struct ul1_lni_out *out)
{
    (void)in;
    out->memdata_carries = (uint32_t)(lni_writes(s) ? words_in(s->request.sect) : 0);
}

static unsigned lni_rests(const struct lni_state *s)
{
    return !s->request.whole && !s->reply.valid;
}

static void lni_come(struct lni_state *s, const struct lni_in *in)
{
    flits_come(&s->request, in->rq_head, in->rq_tail, in->rq_sect, in->rq_word);
    for (unsigned k = 0; k < UL1_SECTORS; k++)
        if (is_in(in->rq_sect, k))
            memcpy(s->be + k * UL1_SECTOR_WORDS, in->rq_be, UL1_SECTOR_WORDS);
    if (!in->rq_head)
        return;
    s->from = in->from_input;
    s->came = (struct head){ .kind = in->rq_kind,
                             .use = in->rq_use,
                             .atom = in->rq_atom,
                             .wide = in->rq_wide,
                             .sign = in->rq_signed,
                             .sub = in->rq_sub,
                             .line = in->rq_line,
                             .vline = in->rq_vline };
}

static void lni_send(struct lni_state *s, const struct lni_in *in)
{
    const unsigned ack = in->resp_op == UL1_MEMOP_WRITE;
    s->dst = (uint8_t)(in->resp_number >> UL1_TAG_W);
    s->sent = (struct head){ .kind = ack                         ? UL1_PACKET_ACK
                                 : in->resp_op == UL1_MEMOP_READ ? UL1_PACKET_DATA
                                                                 : UL1_PACKET_OLD,
                             .sub = in->resp_number & below(UL1_TAG_W),
                             .err = in->resp_err,
                             .vline = ack ? in->resp_vline : 0 };
    flits_enter(&s->reply, !ack && !in->resp_err, ack ? 0 : in->resp_sect, in->resp_data);
}

static void lni_clock(struct lni_state *s, const struct lni_in *in, const struct ul1_lni_out *out)
{
    (void)out;
    if (in->rst) {
        s->request.whole = s->reply.valid = 0;
        return;
    }
    const unsigned takes = in->resp_valid && flits_room(&s->reply, in->rp_ready);
    if (in->rq_valid && lni_takes(s, in))
        lni_come(s, in);
    else if (in->mem_ready)
        s->request.whole = 0;
    if (s->reply.valid && in->rp_ready)
        flits_leave(&s->reply);
    if (takes)
        lni_send(s, in);
}
