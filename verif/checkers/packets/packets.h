// A ledger of what is under way between the two ends of networks, without a model of any of their blocks
// (docs/cluster.md, net). Requests enter it where an SM's interface takes them, and leave it with their
// answers: each read is answered once, and each write is acknowledged once.
#ifndef PACKETS_H
#define PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

enum {
    PACKETS_REQUESTS = 320, // under way of one SM, at most
    PACKETS_ANSWERS = 64,   // under way to one SM, at most
    PACKETS_NONE = -1,
};

// A request of an SM, and its state.
struct packets_request {
    bool used;
    uint64_t order; // among the requests and fences of its SM
    uint8_t op, sect, use, atom, wide, sign, old;
    uint32_t number; // the read's, or that of an atomic's answer
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
    uint64_t taken; // when it was taken from the SM
    bool alone;     // nothing else has been between SMs and slices since
    bool arrived;   // its slice has taken it
    unsigned slice;
    uint32_t slice_number; // its number there
    unsigned left;         // sectors of a read that the slice has not answered
    unsigned out;  // answers of it that have not come to the SM, but for that of a write that succeeded
    bool answered; // the slice has answered it in full
};

// An answer of a slice, on its way to the SM.
struct packets_answer {
    bool used;
    unsigned request; // its number among those of the SM
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t word[UL1_LINE_WORDS];
    uint64_t given;
    bool alone; // nothing else has been between slices and SMs since
};

struct packets_fence {
    uint32_t number;
    uint64_t order, over; // over: since when it could be answered, as far as slices are concerned
};

struct packets {
    uint64_t cycle;
    struct packets_sm {
        uint64_t order;
        struct packets_request request[PACKETS_REQUESTS];
        struct packets_answer answer[PACKETS_ANSWERS];
        struct packets_fence fence[UL1_EPOCHS];
        unsigned requests, answers, fences; // used
        unsigned top;                       // no request at this place or behind it is used
        uint64_t offered;                   // cycles for which its request has been on offer
        bool acks;                          // the success of a write may be on its way to it
        bool fenced;                        // a fence was answered in the cycle before
    } sm[UL1_XIN];
    struct packets_slice {
        uint64_t offered; // cycles for which its request has been on offer
        uint64_t waited;  // cycles for which its response has been on offer
    } slice[UL1_XOUT];
    uint64_t slowest; // T: the longest time for which a slice let a request wait
    uint64_t quiet;   // since when nothing is under way
    // what was in this cycle, for cover points
    unsigned reads, writes, fences, failures, ordered, pieces, resting;
    char error[400];
};

// The bounds of docs/cluster.md, "Why nothing waits for ever".
static inline uint64_t packets_request_bound(const struct packets *l)
{
    return (UL1_XDEPTH + UL1_SECTORS + 1) * UL1_XIN * (l->slowest + UL1_SECTORS) + 4;
}

static inline uint64_t packets_answer_bound(void)
{
    return (UL1_XDEPTH + UL1_SECTORS + 1) * UL1_XOUT * (UL1_SECTORS + 2) + 4;
}

// The sectors of a read of this number that are under way.
unsigned packets_sectors(const struct packets *, unsigned sm, unsigned number);

// Whether an answer of an atomic with this number is under way; whether a fence with this number waits.
bool packets_old(const struct packets *, unsigned sm, unsigned number);
bool packets_fences(const struct packets *, unsigned sm, unsigned number);

// A request that the slice has taken and not answered, from a place among those of the SM on; or none.
int packets_unanswered(const struct packets *, unsigned slice, unsigned sm, unsigned from);

// A settled cycle of the parts of networks, in a machine that has them.
struct packets_view {
    bool rst;
    const struct ul1_sni_in *sm_in[UL1_XIN];
    const struct ul1_sni_out *sm[UL1_XIN];
    const struct ul1_lni_in *slice_in[UL1_XOUT];
    const struct ul1_lni_out *slice[UL1_XOUT];
    const struct ul1_xbar_out *requests, *replies;
};

// Null, or what is wrong.
const char *packets_check(struct packets *, const struct packets_view *);

#endif
