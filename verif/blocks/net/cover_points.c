#include "blocks/net/cover_points.h"

#ifdef UL1_HAS_NET // with these sizes

const struct point_name net_event_names[NET_POINT_COUNT] = { NET_POINTS(POINT_NAME) };

static void count_sms(struct drive *d, const struct packets *l, const struct ul1_net_in *in,
                      const struct ul1_net_out *out)
{
    unsigned responses = 0, fences = 0, full = 0, held = 0;
    for (unsigned s = 0; s < UL1_XIN; s++) {
        const struct ul1_sni_out *sni = &out->sni[s];
        responses += sni->resp_valid;
        fences += l->sm[s].fences != 0;
        full += !out->requests.i_ready[s];
        held += out->requests.fifo_used[s] != 0;
        saw(d, NET_EPOCHS, l->sm[s].fences == UL1_EPOCHS - 1);
        saw(d, NET_COUNT,
            in->sni[s].mem_valid && in->sni[s].mem_op == UL1_MEMOP_WRITE
                && sni->epoch_count[sni->epoch_youngest] == (1u << UL1_ACK_W) - 1);
    }
    unsigned kept = 0, offers = 0, locks = 0;
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        kept |= held == UL1_XIN && out->lni[j].mem_valid && !in->lni[j].mem_ready && out->requests.o_valid[j];
        offers += out->lni[j].mem_valid;
        locks += out->requests.lock_valid[j];
    }
    saw(d, NET_KEPT, kept);
    saw(d, NET_FULL, full == UL1_XIN);
    saw(d, NET_BOTH, offers == UL1_XOUT);
    saw(d, NET_ACROSS, responses == UL1_XIN);
    saw(d, NET_FENCES, fences == UL1_XIN);
    saw(d, NET_LOCKED, locks == UL1_XOUT);
}

static void count_slices(struct drive *d, const struct ul1_net_out *out)
{
    unsigned to[UL1_XIN] = { 0 };
    bool full = false;
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        const struct ul1_lni_out *lni = &out->lni[j];
        if (lni->rp_valid && lni->rp_head && lni->rp_dst < UL1_XIN)
            to[lni->rp_dst]++;
        full |= !out->replies.i_ready[j];
    }
    for (unsigned s = 0; s < UL1_XIN; s++)
        saw(d, NET_ONE_SM, to[s] == UL1_XOUT);
    saw(d, NET_REPLIES_FULL, full);
}

void net_count(struct drive *d, const struct packets *l, bool busy, const struct ul1_net_in *in,
               const struct ul1_net_out *out)
{
    saw(d, NET_RESET, in->rst && busy);
    if (in->rst)
        return;
    saw(d, NET_READ, l->reads);
    saw(d, NET_WRITE, l->writes);
    saw(d, NET_FENCE, l->fences);
    saw(d, NET_ORDER, l->ordered);
    saw(d, NET_PIECES, l->pieces);
    saw(d, NET_FAILURE, l->failures);
    saw(d, NET_REST, l->resting);
    count_sms(d, l, in, out);
    count_slices(d, out);
}

#endif
