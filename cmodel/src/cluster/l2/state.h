// A slice of the L2 cache: its state.
#ifndef UL1_L2_STATE_H
#define UL1_L2_STATE_H

#include "common/ages.h"
#include "common/bits.h"

enum { L2_LINES = UL1_L2_SETS * UL1_L2_WAYS, L2_MSHR_MASKS = (UL1_L2_MSHRS + 63) / 64 };

enum l2_kind { L2_NO_PASS, L2_FILL, L2_REPLAY, L2_REQUEST };

struct l2_request {
    uint8_t op, sect, walk;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

// The ways of a set. Lines, sectors and MSHRs are valid for ways that are there, MSHRs for pending ones. Ages
// are valid among ways that are there: the ways that were accessed before each.
struct l2_set {
    uint32_t there, pending;
    uint64_t line[UL1_L2_WAYS];
    uint64_t before[UL1_L2_WAYS];
    uint8_t full[UL1_L2_WAYS], dirty[UL1_L2_WAYS]; // sectors
    uint8_t mshr[UL1_L2_WAYS];
};

struct l2_mshr {
    uint8_t set, way;
    uint8_t failed; // sectors
    uint8_t drops;  // the line is not there any more after the last replay
    uint8_t listed; // reads in the list, answered ones included
    struct {
        uint8_t sect;
        uint32_t number;
    } list[UL1_L2_LIST];
};

struct l2_state {
    // The queue: a ring
    struct l2_request queue[UL1_L2_QUEUE];
    uint8_t head, used;

    // The pass in stage 1: of the oldest request in the queue, of the oldest MSHR that answers, or of a
    // response, which is here
    uint8_t kind;
    uint8_t mshr, sect, err;
    uint32_t word[UL1_LINE_WORDS];

    struct l2_set set[UL1_L2_SETS];
    struct {
        uint8_t known[UL1_LINE_WORDS]; // bytes of each word
        uint32_t word[UL1_LINE_WORDS];
    } way[L2_LINES];

    uint64_t opened[L2_MSHR_MASKS];
    struct l2_mshr of[UL1_L2_MSHRS];
    uint8_t mshr_state[UL1_L2_MSHRS], mshr_sect[UL1_L2_MSHRS]; // sect: to come
    // MSHRs that answer their reads, the oldest first: a ring. The read that the oldest answers next; its
    // words are answered, and sectors that failed are left.
    uint8_t answers[UL1_L2_MSHRS], first, answering;
    uint8_t next, half;

    // The answer on offer
    struct {
        uint8_t valid, op, sect, err;
        uint32_t number;
        uint64_t vline;
        uint32_t word[UL1_LINE_WORDS]; // 0 in sectors without words
    } answer;

    // The request to memory: a write is on offer one cycle after it is set, when its words are here.
    struct {
        uint8_t comes, valid, op, sect, number;
        uint64_t line;
        uint8_t be[UL1_LINE_WORDS];
        uint32_t word[UL1_LINE_WORDS];
    } request;

    // What the pass in stage 1 did in the previous cycle
    uint8_t did, did_set, did_way, did_mshr;
};

#endif
