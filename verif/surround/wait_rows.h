// Who waits for what: the rows of that table in docs/microarchitecture.md, each with how long a stay in it lasts at most. The
// names and the formulas are those of the document (scripts/docs.py holds them together); why they are right stands there.
//
// A stay is the cycles that an instruction spends in one row from one step to the next: a beat pulled, a pass, a lookup that
// is not deferred, a fence taken by the request queue or answered. (So it need not be in one piece: two waits that take turns
// are both as long as they are.) Entries of the write data buffer, requests and commands have stays in rows of their own.
#ifndef WAIT_ROWS_H
#define WAIT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

// Quantities, each from those before it. Of what is at hand: L levels of a walk, I the interval of replays, M cycles that
// memory takes, J those in which it answers without a pause, H those that any walker has worked, B those until a booking is
// free, Y those that the instruction side takes, G and U what the settings of either allow. A: how many there are of those it
// waits for, itself among them.
#define WAIT_QUANTITIES(Q) \
    Q(T, L * ((WALKERS + 2) * M + 3) + 2) \
    Q(X, M + 11) \
    Q(F, q(4 * (PRT + WDB + 1)) + 2 * M) \
    Q(V, 6 * (3 * B + 4)) \
    Q(R, PRT * MERGE * V) \
    Q(E, F + R + 2) \
    Q(W, 4 * V + FRONT + 2) \
    Q(D, 3 * (E + W) + q(WDB) + W) \
    Q(Z, E + q(SETS * WAYS + PRT + WDB + 1) + POOL * LANES * (J + 8)) \
    Q(S, I + (PT + POOL) * (V + J + 8) + Z + Y) \
    Q(K, q(PRT + WDB + 1) + M) \
    Q(P, LANES * (2 * V + D + E + 2 * Z + Y + 4 * S + FRONT) + K)

// n requests, with the walks that they wait for; some walker worked in H cycles so far.
#define q(n) ((n) * X + WALKS(3 * (n) * T))

// Of who is offered, of instructions in flight, then of others: entries of the write data buffer, requests, commands.
#define WAIT_ROWS(ROW) \
    ROW(FULL, "pending table full", A * P) \
    ROW(KEPT, "pending table kept", A * P) \
    ROW(COMMANDED, "command under way", A * P + SETS + q(SETS * WAYS + WDB) + K) \
    ROW(TURN, "warp's turn", A * P) \
    ROW(FENCE_OF, "warp's fence", A * P) \
    ROW(REMAINDER_OF, "warp's remainder", LANES * S) \
    ROW(UPKEEP_OF, "warp's upkeep", A * P) \
    ROW(BOOKING, "shared load's booking", V) \
    ROW(BOOKING_HIT, "cached load's booking", V) \
    ROW(ORDERED, "ordered load behind another", A * LANES * (D + Z) + E) \
    ROW(READOUT, "dirty line's turn", V) \
    ROW(COMMAND_TURN, "command's turn", V) \
    ROW(OLDER, "others of its kind", A * LANES * (2 * V + Z)) \
    ROW(OTHER_TURN, "other kind's turn", V) \
    ROW(CHOICE, "place in the pool", A * P) \
    ROW(GATHER, "place among lines", A * P) \
    ROW(FRESH_OF, "warp's fresh access", POOL_KIN * P) \
    ROW(REMAINDER, "remainder's pass", S) \
    ROW(AWAY, "remainder away", U) \
    ROW(BEAT, "store's beat", A * P) \
    ROW(ROOM, "store's room", A * LANES * Z) \
    ROW(FLUSH_ROOM, "flush's room", A * LANES * Z) \
    ROW(SLEEPER_OF, "warp's sleeper", A * P) \
    ROW(SLEEPERS, "other sleepers", PT * (D + Z)) \
    ROW(CLOSED, "closed entry", D) \
    ROW(MERGE_PLACE, "merge place", D) \
    ROW(WAY, "way", D) \
    ROW(ENTRY, "entry", D) \
    ROW(DIRTY, "room for a dirty line", D) \
    ROW(LINE, "line's fetch", E) \
    ROW(FENCE_INSTRS, "fence's instructions", A * P) \
    ROW(FENCE_BEHIND, "fence behind another", A * K) \
    ROW(FENCE_ANSWER, "fence's answer", K) \
    ROW(FOLLOW, "follow-up", HLAT) \
    ROW(PREPARING, "preparing", FRONT - 1) \
    ROW(HELD, "held stores", E) \
    ROW(PORT, "WDB behind a fill", J) \
    ROW(DATA, "request behind a write's data", 4) \
    ROW(WALK, "request's walk", T) \
    ROW(WALKER, "request without a walker", T) \
    ROW(MEMORY, "request for memory", G) \
    ROW(LAST_REPLAY, "command for a last replay", E) \
    ROW(DRAINS, "command drains", A * P) \
    ROW(SWEEP, "sweep for an entry", q(1)) \
    ROW(SETTLES, "command settles", q(WDB)) \
    ROW(COMMAND_ANSWER, "command waits for its answer", q(1) + M)

#define ROW(name, text, bound) WAIT_##name,
enum wait_row { WAIT_ROWS(ROW) WAIT_KINDS };
#undef ROW
enum {
    WAIT_OFFERED = WAIT_COMMANDED + 1,  // so many are of instructions offered,
    WAIT_INSTRS = WAIT_HELD,            // so many of instructions
};

// What the quantities come from.
struct pace {
    uint64_t L, I, M, J, H, B, Y, G, U;
};

// Whether an instruction waits there, and not by the choice of the bench.
static inline bool wait_is_hardship(unsigned row)
{
    return row < WAIT_FOLLOW && row != WAIT_AWAY;
}

struct settings;

// As it is before anything of a part has been seen.
struct pace wait_pace(const struct settings *);

const char *wait_name(enum wait_row);

// How long a stay lasts at most, with so many ahead.
uint64_t wait_bound(enum wait_row, const struct pace *, unsigned ahead);

#endif
