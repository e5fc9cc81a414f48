#include "blocks/sni/contract.h"

#include <stddef.h>

// ---- requests

// The bits of a word of a write that travel.
static uint32_t travels(const struct sni_request *r, unsigned w)
{
    return sent_bits(r->be, w, r->atom, r->wide);
}

struct sni_request sni_offered(const struct ul1_sni_in *in)
{
    struct sni_request r;
    memset(&r, 0, sizeof r);
    r.op = in->mem_op;
    r.sect = in->mem_sect;
    r.level = in->mem_level;
    r.use = in->memread_kind;
    r.warp = in->memread_warp;
    r.space = in->memread_space;
    r.atom = in->memdata_atom;
    r.wide = in->memdata_wide;
    r.sign = in->memdata_signed;
    r.old = in->memold_valid;
    r.old_number = r.old ? in->memold_number : 0;
    r.number = in->mem_number;
    r.line = in->mem_line;
    r.vline = in->mem_vline;
    memcpy(r.be, in->memdata_be, sizeof r.be);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        r.word[w] = r.op == UL1_MEMOP_WRITE ? in->memdata_word[w] & travels(&r, w) : 0;
    return r;
}

static bool any_byte(const struct ul1_sni_in *in)
{
    uint8_t bytes = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        bytes |= in->memdata_be[w];
    return bytes;
}

static const char *check_request(const struct sni_contract *c, const struct ul1_sni_in *in)
{
    const bool writes = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE, bytes = any_byte(in);
    if (in->mem_valid && in->mem_op > UL1_MEMOP_FENCE)
        return "mem_op: none that there is";
    if (in->mem_valid && in->mem_op == UL1_MEMOP_READ && !in->mem_sect)
        return "mem_sect: a read of no sector";
    if (bytes != writes)
        return "memdata_be: bytes without a write on offer, or a write without bytes";
    if (in->memold_valid && in->memold_number >> (UL1_TAG_W - UL1_EPOCH_W))
        return "memold_number: too long for an epoch beside it";
    if (!red_passes(in->memdata_atom, in->memold_valid) || (in->memdata_atom && !writes))
        return "memdata_atom, memold_valid: not built, or without a write on offer";
    if (!in->memdata_atom && (in->memdata_wide || in->memdata_signed))
        return "memdata_wide, memdata_signed: without an operation (memdata_atom)";
    if (!c->waits)
        return NULL;
    const struct sni_request now = sni_offered(in);
    return !in->mem_valid || memcmp(&now, &c->waiting, sizeof now)
        ? "mem_valid, mem_op, mem_number, mem_line, mem_sect, mem_vline, mem_level, memread_kind, "
          "memread_warp, memread_space, memdata_be, "
          "memdata_word, memdata_atom, memdata_wide, memdata_signed, memold_valid, memold_number: not the "
          "request that was offered before and not taken"
        : NULL;
}

// A request is taken exactly when the flits of the one before are gone or the last of them goes, and a write
// only if it can be counted. A fence needs an epoch to come, and nothing else if it does not travel. Without
// a request nothing holds one up.
static const char *check_taken(const struct sni_contract *c, const struct ul1_sni_in *in,
                               const struct ul1_sni_out *out)
{
    const bool register_free = c->dues == 0 || (c->dues == 1 && in->rq_ready && !c->gap);
    const bool fence = in->mem_op == UL1_MEMOP_FENCE, inv = sni_invalidates(in);
    const unsigned enter = inv ? UL1_INVS : in->mem_op == UL1_MEMOP_WRITE;
    const bool enters = register_free && c->counts[c->youngest] + enter <= SNI_MOST,
               closes = c->waiting_fences + 1 < UL1_EPOCHS,
               takes = fence ? closes && (!inv || enters) : enters;
    return out->mem_ready != (takes || !in->mem_valid)
        ? "mem_ready: not exactly when the register becomes free, a write or invs can be counted, and a "
          "fence has an epoch, or without a request"
        : NULL;
}

static const char *check_flit(const struct sni_contract *c, const struct ul1_sni_out *out)
{
    struct flit now;
    const bool offers = c->dues && !c->gap;
    if (out->rq_valid != offers)
        return "rq_valid: not exactly while flits of a request are left";
    if (!offers)
        return NULL;
    FLIT_READ(now, out, rq, , 0);
    now.dst = out->rq_dst;
    return flit_is(&now, &c->due[0]) ? NULL
                                     : "rq_head, rq_tail, rq_dst, rq_kind, rq_sub, rq_line, rq_vline, "
                                       "rq_use, rq_atom, rq_wide, rq_signed, "
                                       "rq_err, rq_sect, rq_be, rq_word: not the next flit of the request";
}

