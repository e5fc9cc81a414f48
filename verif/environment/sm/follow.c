#include "environment/sm/follow.h"

#include <string.h>

#include "program/told.h"

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

enum { GOING = sizeof((struct text_follower *)0)->going / sizeof(uint32_t) };

_Static_assert(COUNT_NO_CREDIT - COUNT_NO_ENTRY == UL1_CAUSE_CREDIT, "deferrals are counted by cause");
_Static_assert(LANES <= PROGRAM_LANES && UL1_WORDS == PROGRAM_WORDS, "programs know so many lanes and words");

static struct text_follower *text_of(const struct follower *base)
{
    return (struct text_follower *)base;
}

static void text_counts(struct follower *base, enum checked_counts counts)
{
    engine_counts(text_of(base)->engine, counts);
}

static const char *text_error(const struct follower *base)
{
    return engine_error(text_of(base)->engine);
}

static bool text_at_fault(const struct follower *base)
{
    return engine_at_fault(text_of(base)->engine);
}

static uint64_t of_part(uint64_t cycle)
{
    return cycle - PART_LEAD;
}

// ---- the next instruction

// The lane at a position of an access.
static unsigned lane_of(const struct text_follower *f, const struct machine_access *a, unsigned position)
{
    return a->matrix ? position : lane_at(f->sizes, a->op, a->space, a->width, position);
}

// There are enough buffers for the instructions in flight and in hand.
static const uint32_t *keep_words(struct text_follower *f, const struct machine_access *a)
{
    unsigned i = 0;
    while (i < FLIGHTS + 1 && f->words_of[i])
        i++;
    f->words_of[i] = a->serial + 1;
    const unsigned words = machine_data_words(a);
    for (unsigned n = 0; n < LANES; n++)
        memcpy(&f->words[i][n * words], &a->word[lane_of(f, a, n) * words], words * sizeof *a->word);
    return f->words[i];
}

// No more than fit are in flight or in hand.
static void note_wide(struct text_follower *f, const struct machine_access *a)
{
    if (a->space != UL1_SPACE_SHARED || a->op > UL1_OP_STORE || a->width < UL1_WIDTH_B64 || a->matrix)
        return;
    unsigned i = 0;
    while (i < COUNT_OF(f->wide) - 1 && f->wide[i].serial)
        i++;
    f->wides += !f->wide[i].serial;
    f->wide[i].serial = a->serial + 1;
    f->wide[i].op = a->op;
    f->wide[i].width = a->width;
}

// The entry of a wide access to shared memory; of any other instruction null.
static const struct text_wide *wide_of(const struct text_follower *f, uint32_t serial)
{
    for (unsigned i = 0; f->wides && i < COUNT_OF(f->wide); i++)
        if (f->wide[i].serial == serial + 1)
            return &f->wide[i];
    return NULL;
}

// The lane at a position of an instruction that was filled in.
static unsigned lane_seen(const struct text_follower *f, const struct text_wide *wide, unsigned position)
{
    return wide ? lane_at(f->sizes, wide->op, UL1_SPACE_SHARED, wide->width, position) : position;
}

static void fill(struct text_follower *f, const struct machine_access *a, struct instr *i)
{
    *i = (struct instr){ .op = a->op,
                         .sign = a->sign,
                         .interleave = a->interleave,
                         .warp = a->warp,
                         .space = a->space,
                         .width = a->width,
                         .reg = a->reg,
                         .hint = a->hint,
                         .atom = a->atom,
                         .returns = a->returns,
                         .matrix = a->matrix,
                         .level = a->level,
                         .bar = a->bar,
                         .waits = a->waits,
                         .barrier = a->barrier,
                         .expects = a->expects,
                         .pred = a->pred,
                         .copy = a->copy,
                         .texture = { .base = a->texture.base,
                                      .pitch = a->texture.pitch,
                                      .columns = a->texture.columns,
                                      .rows = a->texture.rows,
                                      .format = a->texture.format,
                                      .layout = a->texture.layout,
                                      .border = a->texture.border,
                                      .filter = a->texture.filter },
                         .group = (uint8_t)((a->groups && a->closes) * CLOSES_GROUP
                                            | (a->groups && a->waits) * WAITS_FOR_GROUPS),
                         .leaves = a->leaves,
                         .serial = a->serial,
                         .line = a->line,
                         .passes = a->passes < 0 ? 0 : (unsigned)a->passes,
                         .passes_unsaid = a->passes < 0 || a->copy,
                         .unsure = true };
    for (unsigned n = 0; n < LANES; n++) {
        i->addr[n] = a->addr[lane_of(f, a, n)];
        i->dest[n] = a->dest[n];
        i->mask |= (a->mask >> lane_of(f, a, n) & 1) << n;
    }
    note_wide(f, a);
    if (a->op == UL1_OP_STORE)
        i->words = keep_words(f, a);
}

