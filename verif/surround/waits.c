#include "surround/waits.h"

#include <stdio.h>
#include <string.h>

enum {
    HAND = HOLDERS - 1,         // who is offered; as an entry of the pending table there is no such
    NOW_AND_THEN = 64,          // cycles between looks at stays that are not over
    SURELY = 32,                // what happens by chance in n of n cycles happens within so many times n
};
_Static_assert(UL1_PT < HOLDERS && (unsigned)WAIT_KINDS <= STIMULUS_WAITS && STIMULUS_WAITS <= 64, "a bit each");

typedef uint64_t rows[WAIT_KINDS];

static uint64_t bit(unsigned n)
{
    return UINT64_C(1) << n % HOLDERS;
}

// ---- the pace

// What the memory's settings allow: until it takes what is offered.
static uint64_t memory_allows(const struct memory_settings *m)
{
    const uint64_t full = MEMORY_PATIENCE + m->latency + m->spread + MEMORY_WRITES * (1 + m->gap);
    return 1 + m->apart + full + (m->stall ? SURELY * 100 / (100 - m->stall) : 0);
}

// And those of the instruction side: until a remainder is presented again.
static uint64_t side_allows(const struct settings *s)
{
    const uint64_t gaps = s->gap.period ? s->gap.on : s->gap.percent ? SURELY * 100 / (100 - s->gap.percent) : 0;
    return s->again_after + 1 + (1 + gaps) * UL1_PT * (s->again_any ? SURELY : 1);
}

static void begin_ledger(struct ledger *l)
{
    memset(l->in, 0, sizeof l->in);
    memset(l->rows, 0, sizeof l->rows);
}

void waits_part(struct waits *w)
{
    const struct settings *s = w->set;
    w->pace = (struct pace){ .L = s->page == UL1_PAGE_P4K || s->page == UL1_PAGE_P64K ? 3 : 2, .I = s->interval, .M = 1, .B = 1,
                             .G = memory_allows(&s->memory), .U = side_allows(s) };
    w->booked = w->late = w->refused = w->answered = 0;
    w->takes = 1;
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
    w->cycle++;
}

static void at_most(uint64_t *most, uint64_t n)
{
    *most = *most < n ? n : *most;
}

static void see_pace(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    w->booked = in->regport_book ? w->booked + 1 : 0;
    w->late = out->lsu.pull_ready && !in->pull_valid ? w->late + 1 : 0;
    w->refused = out->mmu.mem_valid && !in->mem_ready ? w->refused + 1 : 0;
    w->answered = in->resp_valid ? w->answered + 1 : 0;
    at_most(&w->pace.J, w->answered);
    w->pace.H += out->mmu.walk_state != UL1_WALK_STATE_IDLE;
    at_most(&w->pace.B, w->booked + 1);
    at_most(&w->pace.Y, w->late);
    at_most(&w->takes, w->refused + 1);
}

// ---- stays

static void tell_who(const struct waits *w, const struct stay *s, char *who, size_t size)
{
    const struct instr *i = s->holder == HAND ? *w->hand : w->flight[s->holder % ENTRIES].instr;
    if ((unsigned)s->row < WAIT_INSTRS)
        snprintf(who, size, "a %s of warp %u", instr_kind(i), i->warp);
    else if (s->row <= WAIT_PORT)
        snprintf(who, size, "the write data buffer");
    else
        snprintf(who, size, s->row <= WAIT_MEMORY ? "a request" : "a command");
}

static void note(const struct waits *w, const struct stay *s, uint64_t bound, struct wait *longest)
{
    if (s->cycles < longest->cycles || !s->cycles)
        return;
    *longest = (struct wait){ .row = wait_name(s->row), .cycles = s->cycles, .bound = bound, .at = w->cycle };
    tell_who(w, s, longest->who, sizeof longest->who);
}