// The sectors of a write that travel.
static unsigned sectors_sent(const struct sni_request *r)
{
    uint32_t words = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        words |= (uint32_t)(travels(r, w) != 0) << w;
    return sectors_of(words);
}

// An inv of all lines to each node.
static void send_invs(struct sni_contract *c)
{
    for (c->dues = 0; c->dues != UL1_INVS; c->dues++) {
        struct flit *f = &c->due[c->dues];
        memset(f, 0, sizeof *f);
        f->head = f->tail = true;
        f->kind = UL1_PACKET_INV;
        f->dst = (uint8_t)c->dues;
        f->sub = c->youngest;
    }
    c->counts[c->youngest] += UL1_INVS;
    c->owed[c->youngest] += UL1_INVS;
}

static void send(struct sni_contract *c, const struct sni_request *r)
{
    struct flit head;
    memset(&head, 0, sizeof head);
    head.line = r->line;
    head.dst = (uint8_t)home_dst(r->line, 0);
    c->dues = 0;
    if (r->op == UL1_MEMOP_READ) {
        head.head = head.tail = true;
        head.kind = UL1_PACKET_READ;
        head.use = r->use;
        head.sub = r->number;
        head.sect = r->sect;
        c->due[c->dues++] = head;
        return;
    }
    head.kind = r->old ? UL1_PACKET_ATOM : UL1_PACKET_WRITE;
    head.sub = c->youngest | (r->old ? r->old_number << UL1_EPOCH_W : 0);
    head.vline = r->vline;
    head.atom = r->atom;
    head.wide = r->wide;
    head.sign = r->sign;
    for (unsigned left = sectors_sent(r); left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        struct flit f;
        memset(&f, 0, sizeof f);
        if (!c->dues)
            f = head;
        f.head = !c->dues;
        f.tail = !(left & (left - 1));
        f.sect = (uint8_t)(1u << s);
        memcpy(f.be, r->be + (size_t)s * UL1_SECTOR_WORDS, sizeof f.be);
        memcpy(f.word, r->word + (size_t)s * UL1_SECTOR_WORDS, sizeof f.word);
        c->due[c->dues++] = f;
    }
    c->counts[c->youngest]++;
    c->owed[c->youngest]++;
}

// ---- replies

static const char *check_head(const struct sni_contract *c, const struct flit *f)
{
    const unsigned epoch = f->sub & ((1u << UL1_EPOCH_W) - 1);
    const bool answers = f->kind == UL1_PACKET_ACK || f->kind == UL1_PACKET_OLD;
    if (!answers && f->kind != UL1_PACKET_DATA)
        return "rp_kind: no reply";
    if (answers && !c->owed[epoch])
        return "rp_sub: the answer of a write or an inv in an epoch that awaits none";
    if (f->err && (!f->tail || (f->kind != UL1_PACKET_ACK && !f->sect)))
        return "rp_err: more than one flit, or about no sector";
    if (f->kind == UL1_PACKET_ACK && (!f->tail || f->sect))
        return "rp_tail, rp_sect: an ack of more than one flit, or about sectors";
    return NULL;
}

static const char *check_reply(const struct sni_contract *c, const struct ul1_sni_in *in)
{
    struct flit f;
    FLIT_READ(f, in, rp, , 0);
    if (c->flit_waits && (!in->rp_valid || !flit_is(&f, &c->flit_waiting)))
        return "rp_valid, rp_head, rp_tail, rp_kind, rp_sub, rp_line, rp_vline, rp_use, rp_atom, rp_wide, "
               "rp_signed, "
               "rp_err, rp_sect, rp_be, rp_word: not the flit that was offered before and not taken";
    if (!in->rp_valid)
        return NULL;
    if (f.head == c->inside)
        return "rp_head: a head within a packet, or no head where one begins";
    const char *broken = f.head ? check_head(c, &f) : NULL;
    if (broken)
        return broken;
    const bool words = !f.head || (f.kind != UL1_PACKET_ACK && !f.err);
    return words && (!one_sector(f.sect) || (!f.head && f.sect & c->sect))
        ? "rp_sect: not one sector, or one that has come before"
        : NULL;
}

