// The state of the ledger of clusters (clusters.h), and the cycle that its parts see.
#ifndef CLUSTERS_STATE_H
#define CLUSTERS_STATE_H

#include "checkers/packets/crossing.h"
#include "checkers/packets/witness.h"

enum {
    CLUSTERS_REQUESTS = 320, // under way of one SM, at most
    CLUSTERS_SMS = UL1_SMS / UL1_CLUSTERS,
    CLUSTERS_INVS = UL1_CACHES_BEHIND ? UL1_NODES : 0, // that the fence of a command sends
    // Cycles in which nothing moves at most, while something is under way: a bank of the DRAM closes a row
    // and opens another
    CLUSTERS_STILL = UL1_MC_RAS + UL1_MC_RP + UL1_MC_RCD + 2 * UL1_MC_CL + UL1_MC_WR + 20,
    CLUSTERS_QUIET = 40, // cycles after which nothing is left in networks and nodes when nothing is under way
};

// The wires that a finding names, so that the design is at fault (lockstep/judge.h).
#define RESP_WIRES "sni[%u].resp_valid, sni[%u].resp_op: "
#define NODE_WIRES "node[%u].q1_ready, node[%u].pass_did: "

struct clusters_request {
    bool used;
    uint8_t op, sect, use; // a fence: it is an inv
    uint8_t atom;          // a reduction or an atomic is a write
    bool wide, sign, old;  // old: it is answered with the old words
    uint32_t old_number;
    bool at_node;  // its packet has come to the node
    bool passes;   // it has passed the node by
    bool arrived;  // its slice has taken it
    bool answered; // its slice has answered it in full
    bool refused;  // a reduction or an atomic: with an error
    unsigned node, slice;
    uint32_t number; // of a read; of a write the epoch, from when it is at the node
    // Sectors of a read: not yet at the SM. If the read passes its node by: owed by the slice, and failed
    // there
    unsigned left, due, failed;
    uint64_t order, turn, line, vline, taken; // order among those of its SM; turn among all at nodes
    uint8_t be[UL1_LINE_WORDS];
    uint32_t
        word[UL1_LINE_WORDS]; // written; or the answer of the slice to a read that passes by, or an atomic
    struct witness_line *words;
    uint32_t since; // version of the line when it came to the node
    struct witness_floor floor;
};

struct clusters_fence {
    uint32_t number;
    uint64_t order, taken;
};

struct clusters {
    uint64_t cycle, quiet, orders, turns;
    struct crossing near, nearback, far, farback;
    struct witness witness;
    struct clusters_sm {
        struct clusters_request request[CLUSTERS_REQUESTS];
        struct clusters_fence fence[UL1_EPOCHS];
        unsigned requests, fences, top;
        bool came; // a reply is whole, and is delivered next
        struct crossing_packet reply;
    } sm[UL1_SMS];
    struct clusters_node {
        struct {
            uint64_t line;
            uint64_t since;    // when it was first on offer at Q3; 0: it is not out
            unsigned due, out; // sectors that the slice has not answered; that have not come to the node
        } fetch[UL1_NODE_MSHRS];
        uint64_t q2, q3; // since when a packet has been on offer; 0: none is
        // packets that came, by kind of what became of them, and packets that slices got, since the last
        // reset
        uint64_t came, hits, misses, merges, passes, invs, fetches, passed;
    } node[DC_NODES];
    unsigned answers_to[UL1_SLICES]; // the node that the last answer of the slice is for
    uint64_t slowest;                // cycles of the request that took longest
    // The longest waits of a packet at Q2, of one at Q3, and for the answer of a fetch: A, T and D.
    uint64_t answer_wait, ask_wait, fetch_wait;
    uint64_t moved; // the last cycle in which a request or an answer went on outside of the networks
    // what was in this cycle, for cover points
    unsigned reductions, atomics, refused;
    unsigned reads, writes, fences, errors, stale, waited, fetched, by, invs, resting;
    char error[400];
};

// A settled cycle of the parts of the machine.
struct clusters_view {
    bool rst, half; // half: the first half of a cycle, in which only the networks near the SMs pass flits
    const struct ul1_sni_in *sm_in[UL1_SMS];
    const struct ul1_sni_out *sm[UL1_SMS];
    const struct ul1_node_in *node_in[DC_NODES];
    const struct ul1_node_out *node[DC_NODES];
    const struct ul1_lni_in *slice_in[UL1_SLICES];
    const struct ul1_lni_out *slice[UL1_SLICES];
    bool cells; // some controller accesses its cells
    const struct ul1_xbar_out *crossbar[2 * UL1_CLUSTERS + 2 * UL1_SPLIT];
    unsigned crossbar_ins[2 * UL1_CLUSTERS + 2 * UL1_SPLIT], crossbar_outs[2 * UL1_CLUSTERS + 2 * UL1_SPLIT];
};

// Says what is wrong.
const char *clusters_found(struct clusters *, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A request ends.
void clusters_leave(struct clusters *, struct clusters_sm *, struct clusters_request *);

// The sectors of reads of this number that are under way; whether a fence with this number waits.
unsigned clusters_sectors(const struct clusters *, unsigned sm, unsigned number);
bool clusters_fences(const struct clusters *, unsigned sm, unsigned number);
// The same of an atomic whose answer has this number.
bool clusters_olds(const struct clusters *, unsigned sm, unsigned number);

// A write of the line came to the node before this request, and no slice has it yet.
bool clusters_ahead(const struct clusters *, unsigned cluster, const struct clusters_request *);

// Requests or fences are under way.
bool clusters_busy(const struct clusters *);

#endif
