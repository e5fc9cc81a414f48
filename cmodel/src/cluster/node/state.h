// A node between the L1s of some SMs and the L2 slices: its state.
#ifndef UL1_NODE_STATE_H
#define UL1_NODE_STATE_H

#include "cluster/flits.h"
#include "common/ages.h"

enum {
    NODE_LINES = UL1_NODE_SETS * UL1_NODE_WAYS,
    NODE_PASSES_BY = UL1_SLICE_TAG_W, // the bit of a number that says so
};

enum node_kind { NODE_NO_PASS, NODE_FILL, NODE_REPLAY, NODE_REQUEST };

struct node_request {
    struct head head;
    uint8_t from, sect;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

// The ways of a set. Lines, sectors and MSHRs are valid for ways that are there, MSHRs for pending ones. Ages
// are valid among ways that are there: the ways that were accessed before each.
struct node_set {
    uint32_t there, pending;
    uint64_t line[UL1_NODE_WAYS];
    uint64_t before[UL1_NODE_WAYS];
    uint8_t full[UL1_NODE_WAYS]; // valid sectors
    uint8_t mshr[UL1_NODE_WAYS];
};

struct node_mshr {
    uint8_t set, way;
    uint8_t failed; // sectors
    uint8_t listed; // reads in the list, answered ones included
    struct {
        uint8_t from, sect;
        uint32_t sub;
    } list[UL1_NODE_LIST];
};

struct node_state {
    // Q1: a packet that comes, and a ring of requests
    struct flits_in comes;
    struct node_request came; // without its words
    struct node_request queue[UL1_NODE_QUEUE];
    uint8_t head, used;

    // The pass in stage 1: of the oldest request, of the oldest MSHR that answers, or of sectors, which are
    // here
    uint8_t kind;
    uint8_t mshr, sect, err;
    uint32_t word[UL1_LINE_WORDS];

    struct node_set set[UL1_NODE_SETS];
    uint32_t words[NODE_LINES][UL1_LINE_WORDS];

    struct node_mshr of[UL1_NODE_MSHRS];
    uint8_t mshr_state[UL1_NODE_MSHRS], mshr_sect[UL1_NODE_MSHRS]; // sect: to come
    uint8_t closed[UL1_NODE_MSHRS];
    // MSHRs that answer their reads, the oldest first: a ring. The read that the oldest answers next; its
    // words are answered, and sectors that failed are left.
    uint8_t answers[UL1_NODE_MSHRS], first, answering;
    uint8_t next, half;

    // The answer that waits for Q2
    struct {
        uint8_t valid, kind, dst, sect, err;
        uint32_t sub;
        uint32_t word[UL1_LINE_WORDS]; // 0 in sectors without words
    } answer;

    // Q2: the packet that leaves; the last one came from Q4, and passed by
    struct flits_out reply;
    struct head replied;
    uint8_t dst, passed;

    // Q3: the packet that leaves
    struct flits_out request;
    struct head asked;
    uint8_t be[UL1_LINE_WORDS];

    // Q4: a packet that comes
    struct flits_in brings;
    struct head brought;

    // The action of the pass in stage 1, in the previous cycle
    uint8_t did, did_set, did_way, did_mshr;
};

#endif
