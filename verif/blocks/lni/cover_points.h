// Lni: the cover points of the block alone.
#ifndef LNI_COVER_POINTS_H
#define LNI_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/lni/contract.h"
#include "blocks/lni/past.h"

#define LNI_POINTS(X)                                                                                     \
    X(READS_ON, "the slice takes reads in consecutive cycles", true)                                      \
    X(READ, "a read is on offer to the slice", true)                                                      \
    X(WRITE_ONE, "a write of one flit is on offer", true)                                                 \
    X(WRITE_ALL, "a write with a flit for each sector is on offer", true)                                 \
    X(WRITE_SOME, "a write of some sectors behind one of others", UL1_SECTORS > 1)                        \
    X(REDUCTION, "a reduction is on offer", UL1_GLOBAL_ATOMICS > 0)                                       \
    X(ATOMIC, "an atomic is on offer", UL1_GLOBAL_ATOMICS > 1)                                            \
    X(WORDS_ONLY, "an atomic has a flit without an enabled byte", UL1_GLOBAL_ATOMICS > 1)                 \
    X(FROM_FIRST, "a request from the first port", true)                                                  \
    X(FROM_LAST, "a request from the last port", true)                                                    \
    X(HEAD_WAITS, "a head waits for the slice", true)                                                     \
    X(REPLACED, "a head comes as the slice takes the request before", true)                               \
    X(GAP, "a packet comes with a gap", UL1_SECTORS > 1)                                                  \
    X(DATA_ONE, "a read is answered with one sector", true)                                               \
    X(DATA_ALL, "a read is answered with all sectors", true)                                              \
    X(DATA_FAILED, "a read is answered with an error about several sectors", UL1_SECTORS > 1)             \
    X(ACK, "a write is answered", true)                                                                   \
    X(ACK_FAILED, "a write is answered with an error", true)                                              \
    X(OLD, "an atomic is answered", UL1_GLOBAL_ATOMICS > 1)                                               \
    X(OLD_FAILED, "an atomic is answered with an error", UL1_GLOBAL_ATOMICS > 1)                          \
    X(RESPONSE_WAITS, "a response waits for the flits of the one before", true)                           \
    X(RESPONSES_ON, "responses are taken in consecutive cycles", true)                                    \
    X(LAST_FLIT, "a response is taken with the last of several flits of the one before", UL1_SECTORS > 1) \
    X(BOTH, "a request and a response are taken in one cycle", true)                                      \
    X(RESET_INSIDE, "a reset comes within a packet", UL1_SECTORS > 1)                                     \
    X(RESET_WHOLE, "a reset comes while a request is on offer", true)                                     \
    X(RESET_FLITS, "a reset comes while flits of a response are left", true)

enum { LNI_POINTS(POINT_ENUMERATOR) LNI_POINT_COUNT };
extern const struct point_name lni_event_names[LNI_POINT_COUNT];

// Counts the cover points of a cycle, of which `before` is the contract's state at the beginning.
void lni_count(struct drive *, struct lni_past *, const struct lni_contract *before,
               const struct ul1_lni_in *, const struct ul1_lni_out *);

#endif
