// Matrix accesses to shared memory, the loads and stores with a code in `in_matrix`. Contracts, drives and
// the machine's environment use them. The memory checker has its own.
#ifndef MATRIX_H
#define MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

enum { MATRIX_SUBS = 4, MATRIX_ROWS = LANES / MATRIX_SUBS, MATRIX_COLUMNS = 8 };

static inline bool matrix_is(unsigned op, unsigned matrix)
{
    return op <= UL1_OP_STORE && matrix != UL1_MATRIX_NONE;
}

// Whether each sub-warp has all its lanes or none.
static inline bool matrix_whole(uint32_t mask)
{
    const uint32_t rows = (UINT32_C(1) << MATRIX_ROWS) - 1;
    for (unsigned lane = 0; lane < LANES; lane += MATRIX_ROWS)
        if ((mask >> lane & rows) != 0 && (mask >> lane & rows) != rows)
            return false;
    return true;
}

// Whether the machine has the access. So it has any other instruction.
static inline bool matrix_known(unsigned op, unsigned matrix, unsigned width, uint32_t mask)
{
    const bool built = op == UL1_OP_LOAD ? UL1_MATRIX > 0 : UL1_MATRIX > 1;
    return !matrix_is(op, matrix)
        || (built && matrix <= UL1_MATRIX_TRANS && width == UL1_WIDTH_B128 && matrix_whole(mask));
}

// Where a half of a slot's word lies in the register file: the lane, and the half of its register. The
// register is that of the slot's sub-warp. A slot has two columns of a row.
struct matrix_place {
    unsigned lane, half;
};

static inline struct matrix_place matrix_place(unsigned matrix, unsigned slot, unsigned upper)
{
    const unsigned row = slot / 4, column = slot % 4 * 2 + upper;
    if (matrix == UL1_MATRIX_TRANS)
        return (struct matrix_place){ column * (MATRIX_ROWS / 2) + row / 2, row % 2 };
    return (struct matrix_place){ slot, upper };
}

// Some sub-warps, as a mask of their lanes.
static inline uint32_t matrix_lanes(unsigned subs)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (uint32_t)(subs >> lane / MATRIX_ROWS & 1) << lane;
    return lanes;
}

#endif
