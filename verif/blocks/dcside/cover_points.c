#include "blocks/dcside/cover_points.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

const struct point_name dcside_event_names[DCSIDE_POINT_COUNT] = { DCSIDE_POINTS(POINT_NAME) };

static void count_sms(struct drive *d, const struct clusters_view *v)
{
    for (unsigned s = 0; s < UL1_SMS; s++) {
        const struct ul1_sni_in *in = v->sm_in[s];
        const struct ul1_sni_out *out = v->sm[s];
        const bool waits = in->mem_valid && !out->mem_ready;
        const bool full =
            in->mem_op == UL1_MEMOP_WRITE && out->epoch_count[out->epoch_youngest] == (1u << UL1_ACK_W) - 1;
        saw(d, DCSIDE_W_EPOCH, waits && in->mem_op == UL1_MEMOP_FENCE);
        saw(d, DCSIDE_W_COUNT, waits && full);
        saw(d, DCSIDE_W_REGISTER, waits && in->mem_op != UL1_MEMOP_FENCE && !full);
        saw(d, DCSIDE_W_NEAR, out->rq_valid && !in->rq_ready);
        saw(d, DCSIDE_W_NEARBACK, in->rp_valid && !out->rp_ready);
    }
}

static void count_nodes(struct drive *d, const struct clusters_view *v)
{
    for (unsigned n = 0; n < DC_NODES; n++) {
        const struct ul1_node_in *in = v->node_in[n];
        const struct ul1_node_out *out = v->node[n];
        saw(d, DCSIDE_HIT, out->pass_did == UL1_NODEDID_HIT);
        saw(d, DCSIDE_MERGE, out->pass_did == UL1_NODEDID_MERGE);
        saw(d, DCSIDE_W_Q1, in->q1_valid && !out->q1_ready);
        saw(d, DCSIDE_W_LIST, out->pass_did == UL1_NODEDID_LIST);
        saw(d, DCSIDE_W_WAY, out->pass_did == UL1_NODEDID_WAY);
        saw(d, DCSIDE_W_MSHR, out->pass_did == UL1_NODEDID_MSHR);
        saw(d, DCSIDE_W_ASK, out->pass_did == UL1_NODEDID_REQUEST);
        saw(d, DCSIDE_W_ANSWER, out->pass_did == UL1_NODEDID_ANSWER);
        saw(d, DCSIDE_W_Q3, out->q3_valid && !in->q3_ready);
        saw(d, DCSIDE_W_Q4, in->q4_valid && !out->q4_ready);
        saw(d, DCSIDE_W_Q2, out->q2_valid && !in->q2_ready);
    }
}

static void count_slices(struct drive *d, const struct dcside_bench *b, const void *ins, const void *outs)
{
    for (unsigned j = 0; j < UL1_SLICES; j++) {
        const struct ul1_lni_in *in = dcside_view(b)->slice_in[j];
        const struct ul1_lni_out *out = dcside_view(b)->slice[j];
        const struct ul1_l2_in *l2_in = ul1_part_in(b->whole, b->behind.slice[j].part, ins, outs);
        const struct ul1_l2_out *l2 = ul1_part_out(b->whole, b->behind.slice[j].part, outs);
        saw(d, DCSIDE_W_FAR, in->rq_valid && !out->rq_ready);
        saw(d, DCSIDE_W_SLICE, out->mem_valid && !in->mem_ready);
        if (b->behind.performers) {
            const size_t part = b->behind.operations[j].part;
            const struct ul1_rmw_in *rmw_in = ul1_part_in(b->whole, part, ins, outs);
            const struct ul1_rmw_out *rmw = ul1_part_out(b->whole, part, outs);
            saw(d, DCSIDE_W_OPERATION,
                rmw_in->req_valid && !rmw->req_ready && (!rmw->mem_valid || rmw_in->mem_ready));
        }
        saw(d, DCSIDE_W_PENDING, l2->pass_did == UL1_L2DID_PENDING);
        saw(d, DCSIDE_W_L2_LIST, l2->pass_did == UL1_L2DID_LIST);
        saw(d, DCSIDE_W_L2_WAY, l2->pass_did == UL1_L2DID_WAY);
        saw(d, DCSIDE_W_L2_MSHR, l2->pass_did == UL1_L2DID_MSHR);
        saw(d, DCSIDE_W_L2_ASK, l2->pass_did == UL1_L2DID_REQUEST);
        saw(d, DCSIDE_W_L2_ANSWER, l2->pass_did == UL1_L2DID_ANSWER);
        saw(d, DCSIDE_W_MC, l2->mem_valid && !l2_in->mem_ready);
        saw(d, DCSIDE_W_REPLY, in->resp_valid && !out->resp_ready);
        saw(d, DCSIDE_W_FARBACK, out->rp_valid && !in->rp_ready);
    }
}

void dcside_count_half(struct drive *d, const struct dcside_bench *b)
{
    const struct clusters_view *v = dcside_view(b);
    for (unsigned s = 0; s < UL1_SMS; s++)
        saw(d, DCSIDE_W_NEARBACK, v->sm_in[s]->rp_valid && !v->sm[s]->rp_ready);
}

void dcside_count(struct drive *d, const struct dcside_bench *b, bool busy, const void *in, const void *out)
{
    const struct clusters *l = dcside_ledger(b);
    const struct clusters_view *v = dcside_view(b);
    saw(d, DCSIDE_RESET, v->rst && busy);
    if (v->rst)
        return;
    saw(d, DCSIDE_READ, l->reads);
    saw(d, DCSIDE_WRITE, l->writes);
    saw(d, DCSIDE_REDUCTION, l->reductions);
    saw(d, DCSIDE_ATOMIC, l->atomics);
    saw(d, DCSIDE_REFUSED, l->refused);
    saw(d, DCSIDE_FENCE, l->fences);
    saw(d, DCSIDE_INV, l->invs);
    saw(d, DCSIDE_ERROR, l->errors);
    saw(d, DCSIDE_STALE, l->stale);
    saw(d, DCSIDE_CLOSED, l->by);
    saw(d, DCSIDE_REST, l->resting);
    count_sms(d, v);
    count_nodes(d, v);
    count_slices(d, b, in, out);
}

#endif
