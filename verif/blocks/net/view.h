// Net: what the ledger of packets sees of the machine, which is all pins of its two ends.
#ifndef NET_VIEW_H
#define NET_VIEW_H

#include "checkers/packets/packets.h"

#ifdef UL1_HAS_NET // with these sizes

static inline const char *net_packets_check(struct packets *l, const struct ul1_net_in *in,
                                            const struct ul1_net_out *out)
{
    struct packets_view v = { .rst = in->rst, .requests = &out->requests, .replies = &out->replies };
    for (unsigned s = 0; s < UL1_XIN; s++) {
        v.sm_in[s] = &in->sni[s];
        v.sm[s] = &out->sni[s];
    }
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        v.slice_in[j] = &in->lni[j];
        v.slice[j] = &out->lni[j];
    }
    return packets_check(l, &v);
}

#endif
#endif
