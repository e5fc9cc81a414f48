#include "environment/sm/bins.h"

#include <string.h>

#include "common/busy.h"
#include "common/lines.h"
#include "common/pairs.h"
#include "common/taken.h"

static inline void reach(struct bins *b, unsigned bin)
{
    b->count[bin]++;
}

static inline unsigned most(unsigned n, unsigned max)
{
    return n < max ? n : max;
}

static unsigned shape_of(unsigned active, unsigned lanes)
{
    return active == lanes ? BIN_SHAPE_ALL : active == 1 ? BIN_SHAPE_ONE : BIN_SHAPE_SOME;
}

void bins_reset(struct bins *b)
{
    memset(b->entry, 0, sizeof b->entry);
}

void bins_taken(struct bins *b, unsigned entry, const struct instr *i)
{
    if (!*b->wanted)
        return;
    const unsigned subs = instr_slots(i), lanes = LANES / subs;
    const uint32_t active =
        pairs_active(pairs_apart(i->op, i->matrix, i->space, i->width, i->mask, i->addr), i->mask);
    b->entry[entry].live = true;
    b->entry[entry].store = instr_stores(i);
    b->entry[entry].width = (uint8_t)most(i->width, BIN_WIDTH_RESERVED);
    memset(b->entry[entry].passes, 0, sizeof b->entry[entry].passes);
    for (unsigned k = 0; k < subs; k++) {
        uint32_t mask = active >> k * lanes & (UINT32_MAX >> (32 - lanes));
        b->entry[entry].shape[k] = (uint8_t)shape_of((unsigned)__builtin_popcount(mask), lanes);
    }
}

void bins_retired(struct bins *b, unsigned entry)
{
    b->entry[entry].live = false;
}

static void count_passes(struct bins *b, const struct ul1_l1_out *out)
{
    unsigned id = out->lsu.req_id % ENTRIES, sub = out->lsu.req_sub % 4, degree = 0;
    uint8_t *passes = &b->entry[id].passes[sub];
    ++*passes;
    if (out->split.split_more)
        return;
    while (*passes > 1u << degree)
        degree++;
    reach(b,
          bin_passes(b->entry[id].store, most(degree, BIN_DEGREE_17_32), b->entry[id].width,
                     b->entry[id].shape[sub]));
    *passes = 0;
}

// ---- stage 1, and other activity in the same cycle

enum { NOTHING = ~0u };

static unsigned looked_up(const struct ul1_l1_out *out)
{
    if (out->arb.pass_inval || out->arb.pass_flush)
        return out->arb.pass_inval ? BIN_STAGE1_INVAL : BIN_STAGE1_FLUSH;
    if (out->arb.pass_replay)
        return !out->arb.pass_mask ? BIN_STAGE1_BARE
            : out->arb.pass_fail   ? BIN_STAGE1_FAILS
                                   : BIN_STAGE1_REPLAY;
    if (out->arb.pass_store)
        return out->prt.miss_open                             ? BIN_STAGE1_FETCHES
            : out->prt.store_hold                             ? BIN_STAGE1_HOLDS
            : out->prt.store_alloc                            ? BIN_STAGE1_ALLOCATES
            : out->prt.store_dirty && !out->prt.store_through ? BIN_STAGE1_DIRTIES
                                                              : BIN_STAGE1_THROUGH;
    return out->tag.look_hit  ? BIN_STAGE1_HIT
        : out->prt.miss_open  ? BIN_STAGE1_OPENS
        : out->prt.miss_merge ? BIN_STAGE1_MERGES
                              : BIN_STAGE1_DEFERRED;
}

static unsigned stage1(const struct ul1_l1_out *out)
{
    if (out->arb.pass_readout)
        return BIN_STAGE1_READOUT;
    if (out->arb.pass_cached)
        return looked_up(out);
    if (out->arb.pass_valid)
        return out->arb.pass_store ? BIN_STAGE1_SHARED_STORE : BIN_STAGE1_SHARED_LOAD;
    return NOTHING;
}

