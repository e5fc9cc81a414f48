// Node: what its contract knows of previous cycles.
#ifndef NODE_SHADOW_H
#define NODE_SHADOW_H

#include "common/flit.h"

enum {
    // Lines of a set that the contract keeps: those that its ways can have, and as many that they had before.
    NODE_KEPT = 2 * UL1_NODE_WAYS + 2,
};

// A packet: its head with the port that it comes from or goes to (`dst`), and its words.
struct node_packet {
    struct flit head;
    uint8_t sect;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

// Flits that are to be offered, in their order.
struct node_due {
    struct flit flit[UL1_SECTORS];
    unsigned flits;
};

struct node_line {
    bool here;
    uint64_t line, touched; // touched: counts passes
    uint8_t known;          // sectors with words
    uint32_t word[UL1_LINE_WORDS];
};

struct node_read {
    uint8_t from, sect;
    uint32_t sub;
    uint64_t since;
};

struct node_entry {
    bool open, closed;
    uint64_t line;
    uint8_t coming, failed, out; // sectors; out: those of which slices have the fetch
    struct node_read read[UL1_NODE_LIST];
    unsigned reads, next; // those listed, and answered
    bool half;            // the next one has its words, and sectors that failed are left
    uint64_t asked;       // the cycle since which fetches of it are out
};

struct node_contract {
    bool judged;            // a reset has been seen
    bool halved;            // this is the second half of a cycle
    uint64_t cycle, passes; // passes: that touched a line
    // Q1: the flit on offer was not taken; a packet comes, or waits for the queue; the queue
    bool flit_waits, inside, comes;
    struct flit flit_waiting;
    uint8_t from_waiting;
    struct node_packet came, queue[UL1_NODE_QUEUE];
    unsigned queued;
    uint64_t oldest; // the cycle in which the oldest request became that
    // Lines and MSHRs; MSHRs with all their sectors, in the order in which they answer
    struct node_line line[UL1_NODE_SETS][NODE_KEPT];
    struct node_entry entry[UL1_NODE_MSHRS];
    unsigned ready[UL1_NODE_MSHRS], readies;
    // Q4: likewise; sectors that came are in stage 1, or were there in the previous cycle
    bool reply_waits, reply_inside, brings, filling, filled;
    struct flit reply_waiting;
    struct node_packet brought, fill, shown;
    // Q2: the answer that waits, the flits that are due; the last packet passed by
    bool answers, passed;
    struct node_packet answer;
    struct node_due reply, request; // packets at Q2 and at Q3
    uint8_t fetched;                // sectors of the request at Q3, if it is a fetch
    // The longest times so far: of an offer at Q3, of one at Q2, of a fetch until slices have answered it
    uint64_t taking, accepting, fetching;
    uint64_t request_since, reply_since; // the cycles in which the offers at Q3 and at Q2 began
};

// The lines that are kept of the set of this line.
struct node_line *node_contract_set(struct node_contract *, uint64_t line);

// The shadow of a line; null if there is none.
struct node_line *node_contract_line(struct node_contract *, uint64_t line);

// The MSHR of the line, or UL1_NODE_MSHRS.
unsigned node_contract_mshr(const struct node_contract *, uint64_t line);

#endif
