// Lock flags: the cover points of the block alone.
#ifndef LOCK_COVER_POINTS_H
#define LOCK_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/lock/contract.h"

#define LOCK_BUILT (UL1_LOCKS != 0)

#define LOCK_POINTS(X)                                                                            \
    X(LOCKED, "a flag taken", LOCK_BUILT)                                                         \
    X(LOCK_LOST, "a load-and-lock of a taken flag", LOCK_BUILT)                                   \
    X(LOCK_SHARED, "a free flag that several slots want", LOCK_BUILT)                             \
    X(LOCK_MIXED, "a load-and-lock that gets some flags and not others", LOCK_BUILT)              \
    X(LOCK_ALL, "a load-and-lock that gets a flag in each lane", LOCK_BUILT)                      \
    X(LOCK_ALIAS, "a load-and-lock that loses by another word's lock", LOCK_BUILT)                \
    X(LOCK_BESIDE, "a flag taken beside a taken one of its bank", LOCK_BUILT &&UL1_LOCK_ROWS > 1) \
    X(LOCK_AGAIN, "a load-and-lock in the cycle behind that which took the flag", LOCK_BUILT)     \
    X(LOCK_BEHIND, "a load-and-lock in the cycle behind that which freed the flag", LOCK_BUILT)   \
    X(UNLOCKED, "a store-and-unlock of a taken flag", LOCK_BUILT)                                 \
    X(UNLOCKED_FREE, "a store-and-unlock of a free flag", LOCK_BUILT)                             \
    X(ASKED, "a conditional store-and-unlock of a taken flag", LOCK_BUILT)                        \
    X(ASKED_FREE, "a conditional store-and-unlock of a free flag", LOCK_BUILT)                    \
    X(ASKED_SHARED, "a conditional store-and-unlock of several slots with one flag", LOCK_BUILT)  \
    X(OTHER_PASS, "another pass while flags are taken", LOCK_BUILT)                               \
    X(NO_SLOT, "a lock pass without slots", LOCK_BUILT)                                           \
    X(RESET_TAKEN, "reset while flags are taken", LOCK_BUILT)                                     \
    X(RESET_LOCKS, "reset with a load-and-lock", LOCK_BUILT)

enum { LOCK_POINTS(POINT_ENUMERATOR) LOCK_POINT_COUNT };
extern const struct point_name lock_event_names[LOCK_POINT_COUNT];

// For each flag: the word that took it last, and the cycle of its last change.
struct lock_past {
    uint64_t now, changed[UL1_LOCKS_SEEN];
    unsigned word[UL1_LOCKS_SEEN];
};

// Counts the cover points of a cycle, with the contract's state before it.
void lock_count(struct drive *, struct lock_past *, const struct lock_shadow *, const struct ul1_lock_in *);

#endif
