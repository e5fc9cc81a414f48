#include "sm_events.h"

static const char *const names[EV_COUNT] = {
    [EV_LOADS] = "loads 8 bit", "loads 16 bit", "loads 32 bit", "loads 64 bit", "loads 128 bit",
    [EV_STORES] = "stores 8 bit", "stores 16 bit", "stores 32 bit", "stores 64 bit", "stores 128 bit",
    [EV_DEGREES] = "conflict degree 1", "conflict degree 2", "conflict degree 3-4", "conflict degree 5-8",
#if LANES >= 16
    "conflict degree 9-16",
#endif
#if LANES >= 32
    "conflict degree 17-32",
#endif
    [EV_REPLAYS] = "replay depth 1", "replay depth 2", "replay depth 3", "replay depth 4", "replay depth 5",
    "replay depth 6", "replay depth 7", "replay depth 8",
    [EV_RIDING_LOADS] = "loads riding along", [EV_RIDING_STORES] = "stores riding along",
    [EV_REPLAYED] = "replays", [EV_THROTTLED] = "throttled", [EV_TABLE_FULL] = "pending table full",
    [EV_RETURNED] = "remainders returned", [EV_AGAIN] = "remainders presented again", [EV_NULL] = "empty masks",
    [EV_ERRORS] = "errors misaligned", "errors range", "errors space", "errors page", "errors bus",
    [EV_WDB_FULL] = "write data buffer full", [EV_FORWARDED] = "loads served from it",
    [EV_INTAKE_LAST] = "intake down to its last beat", [EV_DATA_LATE] = "store data late",
    [EV_BOOKED] = "write-back slot booked away", [EV_BOOKED_HIT] = "that of a cached load",
    [EV_LEFT_SLOT] = "slots left to a replayed load",
    [EV_FILL] = "fills", [EV_FILL_FIRST] = "stores waiting behind a fill",
    [EV_HITS] = "hits", [EV_HITS_UNDER_MISS] = "hits under a miss", [EV_HITS_UNDER_FULL] = "hits under a full PRT",
    [EV_HITS_BESIDE_FILL] = "hits beside a fill",
    [EV_MISSES] = "misses", [EV_SECTOR_MISSES] = "sector misses", [EV_BYPASSES] = "bypasses",
    [EV_MERGES] = "merges", [EV_MERGES_AT_LAST] = "merges with the last fill",
    [EV_DEFERRALS] = "deferred: no entry", "deferred: no way", "deferred: no merge slot", "deferred: closed",
    [EV_DOOMED] = "misses on doomed lines", [EV_WOKEN] = "woken",
    [EV_SERVED] = "replays of lines", [EV_FAILED] = "replays that fail", [EV_DROPPED] = "lines dropped",
    [EV_FILL_PIECES] = "fills that are not the last", [EV_FILL_BUS] = "bus errors of lines",
    [EV_BACK_PRESSURE] = "requests held up", [EV_WALKS] = "TLB misses", [EV_WALKS_SHARED] = "walks waited for by several",
    [EV_PAGE_FAULTS] = "page faults", [EV_WALK_BUS] = "bus errors of walks",
    [EV_FAULTS_MERGED] = "faults of merged accesses",
    [EV_INVALS] = "invalidations", [EV_INVALS_IN_WALK] = "invalidations during a walk",
    [EV_RESET] = "resets",
    [EV_SPLITS] = "split s48", "split s32", "split s16", "split reserved code",
    [EV_HOMES] = "home lsu", "home instr",
    [EV_FETCHES] = "fetch line", "fetch sector",
    [EV_PAGES] = "pages of 4 KB", "pages of 64 KB", "pages of 2 MB", "pages of the reserved code",
    [EV_ADDRESS_READS] = "address reads", [EV_DATA_READS] = "store data reads", [EV_STALLS] = "stalls",
};
_Static_assert(UL1_RB == 8, "a name for each depth");

static inline void count(struct sm_events *e, unsigned which, uint64_t n)
{
    e->event[which].count += n;
}

void sm_events_init(struct sm_events *e)
{
    for (unsigned i = 0; i < EV_COUNT; i++)
        e->event[i].name = names[i];
}

void sm_events_part(struct sm_events *e, const struct sm_settings *set)
{
    count(e, EV_SPLITS + set->split, 1);
    count(e, EV_HOMES + set->home, 1);
    count(e, EV_FETCHES + set->fetch, 1);
    count(e, EV_PAGES + set->page, 1);
}

