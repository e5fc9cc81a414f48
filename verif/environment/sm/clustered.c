#include "environment/sm/clustered.h"

#include "checkers/packets/clusters_far.h"

#include <stdlib.h>
#include <string.h>

#ifdef UL1_HAS_DCSIDE // else no machine has nodes with these sizes

enum { CROSSBARS = sizeof((struct clusters_view *)0)->crossbar / sizeof(void *) };

// The first `most` parts of a kind, in their order. Returns how many the machine has.
static unsigned find(const struct ul1_block *whole, const char *kind, size_t *part, unsigned most)
{
    unsigned n = 0;
    for (size_t i = 0; i < whole->part_count; i++) {
        if (strcmp(whole->parts[i].block->name, kind))
            continue;
        if (n < most)
            part[n] = i;
        n++;
    }
    return n;
}

// Whether the machine has as many of each kind as `dcside`.
static bool find_all(struct clustered *c, const struct ul1_block *whole)
{
    return find(whole, "sni", c->sm, UL1_SMS) == UL1_SMS && find(whole, "node", c->node, DC_NODES) == DC_NODES
        && find(whole, "lni", c->slice, UL1_SLICES) == UL1_SLICES
        && find(whole, "mc", c->mc, UL1_MCS) == UL1_MCS
        && find(whole, "xbar", c->crossbar, CROSSBARS) == CROSSBARS;
}

static bool has_node(const struct ul1_block *whole)
{
    return find(whole, "node", NULL, 0);
}

const char *clustered_unlike(const struct ul1_block *whole)
{
    struct clustered c;
    return has_node(whole) && !find_all(&c, whole) ? "it has parts 'node', and not the parts of 'dcside'"
                                                   : NULL;
}

bool clustered_init(struct clustered *c, const struct ul1_block *whole, const struct memory *memory)
{
    if (!has_node(whole) || !find_all(c, whole))
        return true;
    c->whole = whole;
    c->ledger = calloc(1, sizeof *c->ledger);
    if (c->ledger)
        clusters_init(c->ledger, memory, memory_line);
    return c->ledger;
}

void clustered_free(struct clustered *c)
{
    free(c->ledger);
}

const char *clustered_observe(struct clustered *c, const void *in, const void *out)
{
    struct clusters_view *v = &c->view;
    for (unsigned s = 0; s < UL1_SMS; s++) {
        v->sm_in[s] = ul1_part_in(c->whole, c->sm[s], in, out);
        v->sm[s] = ul1_part_out(c->whole, c->sm[s], out);
    }
    for (unsigned n = 0; n < DC_NODES; n++) {
        v->node_in[n] = ul1_part_in(c->whole, c->node[n], in, out);
        v->node[n] = ul1_part_out(c->whole, c->node[n], out);
    }
    for (unsigned j = 0; j < UL1_SLICES; j++) {
        v->slice_in[j] = ul1_part_in(c->whole, c->slice[j], in, out);
        v->slice[j] = ul1_part_out(c->whole, c->slice[j], out);
    }
    for (unsigned x = 0; x < CROSSBARS; x++) {
        const struct ul1_sizes *z = c->whole->parts[c->crossbar[x]].block->sizes;
        v->crossbar[x] = ul1_part_out(c->whole, c->crossbar[x], out);
        v->crossbar_ins[x] = z->xin;
        v->crossbar_outs[x] = z->xout;
    }
    v->cells = false;
    for (unsigned m = 0; m < UL1_MCS; m++)
        v->cells |= ((const struct ul1_mc_out *)ul1_part_out(c->whole, c->mc[m], out))->cell_valid;
    v->rst = v->sm_in[0]->rst;
    v->half = v->sm_in[0]->half;
    return clusters_check(c->ledger, v);
}

unsigned clustered_sm(uint32_t number, uint64_t line)
{
    return clusters_sm_of(number, line);
}

bool clustered_busy(const struct clustered *c)
{
    return clusters_busy(c->ledger);
}

#else

const char *clustered_unlike(const struct ul1_block *whole)
{
    (void)whole;
    return NULL;
}

bool clustered_init(struct clustered *c, const struct ul1_block *whole, const struct memory *memory)
{
    (void)c, (void)whole, (void)memory;
    return true;
}

void clustered_free(struct clustered *c)
{
    (void)c;
}

const char *clustered_observe(struct clustered *c, const void *in, const void *out)
{
    (void)c, (void)in, (void)out;
    return NULL;
}

unsigned clustered_sm(uint32_t number, uint64_t line)
{
    (void)number, (void)line;
    return 0;
}

bool clustered_busy(const struct clustered *c)
{
    (void)c;
    return false;
}

#endif
