// Part of machine.c: whether the machine stands still, what is counted meanwhile, and the machine's own
// counters.

#include <stddef.h>
#include <string.h>

#include "sim/sim.h"

// The array lies between the parts that are kept; it does not change while nothing is written. Counters are
// kept, and continue.
enum {
    ARRAY = offsetof(struct l1_state, data.word),
    BEHIND = ARRAY + sizeof(((struct l1_state *)0)->data.word),
    COUNTERS = offsetof(struct l1_state, perf.count),
    LAST = COUNTERS + sizeof(((struct l1_state *)0)->perf.count),
};

static void sim_keep(struct ul1_sim *s)
{
    memcpy(s->kept, s->state, ARRAY);
    memcpy((char *)s->kept + BEHIND, (char *)s->state + BEHIND, sizeof(struct l1_state) - BEHIND);
}

static bool sim_is_as_kept(const struct ul1_sim *s, size_t from, size_t to)
{
    return !memcmp((char *)s->kept + from, (char *)s->state + from, to - from);
}

static bool sim_stands_still(const struct ul1_sim *s)
{
    return sim_is_as_kept(s, 0, ARRAY) && sim_is_as_kept(s, BEHIND, COUNTERS)
        && sim_is_as_kept(s, LAST, sizeof(struct l1_state));
}

// Whole periods change only counters: each by as much as the one since the state was kept.
static void sim_run_quiet(struct ul1_sim *s, uint64_t cycles)
{
    uint32_t *count = ((struct l1_state *)s->state)->perf.count;
    const uint32_t *kept = ((const struct l1_state *)s->kept)->perf.count,
                   periods = (uint32_t)(cycles / DXBAR_WAITS);
    for (unsigned i = 0; periods && i < UL1_COUNTERS; i++)
        count[i] += periods * (count[i] - kept[i]);
    cycles %= DXBAR_WAITS;
    while (cycles--) {
        l1_early(s->state, s->out);
        l1_late(s->state, s->in, s->out);
        l1_clock(s->state, s->in, s->out);
    }
}

// The value that the machine would show if the counter were read in the next cycle.
static uint32_t sim_perf(const struct ul1_sim *s, unsigned counter)
{
    const struct perf_state *m = &((const struct l1_state *)s->state)->perf;
    return (m->count[counter] + bit(m->seen, counter)) & (uint32_t)below(UL1_PERF_W);
}

static void sim_perf_clear(struct ul1_sim *s)
{
    struct perf_state *m = &((struct l1_state *)s->state)->perf;
    memset(m->count, 0, sizeof m->count);
    m->seen = 0;
}
