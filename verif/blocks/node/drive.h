// Node: its random drive, within its contract. The drive is the slices, too.
#ifndef NODE_DRIVE_H
#define NODE_DRIVE_H

#include "blocks/drive.h"
#include "blocks/node/contract.h"
#include "blocks/node/cover_points.h"

enum {
    NODE_POOL = 48, // lines that are ever accessed
    NODE_UNDER_WAY = 2 * UL1_NODE_MSHRS * UL1_SECTORS + 64,
};

// A line of memory. Other SMs change it now and then.
struct node_pool_line {
    uint64_t line;
    uint32_t word[UL1_LINE_WORDS];
    bool fails, refuses;
};

// A reply that slices will send.
struct node_under_way {
    uint8_t kind, sect;
    bool err;
    uint32_t sub;
    uint64_t line, vline, due;
    uint32_t word[UL1_LINE_WORDS];
};

struct node_drive {
    struct drive d;
    struct node_contract contract;
    struct node_seen seen;
    // Rates in percent. Cycles with a new packet, with a further flit of one, in which Q2 and Q3 are ready,
    // and in which slices send a flit
    unsigned offer, go_on, take, accept, respond;
    unsigned half; // cycles that are first halves
    // Writes, reads that pass by and invs among requests; invs of all lines; reads of all sectors; replies in
    // pieces; changes of memory
    unsigned write, past, inv, all, whole, pieces, change;
    unsigned latency, spread; // cycles that slices take
    unsigned first, lines;    // the ring of lines in the pool that this phase accesses
    struct node_pool_line pool[NODE_POOL];
    unsigned left;             // sectors of the packet of Q1 that are left
    struct node_packet asking; // the packet that comes by Q3
    struct node_under_way reply[NODE_UNDER_WAY];
    unsigned replies;
    struct node_under_way sending; // the packet on Q4; its sectors are those that are left
    bool sends, begun;
};

struct stimulus *node_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
