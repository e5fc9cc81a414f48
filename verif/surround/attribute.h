// Attributes a cycle in which somebody does not get on to a row of the table of waits (wait_rows.h), by where each stands and by
// what the machine shows: of its inside all outputs.
#ifndef SURROUND_ATTRIBUTE_H
#define SURROUND_ATTRIBUTE_H

#include "surround/ledger.h"
#include "surround/standing.h"

// Of all else than instructions in flight, each row has a holder of its own, the row's number, but those of entries of the write
// data buffer, of walkers behind them (whose walks are what requests wait for), and of who is offered.
enum {
    ATTRIBUTE_WALKING = UL1_WDB,        // the first walker
    ATTRIBUTE_OFFERED = HOLDERS - 2,    // who is offered; the last, of shared memory
};

static inline bool attribute_offers(const struct ul1_l1_in *in)
{
    return in->in_valid && !in->in_again;
}

static inline bool attribute_shared(const struct ul1_l1_in *in)
{
    return in->in_op != UL1_OP_FENCE && in->in_space == UL1_SPACE_SHARED;
}

// Instructions in flight, by entry. Returns those that have got on.
uint64_t attribute_instrs(const struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *, struct rows *now);

// All else. Returns who is taken. `unwalked`: whether a request waits for all walkers, from cycle to cycle.
uint64_t attribute_others(bool *unwalked, const struct ul1_l1_in *, const struct ul1_l1_out *,
                          struct rows *now);

#endif