void sm_events_reset(struct sm_events *e)
{
    count(e, EV_RESET, 1);
    e->depth = 0;
    e->walk = UL1_WALK_IDLE;
    for (unsigned i = 0; i < SM_ENTRIES; i++)
        for (unsigned k = 0; k < 4; k++)
            e->passes[i][k] = 0;
}

void sm_events_taken(struct sm_events *e, const struct sm_instr *i)
{
    count(e, (i->store ? EV_STORES : EV_LOADS) + (i->width < 4 ? i->width : 4u), 1);
}

void sm_events_retired(struct sm_events *e, const struct sm_instr *i, unsigned err)
{
    if (err >= UL1_ERR_MISALIGNED && err <= UL1_ERR_BUS)
        count(e, EV_ERRORS + err - 1u, 1);
    else
        count(e, EV_NULL, i->mask == 0);
}

void sm_events_costs(struct sm_events *e, const struct sm_costs *c)
{
    count(e, EV_ADDRESS_READS, (uint64_t)c->address_reads);
    count(e, EV_DATA_READS, (uint64_t)c->data_reads);
    count(e, EV_STALLS, (uint64_t)c->stalls);
}

// 1, 2, 3-4, 5-8, ... are classes 0, 1, 2, 3, ...
static unsigned degree_class(unsigned passes)
{
    unsigned c = 0;
    while (passes > 1u << c)
        c++;
    return c < SM_DEGREES ? c : SM_DEGREES - 1;
}

// ---- shared accesses

static void count_pass(struct sm_events *e, const struct ul1_l1_out *out)
{
    uint8_t *passes = &e->passes[out->lsu.req_id % SM_ENTRIES][out->lsu.req_sub % 4];
    ++*passes;
    if (!out->arb.acc_more) {
        count(e, EV_DEGREES + degree_class(*passes), 1);
        *passes = 0;
    }
    count(e, EV_REPLAYED, !out->arb.sel_new);
}

// The replay buffer is not seen, but what enters and leaves it is.
static void follow_pass(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool stays = out->arb.acc_more && in->cfg_home == UL1_HOME_LSU;
    if (out->arb.sel_new && stays)
        e->depth++;
    if (!out->arb.sel_new && !stays)
        e->depth--;
}

static void follow_again(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->in_valid && in->in_again && out->lsu.again_ready) {
        e->depth++;
        count(e, EV_AGAIN, 1);
    }
    if (e->depth > 0 && e->depth <= UL1_RB)
        count(e, EV_REPLAYS + e->depth - 1, 1);
}

// Stage 1: fewer banks than slots, so some share a word.
static void count_riding(struct sm_events *e, const struct ul1_l1_out *out)
{
    if (__builtin_popcount(out->tag.map_mask) > __builtin_popcount(out->axbar.bank_en))
        count(e, out->arb.pass_store ? EV_RIDING_STORES : EV_RIDING_LOADS, 1);
}

static void count_waits(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool refused = in->in_valid && !in->in_again && !out->lsu.in_ready;
    bool brim = e->depth >= UL1_RB - 1;
    count(e, EV_THROTTLED, refused && brim);
    count(e, EV_TABLE_FULL, refused && !brim);
    count(e, EV_WDB_FULL, !out->wdb.wdb_room);
    count(e, EV_INTAKE_LAST, out->wdb.ink_any && !out->wdb.ink_two);
    count(e, EV_DATA_LATE, out->lsu.st_ready && !in->st_valid);
    bool shared = out->lsu.cand_new && !out->lsu.cand_store && !out->lsu.cand_cached;
    bool cached = out->lsu.cand_new && out->lsu.cand_cached;
    bool taken = out->arb.rf_slots >> UL1_LAT & 1, taken_hit = out->arb.rf_slots >> UL1_HLAT & 1;
    count(e, EV_BOOKED, (out->lsu.cand_rl || shared) && taken);
    count(e, EV_BOOKED_HIT, cached && taken_hit);
    count(e, EV_LEFT_SLOT, out->lsu.cand_rl && taken && (cached || out->lsu.cand_wake) && !taken_hit);
    count(e, EV_FILL_FIRST, out->wdb.w_valid && !out->data.w_ready);
}

