#include "dcl1/meter.h"

#include <stdlib.h>
#include <string.h>

void dcl1_meter_begin(struct dcl1_meter *m)
{
    memset(m, 0, sizeof *m);
    m->copies = calloc(DCL1_SLOTS, sizeof *m->copies);
}

void dcl1_meter_end(struct dcl1_meter *m)
{
    free(m->copies);
}

// ---- copies: a mirror of what nodes hold

// The slot of a line. Slots are never given back, so the table is large.
static struct dcl1_line *copies_of(struct dcl1_meter *m, uint64_t line)
{
    uint64_t at = line * UINT64_C(0x9e3779b97f4a7c15) >> 43;
    while (m->copies[at].line && m->copies[at].line != line + 1)
        at = (at + 1) % DCL1_SLOTS;
    m->copies[at].line = line + 1;
    return &m->copies[at];
}

// A way is given to the line whose fetch is on offer at Q3: both are set in one pass.
static void give(struct dcl1_meter *m, unsigned n, const struct ul1_node_out *out, unsigned counts)
{
    const unsigned at = out->pass_set * UL1_NODE_WAYS + out->pass_way;
    m->lost += !(out->q3_valid && out->q3_head && out->q3_kind == UL1_PACKET_READ);
    if (m->way[n][at].there && m->way[n][at].filled)
        copies_of(m, m->way[n][at].line)->nodes--;
    m->way[n][at].line = out->q3_line;
    m->way[n][at].there = 1;
    m->way[n][at].filled = 0;
    if (counts)
        m->sums.replicated += copies_of(m, out->q3_line)->nodes != 0;
}

static void fill(struct dcl1_meter *m, unsigned n, const struct ul1_node_out *out)
{
    const unsigned at = out->pass_set * UL1_NODE_WAYS + out->pass_way;
    if (!m->way[n][at].filled)
        copies_of(m, m->way[n][at].line)->nodes++;
    m->way[n][at].filled = 1;
}

double dcl1_meter_copies(const struct dcl1_meter *m, unsigned *most)
{
    uint64_t lines = 0, copies = 0;
    *most = 0;
    for (unsigned i = 0; i < DCL1_SLOTS; i++) {
        lines += m->copies[i].nodes != 0;
        copies += m->copies[i].nodes;
        *most = m->copies[i].nodes > *most ? m->copies[i].nodes : *most;
    }
    return lines ? (double)copies / (double)lines : 0;
}

// ---- counts

static void look_at_node(struct dcl1_meter *m, unsigned n, const struct ul1_node_in *in,
                         const struct ul1_node_out *out, unsigned counts)
{
    struct dcl1_sums *s = &m->sums;
    const unsigned did = out->pass_did;
    if (did == UL1_NODEDID_MISS)
        give(m, n, out, counts);
    if (did == UL1_NODEDID_FILL)
        fill(m, n, out);
    if (!counts)
        return;
    s->hits += did == UL1_NODEDID_HIT;
    s->merges += did == UL1_NODEDID_MERGE;
    s->misses += did == UL1_NODEDID_MISS;
    s->passes += did == UL1_NODEDID_PASS;
    if (out->q3_valid && in->q3_ready)
        s->asked += out->q3_head, s->far_requests++;
}

void dcl1_meter_near(struct dcl1_meter *m, const struct ul1_dcside_out *out)
{
    for (unsigned n = 0; n < DCL1_NODES; n++)
        if (out->node[n].q2_valid && out->wired.node[n].q2_ready)
            m->sums.port[n]++, m->sums.near_replies++;
    for (unsigned i = 0; i < UL1_SMS; i++)
        m->sums.near_requests += out->sni[i].rq_valid && out->wired.sni[i].rq_ready;
}

void dcl1_meter_look(struct dcl1_meter *m, const struct ul1_dcside_in *in, const struct ul1_dcside_out *out,
                     unsigned counts)
{
    struct dcl1_sums *s = &m->sums;
    for (unsigned n = 0; n < DCL1_NODES; n++)
        look_at_node(m, n, &out->wired.node[n], &out->node[n], counts);
    if (!counts)
        return;
    s->cycles++;
    for (unsigned i = 0; i < UL1_SMS; i++)
        s->reads += in->sni[i].mem_valid && out->sni[i].mem_ready;
    dcl1_meter_near(m, out);
    for (unsigned i = 0; i < UL1_SLICES; i++) {
        const unsigned sends = out->lni[i].rp_valid && out->wired.lni[i].rp_ready, did = out->l2[i].pass_did;
        s->link[i] += sends;
        s->far_replies += sends;
        s->l2_hits += did == UL1_L2DID_HIT;
        s->l2_joins += did == UL1_L2DID_JOIN;
        s->l2_misses += did == UL1_L2DID_MISS;
    }
    for (unsigned c = 0; c < UL1_MCS; c++)
        s->dram_reads += out->mc[c].cell_valid && !out->mc[c].cell_write;
}
