// Rmw: reductions and atomics of L1s, performed before memory. An operation reads the sectors of its words,
// and enters the unit when these are there. Its old words leave to the L1 from the unit, and its results to
// memory behind it.
//
// Assumption: a response to an operation is to a read that was sent for it.
#ifndef UL1_RMW_H
#define UL1_RMW_H

#include "common/bits.h"

enum {
    RMW_STAGES = 4, // of the unit
    RMW_RESULT = RMW_STAGES,
    RMW_ANSWERS = 1, // the stage from which old words leave, counted from 0
    RMW_IDS = 1 << UL1_RMW_ID_W,
};

struct rmw_state {
    // The request on offer to memory
    uint8_t valid, op, sect, level;
    uint8_t kind, warp, space;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];

    // Operations. Bit i of a set stands for operation i.
    uint8_t used;
    uint8_t read;    // all of its sectors have come, or failed, and it has not entered the unit
    uint8_t entered; // the last one that entered the unit
    struct rmw_operation {
        uint8_t atom, wide, sign, returns, err;
        uint8_t lacks;  // sectors that have not come
        uint32_t words; // words that it changes: a bit each
        uint32_t number, old_number;
        uint64_t line, vline;
        uint32_t by[UL1_LINE_WORDS], old[UL1_LINE_WORDS]; // operands, words of memory
    } operation[RMW_IDS];

    // The stages of the unit, and the result that waits for the register behind it
    struct rmw_stage {
        uint8_t valid, id;
    } stage[RMW_STAGES + 1];
    uint8_t answers; // the operation in the answering stage has an answer to give
    uint8_t passing; // a response that was on offer in the cycle before goes first
};

#endif
