#include "blocks/lni/contract.h"

#include <stddef.h>

// ---- requests

static const char *check_head(const struct flit *f)
{
    if (f->kind > UL1_PACKET_ATOM)
        return "rq_kind: no request";
    if (f->kind == UL1_PACKET_READ && (!f->tail || !f->sect))
        return "rq_tail, rq_sect: a read of more than one flit, or of no sector";
    if (!red_passes(f->atom, f->kind == UL1_PACKET_ATOM) || (f->atom && f->kind == UL1_PACKET_READ))
        return "rq_atom, rq_kind: not built, or an operation of a read";
    return !f->atom && (f->wide || f->sign) ? "rq_wide, rq_signed: without an operation (rq_atom)" : NULL;
}

static const char *check_flit(const struct lni_contract *c, const struct ul1_lni_in *in)
{
    struct flit f;
    FLIT_READ(f, in, rq, , 0);
    if (c->flit_waits
        && (!in->rq_valid || !flit_is(&f, &c->flit_waiting) || in->from_input != c->from_waiting))
        return "rq_valid, from_input, rq_head, rq_tail, rq_kind, rq_sub, rq_line, rq_vline, rq_use, rq_atom, "
               "rq_wide, "
               "rq_signed, rq_err, rq_sect, rq_be, rq_word: not the flit that was offered before and not "
               "taken";
    if (!in->rq_valid)
        return NULL;
    if (f.head == c->inside)
        return "rq_head: a head within a packet, or no head where one begins";
    const char *broken = f.head ? check_head(&f) : NULL;
    if (broken)
        return broken;
    return (!f.head || f.kind != UL1_PACKET_READ) && !one_sector(f.sect) ? "rq_sect: not one sector" : NULL;
}

static struct lni_request shown(const struct lni_contract *c, const struct ul1_lni_out *out)
{
    struct lni_request r;
    memset(&r, 0, sizeof r);
    r.op = out->mem_op;
    r.sect = out->mem_sect;
    r.use = out->memread_kind;
    r.atom = out->memdata_atom;
    r.wide = out->memdata_wide;
    r.sign = out->memdata_signed;
    r.old = out->memold_valid;
    r.number = out->mem_number;
    r.line = out->mem_line;
    r.vline = out->mem_vline;
    memcpy(r.be, out->memdata_be, sizeof r.be);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        r.word[w] = c->has >> w & 1 ? out->memdata_word[w] : 0;
    return r;
}

static const char *check_request(const struct lni_contract *c, const struct ul1_lni_in *in,
                                 const struct ul1_lni_out *out)
{
    uint8_t bytes = 0;
    if (out->rq_ready != (!c->whole || in->mem_ready))
        return "rq_ready: not exactly unless a request waits for the slice";
    if (out->mem_valid != c->whole)
        return "mem_valid: not exactly from the cycle behind the tail until the slice takes the request";
    if (out->memdata_carries != (c->whole ? c->has : 0))
        return "memdata_carries: not the words that came";
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        bytes |= out->memdata_be[w];
    if (!c->whole)
        return bytes || out->memdata_atom || out->memdata_wide || out->memdata_signed || out->memold_valid
            ? "memdata_be, memdata_atom, memdata_wide, memdata_signed, memold_valid: without a write on offer"
            : NULL;
    const struct lni_request now = shown(c, out);
    if (out->mem_level || out->memread_warp || out->memread_space
        || (out->memold_valid && out->memold_number != c->request.number))
        return "mem_level, memread_warp, memread_space, memold_number: not 0, or not the number of the "
               "request";
    return memcmp(&now, &c->request, sizeof now)
        ? "mem_op, mem_number, mem_line, mem_sect, mem_vline, memread_kind, memdata_be, memdata_word, "
          "memdata_atom, "
          "memdata_wide, memdata_signed, memold_valid: not the request of the packet"
        : NULL;
}

static void come(struct lni_contract *c, const struct flit *f, unsigned from)
{
    struct lni_request *r = &c->request;
    if (f->head) {
        memset(r, 0, sizeof *r);
        r->op = f->kind == UL1_PACKET_READ ? UL1_MEMOP_READ : UL1_MEMOP_WRITE;
        r->sect = f->kind == UL1_PACKET_READ ? f->sect : 0;
        r->use = f->use;
        r->atom = f->atom;
        r->wide = f->wide;
        r->sign = f->sign;
        r->old = f->kind == UL1_PACKET_ATOM;
        r->number = from << UL1_TAG_W | f->sub;
        r->line = f->line;
        r->vline = f->vline;
        c->has = 0;
    }
    c->inside = !f->tail;
    c->whole = f->tail;
    if (r->op == UL1_MEMOP_READ)
        return;
    for (unsigned s = 0; s < UL1_SECTORS; s++)
        if (f->sect >> s & 1) {
            memcpy(r->be + (size_t)s * UL1_SECTOR_WORDS, f->be, sizeof f->be);
            memcpy(r->word + (size_t)s * UL1_SECTOR_WORDS, f->word, sizeof f->word);
        }
    c->has |= words_of(f->sect);
}

