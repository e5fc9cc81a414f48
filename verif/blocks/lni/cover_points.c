#include "blocks/lni/cover_points.h"

const struct point_name lni_event_names[LNI_POINT_COUNT] = { LNI_POINTS(POINT_NAME) };

static void count_requests(struct drive *d, struct lni_past *p, const struct lni_contract *c,
                           const struct ul1_lni_in *in, const struct ul1_lni_out *out)
{
    const bool read = out->mem_valid && out->mem_op == UL1_MEMOP_READ,
               write = out->mem_valid && out->mem_op == UL1_MEMOP_WRITE;
    const unsigned sect = sectors_of(out->memdata_carries), last = sectors_of(p->words);
    bool bare = false;
    for (unsigned s = 0; s < UL1_SECTORS; s++) {
        bool bytes = false;
        for (unsigned w = 0; w < UL1_SECTOR_WORDS; w++)
            bytes |= out->memdata_be[s * UL1_SECTOR_WORDS + w] != 0;
        bare |= sect >> s & 1 && !bytes;
    }
    saw(d, READS_ON, read && in->mem_ready && p->read);
    saw(d, READ, read);
    saw(d, WRITE_ONE, write && one_sector(sect));
    saw(d, WRITE_ALL, write && sect == ALL_SECTORS);
    saw(d, WRITE_SOME, write && p->words && last & ~sect);
    saw(d, REDUCTION, write && out->memdata_atom && !out->memold_valid);
    saw(d, ATOMIC, out->memold_valid);
    saw(d, WORDS_ONLY, out->memold_valid && bare);
    saw(d, FROM_FIRST, out->mem_valid && out->mem_number >> UL1_TAG_W == 0);
    saw(d, FROM_LAST, out->mem_valid && out->mem_number >> UL1_TAG_W == (1u << UL1_NET_W) - 1);
    saw(d, HEAD_WAITS, in->rq_valid && !out->rq_ready);
    saw(d, REPLACED, in->rq_valid && out->mem_valid && in->mem_ready);
    saw(d, GAP, c->inside && !in->rq_valid);
    p->read = read && in->mem_ready;
    if (write && in->mem_ready)
        p->words = out->memdata_carries;
}

static void count_responses(struct drive *d, struct lni_past *p, const struct lni_contract *c,
                            const struct ul1_lni_in *in, const struct ul1_lni_out *out)
{
    const bool taken = in->resp_valid && out->resp_ready, read = taken && in->resp_op == UL1_MEMOP_READ,
               write = taken && in->resp_op == UL1_MEMOP_WRITE, atom = taken && in->resp_op == UL1_MEMOP_ATOM;
    saw(d, DATA_ONE, read && !in->resp_err && one_sector(in->resp_sect));
    saw(d, DATA_ALL, read && !in->resp_err && in->resp_sect == ALL_SECTORS);
    saw(d, DATA_FAILED, read && in->resp_err && !one_sector(in->resp_sect));
    saw(d, ACK, write && !in->resp_err);
    saw(d, ACK_FAILED, write && in->resp_err);
    saw(d, OLD, atom && !in->resp_err);
    saw(d, OLD_FAILED, atom && in->resp_err);
    saw(d, RESPONSE_WAITS, in->resp_valid && !taken);
    saw(d, RESPONSES_ON, taken && p->response);
    saw(d, LAST_FLIT, taken && c->dues == 1 && !c->due[0].head);
    saw(d, BOTH, taken && out->mem_valid && in->mem_ready);
    p->response = taken;
}

void lni_count(struct drive *d, struct lni_past *p, const struct lni_contract *before,
               const struct ul1_lni_in *in, const struct ul1_lni_out *out)
{
    if (in->rst) {
        saw(d, RESET_INSIDE, p->inside);
        saw(d, RESET_WHOLE, p->whole);
        saw(d, RESET_FLITS, p->flits);
        memset(p, 0, sizeof *p);
        return;
    }
    count_requests(d, p, before, in, out);
    count_responses(d, p, before, in, out);
    p->inside = before->inside;
    p->whole = before->whole && !in->mem_ready;
    p->flits = before->dues > in->rp_ready;
}