static const char *check_response(const struct sni_contract *c, const struct ul1_sni_in *in,
                                  const struct ul1_sni_out *out)
{
    const bool fence = sni_answers(c), delivers = sni_responds(c) && !fence;
    const uint32_t words = delivers && !c->head.err ? words_of(c->sect) : 0;
    if (out->rp_ready != !((sni_responds(c) && fence) || (c->whole && in->half)))
        return "rp_ready: not exactly unless a packet waits for the answer of a fence or the second half";
    if (out->resp_valid != (fence || delivers))
        return "resp_valid: not exactly with a fence that is over, or a reply that has come";
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        if (out->resp_valid && out->resp_data[w] != (words >> w & 1 ? c->word[w] : 0))
            return "resp_data: not the words of the reply, and zero where it has none";
    if (fence)
        return out->resp_op != UL1_MEMOP_FENCE || out->resp_number != c->fences[0] || out->resp_sect
                || out->resp_err || out->resp_vline
            ? "resp_op, resp_number, resp_sect, resp_err, resp_vline: not the answer of the oldest fence"
            : NULL;
    if (!delivers)
        return NULL;
    const struct flit *h = &c->head;
    const bool data = h->kind == UL1_PACKET_DATA, ack = h->kind == UL1_PACKET_ACK;
    if (out->resp_op
            != (data      ? UL1_MEMOP_READ
                    : ack ? UL1_MEMOP_WRITE
                          : UL1_MEMOP_ATOM)
        || out->resp_number
            != (data      ? h->sub
                    : ack ? 0
                          : h->sub >> UL1_EPOCH_W)
        || out->resp_sect != c->sect || out->resp_err != h->err || out->resp_vline != h->vline)
        return "resp_op, resp_number, resp_sect, resp_err, resp_vline: not those of the reply";
    return NULL;
}

static const char *check_epochs(const struct sni_contract *c, const struct ul1_sni_out *out)
{
    for (unsigned e = 0; e < UL1_EPOCHS; e++)
        if (out->epoch_count[e] != c->counts[e])
            return "epoch_count: not the writes and invs of the epoch that are not answered";
    return out->epoch_youngest != c->youngest || out->epoch_oldest != sni_oldest(c)
        ? "epoch_youngest, epoch_oldest: not one further with each fence that is taken or answered"
        : NULL;
}

static void come(struct sni_contract *c, const struct flit *f)
{
    if (f->head) {
        c->head = *f;
        c->sect = 0;
        if (f->kind != UL1_PACKET_DATA)
            c->owed[f->sub & ((1u << UL1_EPOCH_W) - 1)]--;
    }
    c->sect |= f->sect;
    c->inside = !f->tail;
    c->whole = f->tail;
    for (unsigned s = 0; s < UL1_SECTORS; s++)
        if (f->sect >> s & 1)
            memcpy(c->word + (size_t)s * UL1_SECTOR_WORDS, f->word, sizeof f->word);
}

// ---- a cycle

static void advance_replies(struct sni_contract *c, const struct ul1_sni_in *in,
                            const struct ul1_sni_out *out)
{
    const bool fence = sni_answers(c), late = sni_responds(c) && fence;
    struct flit f;
    FLIT_READ(f, in, rp, , 0);
    if (!in->half && c->whole && !late && c->head.kind != UL1_PACKET_DATA)
        c->counts[c->head.sub & ((1u << UL1_EPOCH_W) - 1)]--;
    if (!in->half) {
        c->whole &= late;
        c->late = late;
    }
    if (!in->half && fence) {
        memmove(&c->fences[0], &c->fences[1], (UL1_EPOCHS - 1) * sizeof c->fences[0]);
        c->waiting_fences--;
    }
    c->flit_waits = in->rp_valid && !out->rp_ready;
    c->flit_waiting = f;
    if (in->rp_valid && out->rp_ready)
        come(c, &f);
}

static void advance_requests(struct sni_contract *c, const struct ul1_sni_in *in,
                             const struct ul1_sni_out *out)
{
    const bool takes = in->mem_valid && out->mem_ready && !in->half,
               leaves = c->dues && !c->gap && in->rq_ready, ends = leaves && c->due[0].tail;
    if (leaves) {
        memmove(&c->due[0], &c->due[1], (SNI_DUES - 1) * sizeof c->due[0]);
        c->dues--;
    }
    c->gap = in->half && c->dues && (c->gap || ends);
    c->waiting = sni_offered(in);
    c->waits = in->mem_valid && !takes;
    if (takes && in->mem_op == UL1_MEMOP_FENCE && c->waiting_fences + 1 < UL1_EPOCHS) {
        if (sni_invalidates(in))
            send_invs(c);
        c->fences[c->waiting_fences++] = in->mem_number;
        c->youngest = (c->youngest + 1) % UL1_EPOCHS;
    } else if (takes && in->mem_op != UL1_MEMOP_FENCE) {
        send(c, &c->waiting);
    }
}

const char *sni_contract_check(struct sni_contract *c, const struct ul1_sni_in *in,
                               const struct ul1_sni_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        return NULL;
    }
    const char *broken = check_request(c, in);
    broken = broken ? broken : check_reply(c, in);
    if (!broken && c->judged) {
        broken = check_epochs(c, out);
        broken = broken ? broken : check_flit(c, out);
        broken = broken ? broken : check_response(c, in, out);
        broken = broken ? broken : check_taken(c, in, out);
    }
    advance_replies(c, in, out);
    advance_requests(c, in, out);
    return broken;
}
