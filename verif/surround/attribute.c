#include "surround/attribute.h"

#include "shape/busy.h"
#include "shape/taken.h"

_Static_assert(UL1_PT < HOLDERS && (unsigned)WAIT_KINDS <= HOLDERS, "a bit each");
_Static_assert(ATTRIBUTE_WALKING + UL1_WALKERS <= (unsigned)WAIT_INSTRS && (unsigned)WAIT_KINDS <= ATTRIBUTE_OFFERED, "a holder each");

static uint64_t bit(unsigned n)
{
    return UINT64_C(1) << n % HOLDERS;
}

static unsigned count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

static bool sets(uint64_t word, unsigned n)
{
    return word >> n & 1;
}

// ---- instructions

static void remainders(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    const uint64_t here = these & ~(s->away | s->again | s->joining), lacking = here & s->store & ~s->again_beat;
    const uint64_t without = out->wdb.room_shared ? 0 : here & s->store & s->again_beat;
    wait_in(now, WAIT_AWAY, these & s->away & ~now->in[WAIT_AGAIN]);
    wait_in(now, WAIT_PREPARING, these & (s->again | s->joining));
    wait_in(now, WAIT_BEAT, lacking);
    wait_in(now, WAIT_ROOM, without);
    wait_in(now, WAIT_REMAINDER, here & ~lacking & ~without);
}

// Returns those that are ready.
static uint64_t fences(const struct standing *s, uint64_t these, struct rows *now)
{
    const uint64_t alone = these & ~s->out, far = alone & ~s->near;
    wait_in(now, WAIT_FENCE_INSTRS, these & s->out);
    wait_in(now, WAIT_FENCE_BEHIND, far & ~s->asked);
    wait_in(now, WAIT_FENCE_ANSWER, far & s->asked & ~s->answered);
    return (alone & s->near) | (far & s->answered);
}

// Stores whose warp has a load that sleeps, or is looked up and may: they have no beat meanwhile.
static uint64_t behind_sleepers(const struct standing *s, uint64_t these, const struct ul1_l1_out *out)
{
    const bool looks = out->arb.pass_cached && out->arb.pass_mask && !out->arb.pass_store && !out->arb.pass_replay;
    uint64_t behind = 0;
    for (; these; these &= these - 1) {
        const unsigned e = (unsigned)__builtin_ctzll(these);
        if (s->sleeps[s->warp[e]] || (looks && s->warp[out->arb.pass_id % ENTRIES] == s->warp[e]))
            behind |= bit(e);
    }
    return behind;
}

static uint64_t cached_stores(uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    if (!these)
        return 0;
    if (!out->wdb.room_cached) {
        wait_in(now, WAIT_ROOM, these);
        return 0;
    }
    return these;
}

static uint64_t flushes(uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    if (!these || out->wdb.room_cached)
        return these;
    wait_in(now, WAIT_FLUSH_ROOM, these);
    return 0;
}

// A sleeper is awake and has a lane to present.
static bool some_woken(const struct standing *s, const struct ul1_l1_out *out)
{
    for (uint64_t left = s->sleeper & ~out->lsu.sleep_ids; left; left &= left - 1)
        if (s->todo[__builtin_ctzll(left)])
            return true;
    return false;
}

// Of cached accesses that wait for nothing of their own, those that may enter: they are prepared, and no sleeper is woken.
static uint64_t lines(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    if (!these)
        return 0;
    wait_in(now, WAIT_GATHER, these & ~out->lsu.gather_fresh);
    these &= out->lsu.gather_fresh;
    if (!these || !some_woken(s, out))
        return these;
    wait_in(now, WAIT_BEHIND_WOKEN, these);
    return 0;
}

// Of these, those whose warp has one of those.
static uint64_t behind_any(const struct standing *s, uint64_t these, uint64_t those)
{
    uint64_t behind = 0, warps = 0;
    if (!these)
        return 0;
    for (; those; those &= those - 1)
        warps |= UINT64_C(1) << s->warp[__builtin_ctzll(those)];
    for (; warps && these; these &= these - 1)
        if (warps >> s->warp[__builtin_ctzll(these)] & 1)
            behind |= these & -these;
    return behind;
}

// Who is next, of the pool or of the new queue.
static enum wait_row next(const struct standing *s, uint64_t it, const struct ul1_l1_out *out)
{
    const bool load = !(it & (s->store | s->fence | s->null | s->flush)), cached = it & s->cached;
    return out->tag.readout_valid ? WAIT_READOUT
        : out->tag.cmd_turn ? WAIT_COMMAND_TURN
        : load && booked_out(out->arb.regport_booked, cached) ? cached ? WAIT_BOOKING_HIT : WAIT_BOOKING
        : WAIT_OTHERS;
}