static enum comes text_next(struct follower *base, uint64_t cycle, struct instr *i)
{
    struct text_follower *f = text_of(base);
    struct machine_access a;
    enum machine_offer offer;
    if (!engine_next(f->engine, f->l1, of_part(cycle), i ? &a : NULL, &offer))
        return FOLLOW_OBJECTS;
    switch (offer) {
    case OFFER_ACCESS:
        if (!i)
            return FOLLOW_LATER;
        fill(f, &a, i);
        return FOLLOW_INSTR;
    case OFFER_LATER:
        return FOLLOW_LATER;
    case OFFER_IN_TIME:
        return FOLLOW_IN_TIME;
    default:
        return FOLLOW_END;
    }
}

static bool text_in_order(const struct follower *base)
{
    return engine_in_order(text_of(base)->engine);
}

static bool text_command(struct follower *base, struct command *c)
{
    struct text_follower *f = text_of(base);
    static const enum page_change change[] = { [CHANGE_NONE] = PAGE_SAME,
                                               [CHANGE_MOVED] = PAGE_MOVED,
                                               [CHANGE_REMOVED] = PAGE_REMOVED,
                                               [CHANGE_PROTECTED] = PAGE_PROTECTED };
    struct machine_command given;
    if (!engine_command(f->engine, f->l1, &given))
        return false;
    *c = (struct command){
        .op = given.op, .carveout = given.carveout, .change = change[given.change], .addr = given.addr
    };
    return true;
}

static void text_command_taken(struct follower *base, uint64_t cycle)
{
    struct text_follower *f = text_of(base);
    engine_command_taken(f->engine, f->l1, of_part(cycle));
}

static bool text_command_done(struct follower *base, uint64_t cycle)
{
    struct text_follower *f = text_of(base);
    return engine_command_done(f->engine, f->l1, of_part(cycle));
}

// ---- outcomes

static void text_taken(struct follower *base, uint32_t serial, uint64_t cycle)
{
    struct text_follower *f = text_of(base);
    engine_taken(f->engine, serial, of_part(cycle));
}

static void text_pass(struct follower *base, uint32_t serial, bool again)
{
    struct text_follower *f = text_of(base);
    engine_count(f->engine, serial, COUNT_PASSES, 1);
    engine_count(f->engine, serial, COUNT_REPLAYS, again);
}

static void text_sampled(struct follower *base, uint32_t serial, bool hit)
{
    struct text_follower *f = text_of(base);
    engine_count(f->engine, serial, COUNT_PASSES, 1);
    engine_count(f->engine, serial, hit ? COUNT_HITS : COUNT_MISSES, 1);
}

static unsigned entry_of(const struct text_follower *f, const struct ul1_l1_out *out, uint64_t line)
{
    unsigned e = 0;
    while (e < f->prt && !(out->prt.prt_used >> e & 1 && out->prt.prt_line[e] == line))
        e++;
    return e;
}

// The previous cycle's lookup may have made its entry request a line.
static void note_request(struct text_follower *f, const struct ul1_l1_out *out)
{
    if (!f->looked.serial)
        return;
    const unsigned e = entry_of(f, out, f->looked.line);
    if (e < f->prt && (f->looked.opened || (!f->looked.asked && out->prt.prt_state[e] == UL1_PRT_STATE_ASKS)))
        f->asks[e] = f->looked.serial;
    f->looked.serial = 0;
}

static bool text_cycle(struct follower *base, uint64_t cycle, const struct ul1_l1_out *out)
{
    struct text_follower *f = text_of(base);
    const struct machine_barriers b = {
        .opens = out->bar.bar_valid,
        .fails = out->bar.barfail_valid,
        .warps = out->bar.bar_warps,
        .reduction = { [REDUCE_COUNT] = out->bar.bar_count,
                       [REDUCE_ALL] = out->bar.bar_all,
                       [REDUCE_ANY] = out->bar.bar_any },
        .warp = out->bar.barfail_warp,
        .cause = out->bar.barfail_cause,
    };
    note_request(f, out);
    return (!f->sizes->barriers || engine_barriers(f->engine, f->l1, &b))
        && engine_waited(f->engine, f->l1, out->copy.wait_opens, of_part(cycle));
}

// The first request is a read, and is translated in this cycle.
static bool read_leaves(const struct ul1_l1_out *out)
{
    return (out->mmu.mmu_take || out->mmu.mmu_fault) && !out->prt.head_write && !out->prt.head_fence;
}

