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
    // Rates in percent: packets; flits of one that has begun; cycles in which each network takes a flit, and
    // in which slices send one; writes, page walks, invs among requests, those of all lines among invs; reads
    // of all sectors; replies in pieces; changes of memory
    unsigned offer, go_on, take, accept, respond, write, walk, inv, all, whole, pieces, change;
    unsigned latency, spread; // of slices
    unsigned first, lines;    // of the pool that are accessed in this phase: a ring
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
