// Rmw: the cover points of the block alone.
#ifndef RMW_COVER_POINTS_H
#define RMW_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/rmw/predictor.h"

#define RMW_ANY   (UL1_GLOBAL_ATOMICS > 0)
#define RMW_OLDS  (UL1_GLOBAL_ATOMICS > 1)
#define RMW_PARTS (UL1_GLOBAL_ATOMICS > 0 && UL1_SECTORS > 1)

#define RMW_POINTS(X)                                                                                 \
    X(RMW_READ, "a read passes", true)                                                                \
    X(RMW_WRITE, "a plain write passes", true)                                                        \
    X(RMW_FENCE, "a fence passes", true)                                                              \
    X(RMW_BACK_TO_BACK, "a request is taken as memory takes the one before", true)                    \
    X(RMW_OPERATION, "an operation is taken", RMW_ANY)                                                \
    X(RMW_LAST_PLACE, "an operation takes the last place", RMW_ANY)                                   \
    X(RMW_FULL, "an operation waits for a place", RMW_ANY)                                            \
    X(RMW_SAME_READ, "a read waits for an operation on its line", RMW_ANY)                            \
    X(RMW_SAME_WRITE, "a plain write waits for an operation on its line", RMW_ANY)                    \
    X(RMW_SAME_OPERATION, "an operation waits for another one on its line", RMW_ANY)                  \
    X(RMW_PASSES, "a read passes operations on other lines", RMW_ANY)                                 \
    X(RMW_FENCE_WAITS, "a fence waits for operations", RMW_ANY)                                       \
    X(RMW_FREED_TAKEN, "a request for its line is taken in the cycle in which memory takes a result", \
      RMW_ANY)                                                                                        \
    X(RMW_PIECES, "the sectors of an operation come one by one", RMW_PARTS)                           \
    X(RMW_BETWEEN, "sectors of one operation come between those of another", RMW_PARTS)               \
    X(RMW_TURN, "two operations have their words at once", RMW_ANY)                                   \
    X(RMW_BEHIND, "an operation enters directly behind another", RMW_ANY)                             \
    X(RMW_STILL, "all stages stand still for memory", RMW_ANY)                                        \
    X(RMW_STILL_TOLD, "an operation stands still in the second stage behind its answer", RMW_OLDS)    \
    X(RMW_OLD_WORDS, "old words leave", RMW_OLDS)                                                     \
    X(RMW_OLD_WAITS, "memory waits, as old words leave", RMW_OLDS)                                    \
    X(RMW_ROW, "old words leave in consecutive cycles", RMW_OLDS)                                     \
    X(RMW_ERR_OLD, "an atomic cannot be read", RMW_OLDS)                                              \
    X(RMW_ERR_RED, "a reduction cannot be read", RMW_ANY)                                             \
    X(RMW_ERR_PART, "a part of an operation cannot be read", RMW_PARTS)                               \
    X(RMW_REFUSED, "the write of an operation fails", RMW_ANY)                                        \
    X(RMW_ANSWER_STAYS, "the answer of an operation waits until it is taken", RMW_OLDS)               \
    X(RMW_ANSWER_BEHIND, "the answer of an operation waits for a response before it", RMW_OLDS)       \
    X(RMW_STAYS, "results wait behind an answer that waits", RMW_OLDS ? SELDOM : false)               \
    X(RMW_ACK, "a reduction is answered before it is written", RMW_ANY &&UL1_L2_ACKS)                 \
    X(RMW_PASSES_LATE, "a response passes that had to wait", true)                                    \
    X(RMW_WIDE, "an operation on numbers of 64 bits", RMW_ANY)                                        \
    X(RMW_CAS_FITS, "a `cas` stores", RMW_OLDS)                                                       \
    X(RMW_CAS_NOT, "a `cas` stores nothing new", RMW_OLDS)                                            \
    X(RMW_FLOAT, "a sum of floats", RMW_ANY)                                                          \
    X(RMW_RESET, "a reset with operations under way", RMW_ANY)

enum { RMW_POINTS(POINT_ENUMERATOR) RMW_POINT_COUNT };
extern const struct point_name rmw_event_names[RMW_POINT_COUNT];

// What the cycles before have shown.
struct rmw_track {
    bool answered;      // old words left in the previous cycle
    unsigned entered;   // operations that have entered the unit in the previous cycle
    unsigned came;      // the operation whose sectors came last, or UL1_RMWS
    uint64_t sent_line; // line of the result on offer
    bool sends;
};

// Counts the cover points of a cycle, of which `p` is the state at its beginning.
void rmw_count(struct drive *, struct rmw_track *, const struct rmw_predictor *p, const struct ul1_rmw_in *,
               const struct ul1_rmw_out *);

#endif
