#include "blocks/dcside/bench.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

bool dcside_bench_init(struct dcside_bench *b, uint64_t seed)
{
    b->whole = ul1_find(LANES, "dcside");
    b->memory = memory_new(seed);
    return b->memory && behind_init(&b->behind, b->whole, b->memory);
}

void dcside_bench_free(struct dcside_bench *b)
{
    behind_free(&b->behind);
    memory_free(b->memory);
}

const char *dcside_bench_observe(struct dcside_bench *b, const void *in, const void *out)
{
    return behind_observe(&b->behind, in, out) ? NULL : b->behind.error;
}

const char *dcside_bench_between(struct dcside_bench *b, const void *in, const void *out)
{
    return behind_between(&b->behind, in, out) ? NULL : b->behind.error;
}

#endif
