// Attributes each cycle in which a holder makes no progress to a row of the wait table (wait_rows.h). It uses
// the state of each instruction (standing.h) and all outputs inside the machine.
#ifndef SM_ATTRIBUTE_H
#define SM_ATTRIBUTE_H

#include "environment/sm/ledger.h"
#include "environment/sm/standing.h"

// Holders other than instructions in flight: each row has one holder, with the number of the row. Exceptions
// are WDB entries, the page walkers behind them (requests wait for their walks), and offered instructions.
enum {
    ATTRIBUTE_WALKING = UL1_WDB_MOST,                             // the first walker
    ATTRIBUTE_CONSTANT = ATTRIBUTE_WALKING + UL1_WALKERS_MOST,    // the first constant load
    ATTRIBUTE_TEXTURE = ATTRIBUTE_CONSTANT + (1 << UL1_CON_ID_W), // the first texture instruction
    ATTRIBUTE_OFFERED = HOLDERS - 2, // instructions offered; the last holder is an offered shared access
};

static inline bool attribute_offers(const struct ul1_l1_in *in)
{
    return in->in_valid && !in->in_again;
}

static inline bool attribute_shared(const struct ul1_l1_in *in)
{
    return in->in_op != UL1_OP_FENCE && !of_textures(in->in_op) && in->in_space == UL1_SPACE_SHARED;
}

// Fills the rows of instructions in flight, by entry. Returns the entries that made progress.
uint64_t attribute_instrs(const struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *,
                          struct rows *now);

// Fills all other rows. Returns the holders that were taken. `unwalked` is kept from cycle to cycle: a
// request waits for all walkers.
uint64_t attribute_others(bool *unwalked, const struct ul1_l1_in *, const struct ul1_l1_out *,
                          struct rows *now);

#endif
