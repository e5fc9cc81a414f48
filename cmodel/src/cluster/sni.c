// Sni: sends each request of an L1 as a packet, and delivers the packets that answer. A fence is not sent.
// Writes are counted by epochs until they are answered; a fence closes the youngest epoch, and is answered
// when the count of that and of all older ones is zero. The fence of a command is also an inv to each node.
#include "cluster/sni.h"

#include "common/home.h"

// ---- requests

static unsigned sni_next(unsigned epoch)
{
    return (epoch + 1) % UL1_EPOCHS;
}

// The request register is free for another request.
static unsigned sni_is_free(const struct sni_state *s, const struct sni_in *in)
{
    return flits_room(&s->request, in->rq_ready) && !s->invs;
}

// The request is the fence of a command, and there are nodes.
static unsigned sni_invalidates(const struct sni_in *in)
{
    return UL1_INVS && in->mem_op == UL1_MEMOP_FENCE && in->mem_number == UL1_CMD_ID;
}

static unsigned sni_has_room(const struct sni_state *s, const struct sni_in *in)
{
    if (sni_invalidates(in) && !(sni_is_free(s, in) && s->count[s->youngest] <= below(UL1_ACK_W) - UL1_INVS))
        return 0;
    if (in->mem_op == UL1_MEMOP_FENCE)
        return sni_next(s->youngest) != s->oldest;
    return sni_is_free(s, in) && (in->mem_op != UL1_MEMOP_WRITE || s->count[s->youngest] < below(UL1_ACK_W));
}

// The kind of a request means nothing without one on offer.
static void sni_ready(const struct sni_state *s, const struct sni_in *in, struct ul1_sni_out *out)
{
    out->mem_ready = (uint8_t)(!in->mem_valid || sni_has_room(s, in));
}

// The first inv goes to node 0.
static unsigned sni_dst(const struct sni_state *s)
{
    return UL1_INVS && s->sent.kind == UL1_PACKET_INV ? UL1_INVS - 1u - s->invs : home_of(s->sent.line, 0);
}

static void sni_requests(const struct sni_state *s, struct ul1_sni_out *out)
{
    const struct flits_out *f = &s->request;
    const unsigned at = flits_at(f) * UL1_SECTOR_WORDS;
    const struct head h = f->begun ? (struct head){ 0 } : s->sent;
    out->rq_valid = f->valid;
    out->rq_head = !f->begun;
    out->rq_tail = (uint8_t)flits_tail(f);
    out->rq_dst = (uint8_t)(f->begun ? 0 : sni_dst(s));
    out->rq_kind = h.kind;
    out->rq_sub = h.sub;
    out->rq_line = h.line;
    out->rq_vline = h.vline;
    out->rq_use = h.use;
    out->rq_atom = h.atom;
    out->rq_wide = h.wide;
    out->rq_signed = h.sign;
    out->rq_err = 0;
    out->rq_sect = (uint8_t)flits_sect(f);
    memcpy(out->rq_be, s->be + at, sizeof out->rq_be);
    flits_words(f, out->rq_word);
}

// The words of a write that travel, and their sectors: enabled bytes, and the second operands of a cas, which
// are beside the first ones. The L1 promises nothing of other bytes.
static unsigned sni_words(const struct sni_in *in, uint32_t *word)
{
    const unsigned swaps = in->memdata_atom == UL1_ATOM_CAS, beside = in->memdata_wide ? 2 : 1;
    unsigned sect = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++) {
        const unsigned second = swaps && in->memdata_be[w ^ beside];
        word[w] = in->memdata_word[w] & (second ? UINT32_MAX : be_bits(in->memdata_be[w]));
        if (in->memdata_be[w] || second)
            sect |= 1u << w / UL1_SECTOR_WORDS;
    }
    return sect;
}

static void sni_send(struct sni_state *s, const struct sni_in *in)
{
    const unsigned writes = in->mem_op == UL1_MEMOP_WRITE, old = in->memold_valid;
    uint32_t word[UL1_LINE_WORDS];
    const unsigned sect = sni_words(in, word);
    s->sent = (struct head){ .line = in->mem_line,
                             .kind = !writes ? UL1_PACKET_READ
                                 : old       ? UL1_PACKET_ATOM
                                             : UL1_PACKET_WRITE };
    if (writes) {
        s->sent.sub = s->youngest | (old ? (uint32_t)in->memold_number << UL1_EPOCH_W : 0);
        s->sent.vline = in->mem_vline;
        s->sent.atom = in->memdata_atom;
        s->sent.wide = in->memdata_wide;
        s->sent.sign = in->memdata_signed;
        s->count[s->youngest]++;
    } else {
        s->sent.sub = in->mem_number;
        s->sent.use = in->memread_kind;
    }
    memcpy(s->be, in->memdata_be, sizeof s->be);
    flits_enter(&s->request, writes, writes ? sect : in->mem_sect, word);
}

// The invs of a command's fence enter the register one after the other.
static void sni_send_inv(struct sni_state *s)
{
    uint32_t word[UL1_LINE_WORDS] = { 0 };
    memset(s->be, 0, sizeof s->be);
    flits_enter(&s->request, 0, 0, word);
}