// ---- responses

struct lni_response lni_offered(const struct ul1_lni_in *in)
{
    struct lni_response r;
    memset(&r, 0, sizeof r);
    r.op = in->resp_op;
    r.sect = in->resp_sect;
    r.err = in->resp_err;
    r.number = in->resp_number;
    r.vline = in->resp_vline;
    memcpy(r.word, in->resp_data, sizeof r.word);
    return r;
}

static const char *check_response(const struct lni_contract *c, const struct ul1_lni_in *in)
{
    const struct lni_response now = lni_offered(in);
    if (c->waits && (!in->resp_valid || memcmp(&now, &c->waiting, sizeof now)))
        return "resp_valid, resp_op, resp_number, resp_sect, resp_err, resp_vline, resp_data: not the "
               "response that "
               "was offered before and not taken";
    if (!in->resp_valid)
        return NULL;
    if (now.op != UL1_MEMOP_READ && now.op != UL1_MEMOP_WRITE
        && (UL1_GLOBAL_ATOMICS < 2 || now.op != UL1_MEMOP_ATOM))
        return "resp_op: no kind of request that a slice answers";
    return now.op != UL1_MEMOP_WRITE && !now.sect ? "resp_sect: words of no sector" : NULL;
}

static const char *check_due(const struct lni_contract *c, const struct ul1_lni_in *in,
                             const struct ul1_lni_out *out)
{
    struct flit now;
    if (in->resp_valid && out->resp_ready != (c->dues == 0 || (c->dues == 1 && in->rp_ready)))
        return "resp_ready: not exactly when the register becomes free";
    if (out->rp_valid != (c->dues != 0))
        return "rp_valid: not exactly while flits of a response are left";
    if (!c->dues)
        return NULL;
    FLIT_READ(now, out, rp, , 0);
    now.dst = out->rp_dst;
    return flit_is(&now, &c->due[0]) ? NULL
                                     : "rp_head, rp_tail, rp_dst, rp_kind, rp_sub, rp_line, rp_vline, "
                                       "rp_use, rp_atom, rp_wide, rp_signed, "
                                       "rp_err, rp_sect, rp_be, rp_word: not the next flit of the response";
}

static void send(struct lni_contract *c, const struct lni_response *r)
{
    struct flit head;
    memset(&head, 0, sizeof head);
    head.kind = r->op == UL1_MEMOP_READ ? UL1_PACKET_DATA
        : r->op == UL1_MEMOP_WRITE      ? UL1_PACKET_ACK
                                        : UL1_PACKET_OLD;
    head.dst = (uint8_t)(r->number >> UL1_TAG_W);
    head.sub = r->number & ((1u << UL1_TAG_W) - 1);
    head.err = r->err;
    head.vline = r->op == UL1_MEMOP_WRITE ? r->vline : 0;
    c->dues = 0;
    if (r->op == UL1_MEMOP_WRITE || r->err) {
        head.head = head.tail = true;
        head.sect = r->op == UL1_MEMOP_WRITE ? 0 : r->sect;
        c->due[c->dues++] = head;
        return;
    }
    for (unsigned left = r->sect; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        struct flit f;
        memset(&f, 0, sizeof f);
        if (!c->dues)
            f = head;
        f.head = !c->dues;
        f.tail = !(left & (left - 1));
        f.sect = (uint8_t)(1u << s);
        memcpy(f.word, r->word + (size_t)s * UL1_SECTOR_WORDS, sizeof f.word);
        c->due[c->dues++] = f;
    }
}

// ---- a cycle

static void advance(struct lni_contract *c, const struct ul1_lni_in *in, const struct ul1_lni_out *out)
{
    struct flit f;
    FLIT_READ(f, in, rq, , 0);
    c->flit_waits = in->rq_valid && !out->rq_ready;
    c->flit_waiting = f;
    c->from_waiting = in->from_input;
    c->whole &= !in->mem_ready;
    if (in->rq_valid && out->rq_ready)
        come(c, &f, in->from_input);
    if (c->dues && in->rp_ready) {
        memmove(&c->due[0], &c->due[1], (UL1_SECTORS - 1) * sizeof c->due[0]);
        c->dues--;
    }
    c->waiting = lni_offered(in);
    c->waits = in->resp_valid && !out->resp_ready;
    if (in->resp_valid && out->resp_ready)
        send(c, &c->waiting);
}

const char *lni_contract_check(struct lni_contract *c, const struct ul1_lni_in *in,
                               const struct ul1_lni_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        return NULL;
    }
    const char *broken = check_flit(c, in);
    broken = broken ? broken : check_response(c, in);
    if (!broken && c->judged) {
        broken = check_request(c, in, out);
        broken = broken ? broken : check_due(c, in, out);
    }
    advance(c, in, out);
    return broken;
}