// A stay that is the longest of the part in its row, or may exceed its bound.
static void judge(struct waits *w, struct ledger *l, const struct stay *s)
{
    at_most(&w->pace.M, w->takes + memory_port_longest(w->port));
    at_most(&w->pace.Y, s->row == WAIT_AWAY ? s->cycles : 0);
    const uint64_t bound = wait_bound(s->row, &w->pace, s->ahead), least = wait_bound(s->row, &w->pace, 1);
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
    for (unsigned row = 0; row < WAIT_KINDS; row++)
        for (uint64_t left = l->in[row]; left; left &= left - 1) {
            const struct stay s = ledger_stay(l, (unsigned)__builtin_ctzll(left), row, w->cycle);
            if (s.cycles >= l->worth[row])
                judge(w, l, &s);
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
    const unsigned n = count(row == WAIT_OLDER ? s->queue : row == WAIT_SLEEPERS ? s->sleeper : s->live);
    return n ? n : 1;
}

static void put(struct waits *w, struct ledger *l, const rows now, unsigned from, unsigned to)
{
    for (unsigned row = from; row < to; row++) {
        if (now[row] == l->in[row])
            continue;
        for (uint64_t left = ledger_put(l, row, now[row], w->cycle); left; left &= left - 1) {
            const unsigned holder = (unsigned)__builtin_ctzll(left);
            l->ahead[holder][row] = (uint8_t)ahead_of(w, row, holder);
        }
    }
}

// ---- whose turn it is in which row

static bool sets(uint64_t word, unsigned n)
{
    return word >> n & 1;
}

static void offered(const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out, rows now)
{
    if (!in->in_valid || (in->in_again ? out->lsu.in_again_ready : out->lsu.in_ready))
        return;
    const uint64_t hand = bit(HAND);
    if (out->tag.cmd_hold)
        now[WAIT_COMMANDED] = in->in_again ? 0 : hand;
    else if (count(s->remainder & ~s->away) >= UL1_RB - 1)
        now[WAIT_THROTTLED] = in->in_again ? 0 : hand;
    else
        now[WAIT_FULL] = in->in_again ? 0 : hand;
    now[WAIT_AGAIN] = in->in_again ? bit(in->in_id) : 0;
}

static void remainders(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, rows now)
{
    const uint64_t here = these & ~s->away, lacking = here & s->store & ~s->again_beat;
    const uint64_t without = out->wdb.room_store ? 0 : here & s->store & s->again_beat;
    now[WAIT_AWAY] = these & s->away & ~now[WAIT_AGAIN];
    now[WAIT_BEAT] |= lacking;
    now[WAIT_ROOM] |= without;
    now[WAIT_REMAINDER] = here & ~lacking & ~without;
}

// Returns those that are ready.
static uint64_t fences(const struct standing *s, uint64_t these, rows now)
{
    const uint64_t alone = these & ~s->out, far = alone & ~s->near;
    now[WAIT_FENCE_INSTRS] = these & s->out;
    now[WAIT_FENCE_BEHIND] = far & ~s->asked;
    now[WAIT_FENCE_ANSWER] = far & s->asked & ~s->answered;
    return (alone & s->near) | (far & s->answered);
}

static uint64_t stores(const struct standing *s, uint64_t these, const struct ul1_l1_out *out, bool place, rows now)
{
    const uint64_t first = s->beats ? these & bit(s->beat[0]) : 0;
    now[WAIT_BEAT] |= these & ~s->beaten;
    now[WAIT_STORES] = these & s->beaten & ~first;
    if (!first)
        return 0;
    enum wait_row row;
    if (!out->wdb.room_store)
        row = WAIT_ROOM;
    else if (s->sleeps[s->warp[s->beat[0]]])
        row = WAIT_BEHIND_SLEEPER;
    else if (first & s->cached && out->lsu.cand_woken)
        row = WAIT_BEHIND_WOKEN;
    else if (!(first & s->cached) && !place)
        row = WAIT_PLACE;
    else
        return first;
    now[row] |= first;
    return 0;
}

// The oldest of the new queue that is ready.
static enum wait_row next(const struct standing *s, uint64_t it, const struct ul1_l1_out *out)
{
    const bool load = !(it & (s->store | s->fence | s->null)), cached = it & s->cached;
    const bool lat = sets(out->arb.regport_booked, UL1_LAT), hlat = sets(out->arb.regport_booked, UL1_HLAT);
    return out->tag.readout_valid ? WAIT_READOUT
        : load && !cached && lat ? WAIT_BOOKING
        : load && cached && hlat ? WAIT_BOOKING_HIT
        : load && cached && lat && out->lsu.cand_remainder_load ? WAIT_LEFT
        : WAIT_OTHERS;
}

static void queue(const struct standing *s, uint64_t still, const struct ul1_l1_in *in, const struct ul1_l1_out *out, rows now)
{
    const bool place = count(s->remainder & ~s->away) < UL1_RB || in->cfg_home == UL1_HOME_INSTR;
    const uint64_t behind = s->queue & ~s->turn & still, turn = s->turn & still & ~s->remainder, free = turn & ~s->busy;
    const uint64_t loads = free & ~(s->store | s->fence | s->null), shared = loads & ~s->cached;
    now[WAIT_TURN] = behind & ~s->behind_fence;
    now[WAIT_FENCE_OF] = behind & s->behind_fence;
    now[WAIT_REMAINDER_OF] = turn & s->busy;
    now[WAIT_PLACE] = place ? 0 : shared;
    uint64_t ready = (free & s->null) | (place ? loads : loads & s->cached);
    ready |= fences(s, free & s->fence, now);
    ready |= stores(s, free & s->store, out, place, now);
    if (!ready)
        return;
    const uint64_t first = standing_oldest(s, ready);
    now[next(s, first, out)] |= first;
    now[WAIT_OLDER] = ready & ~first;
}

static void sleepers(const struct standing *s, uint64_t still, rows now)
{
    static const enum wait_row row[] = { [UL1_CAUSE_ENTRY] = WAIT_ENTRY, [UL1_CAUSE_WAY] = WAIT_WAY,
                                         [UL1_CAUSE_MERGE] = WAIT_MERGE_PLACE, [UL1_CAUSE_CLOSED] = WAIT_CLOSED,
                                         [UL1_CAUSE_ROOM] = WAIT_DIRTY };
    if (!s->sleepers)
        return;
    const uint64_t oldest = bit(s->slept[0]);
    now[row[s->cause[s->slept[0]]]] = oldest & still;
    now[WAIT_SLEEPERS] = s->sleeper & ~oldest & still;
}

// Who gets on in this cycle; with `looked`, also who is presented to be looked up, or has been and is deferred.
static uint64_t movers(const struct ul1_l1_in *in, const struct ul1_l1_out *out, uint64_t *looked)
{
    uint64_t on = 0;
    *looked = 0;
    if (out->lsu.req_valid && !(out->arb.sel_replay && out->prt.merged_bare))
        *(out->lsu.req_cached ? looked : &on) |= bit(out->lsu.req_id);
    if (out->arb.pass_cached && out->arb.pass_mask)
        *(out->prt.miss_defer ? looked : &on) |= bit(out->arb.pass_id);
    if (in->pull_valid && out->lsu.pull_ready)
        on |= bit(out->lsu.pull_id);
    if (in->in_valid && (in->in_again ? out->lsu.in_again_ready : out->lsu.in_ready))
        on |= in->in_again ? bit(in->in_id) : bit(HAND);
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
    rows now = { 0 };
    uint64_t looked;
    const uint64_t on = movers(in, out, &looked), still = s->live & ~on & ~looked;
    offered(s, in, out, now);
    if (still & s->remainder)
        remainders(s, still & s->remainder, out, now);
    if (s->queue)
        queue(s, still, in, out, now);
    sleepers(s, still, now);
    now[WAIT_LINE] = s->line & still & ~s->sleeper;
    now[WAIT_FOLLOW] = still & ~(s->queue | s->remainder | s->sleeper | s->line);
    put(w, &w->ledger, now, 0, WAIT_INSTRS);
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

// Of these each stay is in one piece, and each row but the first has a holder of its own: the row's number.
static void see_others(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct ledger *l = &w->others;
    rows now = { 0 };
    const unsigned state = out->tag.cmd_state;
    uint64_t over = 0;
    now[WAIT_HELD] = held(out);
    now[WAIT_PORT] = out->wdb.write_valid && !out->data.array_ready;
    now[WAIT_DATA] = out->prt.head_write && !out->prt.head_valid;
    now[WAIT_WALK] = out->prt.head_valid && !out->mmu.mmu_take && out->mmu.walk_state != UL1_WALK_STATE_IDLE;
    now[WAIT_MEMORY] = out->mmu.mem_valid && !in->mem_ready;
    now[WAIT_DRAINS] = state == UL1_CMD_STATE_DRAIN;
    now[WAIT_SWEEP] = state == UL1_CMD_STATE_SWEEP && !out->wdb.room_dirty;
    now[WAIT_SETTLES] = state == UL1_CMD_STATE_SETTLE;
    now[WAIT_COMMAND_ANSWER] = state == UL1_CMD_STATE_ANSWER;
    for (unsigned row = WAIT_INSTRS; row < WAIT_KINDS; row++) {
        now[row] <<= row == WAIT_HELD ? 0 : row;
        over |= l->in[row] & ~now[row];
    }
    put(w, l, now, WAIT_INSTRS, WAIT_KINDS);
    if (over)
        step(w, l, over);
}

// ---- the cycle

bool waits_cycle(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    see_pace(w, in, out);
    if (w->standing.live || in->in_valid)
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