static bool any_forwarded(const struct ul1_l1_out *out)
{
    unsigned bytes = 0;
    for (unsigned b = 0; b < LANES; b++)
        bytes |= out->wdb.fwd_be[b];
    return bytes != 0;
}

// ---- cached accesses

static bool all_entries(const struct ul1_l1_out *out)
{
    _Static_assert(UL1_PRT == 32, "a bit of prt_used each");
    return out->prt.prt_used == UINT32_MAX;
}

static void count_hit(struct sm_events *e, const struct ul1_l1_out *out)
{
    count(e, EV_HITS, 1);
    count(e, EV_HITS_UNDER_MISS, out->prt.prt_used != 0);
    count(e, EV_HITS_UNDER_FULL, all_entries(out));
    count(e, EV_HITS_BESIDE_FILL, out->fill.fill_valid);
}

static void count_miss(struct sm_events *e, const struct ul1_l1_out *out)
{
    count(e, EV_DOOMED, out->tag.look_doom);
    if (out->prt.miss_open) {
        count(e, EV_MISSES, 1);
        count(e, EV_SECTOR_MISSES, out->tag.look_have != 0);
        count(e, EV_BYPASSES, out->arb.pass_bypass);
    } else if (out->prt.miss_merge) {
        count(e, EV_MERGES, 1);
        count(e, EV_MERGES_AT_LAST, out->prt.fill_done && out->prt.prt_line[out->fill.fill_prt] == out->arb.pass_line);
    } else {
        count(e, EV_DEFERRALS + (out->prt.miss_cause & 3u), 1);
    }
}

static void count_replay(struct sm_events *e, const struct ul1_l1_out *out)
{
    count(e, out->arb.pass_fail ? EV_FAILED : EV_SERVED, 1);
    count(e, EV_DROPPED, out->arb.pass_last && out->arb.pass_drop && !out->arb.pass_fail);
}

static void count_lookup(struct sm_events *e, const struct ul1_l1_out *out)
{
    if (out->arb.pass_rep)
        count_replay(e, out);
    else if (out->tag.look_hit)
        count_hit(e, out);
    else
        count_miss(e, out);
}

// ---- fills and walks

static void count_fill(struct sm_events *e, const struct ul1_l1_out *out)
{
    count(e, EV_FILL, 1);
    count(e, EV_FILL_PIECES, !out->prt.fill_done);
    count(e, EV_FILL_BUS, out->fill.fill_err);
}

static unsigned asking(const struct ul1_l1_out *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        n += out->prt.prt_state[i] == UL1_PRT_ASKS;
    return n;
}

static void count_walk(struct sm_events *e, const struct ul1_l1_out *out)
{
    unsigned walk = out->mmu.mmu_walk;
    if (walk != UL1_WALK_IDLE) {
        count(e, EV_WALKS, e->walk == UL1_WALK_IDLE);
        count(e, EV_WALKS_SHARED, asking(out) > 1);
        count(e, EV_INVALS_IN_WALK, walk == UL1_WALK_AGAIN && e->walk != UL1_WALK_AGAIN);
    }
    e->walk = (uint8_t)walk;
    if (!out->mmu.xl_fault)
        return;
    count(e, out->mmu.xl_bus ? EV_WALK_BUS : EV_PAGE_FAULTS, 1);
    count(e, EV_FAULTS_MERGED, out->prt.prt_merges[out->prt.xl_prt] > 1);
}

static void count_memory(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (out->fill.fill_valid)
        count_fill(e, out);
    count_walk(e, out);
    count(e, EV_BACK_PRESSURE, out->mmu.mem_valid && !in->mem_ready);
    count(e, EV_INVALS, in->inv_valid && out->tag.inv_ready);
}

void sm_events_cycle(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    count_waits(e, in, out); // with the depth as it was when this cycle's readies were decided
    if (out->lsu.req_valid && !out->lsu.req_cached) {
        count_pass(e, out);
        follow_pass(e, in, out);
    }
    follow_again(e, in, out);
    if (out->arb.pass_valid)
        count_riding(e, out);
    if (out->arb.pass_cached)
        count_lookup(e, out);
    count(e, EV_WOKEN, out->arb.sel_wake);
    count(e, EV_RETURNED, out->lsu.rpl_valid);
    count(e, EV_FORWARDED, any_forwarded(out));
    count_memory(e, in, out);
}