// As bits, in the order of the axis.
static uint32_t happening(const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const bool memory = out->mmu.mem_valid, offered = in->in_valid && !in->in_again;
    const bool takes = takes_new(&out->lsu, in->in_op, in->in_space);
    const bool happens[] = {
        [BIN_BESIDE_FILL_PIECE] = out->fill.fill_valid && !out->prt.done_fill,
        [BIN_BESIDE_FILL_LAST] = out->fill.fill_valid && out->prt.done_fill,
        [BIN_BESIDE_WALKING] = busy_walkers(&out->mmu) != 0,
        [BIN_BESIDE_PAGE_FAULT] = out->mmu.mmu_fault,
        [BIN_BESIDE_MEMORY_FAILS] = out->fill.memfail_valid,
        [BIN_BESIDE_ARRAY_WRITE] = out->wdb.write_valid && out->data.array_ready,
        [BIN_BESIDE_MEMORY_WRITE] = memory && in->mem_ready && out->mmu.mem_op == UL1_MEMOP_WRITE,
        [BIN_BESIDE_MEMORY_READ] = memory && in->mem_ready && out->mmu.mem_op == UL1_MEMOP_READ,
        [BIN_BESIDE_MEMORY_BUSY] = memory && !in->mem_ready,
        [BIN_BESIDE_FENCE_ASKED] = out->lsu.fence_valid && out->prt.accept_fence,
        [BIN_BESIDE_FENCE_ANSWERED] = out->fill.answer_fence,
        [BIN_BESIDE_EVICTS] = out->tag.evict_valid,
        [BIN_BESIDE_RETIRES] = out->lsu.ret_valid,
        [BIN_BESIDE_TAKEN] = offered && takes,
        [BIN_BESIDE_AGAIN] = in->in_valid && in->in_again,
        [BIN_BESIDE_RETURNED] = out->lsu.remainder_valid,
        [BIN_BESIDE_RESERVED] = reserved_out(out->arb.regport_reserved, false),
        [BIN_BESIDE_REFUSED] = offered && !takes,
        [BIN_BESIDE_COMMAND] = in->cmd_valid && out->tag.cmd_ready,
    };
    uint32_t bits = 0;
    for (unsigned i = 0; i < sizeof happens / sizeof *happens; i++)
        bits |= (uint32_t)happens[i] << i;
    return bits;
}

static void count_meetings(struct bins *b, uint32_t bits, unsigned stage)
{
    for (; bits; bits &= bits - 1) {
        unsigned a = (unsigned)__builtin_ctz(bits);
        if (stage != NOTHING)
            reach(b, bin_beside(stage, a));
        for (uint32_t others = bits & (bits - 1); others; others &= others - 1)
            reach(b, bin_meet(a, (unsigned)__builtin_ctz(others)));
    }
}

// ---- lines under fetch

static bool faults(const struct ul1_l1_out *out, unsigned entry)
{
    return out->mmu.mmu_fault && !out->prt.head_write && !out->prt.head_fence && out->prt.head_prt == entry;
}

// The state of an entry: its activity in this cycle, or what it waits for.
static unsigned moment_of(const struct ul1_l1_out *out, unsigned entry)
{
    if (faults(out, entry) && out->prt.done_fault)
        return BIN_MOMENT_FAULTED;
    if (out->fill.fill_valid && out->fill.fill_prt == entry)
        return out->prt.done_fill ? BIN_MOMENT_LAST : BIN_MOMENT_PIECE;
    if (out->mmu.mmu_take && !out->prt.head_write && !out->prt.head_fence && out->prt.head_prt == entry)
        return BIN_MOMENT_TAKEN;
    if (out->arb.sel_valid && out->lsu.cand_replay && out->lsu.cand_last && out->lsu.cand_prt == entry)
        return BIN_MOMENT_ENDS;
    const unsigned state = out->prt.prt_state[entry];
    return state == UL1_PRT_STATE_ASKS ? BIN_MOMENT_ASKS
        : state == UL1_PRT_STATE_WAITS ? BIN_MOMENT_SENT
                                       : BIN_MOMENT_FILLED;
}

