// Barriers: the cover points of the block alone.
#ifndef BAR_COVER_POINTS_H
#define BAR_COVER_POINTS_H

#include "blocks/bar/contract.h"
#include "blocks/drive.h"

#define BAR_BUILT (UL1_BARRIERS != 0)

#define BAR_POINTS(X)                                                                     \
    X(TAKEN, "a bar taken", BAR_BUILT)                                                    \
    X(REFUSED, "a bar offered and not taken", BAR_BUILT)                                  \
    X(NOT_BAR, "a fence taken that is no bar", BAR_BUILT)                                 \
    X(NOT_FENCE, "a load or store taken with in_bar high", BAR_BUILT)                     \
    X(FLYING, "three bars in flight", BAR_BUILT)                                          \
    X(ARRIVED, "an arrival that is counted", BAR_BUILT)                                   \
    X(ARRIVED_TAKEN, "one in the cycle in which another bar is taken", BAR_BUILT)         \
    X(ARRIVED_ONLY, "one of a warp that does not wait", BAR_BUILT)                        \
    X(ARRIVED_AGAIN, "the same warp again before the barrier opens", BAR_BUILT)           \
    X(ARRIVED_ROW, "arrivals at two barriers in successive cycles", UL1_BARRIERS > 1)     \
    X(NO_LANES, "one without active lanes", BAR_BUILT)                                    \
    X(OPENED, "a barrier opened", BAR_BUILT)                                              \
    X(OPENED_ONE, "one that expects a single arrival", BAR_BUILT)                         \
    X(OPENED_MOST, "one that expects as many as there are warps", BAR_BUILT)              \
    X(OPENED_NONE, "one at which no warp waited", BAR_BUILT)                              \
    X(OPENED_ALL, "one at which all that arrived waited, at least three", BAR_BUILT)      \
    X(OPENED_OTHERS, "one while warps wait at another", UL1_BARRIERS > 1)                 \
    X(OPENED_ROW, "two in successive cycles", BAR_BUILT)                                  \
    X(OPENED_REUSED, "one with an arrival in the cycle in which it is shown", BAR_BUILT)  \
    X(ALL_TRUE, "one with all predicates true, of several warps", BAR_BUILT)              \
    X(SOME_TRUE, "one with some predicates true, of several warps", BAR_BUILT)            \
    X(NONE_TRUE, "one with no predicate true, of several warps", BAR_BUILT)               \
    X(IDLE_TRUE, "an inactive lane's predicate true, and an active one's not", BAR_BUILT) \
    X(FAILED_NUMBER, "an arrival at a barrier that does not exist",                       \
      BAR_BUILT &&UL1_BARRIERS < 1 << UL1_BARRIER_W)                                      \
    X(FAILED_NONE, "one that expects none", BAR_BUILT)                                    \
    X(FAILED_MORE, "one that expects more than there are warps",                          \
      BAR_BUILT &&UL1_WARPS + 1 < 1 << UL1_EXPECTS_W)                                     \
    X(FAILED_WAITS, "one of a warp that waits at this barrier", BAR_BUILT)                \
    X(FAILED_ELSEWHERE, "one of a warp that waits at another barrier", UL1_BARRIERS > 1)  \
    X(FAILED_DIFFERS, "one that expects another number", BAR_BUILT)                       \
    X(RESET_FLYING, "reset with a bar in flight", BAR_BUILT)                              \
    X(RESET_WAITING, "reset while a warp waits", BAR_BUILT)                               \
    X(RESET_ARRIVES, "reset with an arrival", BAR_BUILT)

enum { BAR_POINTS(POINT_ENUMERATOR) BAR_POINT_COUNT };
extern const struct point_name bar_event_names[BAR_POINT_COUNT];

// The state of the cycle before.
struct bar_past {
    bool opened, arrived;
    unsigned barrier;
};

// Counts the cover points of a cycle: those of the contract's state before it, and those of the state after
// it, with the bar that arrived in it, or null.
void bar_count_before(struct drive *, const struct bar_shadow *, const struct ul1_bar_in *);
void bar_count(struct drive *, struct bar_past *, const struct bar_shadow *, const struct bar_told *);

#endif
