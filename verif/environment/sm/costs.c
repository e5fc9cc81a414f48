#include "environment/sm/costs.h"

#include <stddef.h>
#include <string.h>

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static void count_lookup(struct costs *c, const struct ul1_l1_out *out)
{
    c->served += out->arb.pass_replay;
    c->hits += out->tag.look_hit && !out->arb.pass_replay;
    c->misses += out->prt.miss_open;
    c->merges += out->prt.miss_merge;
    if (out->prt.miss_defer)
        c->deferrals[out->prt.miss_cause % COUNT_OF(c->deferrals)]++;
}

static void count_store(struct costs *c, const struct ul1_l1_out *out)
{
    c->through += out->prt.store_through;
    c->dirtied += out->prt.store_dirty;
    c->allocated += out->prt.store_alloc;
    c->held += out->prt.store_hold;
    c->purged += out->tag.look_purge;
    c->joined += !out->wdb.alloc_new;
}

static void count_write(struct costs *c, const struct ul1_l1_out *out)
{
    c->writes++;
    for (unsigned b = 0; b < UL1_LINE_WORDS; b++)
        c->bytes += __builtin_popcount(out->wdb.memdata_be[b]);
}

void costs_cycle(struct costs *c, const struct ul1_sizes *z, const struct ul1_l1_in *in,
                 const struct ul1_l1_out *out)
{
    if (out->arb.pass_cached) {
        count_lookup(c, out);
        if (out->arb.pass_store)
            count_store(c, out);
    }
    c->evictions += out->tag.evict_valid;
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    const unsigned number = out->mmu.mem_number;
    bool read = out->mmu.mem_op == UL1_MEMOP_READ,
         walk = read && number >= z->prt && number < z->prt + z->walkers;
    c->walk_reads += walk;
    c->reads += read && !walk;
    c->sectors += read && !walk ? __builtin_popcount(out->mmu.mem_sect) : 0;
    c->fences += out->mmu.mem_op == UL1_MEMOP_FENCE;
    if (out->mmu.mem_op == UL1_MEMOP_WRITE)
        count_write(c, out);
}

const char *costs_differ(const struct costs *expected, const struct costs *measured, bool inside,
                         int64_t numbers[2])
{
    static const struct {
        const char *name;
        size_t at;
        bool inside; // visible only inside the machine
    } list[] = {
        { "cycles from the first instruction taken to the last retirement", offsetof(struct costs, cycles),
          false },
        { "address reads", offsetof(struct costs, address_reads), false },
        { "reads of store data", offsetof(struct costs, data_reads), false },
        { "stalls", offsetof(struct costs, stalls), false },
        { "remainders at most", offsetof(struct costs, replays), true },
        { "hits", offsetof(struct costs, hits), true },
        { "misses", offsetof(struct costs, misses), true },
        { "merges", offsetof(struct costs, merges), true },
        { "deferrals for want of an entry", offsetof(struct costs, deferrals[UL1_CAUSE_ENTRY]), true },
        { "deferrals for want of a way", offsetof(struct costs, deferrals[UL1_CAUSE_WAY]), true },
        { "deferrals for want of a merge slot", offsetof(struct costs, deferrals[UL1_CAUSE_MERGE]), true },
        { "deferrals by a closed entry", offsetof(struct costs, deferrals[UL1_CAUSE_CLOSED]), true },
        { "deferrals for want of a credit for a dirty line",
          offsetof(struct costs, deferrals[UL1_CAUSE_CREDIT]), true },
        { "replays of lines fetched", offsetof(struct costs, served), true },
        { "stores written to memory at once", offsetof(struct costs, through), true },
        { "stores that make sectors of their line dirty", offsetof(struct costs, dirtied), true },
        { "stores that get a way without a fetch", offsetof(struct costs, allocated), true },
        { "stores held for a line under fetch", offsetof(struct costs, held), true },
        { "stores that make a copy invalid", offsetof(struct costs, purged), true },
        { "stores that join another", offsetof(struct costs, joined), true },
        { "dirty lines read out", offsetof(struct costs, evictions), true },
        { "reads of lines", offsetof(struct costs, reads), false },
        { "sectors read", offsetof(struct costs, sectors), false },
        { "reads of page tables", offsetof(struct costs, walk_reads), false },
        { "writes", offsetof(struct costs, writes), false },
        { "bytes written", offsetof(struct costs, bytes), false },
        { "fences", offsetof(struct costs, fences), false },
        { "hits in nodes", offsetof(struct costs, node_hits), false },
        { "misses in nodes", offsetof(struct costs, node_misses), false },
        { "merges in nodes", offsetof(struct costs, node_merges), false },
        { "packets that passed nodes by", offsetof(struct costs, node_passes), false },
        { "reads that slices took", offsetof(struct costs, slice_reads), false },
    };
    _Static_assert(COUNT_OF(list) == sizeof(struct costs) / sizeof(int64_t), "all of them");
    for (size_t i = 0; i < COUNT_OF(list); i++) {
        memcpy(&numbers[0], (const char *)expected + list[i].at, sizeof *numbers);
        memcpy(&numbers[1], (const char *)measured + list[i].at, sizeof *numbers);
        if (numbers[0] >= 0 && numbers[0] != numbers[1] && (inside || !list[i].inside))
            return list[i].name;
    }
    return NULL;
}