static void note_asking(struct text_follower *f, uint32_t serial, const struct ul1_l1_out *out)
{
    if (!out->prt.miss_open && !out->prt.miss_merge && !out->prt.store_hold)
        return;
    const unsigned e = entry_of(f, out, out->arb.pass_line);
    f->looked.serial = serial + 1;
    f->looked.line = out->arb.pass_line;
    f->looked.opened = out->prt.miss_open;
    f->looked.asked = e < f->prt && out->prt.prt_state[e] == UL1_PRT_STATE_ASKS
        && !(read_leaves(out) && out->prt.head_prt == e);
}

static void note_writing(struct text_follower *f, uint32_t serial, const struct ul1_l1_out *out)
{
    if (out->arb.pass_store && out->wdb.alloc_new)
        f->writes[out->wdb.alloc_store] = serial + 1;
    if (out->tag.evict_valid)
        f->writes[out->wdb.alloc_dirty] = serial + 1;
}

static void count_store(struct engine *e, uint32_t serial, const struct ul1_l1_out *out)
{
    engine_count(e, serial, COUNT_THROUGH, out->prt.store_through);
    engine_count(e, serial, COUNT_DIRTIED, out->prt.store_dirty);
    engine_count(e, serial, COUNT_ALLOCATED, out->prt.store_alloc);
    engine_count(e, serial, COUNT_HELD, out->prt.store_hold);
    engine_count(e, serial, COUNT_PURGED, out->tag.look_purge);
    engine_count(e, serial, COUNT_JOINED, !out->wdb.alloc_new);
}

static void text_lookup(struct follower *base, uint32_t serial, const struct ul1_l1_out *out)
{
    struct text_follower *f = text_of(base);
    if (out->arb.pass_replay && !out->arb.pass_mask)
        return; // for stores that were held: belongs to no instruction
    engine_count(f->engine, serial, COUNT_PASSES, !out->prt.miss_defer && !out->arb.pass_replay);
    engine_count(f->engine, serial, COUNT_REPLAYS, out->arb.pass_replay);
    engine_count(f->engine, serial, COUNT_HITS, out->tag.look_hit && !out->arb.pass_replay);
    engine_count(f->engine, serial, COUNT_MISSES, out->prt.miss_open);
    engine_count(f->engine, serial, COUNT_MERGES, out->prt.miss_merge);
    if (out->prt.miss_defer) {
        engine_count(f->engine, serial, COUNT_DEFERRALS, 1);
        engine_count(f->engine, serial, COUNT_NO_ENTRY + out->prt.miss_cause, 1);
    }
    if (out->arb.pass_store)
        count_store(f->engine, serial, out);
    note_asking(f, serial, out);
    note_writing(f, serial, out);
}

// Other instructions may have requested more by the time memory takes a read.
static void note_going(struct text_follower *f, const struct ul1_l1_out *out)
{
    if (read_leaves(out) && out->mmu.mmu_take)
        f->going[f->gone++ % GOING] = f->asks[out->prt.head_prt];
}

static void count_read(struct text_follower *f, const struct ul1_l1_out *out)
{
    const uint32_t asked = f->going[f->taken++ % GOING];
    if (!asked)
        return;
    engine_count(f->engine, asked - 1, COUNT_READS, 1);
    engine_count(f->engine, asked - 1, COUNT_SECTORS, (unsigned)__builtin_popcount(out->mmu.mem_sect));
}

static void text_memory(struct follower *base, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct text_follower *f = text_of(base);
    note_going(f, out);
    if (out->tag.evict_valid && !out->arb.pass_cached) // by a command
        f->writes[out->wdb.alloc_dirty] = 0;
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    const unsigned number = out->mmu.mem_number;
    if (out->mmu.mem_op == UL1_MEMOP_READ && number < f->prt)
        count_read(f, out);
    if (out->mmu.mem_op == UL1_MEMOP_WRITE && f->writes[number])
        engine_count(f->engine, f->writes[number] - 1, COUNT_WRITES, 1);
}

static bool loaded_halves(const struct text_follower *f, uint32_t serial, const struct ul1_l1_out *out)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    for (uint32_t left = out->dxbar.load_mask; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left), upper = lsu->rf_half >> slot & 1;
        const bool trans = lsu->rf_matrix == UL1_MATRIX_TRANS;
        const uint32_t word = out->dxbar.load_data[slot];
        if (!engine_loaded_half(f->engine, serial, 2u * lsu->rf_lane[slot] + (trans ? upper : 0),
                                lsu->rf_ofs[slot], (uint16_t)word)
            || !engine_loaded_half(f->engine, serial, 2u * lsu->rf_high[slot] + (trans ? upper : 1),
                                   lsu->rf_ofs[slot], (uint16_t)(word >> 16)))
            return false;
    }
    return true;
}

