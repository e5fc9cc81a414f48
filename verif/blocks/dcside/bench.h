// Dcside: what its drive and its directed tests share. The cells of the controllers, the ledger of what is
// under way, and the reference of the slices (environment/sm/behind.h).
#ifndef DCSIDE_BENCH_H
#define DCSIDE_BENCH_H

#include "environment/sm/behind.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

struct dcside_bench {
    const struct ul1_block *whole;
    struct memory *memory;
    struct behind behind;
};

// False: memory is exhausted.
bool dcside_bench_init(struct dcside_bench *, uint64_t seed);
void dcside_bench_free(struct dcside_bench *);

static inline const struct clusters *dcside_ledger(const struct dcside_bench *b)
{
    return b->behind.clustered.ledger;
}

static inline const struct clusters_view *dcside_view(const struct dcside_bench *b)
{
    return &b->behind.clustered.view;
}

// The inputs of an SM's interface.
static inline struct ul1_sni_in *dcside_sm(const struct dcside_bench *b, void *ins, unsigned s)
{
    return (void *)((unsigned char *)ins + b->whole->parts[b->behind.clustered.sm[s]].in_offset);
}

// Samples a cycle. Null, or what is wrong.
const char *dcside_bench_observe(struct dcside_bench *, const void *in, const void *out);
// The same of the first half of a cycle, if the machine has two clocks.
const char *dcside_bench_between(struct dcside_bench *, const void *in, const void *out);

#endif
#endif
