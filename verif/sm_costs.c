#include "sm_costs.h"

#include <stddef.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static void count_lookup(struct sm_costs *c, const struct ul1_l1_out *out)
{
    c->served += out->arb.pass_rep;
    c->hits += out->tag.look_hit && !out->arb.pass_rep;
    c->misses += out->prt.miss_open;
    c->merges += out->prt.miss_merge;
    if (out->prt.miss_defer)
        c->deferrals[out->prt.miss_cause % COUNT_OF(c->deferrals)]++;
}

static void count_store(struct sm_costs *c, const struct ul1_l1_out *out)
{
    c->through += out->prt.st_through;
    c->dirtied += out->prt.st_dirty;
    c->allocated += out->prt.st_alloc;
    c->held += out->prt.st_hold;
    c->purged += out->tag.look_purge;
    c->joined += !out->wdb.st_new;
}

static void count_write(struct sm_costs *c, const struct ul1_l1_out *out)
{
    c->writes++;
    for (unsigned b = 0; b < LANES; b++)
        c->bytes += __builtin_popcount(out->wdb.mem_be[b]);
}

void sm_costs_cycle(struct sm_costs *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (out->arb.pass_cached) {
        count_lookup(c, out);
        if (out->arb.pass_store)
            count_store(c, out);
    }
    c->evictions += out->tag.evict;
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    bool read = out->mmu.mem_kind == UL1_REQ_READ, walk = read && out->mmu.mem_sub == UL1_PRT;
    c->walk_reads += walk;
    c->reads += read && !walk;
    c->sectors += read && !walk ? __builtin_popcount(out->mmu.mem_sect) : 0;
    c->fences += out->mmu.mem_kind == UL1_REQ_FENCE;
    if (out->mmu.mem_kind == UL1_REQ_WRITE)
        count_write(c, out);
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
        { "deferrals for want of a slot for a dirty line", offsetof(struct sm_costs, deferrals[UL1_CAUSE_SLOT]), true },
        { "replays of lines fetched", offsetof(struct sm_costs, served), true },
        { "stores written to memory at once", offsetof(struct sm_costs, through), true },
        { "stores that make sectors of their line dirty", offsetof(struct sm_costs, dirtied), true },
        { "stores that get a way without a fetch", offsetof(struct sm_costs, allocated), true },
        { "stores held for a line under fetch", offsetof(struct sm_costs, held), true },
        { "stores that make a copy invalid", offsetof(struct sm_costs, purged), true },
        { "stores that join another", offsetof(struct sm_costs, joined), true },
        { "dirty lines read out", offsetof(struct sm_costs, evictions), true },
        { "reads of lines", offsetof(struct sm_costs, reads), false },
        { "sectors read", offsetof(struct sm_costs, sectors), false },
        { "reads of page tables", offsetof(struct sm_costs, walk_reads), false },
        { "writes", offsetof(struct sm_costs, writes), false },
        { "bytes written", offsetof(struct sm_costs, bytes), false },
        { "fences", offsetof(struct sm_costs, fences), false },
    };
    _Static_assert(COUNT_OF(list) == sizeof(struct sm_costs) / sizeof(int64_t), "all of them");
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        memcpy(&numbers[0], (const char *)expected + list[i].at, sizeof *numbers);
        memcpy(&numbers[1], (const char *)measured + list[i].at, sizeof *numbers);
        if (numbers[0] >= 0 && numbers[0] != numbers[1] && (inside || !list[i].inside))
            return list[i].name;
    }
    return NULL;
}
