// Counts from the ports of the machine: accesses, hits and misses, copies, flits, and how busy links are.
#ifndef DCL1_METER_H
#define DCL1_METER_H

#include <stdint.h>

#include "ul1_ports.h"

enum {
    DCL1_NODES = UL1_CLUSTERS * UL1_NODES,
    DCL1_SLOTS = 1 << 21, // of a table of lines with a copy: more than all nodes hold
};

// Sums from the beginning of the measurement on.
struct dcl1_sums {
    uint64_t cycles, reads;
    uint64_t hits, merges, misses, passes; // of look-ups in nodes
    uint64_t asked;                        // packets from nodes to slices
    uint64_t replicated;                   // misses whose line another node had
    uint64_t l2_hits, l2_joins, l2_misses, dram_reads;
    uint64_t near_requests, near_replies, far_requests, far_replies; // flits
    uint64_t port[DCL1_NODES];                                       // flits of Q2 of each node
    uint64_t link[UL1_SLICES];                                       // flits from each slice
};

struct dcl1_line {
    uint64_t line; // plus one; 0: the slot is free
    uint32_t nodes;
};

struct dcl1_meter {
    struct dcl1_sums sums;
    // The line of each way of each node, and whether words have come, by the node's ports
    struct {
        uint64_t line;
        uint8_t there, filled;
    } way[DCL1_NODES][UL1_NODE_SETS * UL1_NODE_WAYS];
    struct dcl1_line *copies;
    uint64_t lost; // misses whose line the ports did not tell: 0
};

void dcl1_meter_begin(struct dcl1_meter *m);
// A further cycle. It counts if `counts`.
void dcl1_meter_look(struct dcl1_meter *m, const struct ul1_dcside_in *in, const struct ul1_dcside_out *out,
                     unsigned counts);
// The first half of a cycle, which counts.
void dcl1_meter_near(struct dcl1_meter *m, const struct ul1_dcside_out *out);
// Copies of a line in nodes, over all lines that have one.
double dcl1_meter_copies(const struct dcl1_meter *m, unsigned *most);
void dcl1_meter_end(struct dcl1_meter *m);

#endif
