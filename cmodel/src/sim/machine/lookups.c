// Part of machine.c: passes and lookups, counted for their instructions.

#include "sim/sim.h"

// An access enters. A bare replay has no slots and is of no instruction.
static void see_pass(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.req_valid || !out->lsu.req_mask || out->lsu.req_old)
        return;
    struct ul1_sim_done *d = &record_of(s, out->lsu.req_id)->done;
    if (d->first_pass == UL1_SIM_NEVER)
        d->first_pass = s->live->cycle;
    if (out->lsu.req_cached)
        return; // the outcome is known in the next cycle
    d->passes++;
    s->live->begun[out->lsu.req_id] |= (uint8_t)(1u << out->lsu.req_sub);
    s->live->counters.shared_passes++;
    s->live->counters.conflicts += out->split.split_more;
}

static void open_fetch(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    s->live->opener[lowest(~(uint64_t)out->prt.prt_used)] = out->arb.pass_id;
}

static void see_load_looked_up(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_sim_done *d)
{
    struct ul1_sim_counters *c = &s->live->counters;
    d->passes += !out->prt.miss_defer;
    d->hits += out->tag.look_hit;
    d->misses += out->prt.miss_open;
    d->merges += out->prt.miss_merge;
    d->writes += out->arb.pass_flush && out->tag.evict_valid;
    c->hits += out->tag.look_hit;
    c->misses += out->prt.miss_open;
    c->merges += out->prt.miss_merge;
    if (out->prt.miss_defer) {
        d->deferrals[out->prt.miss_cause % UL1_SIM_CAUSES]++;
        c->deferrals[out->prt.miss_cause % UL1_SIM_CAUSES]++;
    }
}

static void see_store_looked_up(struct ul1_sim *s, const struct ul1_l1_out *out, struct ul1_sim_done *d)
{
    d->passes++;
    d->misses += out->prt.miss_open;
    d->merges += out->prt.store_hold && !out->prt.miss_open;
    d->hits += out->tag.look_there && !out->prt.store_hold;
    d->writes += out->prt.store_through && out->wdb.alloc_new;
    s->live->counters.store_fetches += out->prt.miss_open;
}

static void see_lookup(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    if (!out->arb.pass_cached)
        return;
    struct ul1_sim_counters *c = &s->live->counters;
    c->replays += out->arb.pass_replay;
    if (!out->arb.pass_mask)
        return;
    struct ul1_sim_done *d = &record_of(s, out->arb.pass_id)->done;
    if (out->arb.pass_replay) {
        d->replays++;
        return;
    }
    c->cached_passes++;
    if (out->prt.miss_open)
        open_fetch(s, out);
    if (out->arb.pass_store)
        see_store_looked_up(s, out, d);
    else
        see_load_looked_up(s, out, d);
}
