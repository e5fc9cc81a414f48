// Old words of atomics on global memory: the cover points of the block alone.
#ifndef OLD_COVER_POINTS_H
#define OLD_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/old/contract.h"

#define OLD_BUILT (UL1_GLOBAL_ATOMICS > 1)

#define OLD_POINTS(X)                                                                          \
    X(OLDS_NOTED, "an access noted", OLD_BUILT)                                                \
    X(OLDS_FULL, "all entries in use", OLD_BUILT)                                              \
    X(OLDS_LAST_CREDIT, "no credit, as the access in stage 1 gets the last entry", OLD_BUILT)  \
    X(OLDS_SENT, "a write taken by memory that it will answer", OLD_BUILT)                     \
    X(OLDS_STALLED, "one offered and not taken", OLD_BUILT)                                    \
    X(OLDS_OTHER, "another write offered while an atomic's waits", OLD_BUILT)                  \
    X(OLDS_FAULTED, "a write that cannot be translated", OLD_BUILT)                            \
    X(OLDS_ANSWERED, "an answer with words", OLD_BUILT)                                        \
    X(OLDS_REFUSED, "an answer with an error", OLD_BUILT)                                      \
    X(OLDS_BOTH, "an answer and a failed translation in one cycle", OLD_BUILT)                 \
    X(OLDS_REORDERED, "an answer to an access noted after another that memory has", OLD_BUILT) \
    X(OLDS_WAITED, "an answered access not taken", OLD_BUILT)                                  \
    X(OLDS_SEVERAL, "three answered accesses", OLD_BUILT)                                      \
    X(OLDS_WRAPS, "one taken with a lower number than the last", OLD_BUILT)                    \
    X(OLDS_ANSWERED_TAKEN, "one answered as another is taken", OLD_BUILT)                      \
    X(OLDS_RETURNED, "a pass that returns words", OLD_BUILT)                                   \
    X(OLDS_RETURNED_ROW, "two in successive cycles", OLD_BUILT)                                \
    X(OLDS_RESET_SENT, "reset while memory has an atomic", OLD_BUILT)                          \
    X(OLDS_RESET_RETURNS, "reset with a pass that returns words in stage 1", OLD_BUILT)

enum { OLD_POINTS(POINT_ENUMERATOR) OLD_POINT_COUNT };
extern const struct point_name old_event_names[OLD_POINT_COUNT];

// Counts those of a cycle, by the contract's state before it.
void old_points_count(struct drive *, const struct old_contract *, const struct ul1_old_in *,
                      const struct ul1_old_out *);

#endif
