// Performance counters: events, counted one cycle late, and the counters.
#include <string.h>

#include "l1/perf.h"

static void perf_state(const struct perf_state *s, const struct perf_in *in, struct ul1_perf_out *out)
{
    (void)in;
    out->perf_valid = s->shows;
    out->perf_value = s->shows ? s->count[s->index] & (uint32_t)below(UL1_PERF_W) : 0;
}

_Static_assert(UL1_COUNTERS == 32, "a bit each");

static uint32_t perf_if(uint32_t happens, unsigned counter)
{
    return happens << counter;
}

static uint32_t perf_lookup(const struct perf_in *in)
{
    return perf_if(in->look_hit && !in->pass_replay, UL1_COUNTER_HITS)
        | perf_if(in->pass_replay, UL1_COUNTER_REPLAYS) | perf_if(in->miss_open, UL1_COUNTER_MISSES)
        | perf_if(in->miss_merge, UL1_COUNTER_MERGES)
        | perf_if(in->miss_defer, UL1_COUNTER_NO_ENTRY + in->miss_cause)
        | perf_if(in->store_through, UL1_COUNTER_THROUGH)
        | perf_if(in->store_dirty || in->store_alloc, UL1_COUNTER_BACK)
        | perf_if(in->store_hold, UL1_COUNTER_HELD);
}

// The read on offer is of a line, not of a page walker.
static unsigned perf_of_line(const struct perf_in *in)
{
    const unsigned caches = UL1_CONSTANTS || UL1_TEXTURE;
    return in->mem_number < UL1_PRT || (caches && in->mem_number >= UL1_PRT + UL1_WALKERS);
}

// Memory takes the request on offer.
static uint32_t perf_request(const struct perf_in *in)
{
    return 1u << (in->mem_op == UL1_MEMOP_WRITE       ? UL1_COUNTER_WRITES
                      : in->mem_op == UL1_MEMOP_FENCE ? UL1_COUNTER_FENCES
                      : perf_of_line(in)              ? UL1_COUNTER_READS
                                                      : UL1_COUNTER_WALKS);
}

static uint32_t perf_memory(const struct perf_in *in)
{
    return in->mem_ready ? perf_request(in) : perf_if(1, UL1_COUNTER_WAIT_MEMORY);
}

// A new instruction is offered and not taken.
static uint32_t perf_offer(const struct perf_in *in)
{
    const unsigned shared = in->in_op != UL1_OP_FENCE && in->in_space == UL1_SPACE_SHARED;
    const unsigned con = UL1_CONSTANTS && in->in_op == UL1_OP_LOAD && in->in_space == UL1_SPACE_CONST;
    const unsigned tex = UL1_TEXTURE && in->in_op == UL1_OP_TEX;
    const unsigned ready = tex ? in->texin_ready
        : con                  ? in->conin_ready
        : shared               ? in->in_shared_ready
                               : in->in_ready;
    const uint32_t waits = !in->in_again && !ready;
    return perf_if(waits, in->cmd_hold ? UL1_COUNTER_WAIT_COMMAND : UL1_COUNTER_WAIT_OFFER);
}

static uint32_t perf_walks(const struct perf_in *in)
{
    unsigned walks = 0;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        walks |= in->walk_state[w] == UL1_WALK_STATE_ASKS || in->walk_state[w] == UL1_WALK_STATE_WAITS;
    return walks;
}

static uint32_t perf_waits(const struct perf_in *in)
{
    return (in->in_valid ? perf_offer(in) : 0) | perf_if(in->cand_lacks, UL1_COUNTER_WAIT_RESERVATION)
        | perf_if(in->pull_ready && !in->pull_valid, UL1_COUNTER_WAIT_BEAT)
        | perf_if(!in->credit_cached, UL1_COUNTER_WAIT_CREDIT)
        | perf_if(in->defer_ids != 0, UL1_COUNTER_WAIT_DEFERRED)
        | perf_if(in->write_valid && !in->array_ready, UL1_COUNTER_WAIT_PORT)
        | perf_if(perf_walks(in), UL1_COUNTER_WAIT_WALK);
}

// A pass in stage 1 that is neither cached nor a victim readout is of shared memory.
static uint32_t perf_sees(const struct perf_in *in)
{
    return perf_if(!in->lsu_idle, UL1_COUNTER_BUSY) | perf_if(in->ret_valid, UL1_COUNTER_RETIRED)
        | perf_if(in->ret_valid && in->ret_err, UL1_COUNTER_FAILED)
        | perf_if(in->pass_valid && !in->pass_cached && !in->pass_readout, UL1_COUNTER_PASSES)
        | (in->pass_cached ? perf_lookup(in) : 0)
        | perf_if(in->sel_valid && in->cand_remainder, UL1_COUNTER_REMAINDERS)
        | perf_if(in->evict_valid, UL1_COUNTER_EVICTIONS) | perf_if(in->fill_valid, UL1_COUNTER_FILLS)
        | (in->mem_valid ? perf_memory(in) : 0) | perf_waits(in);
}

// A read directly behind another is not shown.
static void perf_clock(struct perf_state *s, const struct perf_in *in, const struct ul1_perf_out *out)
{
    (void)out;
    uint32_t sees = in->rst ? 0 : perf_sees(in);
    for (uint32_t left = s->seen; left; left &= left - 1)
        s->count[lowest(left)]++;
    if (in->rst || in->perf_clear)
        memset(s->count, 0, sizeof s->count);
    s->seen = sees;
    s->shows = !in->rst && in->perf_read && !s->shows;
    s->index = in->perf_index;
}