static bool text_loaded(struct follower *base, uint32_t serial, const struct ul1_l1_out *out)
{
    struct text_follower *f = text_of(base);
    if (out->lsu.rf_matrix)
        return loaded_halves(f, serial, out);
    const struct text_wide *wide = wide_of(f, serial);
    for (uint32_t left = out->dxbar.load_mask; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left), lane = out->lsu.rf_lane[slot];
        const unsigned other = out->lsu.rf_both >> slot & 1 ? lane ^ out->lsu.rf_pairs : lane;
        engine_predicate(f->engine, serial, lane, out->dxbar.load_pred >> slot & 1);
        if (!engine_loaded(f->engine, serial, lane_seen(f, wide, lane), out->lsu.rf_ofs[slot],
                           out->dxbar.load_data[slot]))
            return false;
        if (other != lane
            && !engine_loaded(f->engine, serial, lane_seen(f, wide, other), out->lsu.rf_ofs[slot],
                              out->dxbar.load_data[slot]))
            return false;
    }
    return true;
}

static bool text_retired(struct follower *base, uint32_t serial, uint64_t cycle, const struct ul1_l1_out *out,
                         bool inside)
{
    struct text_follower *f = text_of(base);
    for (unsigned i = 0; i < FLIGHTS + 2; i++)
        if (f->words_of[i] == serial + 1)
            f->words_of[i] = 0;
    uint32_t failing = 0;
    const struct text_wide *wide = wide_of(f, serial);
    for (uint32_t left = out->lsu.ret_err ? out->lsu.ret_mask : 0; left; left &= left - 1)
        failing |= UINT32_C(1) << lane_seen(f, wide, (unsigned)__builtin_ctz(left));
    const unsigned lane = lane_seen(f, wide, out->lsu.ret_lane);
    if (wide) {
        f->wide[wide - f->wide].serial = 0;
        f->wides--;
    }
    return engine_retired(f->engine, serial, of_part(cycle), out->lsu.ret_err, lane, failing, inside);
}

static bool text_grouped(struct follower *base, uint32_t serial, uint64_t cycle)
{
    return engine_grouped(text_of(base)->engine, serial, of_part(cycle));
}

static bool text_lost(struct follower *base, uint64_t line, unsigned error, enum lost_how how)
{
    struct text_follower *f = text_of(base);
    return engine_lost(f->engine, f->l1, line, error, how);
}

static bool text_ended(struct follower *base, const struct costs *c, bool inside)
{
    struct text_follower *f = text_of(base);
    const int64_t cost[COUNTS] = {
        [COUNT_READS] = c->reads,
        [COUNT_WRITES] = c->writes,
        [COUNT_SECTORS] = c->sectors,
        [COUNT_CYCLES] = c->cycles,
        [COUNT_WALKS] = c->walk_reads,
        [COUNT_BYTES] = c->bytes,
        [COUNT_EVICTIONS] = c->evictions,
        [COUNT_STALLS] = c->stalls,
        [COUNT_FENCES] = c->fences,
        [COUNT_BEATS] = c->data_reads,
        [COUNT_LINE_REPLAYS] = c->served,
        [COUNT_ADDRESSES] = c->address_reads,
        [COUNT_REMAINDERS] = c->replays,
        [COUNT_NODE_HITS] = c->node_hits,
        [COUNT_NODE_MISSES] = c->node_misses,
        [COUNT_NODE_MERGES] = c->node_merges,
        [COUNT_NODE_PASSES] = c->node_passes,
        [COUNT_SLICE_READS] = c->slice_reads,
    };
    return engine_ended(f->engine, cost, inside);
}

void follow_begin(struct text_follower *f, struct engine *e, unsigned l1, const struct ul1_sizes *sizes)
{
    static const struct follower_ops ops = { .error = text_error,
                                             .at_fault = text_at_fault,
                                             .counts = text_counts,
                                             .next = text_next,
                                             .in_order = text_in_order,
                                             .command = text_command,
                                             .command_taken = text_command_taken,
                                             .command_done = text_command_done,
                                             .taken = text_taken,
                                             .pass = text_pass,
                                             .sampled = text_sampled,
                                             .cycle = text_cycle,
                                             .lookup = text_lookup,
                                             .memory = text_memory,
                                             .loaded = text_loaded,
                                             .retired = text_retired,
                                             .grouped = text_grouped,
                                             .lost = text_lost,
                                             .ended = text_ended };
    memset(f, 0, sizeof *f);
    f->base.ops = &ops;
    f->engine = e;
    f->l1 = l1;
    f->prt = sizes->prt;
    f->sizes = sizes;
}