// Who has the turn and goes to shared memory is to be chosen; of all else those that are ready are returned.
static uint64_t queue(const struct standing *s, uint64_t still, const struct ul1_l1_out *out, struct rows *now)
{
    const uint64_t behind = s->queue & ~s->turn & still, turn = s->turn & still;
    const uint64_t shared = turn & s->shared & ~s->null, rest = turn & ~shared, busy = rest & s->busy;
    const uint64_t tended = behind_any(s, rest & ~s->busy & ~s->shared, s->tending), free = rest & ~busy & ~tended;
    const uint64_t behind_loads = behind_sleepers(s, free & s->store, out), stores = free & s->store & ~behind_loads;
    const uint64_t loads = free & ~(s->store | s->fence | s->null | s->flush);
    wait_in(now, WAIT_TURN, behind & ~s->behind_fence);
    wait_in(now, WAIT_FENCE_OF, behind & s->behind_fence);
    wait_in(now, WAIT_REMAINDER_OF, busy);
    wait_in(now, WAIT_UPKEEP_OF, tended);
    const uint64_t ordered = behind_any(s, loads & s->ordered, s->loading);
    wait_in(now, WAIT_ORDERED, ordered);
    wait_in(now, WAIT_BEHIND_SLEEPER, behind_loads);
    wait_in(now, WAIT_BEAT, (shared | stores) & s->store & ~s->beaten);
    wait_in(now, WAIT_CHOICE, shared & ~(s->store & ~s->beaten));
    uint64_t ready = loads & ~ordered;
    ready |= flushes(free & s->flush, out, now);
    ready |= cached_stores(stores & s->beaten, out, now);
    ready = lines(s, ready & ~s->null, out, now);
    return ready | (free & s->null) | fences(s, free & s->fence, now);
}

// Of the fresh accesses, the oldest of each warp; those of them that are ready are returned, and the first of these is shown.
static uint64_t pool(const struct standing *s, uint64_t still, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                     uint64_t *first, struct rows *now)
{
    const bool place = count(s->remainder & ~s->away) < UL1_RB || in->cfg_home == UL1_HOME_INSTR;
    uint64_t ready = 0, seen = 0;
    for (unsigned n = 0; n < s->freshes; n++) {
        const uint64_t e = bit(s->chosen[n]), mine = e & still & ~seen;
        const bool behind = behind_any(s, e, seen), joined = !(s->addressed & e) || n + 1 < s->freshes;
        const enum wait_row row = !joined ? WAIT_PREPARING
            : behind ? WAIT_FRESH_OF
            : s->remainders[s->warp[s->chosen[n]]] ? WAIT_REMAINDER_OF
            : s->store & e && !out->wdb.room_shared ? WAIT_ROOM
            : WAIT_PLACE;
        seen |= e;
        if (row != WAIT_PLACE || !place) {
            wait_in(now, row, mine);
            continue;
        }
        *first = ready ? *first : e;
        ready |= mine;
    }
    return ready;
}

// A fresh access, a line of a load or an inval, one of a store or a flush, and what only retires take turns.
static void turns(const struct standing *s, uint64_t fresh, uint64_t first, uint64_t ready, const struct ul1_l1_out *out,
                  struct rows *now)
{
    const uint64_t plain = ready & (s->null | s->fence), stores = ready & ~plain & (s->store | s->flush);
    const uint64_t load = standing_oldest(s, ready & ~plain & ~stores), store = standing_oldest(s, stores);
    const uint64_t only = standing_oldest(s, plain), heads = (fresh ? first : 0) | load | store | only;
    const uint64_t it = !out->lsu.cand_new ? only
        : !out->lsu.cand_cached ? first
        : out->lsu.cand_store || out->lsu.cand_flush ? store : load;
    wait_in(now, WAIT_OLDER, (fresh | ready) & ~heads);
    wait_in(now, WAIT_OTHER_TURN, (fresh | ready) & heads & ~it);
    if (it)
        wait_in(now, next(s, it, out), it & (fresh | ready));
}

static void sleepers(const struct standing *s, uint64_t still, const struct ul1_l1_out *out, struct rows *now)
{
    static const enum wait_row row[] = { [UL1_CAUSE_ENTRY] = WAIT_ENTRY, [UL1_CAUSE_WAY] = WAIT_WAY,
                                         [UL1_CAUSE_MERGE] = WAIT_MERGE_PLACE, [UL1_CAUSE_CLOSED] = WAIT_CLOSED,
                                         [UL1_CAUSE_ROOM] = WAIT_DIRTY };
    if (!s->sleepers)
        return;
    const uint64_t oldest = bit(s->slept[0]);
    const bool room = oldest & s->flush && !sets(out->lsu.sleep_ids, s->slept[0]) && !out->wdb.room_cached;
    wait_in(now, room ? WAIT_WOKEN_FLUSH : row[s->cause[s->slept[0]]], oldest & still);
    wait_in(now, WAIT_SLEEPERS, s->sleeper & ~oldest & still);
}

