#include "checkers/packets/clusters_waits.h"
#include "common/nodes.h"

#include <inttypes.h>

#ifdef UL1_HAS_DCSIDE // with these sizes

// To Q1; in the queue behind the requests before it; in a list, or to a slice and back; and to the SM.
uint64_t clusters_bound(const struct clusters *l)
{
    const uint64_t t = l->ask_wait, d = l->fetch_wait, a = l->answer_wait;
    return crossing_bound(&l->near) + (UL1_NODE_QUEUE + 2) * node_ends_within(t, d, a)
        + node_answers_within(t, d, a) + t + d + 3 * a + crossing_bound(&l->nearback);
}

void clusters_leave_q2(struct clusters *l, const struct clusters_view *v)
{
    for (unsigned n = 0; n < DC_NODES; n++)
        if (v->node[n]->q2_valid && v->node[n]->q2_tail && v->node_in[n]->q2_ready)
            l->node[n].q2 = 0;
}

// How long packets wait at Q2 and Q3.
static void measure(struct clusters *l, const struct clusters_view *v)
{
    for (unsigned n = 0; n < DC_NODES; n++) {
        const struct ul1_node_out *out = v->node[n];
        struct clusters_node *is = &l->node[n];
        is->q2 = out->q2_valid ? is->q2 + 1 : is->q2;
        is->q3 = out->q3_valid ? is->q3 + 1 : is->q3;
        l->answer_wait = is->q2 > l->answer_wait ? is->q2 : l->answer_wait;
        l->ask_wait = is->q3 > l->ask_wait ? is->q3 : l->ask_wait;
        if (out->q3_valid && out->q3_tail && v->node_in[n]->q3_ready)
            is->q3 = 0;
        for (unsigned k = 0; k < UL1_NODE_MSHRS; k++)
            if (is->fetch[k].since && l->cycle - is->fetch[k].since > l->fetch_wait)
                l->fetch_wait = l->cycle - is->fetch[k].since;
        if (out->q3_valid && out->q3_head && out->q3_sub < UL1_NODE_MSHRS && !is->fetch[out->q3_sub].since)
            is->fetch[out->q3_sub].since = l->cycle;
    }
    clusters_leave_q2(l, v);
}

void clusters_measure(struct clusters *l, const struct clusters_view *v)
{
    bool q1[DC_NODES], q4[DC_NODES], sm[UL1_SMS], slice[UL1_SLICES];
    for (unsigned n = 0; n < DC_NODES; n++) {
        q1[n] = v->node_in[n]->q1_valid && !v->node[n]->q1_ready;
        q4[n] = v->node_in[n]->q4_valid && !v->node[n]->q4_ready;
    }
    for (unsigned s = 0; s < UL1_SMS; s++)
        sm[s] = v->sm_in[s]->rp_valid && !v->sm[s]->rp_ready;
    for (unsigned j = 0; j < UL1_SLICES; j++)
        slice[j] = v->slice_in[j]->rq_valid && !v->slice[j]->rq_ready;
    crossing_cycle(&l->near, q1);
    crossing_cycle(&l->nearback, sm);
    crossing_cycle(&l->far, slice);
    crossing_cycle(&l->farback, q4);
    measure(l, v);
}

const char *clusters_waits(struct clusters *l, const struct clusters_view *v)
{
    const uint64_t bound = clusters_bound(l);
    const struct {
        const struct crossing *c;
        const char *wires;
    } ways[] = { { &l->near, "near[0].o_valid" },
                 { &l->nearback, "nearback[0].o_valid" },
                 { &l->far, "far[0].o_valid" },
                 { &l->farback, "farback[0].o_valid" } };
    uint64_t moved = l->moved;
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (crossing_late(ways[i].c))
            return clusters_found(l, "%s: a flit is under way for more than %" PRIu64 " cycles",
                                  ways[i].wires, crossing_bound(ways[i].c));
        moved = ways[i].c->moved > moved ? ways[i].c->moved : moved;
    }
    if (v->cells)
        l->moved = l->cycle;
    if (clusters_busy(l) && l->cycle - moved > CLUSTERS_STILL)
        return clusters_found(l,
                              "near[0].o_valid: nothing has moved for %d cycles, and requests are under way",
                              CLUSTERS_STILL);
    for (unsigned s = 0; s < UL1_SMS; s++) {
        for (unsigned i = 0; i < l->sm[s].top; i++)
            if (l->sm[s].request[i].used && l->cycle - l->sm[s].request[i].taken > bound)
                return clusters_found(l,
                                      RESP_WIRES "a request of SM %u does not end within %" PRIu64 " cycles",
                                      s, s, s, bound);
        if (l->sm[s].fences && l->cycle - l->sm[s].fence[0].taken > bound + 2 * UL1_EPOCHS)
            return clusters_found(l, RESP_WIRES "a fence of SM %u does not end within %" PRIu64 " cycles", s,
                                  s, s, bound + 2 * UL1_EPOCHS);
    }
    return NULL;
}

