// Constant cache: the cover points of the block alone.
#ifndef CONSTANT_COVER_POINTS_H
#define CONSTANT_COVER_POINTS_H

#include "blocks/constant/contract.h"
#include "blocks/drive.h"

#define CON_BUILT (UL1_CONSTANTS != 0)

#define CONSTANT_POINTS(X)                                                              \
    X(CON_TAKEN, "a constant load taken", CON_BUILT)                                    \
    X(CON_REFUSED, "one refused, as all numbers are in use", CON_BUILT)                 \
    X(CON_HELD, "one refused during a command", CON_BUILT)                              \
    X(CON_NULLS, "one without active lanes", CON_BUILT)                                 \
    X(CON_MISALIGNED, "one that is misaligned", CON_BUILT)                              \
    X(CON_WRONG_OP, "one that is a lock or matrix access", CON_BUILT)                   \
    X(CON_MOST, "as many loads in flight as there are numbers", CON_BUILT)              \
    X(CON_HIT, "a hit", CON_BUILT)                                                      \
    X(CON_HITS_IN_A_ROW, "hits of two loads in successive cycles", CON_BUILT)           \
    X(CON_HIT_AGAIN, "hits of one load in successive cycles", CON_BUILT)                \
    X(CON_HIT_UNDER, "a hit while a line is under fetch", CON_BUILT)                    \
    X(CON_HIT_OTHER_PART, "a hit in a line of which another part is under fetch",       \
      CON_BUILT &&UL1_CON_PARTS > 1)                                                    \
    X(CON_MISS, "a miss that opens a fetch", CON_BUILT)                                 \
    X(CON_MISS_BUSY, "a miss while another line is under fetch", CON_BUILT)             \
    X(CON_MISS_SAME, "a miss in the line under fetch", CON_BUILT)                       \
    X(CON_REPLACED, "a miss in a set without a free way", CON_BUILT)                    \
    X(CON_BROADCAST, "a word for all lanes", CON_BUILT)                                 \
    X(CON_APART, "a word for some of the lanes that wait", CON_BUILT)                   \
    X(CON_WIDE, "the last word of an access of 128 bits", CON_BUILT)                    \
    X(CON_NEGATIVE, "a negative byte, extended", CON_BUILT)                             \
    X(CON_WALK, "a fetch that waits for a walk", CON_BUILT)                             \
    X(CON_WALK_OVER, "one told to wait in the cycle in which the walk ends", CON_BUILT) \
    X(CON_PIECES, "a line that comes in pieces", CON_BUILT)                             \
    X(CON_FAULT, "a translation failure", CON_BUILT)                                    \
    X(CON_BUS, "a line that memory cannot read", CON_BUILT)                             \
    X(CON_FAILS_LATE, "a load that fails behind a word that it has", CON_BUILT)         \
    X(CON_FAILS_TWICE, "a load with two addresses that fail", CON_BUILT)                \
    X(CON_DROP_LINE, "a line that becomes invalid alone", CON_BUILT)                    \
    X(CON_DROP_FETCH, "an invalidation of the line under fetch", CON_BUILT)             \
    X(CON_DROP_ARRIVES, "one in the cycle in which the line arrives", CON_BUILT)        \
    X(CON_DROP_ALL, "an invalidation of all lines", CON_BUILT)                          \
    X(CON_DROP_HIT, "an invalidation in the cycle of a hit", CON_BUILT)                 \
    X(CON_RESET_BUSY, "reset with a load in flight", CON_BUILT)

enum { CONSTANT_POINTS(POINT_ENUMERATOR) CONSTANT_POINT_COUNT };
extern const struct point_name constant_event_names[CONSTANT_POINT_COUNT];

// The hit of the cycle before.
struct constant_past {
    bool hit;
    unsigned id;
};

// Counts the cover points of a cycle, with the contract's state before it.
void constant_count(struct drive *, struct constant_past *, const struct constant_shadow *,
                    const struct ul1_constant_in *, const struct ul1_constant_out *);

#endif