static void sni_close(struct sni_state *s, const struct sni_in *in)
{
    if (sni_invalidates(in)) {
        s->sent = (struct head){ .kind = UL1_PACKET_INV, .sub = s->youngest };
        s->count[s->youngest] += UL1_INVS;
        s->invs = UL1_INVS - 1;
        sni_send_inv(s);
    }
    s->fence[s->youngest] = in->mem_number;
    s->youngest = (uint8_t)sni_next(s->youngest);
}

// ---- replies

static unsigned sni_responds(const struct sni_state *s)
{
    return s->reply.whole && (s->came.kind != UL1_PACKET_ACK || s->came.err);
}

// A fence is answered in this cycle.
static unsigned sni_fence(const struct sni_state *s)
{
    return s->oldest != s->youngest && !s->count[s->oldest] && !s->waited;
}

static unsigned sni_waits(const struct sni_state *s)
{
    return sni_responds(s) && sni_fence(s);
}

// In the first half of a cycle a packet that is whole waits for its second one.
static unsigned sni_accepts(const struct sni_state *s, const struct sni_in *in)
{
    return !sni_waits(s) && !(s->reply.whole && in->half);
}

static void sni_accept(const struct sni_state *s, const struct sni_in *in, struct ul1_sni_out *out)
{
    out->rp_ready = (uint8_t)sni_accepts(s, in);
}

static void sni_respond(const struct sni_state *s, struct ul1_sni_out *out)
{
    const unsigned fence = sni_fence(s), kind = s->came.kind;
    out->resp_valid = (uint8_t)(fence || sni_responds(s));
    out->resp_op = UL1_MEMOP_FENCE;
    out->resp_number = s->fence[s->oldest];
    out->resp_sect = out->resp_err = 0;
    out->resp_vline = 0;
    if (!fence) {
        out->resp_op = kind == UL1_PACKET_DATA ? UL1_MEMOP_READ
            : kind == UL1_PACKET_ACK           ? UL1_MEMOP_WRITE
                                               : UL1_MEMOP_ATOM;
        out->resp_number = kind == UL1_PACKET_DATA ? s->came.sub
            : kind == UL1_PACKET_ACK               ? 0
                                                   : s->came.sub >> UL1_EPOCH_W;
        out->resp_sect = s->reply.sect;
        out->resp_err = s->came.err;
        out->resp_vline = s->came.vline;
    }
    const uint64_t brings = sni_responds(s) && !fence && !s->came.err ? words_in(s->reply.sect) : 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        out->resp_data[w] = is_in(brings, w) ? s->reply.word[w] : 0;
}

static void sni_state(const struct sni_state *s, const struct sni_in *in, struct ul1_sni_out *out)
{
    (void)in;
    sni_requests(s, out);
    sni_respond(s, out);
}

static void sni_show(const struct sni_state *s, const struct sni_in *in, struct ul1_sni_out *out)
{
    (void)in;
    for (unsigned e = 0; e < UL1_EPOCHS; e++)
        out->epoch_count[e] = s->count[e];
    out->epoch_oldest = s->oldest;
    out->epoch_youngest = s->youngest;
}

static unsigned sni_rests(const struct sni_state *s)
{
    return !s->request.valid && !s->reply.whole && s->oldest == s->youngest && !s->waited;
}

static void sni_come(struct sni_state *s, const struct sni_in *in)
{
    flits_come(&s->reply, in->rp_head, in->rp_tail, in->rp_sect, in->rp_word);
    if (in->rp_head)
        s->came =
            (struct head){ .kind = in->rp_kind, .sub = in->rp_sub, .err = in->rp_err, .vline = in->rp_vline };
}

// A cycle, without flits that come.
static void sni_cycle(struct sni_state *s, const struct sni_in *in, unsigned leaves)
{
    const unsigned fence = sni_fence(s), waits = sni_waits(s), takes = in->mem_valid && sni_has_room(s, in);
    // the answer of a write or an atomic is delivered
    if (s->reply.whole && !waits && s->came.kind != UL1_PACKET_DATA)
        s->count[s->came.sub & below(UL1_EPOCH_W)]--;
    s->reply.whole &= (uint8_t)waits;
    if (fence)
        s->oldest = (uint8_t)sni_next(s->oldest);
    s->waited = (uint8_t)waits;
    if (leaves)
        flits_leave(&s->request);
    if (s->invs && flits_room(&s->request, 0)) {
        s->invs--;
        sni_send_inv(s);
    }
    if (takes && in->mem_op == UL1_MEMOP_FENCE)
        sni_close(s, in);
    else if (takes)
        sni_send(s, in);
}

static void sni_clock(struct sni_state *s, const struct sni_in *in, const struct ul1_sni_out *out)
{
    (void)out;
    if (in->rst) {
        s->request.valid = s->reply.whole = s->oldest = s->youngest = s->invs = 0;
        memset(s->count, 0, sizeof s->count);
        return;
    }
    const unsigned comes = in->rp_valid && sni_accepts(s, in), leaves = s->request.valid && in->rq_ready;
    if (!in->half)
        sni_cycle(s, in, leaves);
    else if (leaves)
        flits_leave(&s->request);
    if (comes)
        sni_come(s, in);
}
