// Reports the events of a cycle to the watcher. Compiled like machine.c, for each lane count and variant.

#include "sim/sim.h"

enum { GOING = COUNT(((struct sim_watch *)0)->going) };

static void watch_tell_of(struct ul1_sim *s, struct sim_owner owner, struct ul1_sim_seen seen)
{
    seen.cycle = s->live->cycle;
    seen.origin = owner.tag;
    seen.tag = owner.entry == SIM_NO_ENTRY ? UL1_SIM_NOBODY : owner.tag;
    s->inside = 1;
    s->watch.call(s->watch.user, &seen);
    s->inside = 0;
}

static struct sim_owner watch_owner(const struct ul1_sim *s, unsigned entry)
{
    return (struct sim_owner){ s->record[s->live->flight[entry]].instr.tag, (uint8_t)entry };
}

static void watch_tell(struct ul1_sim *s, unsigned entry, struct ul1_sim_seen seen)
{
    watch_tell_of(s, watch_owner(s, entry), seen);
}

static void watch_tell_command(struct ul1_sim *s, enum ul1_sim_event event)
{
    struct sim_owner owner = { s->record[s->live->command].instr.tag, 0 };
    watch_tell_of(s, owner, (struct ul1_sim_seen){ .event = (uint8_t)event, .command = 1 });
}

static const struct sim_owner watch_nobody = { UL1_SIM_NOBODY, SIM_NO_ENTRY };

static void watch_drop(struct sim_owner *owner, unsigned entry)
{
    if (owner->entry == entry)
        owner->entry = SIM_NO_ENTRY;
}

// An instruction has retired: nothing names it as one in flight any more.
static void watch_gone(struct sim_watch *w, unsigned entry)
{
    for (unsigned n = 0; n < COUNT(w->asks); n++)
        watch_drop(&w->asks[n], entry);
    for (unsigned n = 0; n < COUNT(w->writes); n++)
        watch_drop(&w->writes[n], entry);
    for (unsigned n = 0; n < COUNT(w->going); n++)
        watch_drop(&w->going[n].owner, entry);
    watch_drop(&w->looked, entry);
}

static unsigned watch_fetch_of(const struct ul1_l1_out *out, uint64_t line)
{
    unsigned e = 0;
    while (e < UL1_PRT && !(out->prt.prt_used >> e & 1 && out->prt.prt_line[e] == line))
        e++;
    return e;
}

// Records the request that the lookup of the previous cycle has made its entry send.
static void watch_asking(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    struct sim_watch *w = &s->watch;
    if (w->looked.tag == UL1_SIM_NOBODY)
        return;
    const unsigned e = watch_fetch_of(out, w->looked_line);
    if (e < UL1_PRT && (w->opened || (!w->asked && out->prt.prt_state[e] == UL1_PRT_STATE_ASKS)))
        w->asks[e] = w->looked;
    w->looked = watch_nobody;
}

// The request on offer is a read, and leaves for translation in this cycle.
static bool watch_leaves(const struct ul1_l1_out *out)
{
    return (out->mmu.mmu_take || out->mmu.mmu_fault) && !out->prt.head_write && !out->prt.head_fence;
}

static void watch_notes(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    struct sim_watch *w = &s->watch;
    const struct sim_owner owner = watch_owner(s, out->arb.pass_id);
    if (out->prt.miss_open || out->prt.miss_merge || out->prt.store_hold) {
        const unsigned e = watch_fetch_of(out, out->arb.pass_line);
        w->looked = owner;
        w->looked_line = out->arb.pass_line;
        w->opened = out->prt.miss_open;
        w->asked = e < UL1_PRT && out->prt.prt_state[e] == UL1_PRT_STATE_ASKS
            && !(watch_leaves(out) && out->prt.head_prt == e);
    }
    if (out->arb.pass_store && out->wdb.alloc_new)
        w->writes[out->wdb.alloc_store] = owner;
    if (out->tag.evict_valid)
        w->writes[out->wdb.alloc_dirty] = owner;
}

static enum ul1_sim_outcome watch_outcome(const struct ul1_l1_out *out)
{
    return out->arb.pass_replay ? UL1_SIM_REPLAY
        : out->prt.miss_defer   ? UL1_SIM_DEFER
        : out->prt.miss_open    ? UL1_SIM_MISS
        : out->prt.miss_merge   ? UL1_SIM_MERGE
        : out->tag.look_hit     ? UL1_SIM_HIT
        : out->arb.pass_store   ? UL1_SIM_STORE
                                : UL1_SIM_CMO;
}

