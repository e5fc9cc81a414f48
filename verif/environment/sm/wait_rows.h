// The rows of the wait table in docs/microarchitecture.md, each with the bound of a stay in it. Names and
// formulas are those of the document, where they are derived; scripts/docs.py checks that both agree.
//
// A stay is the sum of cycles that an instruction spends in one row between two steps. A step is a beat
// pulled, a pass, a lookup that is not deferred, a fence taken by the request queue, or a fence answered. So
// two alternating waits are each counted in full. WDB entries, requests and commands have rows of their own.
#ifndef WAIT_ROWS_H
#define WAIT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

// Quantities, each computed from those before it. Inputs: L levels of a walk, I the interval of replays, M
// cycles that memory takes, J cycles in a row with a response, H cycles with any walker busy, B cycles until
// the register write port is free, Y cycles that the instruction side takes, G and U the limits that the
// settings put on memory and instruction side. C: the caches beside the request queue, of constants and of
// textures. A: the waits ahead of the holder, its own included.
#define WAIT_QUANTITIES(Q)                                            \
    Q(T, L *((WALKERS + C + 2) * M + 3) + 2)                          \
    Q(X, (1 + C) * (M + 11))                                          \
    Q(F, q(4 * (PRT + WDB + 1)) + 2 * M)                              \
    Q(V, 6 * (3 * B + 4))                                             \
    Q(R, PRT *MERGE *V)                                               \
    Q(E, F + R + 2)                                                   \
    Q(W, 4 * V + FRONT + 2)                                           \
    Q(D, 3 * (E + W) + q(WDB) + W)                                    \
    Q(Z, E + q(SETS * WAYS + PRT + WDB + 1) + POOL * LANES * (J + 8)) \
    Q(S, I + (INSTRS + POOL) * (V + J + 8) + Z + Y)                   \
    Q(K, q(PRT + WDB + 1) + M)                                        \
    Q(P, LANES *(2 * V + D + E + 2 * Z + Y + 4 * S + FRONT) + K)      \
    Q(N, CON_INSTRS *LANES *WORDS *(q(2) + M + 16))                   \
    Q(O, TEX_INSTRS *LANES *WORDS *(q(2) + M + 24))

// The time for n requests with the walks that they wait for; walkers were busy in H cycles so far.
#define q(n) ((n)*X + (1 + C) * WALKS(3 * (n)*T))

// Rows of offered instructions, then of instructions in flight, then of all else: WDB entries, requests,
// commands.
#define WAIT_ROWS(ROW)                                                            \
    ROW(FULL, "instruction table full", A *P)                                     \
    ROW(KEPT, "instruction table reserved", A *P)                                 \
    ROW(NUMBER, "constant load without a number", N)                              \
    ROW(TEX_NUMBER, "texture instruction without a number", O)                    \
    ROW(COMMANDED, "command in progress", A *P + SETS + q(SETS * WAYS + WDB) + K) \
    ROW(TURN, "warp's order", A *P)                                               \
    ROW(FENCE_OF, "warp's fence", A *P)                                           \
    ROW(REMAINDER_OF, "warp's remainder", LANES *S)                               \
    ROW(CMO_OF, "warp's CMO", A *P)                                               \
    ROW(RESERVATION, "shared load's reservation", V)                              \
    ROW(RESERVATION_HIT, "cached load's reservation", V)                          \
    ROW(ORDERED, "ordered load behind another", A *LANES *(D + Z) + E)            \
    ROW(READOUT, "dirty line's readout", V)                                       \
    ROW(COMMAND_TURN, "command's lookup", V)                                      \
    ROW(OLDER, "older of its kind", A *LANES *(2 * V + Z + E))                    \
    ROW(OTHER_TURN, "other kind first", V)                                        \
    ROW(CHOICE, "entry of the pool", A *P)                                        \
    ROW(COALESCE, "entry of the line buffer", A *P)                               \
    ROW(UNISSUED_OF, "warp's unissued access", POOL_SAME_WARP *P)                 \
    ROW(REMAINDER, "remainder's pass", S)                                         \
    ROW(AWAY, "remainder away", U)                                                \
    ROW(BEAT, "store's beat", A *P)                                               \
    ROW(CREDIT, "store's credit", A *LANES *Z)                                    \
    ROW(FLUSH_CREDIT, "flush's credit", A *LANES *Z)                              \
    ROW(REDUCES, "reduction's held stores", E)                                    \
    ROW(DEFERRED_OF, "warp's deferred access", A *P)                              \
    ROW(DEFERRED, "other deferred accesses", INSTRS *(D + Z))                     \
    ROW(CLOSED, "closed entry", D)                                                \
    ROW(MERGE_PLACE, "merge slot", D)                                             \
    ROW(WAY, "way", D)                                                            \
    ROW(ENTRY, "entry", D)                                                        \
    ROW(DIRTY, "credit for a dirty line", D)                                      \
    ROW(OLD_CREDIT, "atomic's credit", E)                                         \
    ROW(LINE, "line's fetch", E)                                                  \
    ROW(OLD, "atomic's old words", E)                                             \
    ROW(FENCE_INSTRS, "fence's instructions", A *P)                               \
    ROW(FENCE_BEHIND, "fence behind another", (A + BEHIND) * K)                   \
    ROW(FENCE_ANSWER, "fence's answer", K)                                        \
    ROW(FOLLOW, "follow-up", HLAT)                                                \
    ROW(PREPARING, "preparing", FRONT - 1)                                        \
    ROW(HELD, "held stores", E)                                                   \
    ROW(PORT, "WDB behind a fill", J)                                             \
    ROW(DATA, "request behind a write's data", 4)                                 \
    ROW(WALK, "request's walk", T)                                                \
    ROW(WALKER, "request without a walker", T)                                    \
    ROW(CONSTANT, "constant load in flight", N)                                   \
    ROW(TEXTURE, "texture instruction in flight", O)                              \
    ROW(MEMORY, "request for memory", G)                                          \
    ROW(LAST_REPLAY, "command for a last replay", E)                              \
    ROW(DRAINS, "command drains", A *P)                                           \
    ROW(SWEEP, "sweep for an entry", q(1))                                        \
    ROW(SETTLES, "command settles", q(WDB))                                       \
    ROW(COMMAND_ANSWER, "command waits for its answer", q(1 + BEHIND * (PRT + WDB)) + M)

#define ROW(name, text, bound) WAIT_##name,
enum wait_row { WAIT_ROWS(ROW) WAIT_KINDS };
#undef ROW
enum {
    WAIT_OFFERED = WAIT_COMMANDED + 1, // number of rows of offered instructions
    WAIT_INSTRS = WAIT_HELD,           // number of rows of instructions
};

// The inputs of the quantities.
struct pace {
    uint64_t L, I, M, J, H, B, Y, G, U;
};

// Whether the machine, not the bench, makes an instruction wait there.
static inline bool wait_is_hardship(unsigned row)
{
    return row < WAIT_FOLLOW && row != WAIT_AWAY;
}

struct settings;
struct ul1_sizes;

// The values before a part has begun, on an L1 with these sizes.
struct pace wait_pace(const struct ul1_sizes *, const struct settings *);

const char *wait_name(enum wait_row);

// The bound of a stay, with so many waits ahead.
uint64_t wait_bound(const struct ul1_sizes *, enum wait_row, const struct pace *, unsigned ahead);

#endif
