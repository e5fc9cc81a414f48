#include "surround/waits.h"

#include <string.h>

#include "shape/busy.h"
#include "shape/taken.h"

enum {
    OFFERED = HOLDERS - 2,      // of all else, who is offered; the last, of shared memory
    WALKING = UL1_WDB,          // of all else, the first walker: behind the entries of the write data buffer
    NOW_AND_THEN = 64,          // cycles between looks at stays that are not over
};
_Static_assert(UL1_PT < HOLDERS && (unsigned)WAIT_KINDS <= STIMULUS_WAITS && STIMULUS_WAITS <= 64, "a bit each");
_Static_assert(WALKING + UL1_WALKERS <= (unsigned)WAIT_INSTRS && (unsigned)WAIT_KINDS <= OFFERED, "a holder each");

#define ALONE (~UINT64_C(0) << WAIT_INSTRS) // rows of what is in none but them

static uint64_t bit(unsigned n)
{
    return UINT64_C(1) << n % HOLDERS;
}

// ---- parts

static void begin_ledger(struct ledger *l)
{
    l->some = 0;
    memset(l->in, 0, sizeof l->in);
    memset(l->rows, 0, sizeof l->rows);
}

void waits_part(struct waits *w)
{
    pace_part(&w->paced, w->set);
    w->unwalked = false;
    memset(w->part, 0, sizeof w->part);
    memset(w->ledger.worth, 0, sizeof w->ledger.worth);
    memset(w->others.worth, 0, sizeof w->others.worth);
    begin_ledger(&w->ledger);
    begin_ledger(&w->others);
}

void waits_init(struct waits *w)
{
    standing_reset(&w->standing);
}

void waits_reset(struct waits *w)
{
    standing_reset(&w->standing);
    begin_ledger(&w->ledger);
    begin_ledger(&w->others);
    w->unwalked = false;
    w->cycle++;
}

// ---- stays

static void tell_who(const struct waits *w, const struct stay *s, struct wait *longest)
{
    const bool offered = (unsigned)s->row < WAIT_OFFERED;
    if ((unsigned)s->row < WAIT_INSTRS) {
        const struct instr *i = offered ? w->offer[s->holder - OFFERED] : w->flight[s->holder % ENTRIES].instr;
        longest->who = instr_kind(i);
        longest->warp = (int)i->warp;
        return;
    }
    longest->who = s->row <= WAIT_PORT ? "the write data buffer" : s->row <= WAIT_MEMORY ? "a request" : "a command";
    longest->warp = -1;
}

static void note(const struct waits *w, const struct stay *s, uint64_t bound, struct wait *longest)
{
    if (s->cycles < longest->cycles || !s->cycles)
        return;
    *longest = (struct wait){ .row = wait_name(s->row), .cycles = s->cycles, .bound = bound, .at = w->cycle };
    tell_who(w, s, longest);
}

// A stay that is the longest of the part in its row, or may exceed its bound.
static void judge(struct waits *w, struct ledger *l, const struct stay *s)
{
    struct pace *pace = &w->paced.pace;
    at_most(&pace->M, w->paced.takes + memory_port_longest(w->port));
    at_most(&pace->Y, s->row == WAIT_AWAY ? s->cycles : 0);
    const uint64_t bound = wait_bound(s->row, pace, s->ahead), least = wait_bound(s->row, pace, 1);
    note(w, s, bound, &w->longest[s->row]);
    note(w, s, bound, &w->part[s->row]);
    l->worth[s->row] = s->cycles + 1 < least ? s->cycles + 1 : least;
    if (s->cycles <= bound || w->starves)
        return;
    w->over = *s;
    w->bound = bound;
    w->starves = wait_name(s->row);
}

static void look_at_all(struct waits *w, struct ledger *l)
{
    for (uint64_t rows = l->some; rows; rows &= rows - 1) {
        const unsigned row = (unsigned)__builtin_ctzll(rows);
        for (uint64_t left = l->in[row]; left; left &= left - 1) {
            const struct stay s = ledger_stay(l, (unsigned)__builtin_ctzll(left), row, w->cycle);
            if (s.cycles >= l->worth[row])
                judge(w, l, &s);
        }
    }
}

// These have got on.
static void step(struct waits *w, struct ledger *l, uint64_t holders)
{
    struct stay s;
    for (; holders; holders &= holders - 1)
        while (ledger_take(l, (unsigned)__builtin_ctzll(holders), w->cycle, &s))
            judge(w, l, &s);
}

static unsigned count(uint64_t mask)
{
    return (unsigned)__builtin_popcountll(mask);
}

// Fences that are yet to ask, up to this.
static unsigned fences_up_to(const struct standing *s, unsigned e)
{
    unsigned n = 1;
    for (uint64_t left = s->queue & s->fence & ~s->near & ~s->asked; left; left &= left - 1)
        n += s->serial[__builtin_ctzll(left)] < s->serial[e];
    return n;
}

static unsigned ahead_of(const struct waits *w, enum wait_row row, unsigned holder)
{
    const struct standing *s = &w->standing;
    if (row == WAIT_FENCE_BEHIND)
        return fences_up_to(s, holder);
    const uint64_t those = row == WAIT_OLDER || row == WAIT_ROOM ? s->queue | s->fresh
        : row == WAIT_SLEEPERS ? s->sleeper
        : s->live;
    const unsigned n = count(those);
    return n ? n : 1;
}

// Only rows are looked at in which somebody was or is.
static void put(struct waits *w, struct ledger *l, struct rows *now)
{
    for (uint64_t rows = now->some | l->some; rows; rows &= rows - 1) {
        const unsigned row = (unsigned)__builtin_ctzll(rows);
        const uint64_t in = now->in[row];
        now->in[row] = 0;
        if (in == l->in[row])
            continue;
        for (uint64_t left = ledger_put(l, row, in, w->cycle); left; left &= left - 1) {
            const unsigned holder = (unsigned)__builtin_ctzll(left);
            l->ahead[holder][row] = (uint8_t)ahead_of(w, row, holder);
        }
    }
    now->some = 0;
}

