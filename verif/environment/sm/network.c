#include "environment/sm/network.h"

#include <string.h>

static bool is_block(const struct ul1_block *whole, size_t part, const char *name)
{
    return !strcmp(whole->parts[part].block->name, name);
}

static unsigned count(const struct ul1_block *whole, const char *name)
{
    unsigned n = 0;
    for (size_t i = 0; i < whole->part_count; i++)
        n += is_block(whole, i, name);
    return n;
}

const char *network_unlike(const struct ul1_block *whole)
{
    if ((!count(whole, "sni") && !count(whole, "lni")) || count(whole, "node"))
        return NULL;
    return count(whole, "sni") != UL1_XIN || count(whole, "lni") != UL1_XOUT || count(whole, "xbar") != 2
        ? "it has parts 'sni' or 'lni', and not XIN and XOUT of them with two crossbars"
        : NULL;
}

// The part at the other end of a wire that leaves this interface.
static size_t behind_wire(const struct ul1_block *whole, size_t part, const char *group)
{
    for (size_t i = 0; i < whole->wire_count; i++)
        if (whole->wires[i].from == part && !strcmp(whole->wires[i].from_group, group))
            return whole->wires[i].to;
    return part;
}

void network_init(struct network *n, const struct ul1_block *whole)
{
    unsigned sms = 0, slices = 0;
    n->whole = NULL;
    if (network_unlike(whole) || count(whole, "node"))
        return;
    for (size_t i = 0; i < whole->part_count; i++) {
        if (is_block(whole, i, "sni"))
            n->sm[sms++] = i;
        if (is_block(whole, i, "lni"))
            n->slice[slices++] = i;
    }
    if (!sms)
        return;
    n->whole = whole;
    n->requests = behind_wire(whole, n->sm[0], "rq");
    n->replies = behind_wire(whole, n->slice[0], "rp");
}

const char *network_observe(struct network *n, const void *in, const void *out)
{
    struct packets_view v = { .requests = ul1_part_out(n->whole, n->requests, out),
                              .replies = ul1_part_out(n->whole, n->replies, out) };
    for (unsigned s = 0; s < UL1_XIN; s++) {
        v.sm_in[s] = ul1_part_in(n->whole, n->sm[s], in, out);
        v.sm[s] = ul1_part_out(n->whole, n->sm[s], out);
    }
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        v.slice_in[j] = ul1_part_in(n->whole, n->slice[j], in, out);
        v.slice[j] = ul1_part_out(n->whole, n->slice[j], out);
    }
    v.rst = v.sm_in[0]->rst;
    const char *broken = packets_check(&n->ledger, &v);
    n->busy = false;
    for (unsigned s = 0; s < UL1_XIN; s++)
        n->busy |= n->ledger.sm[s].requests || n->ledger.sm[s].answers || n->ledger.sm[s].fences;
    return broken;
}
