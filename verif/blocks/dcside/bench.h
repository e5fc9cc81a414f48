// Dcside: what its drive and its directed tests share. The cells of the controllers, the ledger of what is
// under way, and the reference of the slices (environment/sm/behind.h).
#ifndef DCSIDE_BENCH_H
#define DCSIDE_BENCH_H

#include "checkers/packets/clusters.h"
#include "environment/sm/behind.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

struct dcside_bench {
    const struct ul1_block *whole;
    struct memory *memory;
    struct behind behind;
    struct clusters ledger;
    struct clusters_view view; // of the last cycle
    char error[300];
    size_t sm[UL1_SMS], node[DC_NODES], slice[UL1_SLICES], l2[UL1_SLICES], mc[UL1_MCS];
    size_t crossbar[sizeof((struct clusters_view *)0)->crossbar / sizeof(void *)];
};

// False: memory is exhausted.
bool dcside_bench_init(struct dcside_bench *, uint64_t seed);
void dcside_bench_free(struct dcside_bench *);

// The inputs of an SM's interface.
static inline struct ul1_sni_in *dcside_sm(const struct dcside_bench *b, void *ins, unsigned s)
{
    return (void *)((unsigned char *)ins + b->whole->parts[b->sm[s]].in_offset);
}

// Sets the inputs of a cycle that come from the cells.
void dcside_bench_drive(struct dcside_bench *, void *ins);

// Samples a cycle. Null, or what is wrong.
const char *dcside_bench_observe(struct dcside_bench *, const void *in, const void *out);

#endif
#endif