static const char *check_node_rest(struct clusters *l, unsigned n, const struct ul1_node_out *out)
{
    const struct clusters_node *is = &l->node[n];
    bool open = false;
    for (unsigned k = 0; k < UL1_NODE_MSHRS; k++)
        open |= out->mshr_state[k] != UL1_MSHRSTATE_FREE || out->mshr_closed[k];
    if (open || out->queue_used || out->q2_valid || out->q3_valid)
        return clusters_found(
            l, "node[%u].mshr_state, node[%u].queue_used: not empty while nothing is under way", n, n);
    if (is->passed != is->passes || is->fetches < is->misses || is->fetches > is->misses + is->merges)
        return clusters_found(l,
                              NODE_WIRES "%" PRIu64 " passes and %" PRIu64 " packets that passed, %" PRIu64
                                         " misses, %" PRIu64 " merges and %" PRIu64 " fetches",
                              n, n, is->passes, is->passed, is->misses, is->merges, is->fetches);
    return NULL;
}

// When nothing has been under way for some time, nothing is left in networks and nodes.
const char *clusters_rest(struct clusters *l, const struct clusters_view *v)
{
    bool any = clusters_busy(l);
    const char *broken = NULL;
    for (unsigned s = 0; s < UL1_SMS; s++)
        any |= v->sm_in[s]->mem_valid;
    if (any)
        l->quiet = l->cycle + 1;
    if (l->cycle < l->quiet + CLUSTERS_QUIET)
        return NULL;
    l->resting++;
    for (unsigned s = 0; s < UL1_SMS; s++) {
        unsigned counts = v->sm[s]->rq_valid || v->sm[s]->resp_valid;
        for (unsigned e = 0; e < UL1_EPOCHS; e++)
            counts |= v->sm[s]->epoch_count[e];
        if (counts)
            return clusters_found(
                l, "sni[%u].epoch_count, sni[%u].rq_valid: not zero while nothing is under way", s, s);
    }
    for (unsigned n = 0; n < DC_NODES && !broken; n++)
        broken = check_node_rest(l, n, v->node[n]);
    for (unsigned j = 0; j < UL1_SLICES && !broken; j++)
        if (v->slice[j]->rp_valid || v->slice[j]->mem_valid)
            broken =
                clusters_found(l, "lni[%u].rp_valid, lni[%u].mem_valid: while nothing is under way", j, j);
    for (unsigned x = 0; x < sizeof v->crossbar / sizeof *v->crossbar && !broken; x++) {
        for (unsigned i = 0; i < v->crossbar_ins[x]; i++)
            if (v->crossbar[x]->fifo_used[i])
                return clusters_found(l, "near[0].fifo_used: a FIFO is not empty while nothing is under way");
        for (unsigned o = 0; o < v->crossbar_outs[x]; o++)
            if (v->crossbar[x]->lock_valid[o] || v->crossbar[x]->o_valid[o])
                return clusters_found(l,
                                      "near[0].lock_valid: an output is not free while nothing is under way");
    }
    if (!broken
        && !(crossing_empty(&l->near) && crossing_empty(&l->nearback) && crossing_empty(&l->far)
             && crossing_empty(&l->farback)))
        return clusters_found(l, "near[0].o_valid: flits are lost");
    return broken;
}

#endif
