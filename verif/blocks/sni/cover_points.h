// Sni: the cover points of the block alone.
#ifndef SNI_COVER_POINTS_H
#define SNI_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/sni/contract.h"
#include "blocks/sni/past.h"

#define SNI_POINTS(X)                                                                                \
    X(READS_ON, "two reads are taken in consecutive cycles", true)                                   \
    X(WRITE_ONE, "a write of one flit", true)                                                        \
    X(WRITE_ALL, "a write with a flit for each sector", true)                                        \
    X(WRITE_GAP, "a write of sectors that are no neighbours", UL1_SECTORS > 2)                       \
    X(WRITE_WAITS, "a flit of a write waits for the network, and another is left", UL1_SECTORS > 1)  \
    X(REPLACED, "a request is taken with the last flit of the one before", true)                     \
    X(REDUCTION, "a reduction is sent", UL1_GLOBAL_ATOMICS > 0)                                      \
    X(ATOMIC, "an atomic is sent", UL1_GLOBAL_ATOMICS > 1)                                           \
    X(OPERAND, "a sector of second operands alone", UL1_GLOBAL_ATOMICS > 1 && UL1_SECTOR_WORDS == 2) \
    X(SECOND, "a flit has a second operand beside the first one", UL1_GLOBAL_ATOMICS > 1)            \
    X(IDLE_FULL, "no request is offered while flits of the one before wait", true)                   \
    X(HOME_FIRST, "the home of a line is the first slice", true)                                     \
    X(HOME_LAST, "the home of a line is the last slice", true)                                       \
    X(CLOSED_FIRST, "a fence closes the first epoch", true)                                          \
    X(CLOSED_LAST, "a fence closes the last epoch", true)                                            \
    X(FENCE_REGISTER, "a fence is taken while flits of a request wait", true)                        \
    X(FENCE_STAYS, "a fence waits, as all epochs but one are closed", true)                          \
    X(COUNT_MOST, "a write waits, as its count is at its greatest", UL1_ACK_W > 7 ? SELDOM : 1)      \
    X(COUNT_SAME, "a write enters an epoch as another of it is answered", true)                      \
    X(ALL_COUNT, "all epochs have writes", UL1_EPOCHS > 4 || UL1_ACK_W < 3 ? SELDOM : true)          \
    X(OVER_AT_ONCE, "a fence is answered in the cycle behind the one in which it was taken", true)   \
    X(OVER_ROW, "two fences are answered in consecutive cycles", UL1_EPOCHS > 2)                     \
    X(OVER_FAILED, "a fence is answered in the cycle behind the failure of a write before it", true) \
    X(YOUNGER_FIRST, "a younger epoch has no writes left, and its fence waits for an older one",     \
      UL1_EPOCHS > 2)                                                                                \
    X(LATE, "a response waits for the answer of a fence", true)                                      \
    X(LATE_FENCE, "another fence that is over waits for that response", UL1_EPOCHS > 2)              \
    X(LATE_FLIT, "a flit waits for that response", true)                                             \
    X(ACK_BESIDE, "an ack without an error is taken on as a fence is answered", true)                \
    X(ACK, "a write is answered", true)                                                              \
    X(ACK_FAILED, "a write is answered with an error", true)                                         \
    X(DATA_ONE, "a read is answered with one sector", true)                                          \
    X(DATA_ALL, "a read is answered with all sectors", true)                                         \
    X(DATA_GAP, "a packet comes with a gap", UL1_SECTORS > 1)                                        \
    X(DATA_FAILED, "a read is answered with an error", true)                                         \
    X(DATA_ON, "responses in consecutive cycles", true)                                              \
    X(OLD, "an atomic is answered", UL1_GLOBAL_ATOMICS > 1)                                          \
    X(OLD_FAILED, "an atomic is answered with an error", UL1_GLOBAL_ATOMICS > 1)                     \
    X(RESET_COUNTS, "a reset comes while writes are not answered and a fence waits", true)           \
    X(RESET_INSIDE, "a reset comes within a packet", UL1_SECTORS > 1)                                \
    X(INVS, "a command's fence is taken", UL1_INVS > 0)                                              \
    X(INVS_FULL, "a command's fence waits, as its invs cannot be counted", UL1_INVS > 0)             \
    X(INVS_REGISTER, "a command's fence waits for the request register", UL1_INVS > 0)               \
    X(INVS_SAME, "a command's fence is taken as a write of its epoch is answered", UL1_INVS > 0)     \
    X(INV_WAITS, "an inv waits for the network, and another is left", UL1_INVS > 1)                  \
    X(INV_LAST, "an inv is offered to the last node", UL1_INVS > 0)                                  \
    X(INV_FENCE, "a warp's fence is taken while invs are left", UL1_INVS > 1 && UL1_EPOCHS > 2)      \
    X(RESET_INVS, "a reset comes in the cycle behind one in which invs were left", UL1_INVS > 1)     \
    X(HALF_SENDS, "a flit leaves in the first half of a cycle", true)                                \
    X(HALF_COMES, "a flit comes in the first half of a cycle", true)                                 \
    X(HALF_WAITS, "a flit waits for a whole packet's second half of a cycle", true)                  \
    X(HALF_OFFER, "a request waits for the second half of a cycle", true)                            \
    X(HALF_FENCE, "the answer of a fence waits for the second half of a cycle", true)                \
    X(RESET_LATE, "a reset comes in the cycle behind one in which a response waited", true)

enum { SNI_POINTS(POINT_ENUMERATOR) SNI_POINT_COUNT };
extern const struct point_name sni_event_names[SNI_POINT_COUNT];

// Counts the cover points of a cycle, of which `before` is the contract's state at the beginning.
void sni_count(struct drive *, struct sni_past *, const struct sni_contract *before,
               const struct ul1_sni_in *, const struct ul1_sni_out *);

#endif