static uint8_t watch_stored(const struct ul1_l1_out *out)
{
    if (!out->arb.pass_store)
        return 0;
    return (
        uint8_t)((out->prt.store_through ? UL1_SIM_THROUGH : 0) | (out->prt.store_dirty ? UL1_SIM_DIRTIED : 0)
                 | (out->prt.store_alloc ? UL1_SIM_ALLOCATED : 0) | (out->prt.store_hold ? UL1_SIM_HELD : 0)
                 | (out->tag.look_purge ? UL1_SIM_PURGED : 0) | (out->wdb.alloc_new ? 0 : UL1_SIM_JOINED));
}

static void watch_lookup(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    const bool bare = out->arb.pass_replay && !out->arb.pass_mask;
    watch_asking(s, out);
    // The command's lookup is of no instruction
    if (!out->arb.pass_cached || (out->arb.pass_inval && !out->arb.pass_mask))
        return;
    watch_tell_of(s, bare ? watch_nobody : watch_owner(s, out->arb.pass_id),
                  (struct ul1_sim_seen){ .event = UL1_SIM_LOOKUP,
                                         .sub = (uint8_t)sub_of_part(out->arb.pass_part),
                                         .slots = out->arb.pass_mask,
                                         .outcome = (uint8_t)watch_outcome(out),
                                         .cause = out->prt.miss_defer ? out->prt.miss_cause : 0,
                                         .stored = watch_stored(out),
                                         .addr = out->arb.pass_line * UL1_LINE_BYTES });
    if (!bare)
        watch_notes(s, out);
}

static void watch_pass(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.req_valid || out->lsu.req_cached || out->lsu.req_old)
        return;
    watch_tell(s, out->lsu.req_id,
               (struct ul1_sim_seen){ .event = UL1_SIM_PASS,
                                      .sub = out->lsu.req_sub,
                                      .slots = out->split.split_mask,
                                      .again = s->live->begun[out->lsu.req_id] >> out->lsu.req_sub & 1 });
}

// Where the instruction on offer goes.
static unsigned watch_entry(const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const bool constant = UL1_CONSTANTS && in->in_op == UL1_OP_LOAD && in->in_space == UL1_SPACE_CONST;
    return constant                              ? SIM_CONSTANTS + out->constant.conin_entry
        : UL1_TEXTURE && in->in_op == UL1_OP_TEX ? SIM_TEXTURES + out->texture.texin_entry
                                                 : out->lsu.in_entry;
}

// A constant load: its words are those of its passes.
static void watch_constants(struct ul1_sim *s, const struct ul1_constant_out *c)
{
    uint32_t word[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        word[lane] = c->con_data;
    if (c->con_valid)
        watch_tell(s, SIM_CONSTANTS + c->con_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_PASS, .sub = c->con_ofs, .slots = c->con_mask });
    if (c->con_valid)
        watch_tell(s, SIM_CONSTANTS + c->con_id,
                   (struct ul1_sim_seen){
                       .event = UL1_SIM_WORDS, .sub = c->con_ofs, .slots = c->con_mask, .data = word });
    if (c->conret_valid)
        watch_tell(s, SIM_CONSTANTS + c->conret_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_RETIRED,
                                          .err = c->conret_err,
                                          .err_lane = c->conret_lane,
                                          .err_mask = c->conret_err ? c->conret_mask : 0 });
}

static void watch_textures(struct ul1_sim *s, const struct ul1_texture_out *t)
{
    uint32_t word[LANES] = { 0 };
    for (unsigned n = 0; n < UL1_TEX_LANES; n++)
        word[(t->tex_quad * UL1_TEX_LANES + n) % LANES] = t->tex_data[n];
    if (t->texlook_valid)
        watch_tell(s, SIM_TEXTURES + t->texlook_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_LOOKUP,
                                          .outcome = t->texlook_hit ? UL1_SIM_HIT : UL1_SIM_MISS,
                                          .addr = t->texlook_line * UL1_LINE_BYTES });
    if (t->tex_valid)
        watch_tell(s, SIM_TEXTURES + t->tex_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_WORDS,
                                          .sub = t->tex_ofs,
                                          .slots = (uint64_t)t->tex_mask << t->tex_quad * UL1_TEX_LANES,
                                          .data = word });
    if (t->texret_valid)
        watch_tell(s, SIM_TEXTURES + t->texret_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_RETIRED,
                                          .err = t->texret_err,
                                          .err_lane = t->texret_err ? t->texret_lane : 0,
                                          .err_mask = t->texret_err ? t->texret_mask : 0 });
}

