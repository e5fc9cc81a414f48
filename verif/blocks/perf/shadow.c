#include "blocks/perf/shadow.h"

#include <string.h>

#include "common/taken.h"

static uint32_t when(bool happens, unsigned counter)
{
    return (uint32_t)happens << counter;
}

// ---- the event of each counter, in the order of the specification

static uint32_t passes(const struct ul1_perf_in *in)
{
    return when(!in->lsu_idle, UL1_COUNTER_BUSY) | when(in->ret_valid, UL1_COUNTER_RETIRED)
        | when(in->ret_valid && in->ret_err, UL1_COUNTER_FAILED)
        | when(in->pass_valid && !in->pass_cached && !in->pass_readout, UL1_COUNTER_PASSES)
        | when(in->sel_valid && in->cand_remainder, UL1_COUNTER_REMAINDERS);
}

static uint32_t deferred(const struct ul1_perf_in *in)
{
    return when(in->miss_cause == UL1_CAUSE_ENTRY, UL1_COUNTER_NO_ENTRY)
        | when(in->miss_cause == UL1_CAUSE_WAY, UL1_COUNTER_NO_WAY)
        | when(in->miss_cause == UL1_CAUSE_MERGE, UL1_COUNTER_NO_MERGE)
        | when(in->miss_cause == UL1_CAUSE_CLOSED, UL1_COUNTER_CLOSED)
        | when(in->miss_cause == UL1_CAUSE_CREDIT, UL1_COUNTER_NO_CREDIT);
}

static uint32_t lookups(const struct ul1_perf_in *in)
{
    return when(in->look_hit && !in->pass_replay, UL1_COUNTER_HITS) | when(in->miss_open, UL1_COUNTER_MISSES)
        | when(in->miss_merge, UL1_COUNTER_MERGES) | (in->miss_defer ? deferred(in) : 0)
        | when(in->pass_replay, UL1_COUNTER_REPLAYS) | when(in->store_through, UL1_COUNTER_THROUGH)
        | when(in->store_dirty || in->store_alloc, UL1_COUNTER_BACK) | when(in->store_hold, UL1_COUNTER_HELD)
        | when(in->evict_valid, UL1_COUNTER_EVICTIONS) | when(in->fill_valid, UL1_COUNTER_FILLS);
}

static uint32_t requests(const struct ul1_perf_in *in)
{
    if (!in->mem_valid || !in->mem_ready)
        return when(in->mem_valid, UL1_COUNTER_WAIT_MEMORY);
    const bool caches = UL1_CONSTANTS || UL1_TEXTURE;
    const bool walk = in->mem_number >= UL1_PRT && !(caches && in->mem_number >= UL1_PRT + UL1_WALKERS);
    return when(in->mem_op == UL1_MEMOP_READ && !walk, UL1_COUNTER_READS)
        | when(in->mem_op == UL1_MEMOP_READ && walk, UL1_COUNTER_WALKS)
        | when(in->mem_op == UL1_MEMOP_WRITE, UL1_COUNTER_WRITES)
        | when(in->mem_op == UL1_MEMOP_FENCE, UL1_COUNTER_FENCES);
}

static bool walks(const struct ul1_perf_in *in)
{
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (in->walk_state[w] == UL1_WALK_STATE_ASKS || in->walk_state[w] == UL1_WALK_STATE_WAITS)
            return true;
    return false;
}

static uint32_t waits(const struct ul1_perf_in *in)
{
    const bool shared = in->in_op != UL1_OP_FENCE && in->in_space == UL1_SPACE_SHARED;
    const bool ready = of_textures(in->in_op)   ? in->texin_ready
        : of_constants(in->in_op, in->in_space) ? in->conin_ready
        : shared                                ? in->in_shared_ready
                                                : in->in_ready;
    const bool offered = in->in_valid && !in->in_again && !ready;
    return when(offered && !in->cmd_hold, UL1_COUNTER_WAIT_OFFER)
        | when(offered && in->cmd_hold, UL1_COUNTER_WAIT_COMMAND)
        | when(in->cand_lacks, UL1_COUNTER_WAIT_RESERVATION)
        | when(in->pull_ready && !in->pull_valid, UL1_COUNTER_WAIT_BEAT)
        | when(!in->credit_cached, UL1_COUNTER_WAIT_CREDIT)
        | when(in->defer_ids != 0, UL1_COUNTER_WAIT_DEFERRED)
        | when(in->write_valid && !in->array_ready, UL1_COUNTER_WAIT_PORT)
        | when(walks(in), UL1_COUNTER_WAIT_WALK);
}

void perf_shadow_advance(struct perf_shadow *s, const struct ul1_perf_in *in)
{
    if (in->rst) {
        *s = (struct perf_shadow){ .judged = true };
        return;
    }
    if (!s->judged)
        return;
    for (uint32_t left = s->happened; left; left &= left - 1)
        s->counts[__builtin_ctz(left)]++;
    if (in->perf_clear)
        memset(s->counts, 0, sizeof s->counts);
    s->happened = passes(in) | lookups(in) | requests(in) | waits(in);
    s->shows = in->perf_read && !s->shows;
    s->index = in->perf_index;
}
