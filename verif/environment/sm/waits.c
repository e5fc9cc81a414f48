#include "environment/sm/waits.h"

#include <string.h>

#include "common/busy.h"
#include "environment/memory/port.h"
#include "environment/sm/standing_prepared.h"

enum {
    NOW_AND_THEN = 64, // cycles between checks of stays that have not ended
    LATE_STEPS = 4,    // a late block may delay each cycle of a bound so often
};
_Static_assert((unsigned)WAIT_KINDS <= STIMULUS_WAITS && (unsigned)STIMULUS_WAITS <= HOLDERS, "a bit each");

#define ALONE (~UINT64_C(0) << WAIT_INSTRS) // rows with holders that are in no other row

// ---- parts

static void begin_ledger(struct ledger *l)
{
    l->some = 0;
    memset(l->in, 0, sizeof l->in);
    memset(l->rows, 0, sizeof l->rows);
}

void waits_part(struct waits *w, unsigned late)
{
    w->times = late ? LATE_STEPS * (late + 1) : 1;
    pace_part(&w->paced, w->standing.sizes, w->set);
    if (w->elsewhere)
        w->paced.pace.G = UINT32_MAX;
    w->unwalked = false;
    memset(w->part, 0, sizeof w->part);
    memset(w->ledger.sim_gate, 0, sizeof w->ledger.sim_gate);
    memset(w->others.sim_gate, 0, sizeof w->others.sim_gate);
    begin_ledger(&w->ledger);
    begin_ledger(&w->others);
}

void waits_init(struct waits *w, const struct ul1_sizes *sizes)
{
    standing_reset(&w->standing, sizes);
}

void waits_reset(struct waits *w)
{
    standing_reset(&w->standing, w->standing.sizes);
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
        const struct instr *i =
            offered ? w->offer[s->holder - ATTRIBUTE_OFFERED] : w->flight[s->holder % ENTRIES].instr;
        longest->who = instr_kind(i);
        longest->warp = (int)i->warp;
        return;
    }
    longest->who = s->row <= WAIT_PORT ? "the write data buffer"
        : s->row <= WAIT_MEMORY        ? "a request"
                                       : "a command";
    longest->warp = -1;
}

static void note(const struct waits *w, const struct stay *s, uint64_t bound, struct wait *longest)
{
    if (s->cycles < longest->cycles || !s->cycles)
        return;
    *longest = (struct wait){ .row = wait_name(s->row), .cycles = s->cycles, .bound = bound, .at = w->cycle };
    tell_who(w, s, longest);
}

// Checks a stay that is the longest of the part in its row, or may exceed its bound.
static void judge(struct waits *w, struct ledger *l, const struct stay *s)
{
    struct pace *pace = &w->paced.pace;
    at_most(&pace->M, w->paced.takes + memory_port_longest(w->port) + (w->shared ? *w->shared : 0));
    at_most(&pace->G, w->taken ? *w->taken : 0);
    at_most(&pace->Y, s->row == WAIT_AWAY ? s->cycles : 0);
    const struct ul1_sizes *sizes = w->standing.sizes;
    const uint64_t bound = wait_bound(sizes, s->row, pace, s->ahead),
                   least = wait_bound(sizes, s->row, pace, 1);
    note(w, s, bound, &w->longest[s->row]);
    note(w, s, bound, &w->part[s->row]);
    l->sim_gate[s->row] = s->cycles + 1 < least ? s->cycles + 1 : least;
    if (s->cycles <= bound * w->times || w->starves)
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
            if (s.cycles >= l->sim_gate[row])
                judge(w, l, &s);
        }
    }
}

// These holders made progress.
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

static unsigned ahead_of(const struct waits *w, enum wait_row row, unsigned holder)
{
    const struct standing *s = &w->standing;
    const uint64_t those = row == WAIT_FENCE_BEHIND ? s->queue & s->fence & ~s->asked & ~s->over
        : row == WAIT_OLDER || row == WAIT_CREDIT   ? s->queue | s->unissued
                                                    : s->live;
    const unsigned n =
        count(those | ((unsigned)row < WAIT_INSTRS && holder < ENTRIES ? UINT64_C(1) << holder : 0));
    return n ? n : 1;
}

// Examines only rows with a holder in this cycle or the previous one.
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

// ---- the cycle

static void see_instructions(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const uint64_t on = attribute_instrs(&w->standing, in, out, &w->now);
    put(w, &w->ledger, &w->now);
    if (on)
        step(w, &w->ledger, on);
}

// Here each stay is in one piece, except for offered instructions.
static void see_others(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct ledger *l = &w->others;
    struct rows *const now = &w->now;
    if (attribute_offers(in))
        w->offer[attribute_shared(in)] = **w->offered;
    uint64_t over = attribute_others(&w->unwalked, in, out, now);
    for (uint64_t rows = l->some & ALONE; rows; rows &= rows - 1) {
        const unsigned row = (unsigned)__builtin_ctzll(rows);
        over |= l->in[row] & ~now->in[row];
    }
    put(w, l, now);
    if (over)
        step(w, l, over);
}

bool waits_cycle(struct waits *w, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    pace_see(&w->paced, in, out);
    w->reserved =
        reserved_out(out->arb.regport_reserved, false) && standing_pool(&w->standing, out).lacking < UL1_POOL;
    w->reserved_hit = reserved_out(out->arb.regport_reserved, true) && w->standing.lines[0].count;
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

void waits_taken(struct waits *w, unsigned entry, const struct instr *i, uint64_t size)
{
    standing_taken(&w->standing, entry, i, size);
}