static void watch_end(struct ul1_sim *s, const struct ul1_l1_out *out)
{
    watch_constants(s, &out->constant);
    if (UL1_TEXTURE)
        watch_textures(s, &out->texture);
    if (out->lsu.rf_valid)
        watch_tell(s, out->lsu.rf_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_WORDS,
                                          .sub = out->lsu.rf_sub,
                                          .slots = out->dxbar.load_mask,
                                          .pred = out->dxbar.load_pred,
                                          .data = out->dxbar.load_data });
    if (!out->lsu.ret_valid)
        return;
    const struct ul1_sim_instr *i = &s->record[s->live->flight[out->lsu.ret_id]].instr;
    if (UL1_COPIES && i->copy == 1 && !out->lsu.ret_err) { // its store is yet to come
        watch_gone(&s->watch, out->lsu.ret_id);
        return;
    }
    const uint32_t order = sim_order(i);
    const bool fails = out->lsu.ret_err != UL1_ERR_NONE;
    watch_tell(
        s, out->lsu.ret_id,
        (struct ul1_sim_seen){ .event = UL1_SIM_RETIRED,
                               .err = out->lsu.ret_err,
                               .err_lane = fails ? (uint8_t)sim_lane_at(order, LANES, out->lsu.ret_lane) : 0,
                               .err_mask = fails ? sim_lanes_at(order, LANES, out->lsu.ret_mask) : 0 });
    watch_gone(&s->watch, out->lsu.ret_id);
}

static void watch_going(struct sim_watch *w, uint8_t number)
{
    w->going[w->gone % GOING].owner = w->asks[number];
    w->going[w->gone++ % GOING].number = number;
}

// Requests from before a reset, or before the watcher was installed, are not in the ring.
static struct sim_owner watch_taken_for(struct sim_watch *w, uint8_t number)
{
    while (w->taken != w->gone && w->going[w->taken % GOING].number != number)
        w->taken++;
    return w->taken == w->gone ? watch_nobody : w->going[w->taken++ % GOING].owner;
}

static void watch_memory(struct ul1_sim *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct sim_watch *w = &s->watch;
    const struct ul1_mmu_out *m = &out->mmu;
    if (out->tag.evict_valid) {
        if (!out->arb.pass_cached)
            w->writes[out->wdb.alloc_dirty] = watch_nobody;
        watch_tell_of(s, w->writes[out->wdb.alloc_dirty], (struct ul1_sim_seen){ .event = UL1_SIM_EVICT });
    }
    // Another request may have been made by the time memory takes this one
    if (watch_leaves(out) && m->mmu_take)
        watch_going(w, out->prt.head_prt);
    if (!m->mem_valid || !in->mem_ready)
        return;
    const uint64_t addr = m->mem_line * UL1_LINE_BYTES;
    if (m->mem_op == UL1_MEMOP_READ && m->mem_number < UL1_PRT)
        watch_tell_of(s, watch_taken_for(w, m->mem_number),
                      (struct ul1_sim_seen){ .event = UL1_SIM_READ, .sectors = m->mem_sect, .addr = addr });
    if (m->mem_op == UL1_MEMOP_READ && m->mem_number >= UL1_PRT + UL1_WALKERS)
        watch_tell_of(s, watch_nobody,
                      (struct ul1_sim_seen){ .event = UL1_SIM_READ, .sectors = m->mem_sect, .addr = addr });
    if (m->mem_op == UL1_MEMOP_WRITE)
        watch_tell_of(s, w->writes[m->mem_number],
                      (struct ul1_sim_seen){ .event = UL1_SIM_WRITE, .addr = addr });
}

// An instruction taken in this cycle is in its entry already.
static void watch_taken(struct ul1_sim *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->pull_valid && out->lsu.pull_ready)
        watch_tell(s, out->lsu.pull_id,
                   (struct ul1_sim_seen){ .event = UL1_SIM_BEAT, .sub = out->lsu.pull_sub });
    if (in->cmd_valid)
        watch_tell_command(s, UL1_SIM_TAKEN);
    if (in->in_valid && !in->in_again && !(UL1_COPIES && in->in_copy && in->in_op == UL1_OP_STORE))
        watch_tell(s, watch_entry(in, out), (struct ul1_sim_seen){ .event = UL1_SIM_TAKEN });
}

static void watch_barriers(struct ul1_sim *s, const struct ul1_bar_out *out)
{
    if (out->bar_valid)
        watch_tell_of(s, watch_nobody,
                      (struct ul1_sim_seen){ .event = UL1_SIM_OPENED,
                                             .warps = out->bar_warps,
                                             .count = out->bar_count,
                                             .all = out->bar_all,
                                             .any = out->bar_any,
                                             .barrier = out->bar_number });
    if (out->barfail_valid)
        watch_tell_of(s, watch_nobody,
                      (struct ul1_sim_seen){
                          .event = UL1_SIM_FAULTY, .cause = out->barfail_cause, .warp = out->barfail_warp });
}

// Runs before a retired instruction leaves its entry.
static void watch_cycle(struct ul1_sim *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    watch_barriers(s, &out->bar);
    watch_lookup(s, out);
    watch_taken(s, in, out);
    watch_pass(s, out);
    watch_end(s, out);
    watch_memory(s, in, out);
}
