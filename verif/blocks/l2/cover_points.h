// L2: the cover points of the block alone.
#ifndef L2_COVER_POINTS_H
#define L2_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/l2/contract.h"

#define L2_POINTS(X)                                                                                  \
    X(L2_TAKEN_FULL, "a request waits for the full queue", true)                                      \
    X(L2_HIT, "a read hits", true)                                                                    \
    X(L2_HITS, "reads hit in consecutive cycles", true)                                               \
    X(L2_HIT_UNDER_MISS, "a read hits while an MSHR is open", UL1_L2_WAYS > 1 || UL1_L2_SETS > 1)     \
    X(L2_MISS, "a read opens an MSHR", true)                                                          \
    X(L2_MISS_OWN, "a line that is there gets sectors that it lacks", true)                           \
    X(L2_ALL_MSHRS, "all MSHRs are open", UL1_L2_MSHRS <= 8 ? true : SELDOM)                          \
    X(L2_JOIN, "a read joins an MSHR", UL1_L2_LIST > 1)                                               \
    X(L2_JOIN_MORE, "a read joins with a further fetch", UL1_L2_LIST > 1 && UL1_SECTORS > 1)          \
    X(L2_JOIN_ANSWERS, "a read joins an MSHR that answers", UL1_L2_LIST > 1)                          \
    X(L2_JOIN_LAST, "a read becomes the last in the list", UL1_L2_LIST > 1)                           \
    X(L2_LIST, "a read lacks a place in the list", true)                                              \
    X(L2_LIST_ANSWERS, "a read needs a sector that an MSHR that answers has not fetched",             \
      UL1_SECTORS > 1 && UL1_L2_LIST > 1)                                                             \
    X(L2_NO_WAY, "all ways of a set are pending", UL1_L2_MSHRS >= UL1_L2_WAYS)                        \
    X(L2_NO_MSHR, "a read lacks an MSHR", UL1_L2_MSHRS <= 8 ? true : SELDOM)                          \
    X(L2_NO_REQUEST, "a pass lacks the register for a request", true)                                 \
    X(L2_NO_ANSWER, "a pass lacks the register for an answer", true)                                  \
    X(L2_WRITE_WAITS, "a write waits for reads of its line", true)                                    \
    X(L2_WALK_WAITS, "a page walk waits for reads of its line", true)                                 \
    X(L2_WALK_ANEW, "a page walk fetches a line that is there", true)                                 \
    X(L2_WALK_DIRTY, "a page walk finds a dirty line", true)                                          \
    X(L2_JOIN_WALK, "a read joins the MSHR of a page walk", UL1_L2_LIST > 1)                          \
    X(L2_PARTLY, "a read finds a dirty sector that is known in part", true)                           \
    X(L2_PARTLY_PENDING, "a read finds such a sector while others of the line come", UL1_SECTORS > 1) \
    X(L2_STORE_HIT, "a write hits", true)                                                             \
    X(L2_STORE_MISS, "a write gets a way", true)                                                      \
    X(L2_VICTIM_READ, "a dirty line makes way for a read", true)                                      \
    X(L2_VICTIM_WRITE, "a dirty line makes way for a write", true)                                    \
    X(L2_FILL_PART, "sectors come, and others of their MSHR are to come", UL1_SECTORS > 1)            \
    X(L2_FILL_ERROR, "a sector fails", true)                                                          \
    X(L2_BOTH_KINDS, "a read is answered with words, then with an error", UL1_SECTORS > 1)            \
    X(L2_FILL_BEFORE, "a response goes before a request", true)                                       \
    X(L2_REPLAY_BEFORE, "a replay goes before a request", true)                                       \
    X(L2_FILL_BEFORE_REPLAY, "a response goes before a replay", UL1_L2_MSHRS > 1)                     \
    X(L2_TWO_ANSWER, "two MSHRs answer", UL1_L2_MSHRS > 1)                                            \
    X(L2_SAME_SET, "passes of one set follow each other", true)                                       \
    X(L2_FENCE, "a fence is answered", true)                                                          \
    X(L2_LOST, "memory refuses a write-back", true)                                                   \
    X(L2_RESET_BUSY, "a reset drops open MSHRs", true)

enum { L2_POINTS(POINT_ENUMERATOR) L2_POINT_COUNT };
extern const struct point_name l2_event_names[L2_POINT_COUNT];

// What the points look back at.
struct l2_seen {
    unsigned did, set, mshr; // the pass of the cycle before
    uint32_t number;         // the last read that was answered with words by a replay,
    unsigned answers;        // and its MSHR
    struct {
        unsigned listed;
        bool walks;
    } of[UL1_L2_MSHRS];
    struct {
        bool there;
        uint64_t line;
    } way[UL1_L2_SETS][UL1_L2_WAYS];
};

// Counts the cover points of a cycle, which the contract has seen.
void l2_count(struct drive *, struct l2_seen *, struct l2_contract *, const struct ul1_l2_in *,
              const struct ul1_l2_out *);

#endif
