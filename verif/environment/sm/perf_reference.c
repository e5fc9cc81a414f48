#include "environment/sm/perf_reference.h"

#include <string.h>

#include "common/busy.h"
#include "common/taken.h"
#include "ul1.h"

// period of the read pattern, in cycles; step from one counter to the next, which visits all
enum { ROUND = 32, STRIDE = 13 };

// A pattern with reads as early as possible, reads that are too early, and pauses.
void perf_reference_drive(struct metered *m, struct ul1_l1_in *in)
{
    const unsigned at = m->cycle % ROUND;
    in->perf_read = m->left || at == 0 || at == 1 || at == 3;
    in->perf_index = (uint8_t)((m->index + STRIDE) % UL1_COUNTERS);
    in->perf_clear = m->clears;
}

// The part's cost that a counter shows.
static uint64_t cost(const struct costs *c, unsigned counter)
{
    switch (counter) {
    case UL1_COUNTER_HITS:
        return (uint64_t)c->hits;
    case UL1_COUNTER_MISSES:
        return (uint64_t)c->misses;
    case UL1_COUNTER_MERGES:
        return (uint64_t)c->merges;
    case UL1_COUNTER_NO_ENTRY:
        return (uint64_t)c->deferrals[UL1_CAUSE_ENTRY];
    case UL1_COUNTER_NO_WAY:
        return (uint64_t)c->deferrals[UL1_CAUSE_WAY];
    case UL1_COUNTER_NO_MERGE:
        return (uint64_t)c->deferrals[UL1_CAUSE_MERGE];
    case UL1_COUNTER_CLOSED:
        return (uint64_t)c->deferrals[UL1_CAUSE_CLOSED];
    case UL1_COUNTER_NO_CREDIT:
        return (uint64_t)c->deferrals[UL1_CAUSE_CREDIT];
    case UL1_COUNTER_REPLAYS:
        return (uint64_t)c->served;
    case UL1_COUNTER_THROUGH:
        return (uint64_t)c->through;
    case UL1_COUNTER_BACK:
        return (uint64_t)(c->dirtied + c->allocated);
    case UL1_COUNTER_HELD:
        return (uint64_t)c->held;
    case UL1_COUNTER_EVICTIONS:
        return (uint64_t)c->evictions;
    case UL1_COUNTER_READS:
        return (uint64_t)c->reads;
    case UL1_COUNTER_WALKS:
        return (uint64_t)c->walk_reads;
    case UL1_COUNTER_WRITES:
        return (uint64_t)c->writes;
    case UL1_COUNTER_FENCES:
        return (uint64_t)c->fences;
    default:
        return 0;
    }
}

void perf_reference_part(struct metered *m, const struct costs *costs)
{
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        m->own[i] += cost(costs, i);
}

static void clear(struct metered *m, const struct costs *costs)
{
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        m->own[i] = 0 - cost(costs, i);
}

void perf_reference_reset(struct metered *m, const struct costs *costs)
{
    clear(m, costs);
    m->passed = m->filled = m->shows = false;
}

// ---- counters that are no cost

static void count_waits(struct metered *m, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    uint64_t *own = m->own;
    if (in->in_valid && !in->in_again && !offer_taken(out, in->in_op, in->in_space))
        own[out->tag.cmd_hold ? UL1_COUNTER_WAIT_COMMAND : UL1_COUNTER_WAIT_OFFER]++;
    own[UL1_COUNTER_WAIT_RESERVATION] += out->lsu.cand_lacks;
    own[UL1_COUNTER_WAIT_BEAT] += out->lsu.pull_ready && !in->pull_valid;
    own[UL1_COUNTER_WAIT_CREDIT] += !out->wdb.credit_cached;
    own[UL1_COUNTER_WAIT_DEFERRED] += out->lsu.defer_ids != 0;
    own[UL1_COUNTER_WAIT_PORT] += out->wdb.write_valid && out->fill.fill_valid;
    own[UL1_COUNTER_WAIT_WALK] += busy_walkers(&out->mmu) != 0;
    own[UL1_COUNTER_WAIT_MEMORY] += out->mmu.mem_valid && !in->mem_ready;
}

// A pass is in stage 1, and a response is written, one cycle after this function sees them.
static void count(struct metered *m, const struct ul1_sizes *z, bool flying, const struct ul1_l1_in *in,
                  const struct ul1_l1_out *out)
{
    uint64_t *own = m->own;
    own[UL1_COUNTER_BUSY] += flying;
    own[UL1_COUNTER_RETIRED] += out->lsu.ret_valid;
    own[UL1_COUNTER_FAILED] += out->lsu.ret_valid && out->lsu.ret_err != UL1_ERR_NONE;
    own[UL1_COUNTER_PASSES] += m->passed;
    own[UL1_COUNTER_FILLS] += m->filled;
    m->passed = out->lsu.req_valid && !out->lsu.req_cached;
    m->filled = in->resp_valid && in->resp_op == UL1_MEMOP_READ && in->resp_number < z->prt;
    own[UL1_COUNTER_REMAINDERS] += m->passed && out->lsu.cand_remainder;
    count_waits(m, in, out);
}

// ---- the cycle

__attribute__((cold, noinline)) static const char *name_of(unsigned counter)
{
    return ul1_port_find(ul1_find(LANES, "perf"), "perf_index")->names[counter];
}

const char *perf_reference_cycle(struct metered *m, const struct ul1_sizes *z, bool flying,
                                 const struct costs *costs, const struct ul1_l1_in *in,
                                 const struct ul1_l1_out *out)
{
    const struct ul1_perf_out *perf = &out->perf;
    if (m->shows != perf->perf_valid || (m->shows && m->value != perf->perf_value))
        return name_of(m->index);
    m->left -= m->shows && m->left;
    m->cycle++;
    if (in->perf_clear)
        clear(m, costs);
    m->shows = in->perf_read && !m->shows;
    if (m->shows) {
        m->index = in->perf_index;
        m->value = (uint32_t)((m->own[m->index] + cost(costs, m->index)) & UINT64_MAX >> (64 - UL1_PERF_W));
    }
    count(m, z, flying, in, out);
    return NULL;
}
