// Share: the cover points of the block alone.
#ifndef SHARE_COVER_POINTS_H
#define SHARE_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/share/contract.h"

#define SHARE_POINTS(X)                                                                 \
    X(ALL_OFFER, "all L1s offer a request", true)                                       \
    X(ALL_WAIT, "all L1s wait for memory", true)                                        \
    X(ONE_AGAIN, "an L1 alone is taken in consecutive cycles", true)                    \
    X(IN_TURN, "two L1s are taken in consecutive cycles", true)                         \
    X(LAST_TURN, "the L1 of the highest number is taken while the lowest waits", true)  \
    X(FIRST_TURN, "the L1 of the lowest number is taken while the highest waits", true) \
    X(TAKEN_READ, "a read is taken", true)                                              \
    X(TAKEN_WRITE, "a write is taken", true)                                            \
    X(TAKEN_FENCE, "a fence is taken", true)                                            \
    X(REPLACED, "a request is taken as memory takes the one before", true)              \
    X(ANSWER_FIRST, "a response is for the L1 of the lowest number", true)              \
    X(ANSWER_LAST, "a response is for the L1 of the highest number", true)              \
    X(ANSWER_NOW, "a response comes as the same L1's request is taken", true)           \
    X(FRESH_TAKEN, "a request of an L1 is taken in the cycle of its reset", true)       \
    X(FRESH_AGAIN, "an L1 is reset while it drains", true)                              \
    X(DISCARDED, "a response is for an L1 that drains", true)                           \
    X(FENCE_DUE, "a fence is due for an L1 that was reset", true)                       \
    X(FENCES_DUE, "a fence is due for each L1", true)                                   \
    X(DRAINED, "an L1 whose request waits is taken when it has drained", true)          \
    X(DRAINS_BESIDE, "an L1's request is taken while another L1 drains", true)

enum { SHARE_POINTS(POINT_ENUMERATOR) SHARE_POINT_COUNT };
extern const struct point_name share_event_names[SHARE_POINT_COUNT];

// Counts the cover points of a cycle. `before`: the L1 that was taken in the previous cycle, or -1; set to
// that of this cycle. The contract has seen the cycle.
void share_count(struct drive *, int *before, const struct share_contract *, const struct ul1_share_in *,
                 const struct ul1_share_out *);

#endif