// ---- whose turn it is in which row

static bool sets(uint64_t word, unsigned n)
{
    return word >> n & 1;
}

static bool offers(const struct ul1_l1_in *in)
{
    return in->in_valid && !in->in_again;
}

// Returns who is taken. (While one that is not of shared memory waits, others that are may be offered instead, and taken.)
static uint64_t offered(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out, struct rows *now)
{
    if (!offers(in))
        return 0;
    const struct standing *s = &w->standing;
    const bool shared = in->in_op != UL1_OP_FENCE && in->in_space == UL1_SPACE_SHARED;
    const uint64_t who = bit(OFFERED + shared);
    w->offer[shared] = **w->offered;
    if (takes_new(&out->lsu, in->in_op, in->in_space))
        return who;
    const enum wait_row row = out->tag.cmd_hold ? WAIT_COMMANDED
        : out->lsu.in_shared_ready ? WAIT_KEPT
        : count(s->remainder & ~s->away) >= UL1_RB - 1 ? WAIT_THROTTLED : WAIT_FULL;
    wait_in(now, row, who);
    return 0;
}

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

// Stores whose warp has a load that sleeps, or is looked up and may.
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

static uint64_t cached_stores(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, struct rows *now)
{
    if (!these)
        return 0;
    if (!out->wdb.room_cached) {
        wait_in(now, WAIT_ROOM, these);
        return 0;
    }
    const uint64_t behind = behind_sleepers(s, these, out);
    wait_in(now, WAIT_BEHIND_SLEEPER, behind);
    return these & ~behind;
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
    const uint64_t stores = free & s->store;
    const uint64_t loads = free & ~(s->store | s->fence | s->null | s->flush);
    wait_in(now, WAIT_TURN, behind & ~s->behind_fence);
    wait_in(now, WAIT_FENCE_OF, behind & s->behind_fence);
    wait_in(now, WAIT_REMAINDER_OF, busy);
    wait_in(now, WAIT_UPKEEP_OF, tended);
    const uint64_t ordered = behind_any(s, loads & s->ordered, s->loading);
    wait_in(now, WAIT_ORDERED, ordered);
    wait_in(now, WAIT_BEAT, (shared | stores) & s->store & ~s->beaten);
    wait_in(now, WAIT_CHOICE, shared & ~(s->store & ~s->beaten));
    uint64_t ready = loads & ~ordered;
    ready |= flushes(free & s->flush, out, now);
    ready |= cached_stores(s, stores & s->beaten, out, now);
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

// A fresh access, a cached one, and what only retires take turns.
static void turns(const struct standing *s, uint64_t fresh, uint64_t first, uint64_t ready, const struct ul1_l1_out *out,
                  struct rows *now)
{
    const uint64_t plain = ready & (s->null | s->fence), lines = ready & ~plain;
    const uint64_t oldest = lines ? standing_oldest(s, lines) : 0, only = plain ? standing_oldest(s, plain) : 0;
    const uint64_t heads = (fresh ? first : 0) | oldest | only;
    const uint64_t it = !out->lsu.cand_new ? only : out->lsu.cand_cached ? oldest : first;
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

static void see_instructions(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const struct standing *s = &w->standing;
    struct rows *const now = &w->now;
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
    put(w, &w->ledger, now);
    if (on)
        step(w, &w->ledger, on);
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
static bool lacks_walker(struct waits *w, const struct ul1_l1_out *out)
{
    w->unwalked |= (out->mmu.mmu_wait & (out->mmu.mmu_wait - 1u)) != 0;
    w->unwalked &= !out->mmu.walk_ends;
    return w->unwalked;
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

// Of these each stay is in one piece, but of who is offered. Each row has a holder of its own, the row's number, but those of
// who is offered, of entries of the write data buffer, and of walkers (whose walks are what requests wait for).
static void see_others(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct ledger *l = &w->others;
    struct rows *const now = &w->now;
    uint64_t over = offered(w, in, out, now);
    wait_in(now, WAIT_HELD, held(out));
    if (out->wdb.write_valid && !out->data.array_ready)
        wait_alone(now, WAIT_PORT);
    if (out->prt.head_write && !out->prt.head_valid)
        wait_alone(now, WAIT_DATA);
    wait_in(now, WAIT_WALK, (uint64_t)busy_walkers(&out->mmu) << WALKING);
    if (lacks_walker(w, out))
        wait_alone(now, WAIT_WALKER);
    if (out->mmu.mem_valid && !in->mem_ready)
        wait_alone(now, WAIT_MEMORY);
    if (out->tag.cmd_state != UL1_CMD_STATE_READY)
        command(out, now);
    for (uint64_t rows = l->some & ALONE; rows; rows &= rows - 1) {
        const unsigned row = (unsigned)__builtin_ctzll(rows);
        over |= l->in[row] & ~now->in[row];
    }
    put(w, l, now);
    if (over)
        step(w, l, over);
}

// ---- the cycle

bool waits_cycle(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    pace_see(&w->paced, in, out);
    if (w->standing.live)
        see_instructions(w, in, out);
    see_others(w, in, out);
    standing_cycle(&w->standing, in, out);
    if (w->cycle % NOW_AND_THEN == 0) {
        look_at_all(w, &w->ledger);
        look_at_all(w, &w->others);
    }
    w->cycle++;
    return !w->starves;
}

void waits_taken(struct waits *w, unsigned entry, const struct instr *i)
{
    standing_taken(&w->standing, entry, i);
}
