// Asynchronous copies: the cover points of the block alone.
#ifndef COPY_COVER_POINTS_H
#define COPY_COVER_POINTS_H

#include "blocks/copy/contract.h"
#include "blocks/drive.h"

#define COPY_BUILT (UL1_COPIES != 0)

#define COPY_POINTS(X)                                                                          \
    X(COPY_STARTED, "a copy started", COPY_BUILT)                                               \
    X(COPY_START_REFUSED, "the load of one offered and not taken", COPY_BUILT)                  \
    X(COPY_START_LAST, "one that takes the last place", COPY_BUILT)                             \
    X(COPY_START_FREED, "one in the cycle in which another ends", UL1_COPIES > 1)               \
    X(COPY_NOT_COPY, "a load or store taken that is no half of a copy", COPY_BUILT)             \
    X(COPY_NOT_ACCESS, "a fence taken with in_copy high", COPY_BUILT)                           \
    X(COPY_AGAIN, "a remainder presented again with in_copy high", COPY_BUILT)                  \
    X(COPY_WIDE, "words of 128 bits a lane", COPY_BUILT)                                        \
    X(COPY_PIECES, "a beat that comes in several pieces", COPY_BUILT)                           \
    X(COPY_LAST_WORDS, "words in the cycle in which their load retires", COPY_BUILT)            \
    X(COPY_OTHER_WORDS, "words of a load that starts no copy, while one loads", COPY_BUILT)     \
    X(COPY_NO_LANES, "a copy without active lanes shown", COPY_BUILT)                           \
    X(COPY_FAILED, "a load that fails", COPY_BUILT)                                             \
    X(COPY_FAILED_PART, "one some of whose words have come", COPY_BUILT)                        \
    X(COPY_SHOWN, "a copy shown", COPY_BUILT)                                                   \
    X(COPY_SHOWN_LONG, "a copy shown for more than a cycle", COPY_BUILT)                        \
    X(COPY_STORED, "its store taken", COPY_BUILT)                                               \
    X(COPY_STORE_REFUSED, "its store offered and not taken", COPY_BUILT)                        \
    X(COPY_STORED_ROW, "stores of two copies taken in successive cycles", UL1_COPIES > 1)       \
    X(COPY_STORED_BOTH, "a store taken while another copy stores", UL1_COPIES > 1)              \
    X(COPY_PULLED, "a beat of a copy requested", COPY_BUILT)                                    \
    X(COPY_PULLED_OTHER, "a beat of another store requested while a copy stores", COPY_BUILT)   \
    X(COPY_ENDED, "a copy that ends with its store", COPY_BUILT)                                \
    X(COPY_ENDED_OLDER, "one while an older copy of its warp is under way", UL1_COPIES > 1)     \
    X(COPY_COMMITTED, "a group closed", COPY_BUILT)                                             \
    X(COPY_COMMITTED_NONE, "a group without copies closed", COPY_BUILT)                         \
    X(COPY_COMMITTED_START, "one in the cycle in which its warp starts a copy", COPY_BUILT)     \
    X(COPY_OLDEST, "a copy under way with more commits behind it than are counted", COPY_BUILT) \
    X(COPY_WAITED, "a wait that opens behind a copy", COPY_BUILT)                               \
    X(COPY_WAITED_NONE, "a wait that opens in the next cycle", COPY_BUILT)                      \
    X(COPY_WAITED_LEFT, "a wait that opens while a younger group is under way", UL1_COPIES > 1) \
    X(COPY_WAITED_OPEN, "a wait that opens while copies of no group are under way", COPY_BUILT) \
    X(COPY_WAITED_BOTH, "waits of two warps that open in one cycle", COPY_BUILT)                \
    X(COPY_WAITED_COMMIT, "a wait in the cycle in which its warp closes a group", COPY_BUILT)   \
    X(COPY_RESET_LOADS, "reset while a copy loads", COPY_BUILT)                                 \
    X(COPY_RESET_SHOWN, "reset while a copy is shown", COPY_BUILT)                              \
    X(COPY_RESET_STORES, "reset while a copy stores", COPY_BUILT)                               \
    X(COPY_RESET_WAITS, "reset while a warp waits", COPY_BUILT)

enum { COPY_POINTS(POINT_ENUMERATOR) COPY_POINT_COUNT };
extern const struct point_name copy_event_names[COPY_POINT_COUNT];

// The state of the cycle before.
struct copy_past {
    bool stored, shown, waited;
};

// Counts the cover points of a cycle, with the contract's state before it.
void copy_count(struct drive *, struct copy_past *, const struct copy_shadow *, const struct ul1_copy_in *);

#endif
