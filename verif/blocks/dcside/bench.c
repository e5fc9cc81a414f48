#include "blocks/dcside/bench.h"

#include <stdio.h>

#ifdef UL1_HAS_DCSIDE // with these sizes

// The parts of a kind, in their order.
static void find(const struct ul1_block *whole, const char *kind, size_t *part, unsigned count)
{
    unsigned n = 0;
    for (size_t i = 0; i < whole->part_count && n < count; i++)
        if (!strcmp(whole->parts[i].block->name, kind))
            part[n++] = i;
}

bool dcside_bench_init(struct dcside_bench *b, uint64_t seed)
{
    b->whole = ul1_find(LANES, "dcside");
    find(b->whole, "sni", b->sm, UL1_SMS);
    find(b->whole, "node", b->node, DC_NODES);
    find(b->whole, "lni", b->slice, UL1_SLICES);
    find(b->whole, "l2", b->l2, UL1_SLICES);
    find(b->whole, "mc", b->mc, UL1_MCS);
    find(b->whole, "xbar", b->crossbar, sizeof b->crossbar / sizeof *b->crossbar);
    b->memory = memory_new(seed);
    if (!b->memory || !behind_init(&b->behind, b->whole, b->memory))
        return false;
    clusters_init(&b->ledger, b->memory, memory_line);
    return true;
}

void dcside_bench_free(struct dcside_bench *b)
{
    behind_free(&b->behind);
    memory_free(b->memory);
}

void dcside_bench_drive(struct dcside_bench *b, void *ins)
{
    behind_drive(&b->behind, ins);
}

// What the reference says begins with the part's name. A finding names a wire of it (lockstep/judge.h).
static const char *of_reference(struct dcside_bench *b)
{
    const char *told = b->behind.error;
    const size_t name = strcspn(told, ":");
    snprintf(b->error, sizeof b->error, "%.*s.%s%s", (int)name, told,
             strncmp(told, "mc", 2) ? "answer_valid" : "cell_valid", told + name);
    return b->error;
}

const char *dcside_bench_observe(struct dcside_bench *b, const void *in, const void *out)
{
    struct clusters_view *v = &b->view;
    for (unsigned s = 0; s < UL1_SMS; s++) {
        v->sm_in[s] = ul1_part_in(b->whole, b->sm[s], in, out);
        v->sm[s] = ul1_part_out(b->whole, b->sm[s], out);
    }
    for (unsigned n = 0; n < DC_NODES; n++) {
        v->node_in[n] = ul1_part_in(b->whole, b->node[n], in, out);
        v->node[n] = ul1_part_out(b->whole, b->node[n], out);
    }
    for (unsigned j = 0; j < UL1_SLICES; j++) {
        v->slice_in[j] = ul1_part_in(b->whole, b->slice[j], in, out);
        v->slice[j] = ul1_part_out(b->whole, b->slice[j], out);
    }
    for (unsigned x = 0; x < sizeof v->crossbar / sizeof *v->crossbar; x++) {
        const struct ul1_sizes *z = b->whole->parts[b->crossbar[x]].block->sizes;
        v->crossbar[x] = ul1_part_out(b->whole, b->crossbar[x], out);
        v->crossbar_ins[x] = z->xin;
        v->crossbar_outs[x] = z->xout;
    }
    v->cells = false;
    for (unsigned m = 0; m < UL1_MCS; m++)
        v->cells |= ((const struct ul1_mc_out *)ul1_part_out(b->whole, b->mc[m], out))->cell_valid;
    v->rst = *(const uint8_t *)in;
    const char *broken = clusters_check(&b->ledger, v);
    return broken ? broken : behind_observe(&b->behind, in, out) ? NULL : of_reference(b);
}

#endif