// Who gets on in this cycle; with `looked`, also who is presented to be looked up, or has been and is deferred.
static uint64_t movers(const struct ul1_l1_in *in, const struct ul1_l1_out *out, uint64_t *looked)
{
    uint64_t on = 0;
    *looked = 0;
    if (out->lsu.req_valid && !(out->arb.sel_replay && out->lsu.cand_bare))
        *(out->lsu.req_cached ? looked : &on) |= bit(out->lsu.req_id);
    if (out->arb.pass_cached && out->arb.pass_mask)
        *(out->prt.miss_defer ? looked : &on) |= bit(out->arb.pass_id);
    if (in->pull_valid && out->lsu.pull_ready)
        on |= bit(out->lsu.pull_id);
    if (out->lsu.choice_valid)
        on |= bit(out->lsu.choice_id);
    if (in->in_valid && in->in_again && out->lsu.in_again_ready)
        on |= bit(in->in_id);
    if (out->lsu.fence_valid && out->prt.accept_fence)
        on |= bit(out->lsu.fence_id);
    if (out->fill.answer_fence && out->fill.answer_id < UL1_PT)
        on |= bit(out->fill.answer_id);
    if (out->lsu.ret_valid)
        on |= bit(out->lsu.ret_id);
    return on;
}

uint64_t attribute_instrs(const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out, struct rows *now)
{
    uint64_t looked, first = 0;
    const uint64_t on = movers(in, out, &looked), still = s->live & ~on & ~looked, others = still & ~s->remainder;
    if (in->in_valid && in->in_again && !out->lsu.in_again_ready)
        wait_in(now, WAIT_AGAIN, bit(in->in_id));
    if (still & s->remainder)
        remainders(s, still & s->remainder, out, now);
    const uint64_t fresh = s->freshes ? pool(s, others, in, out, &first, now) : 0;
    const uint64_t ready = s->queue ? queue(s, others & ~s->fresh, out, now) : 0;
    if (fresh | ready)
        turns(s, fresh, first, ready, out, now);
    sleepers(s, still, out, now);
    wait_in(now, WAIT_LINE, s->line & still & ~s->sleeper);
    wait_in(now, WAIT_FOLLOW, still & ~(s->queue | s->fresh | s->remainder | s->sleeper | s->line));
    return on;
}

// ---- what waits besides

static uint64_t held(const struct ul1_l1_out *out)
{
    uint64_t mask = 0;
    for (unsigned i = 0; out->wdb.wdb_used >> i; i++)
        mask |= (uint64_t)(out->wdb.wdb_state[i] == UL1_WDB_STATE_HELD) << i;
    return mask;
}

// Requests that wait for all walkers do so until any walk ends.
static bool lacks_walker(bool *unwalked, const struct ul1_l1_out *out)
{
    *unwalked |= (out->mmu.mmu_wait & (out->mmu.mmu_wait - 1u)) != 0;
    *unwalked &= !out->mmu.walk_ends;
    return *unwalked;
}

static void wait_alone(struct rows *now, unsigned row)
{
    wait_in(now, row, bit(row));
}

static void command(const struct ul1_l1_out *out, struct rows *now)
{
    const unsigned state = out->tag.cmd_state;
    if (state == UL1_CMD_STATE_WAIT)
        wait_alone(now, WAIT_LAST_REPLAY);
    if (state == UL1_CMD_STATE_DRAIN)
        wait_alone(now, WAIT_DRAINS);
    if (state == UL1_CMD_STATE_SWEEP && !out->wdb.room_dirty)
        wait_alone(now, WAIT_SWEEP);
    if (state == UL1_CMD_STATE_SETTLE)
        wait_alone(now, WAIT_SETTLES);
    if (state == UL1_CMD_STATE_ANSWER)
        wait_alone(now, WAIT_COMMAND_ANSWER);
}

// Returns who is taken. (While one that is not of shared memory waits, others that are may be offered instead, and taken.)
static uint64_t offered(const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out, struct rows *now)
{
    if (!attribute_offers(in))
        return 0;
    const uint64_t who = bit(ATTRIBUTE_OFFERED + attribute_shared(in));
    if (takes_new(&out->lsu, in->in_op, in->in_space))
        return who;
    const enum wait_row row = out->tag.cmd_hold ? WAIT_COMMANDED
        : out->lsu.in_shared_ready ? WAIT_KEPT
        : count(s->remainder & ~s->away) >= UL1_RB - 1 ? WAIT_THROTTLED : WAIT_FULL;
    wait_in(now, row, who);
    return 0;
}

uint64_t attribute_others(const struct standing *s, bool *unwalked, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                          struct rows *now)
{
    const uint64_t taken = offered(s, in, out, now);
    wait_in(now, WAIT_HELD, held(out));
    if (out->wdb.write_valid && !out->data.array_ready)
        wait_alone(now, WAIT_PORT);
    if (out->prt.head_write && !out->prt.head_valid)
        wait_alone(now, WAIT_DATA);
    wait_in(now, WAIT_WALK, (uint64_t)busy_walkers(&out->mmu) << ATTRIBUTE_WALKING);
    if (lacks_walker(unwalked, out))
        wait_alone(now, WAIT_WALKER);
    if (out->mmu.mem_valid && !in->mem_ready)
        wait_alone(now, WAIT_MEMORY);
    if (out->tag.cmd_state != UL1_CMD_STATE_READY)
        command(out, now);
    return taken;
}
