// Xbar: the cover points of the block alone.
#ifndef XBAR_COVER_POINTS_H
#define XBAR_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/xbar/contract.h"
#include "blocks/xbar/past.h"

#define XBAR_POINTS(X)                                                                                  \
    X(FULL_OFFERED, "a flit waits for a full FIFO", true)                                               \
    X(ALL_FULL, "the FIFOs of all inputs are full", true)                                               \
    X(ALL_EMPTY, "a flit comes while all FIFOs are empty", true)                                        \
    X(THROUGH, "a flit leaves a FIFO in the cycle in which another joins it", true)                     \
    X(ALL_ASK_ONE, "all inputs ask for one output", true)                                               \
    X(ALL_OUTPUTS, "flits move to all outputs in one cycle", UL1_XIN >= UL1_XOUT)                       \
    X(LOCK_WAITS, "an output is locked to an input without a flit", true)                               \
    X(LOCK_KEEPS_OUT, "meanwhile another input has a packet for it", UL1_XIN > 1)                       \
    X(HELD, "a flit waits at an output, and another for its register", true)                            \
    X(REPLACED, "a flit moves to an output in the cycle in which the one before is taken", true)        \
    X(ONE_ONE, "a packet of one flit directly behind one of one flit, from another input", UL1_XIN > 1) \
    X(ONE_MORE, "a packet of several flits directly behind one of one flit", UL1_XIN > 1)               \
    X(MORE_ONE, "a packet of one flit directly behind one of several flits", UL1_XIN > 1)               \
    X(MORE_MORE, "a packet of several flits directly behind one of several flits", UL1_XIN > 1)         \
    X(SAME_INPUT, "two packets of one input directly one behind the other", true)                       \
    X(LOWEST_NEXT, "input 0 goes next behind the last one, as both ask", UL1_XIN > 1)                   \
    X(LONG, "a packet with more flits than a FIFO holds", true)                                         \
    X(RESET_FULL, "a reset comes while a FIFO is full", true)                                           \
    X(RESET_LOCKED, "a reset comes while an output is locked", true)                                    \
    X(FIRST_AGAIN, "all inputs ask for an output in the first grant behind a reset", true)

enum { XBAR_POINTS(POINT_ENUMERATOR) XBAR_POINT_COUNT };
extern const struct point_name xbar_event_names[XBAR_POINT_COUNT];

// Counts the cover points of a cycle. The contract has seen it.
void xbar_count(struct drive *, struct xbar_past *, const struct xbar_contract *, const struct ul1_xbar_in *,
                const struct ul1_xbar_out *);

#endif
