#include "sm_costs.h"

#include <stddef.h>
#include <string.h>

static void count_lookup(struct sm_costs *c, const struct ul1_l1_out *out)
{
    c->served += out->arb.pass_rep;
    c->hits += out->tag.look_hit && !out->arb.pass_rep;
    c->misses += out->prt.miss_open;
    c->merges += out->prt.miss_merge;
    if (out->prt.miss_defer)
        c->deferrals[out->prt.miss_cause & 3]++;
}

void sm_costs_cycle(struct sm_costs *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (out->arb.pass_cached)
        count_lookup(c, out);
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    bool walk = out->mmu.mem_sub == UL1_PRT;
    c->walk_reads += walk;
    c->requests += !walk;
    c->sectors += walk ? 0 : __builtin_popcount(out->mmu.mem_sect);
}

const char *sm_costs_differ(const struct sm_costs *expected, const struct sm_costs *measured, bool inside,
                            int64_t numbers[2])
{
    static const struct {
        const char *name;
        size_t at;
        bool inside; // seen there alone
    } list[] = {
        { "cycles from the first instruction taken to the last retirement", offsetof(struct sm_costs, cycles), false },
        { "address reads", offsetof(struct sm_costs, address_reads), false },
        { "reads of store data", offsetof(struct sm_costs, data_reads), false },
        { "stalls", offsetof(struct sm_costs, stalls), false },
        { "remainders at most in the replay buffer", offsetof(struct sm_costs, replays), true },
        { "hits", offsetof(struct sm_costs, hits), true },
        { "misses", offsetof(struct sm_costs, misses), true },
        { "merges", offsetof(struct sm_costs, merges), true },
        { "deferrals for want of an entry", offsetof(struct sm_costs, deferrals[UL1_CAUSE_ENTRY]), true },
        { "deferrals for want of a way", offsetof(struct sm_costs, deferrals[UL1_CAUSE_WAY]), true },
        { "deferrals for want of a merge slot", offsetof(struct sm_costs, deferrals[UL1_CAUSE_MERGE]), true },
        { "deferrals by a closed entry", offsetof(struct sm_costs, deferrals[UL1_CAUSE_CLOSED]), true },
        { "replays of lines fetched", offsetof(struct sm_costs, served), true },
        { "requests to memory", offsetof(struct sm_costs, requests), false },
        { "sectors requested", offsetof(struct sm_costs, sectors), false },
        { "reads of page tables", offsetof(struct sm_costs, walk_reads), false },
    };
    _Static_assert(sizeof list / sizeof *list == sizeof(struct sm_costs) / sizeof(int64_t), "all of them");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        memcpy(&numbers[0], (const char *)expected + list[i].at, sizeof *numbers);
        memcpy(&numbers[1], (const char *)measured + list[i].at, sizeof *numbers);
        if (numbers[0] >= 0 && numbers[0] != numbers[1] && (inside || !list[i].inside))
            return list[i].name;
    }
    return NULL;
}