// Lookups that do not hit; a hit involves no entry.
static unsigned comes(const struct ul1_l1_out *out)
{
    if (!out->arb.pass_cached || out->arb.pass_replay || out->tag.look_hit)
        return BIN_COMES_NOTHING;
    if (out->arb.pass_inval || out->arb.pass_flush)
        return out->arb.pass_inval ? BIN_COMES_INVAL : BIN_COMES_FLUSH;
    if (out->arb.pass_store)
        return out->prt.store_through ? BIN_COMES_THROUGH : BIN_COMES_BACK;
    return out->prt.miss_defer ? BIN_COMES_DEFERRED
        : out->arb.pass_bypass ? BIN_COMES_BYPASS
                               : BIN_COMES_LOAD;
}

static void count_life(struct bins *b, const struct ul1_l1_out *out)
{
    const unsigned what = comes(out);
    for (uint64_t used = out->prt.prt_used; used; used &= used - 1) {
        const unsigned entry = (unsigned)__builtin_ctzll(used);
        const bool its = what != BIN_COMES_NOTHING && out->prt.prt_line[entry] == out->arb.pass_line;
        reach(b, bin_life(moment_of(out, entry), its ? what : BIN_COMES_NOTHING));
        if (!faults(out, entry) || out->prt.done_fault)
            continue;
        const bool fills = out->fill.fill_valid && out->fill.fill_prt == entry;
        reach(b, bin_fault(!fills ? BIN_WITH_NOTHING : out->prt.done_fill ? BIN_WITH_LAST : BIN_WITH_PIECE));
    }
}

// ---- lines

// The state of a line that is pending, locked or dirty. (Outputs do not show other lines by set and way.)
static unsigned state_of(const struct ul1_tag_out *tag, unsigned set, unsigned way)
{
    bool dirty = line_dirty(tag, set, way);
    if (line_pending(tag, set, way))
        return dirty ? BIN_STATE_PENDING_DIRTY : BIN_STATE_PENDING;
    if (line_locked(tag, set, way))
        return dirty ? BIN_STATE_LOCKED_DIRTY : BIN_STATE_LOCKED;
    return BIN_STATE_DIRTY;
}

// The states in any set when a command that sweeps the sets is taken.
static void count_command(struct bins *b, unsigned op, const struct ul1_tag_out *tag)
{
    for (unsigned set = 0; set < UL1_SETS; set++)
        for (unsigned way = 0; way < UL1_WAYS; way++)
            if ((tag->tag_pend[set] | tag->tag_lock[set] | tag->tag_dirty[set]) >> way & 1)
                reach(b, bin_command(op - UL1_CMD_ALL, state_of(tag, set, way), way));
}

// ---- fill levels

static void count_levels(struct bins *b, const struct ul1_l1_out *out, unsigned remainders)
{
    unsigned entries = 0, asks = 0;
    for (unsigned i = 0; i < ENTRIES; i++)
        entries += b->entry[i].live;
    for (unsigned i = 0; i < sizeof out->prt.prt_state; i++)
        asks += out->prt.prt_state[i] == UL1_PRT_STATE_ASKS;
    reach(b, bin_table(entries));
    reach(b, bin_prt((unsigned)__builtin_popcountll(out->prt.prt_used)));
    reach(b, bin_asks(asks));
    reach(b, bin_wdb((unsigned)__builtin_popcount(out->wdb.wdb_used)));
    reach(b, bin_pool(most(remainders, 16)));
    reach(b, bin_walkers((unsigned)__builtin_popcount(busy_walkers(&out->mmu))));
    reach(b, bin_deferred(most((unsigned)__builtin_popcountll(out->lsu.defer_ids), 16)));
}

void bins_cycle(struct bins *b, const struct ul1_l1_in *in, const struct ul1_l1_out *out, unsigned remainders)
{
    if (!*b->wanted)
        return;
    if (out->lsu.req_valid && !out->lsu.req_cached)
        count_passes(b, out);
    count_meetings(b, happening(in, out), stage1(out));
    count_life(b, out);
    if (in->cmd_valid && out->tag.cmd_ready && in->cmd_op >= UL1_CMD_ALL && in->cmd_op <= UL1_CMD_CARVEOUT)
        count_command(b, in->cmd_op, &out->tag);
    count_levels(b, out, remainders);
}
