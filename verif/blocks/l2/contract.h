// L2: its contract, see blocks/contracts.h.
//
// A reference of the bytes: what writes have put there, in the order of the requests of a line, and what
// memory has delivered. It follows from the ports alone, and from the number of requests in the queue, which
// says when the oldest of them is done. So it knows no ways and no MSHRs.
#ifndef L2_CONTRACT_H
#define L2_CONTRACT_H

#include <stdbool.h>

#include "common/sizes.h"

enum {
    // Lines of a set that the contract keeps: those with bytes that memory lacks or reads that wait, as many
    // as there are ways each, and others. So it knows what a slice can have.
    L2_KEPT = 2 * UL1_L2_WAYS + 2,
    L2_READS = UL1_L2_MSHRS * UL1_L2_LIST + 1, // reads that are not answered, at most
};

struct l2_asked {
    uint8_t op, sect, walk;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // 0 in bytes that `be` does not enable
};

struct l2_line {
    bool here;
    uint64_t line, touched;                               // touched: counts requests
    uint8_t known[UL1_LINE_WORDS], dirty[UL1_LINE_WORDS]; // bytes; dirty: memory lacks them
    uint32_t word[UL1_LINE_WORDS];
    uint8_t coming, failed; // sectors under fetch; those that the last fetch did not bring
    uint32_t number;        // of that fetch
    unsigned reads;         // that are not answered
};

struct l2_read {
    uint64_t line, since;
    uint32_t number;
    uint8_t sect; // those not answered
};

struct l2_answered {
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t word[UL1_LINE_WORDS];
};

struct l2_contract {
    bool judged;              // a reset has been seen
    uint64_t cycle, requests; // requests: done
    bool waits;               // the request was not taken in the previous cycle
    struct l2_asked waiting;
    struct l2_asked queue[UL1_L2_QUEUE]; // requests that are not done, the oldest first
    unsigned queued;
    uint64_t oldest; // the cycle since which the oldest is that
    bool is_done;    // the request `done` was done in the last pass
    struct l2_asked done;
    struct l2_line line[UL1_L2_SETS][L2_KEPT];
    struct l2_read read[L2_READS]; // in the order of the requests
    unsigned reads;
    bool offers; // memory did not take the request in the previous cycle
    struct l2_asked offered;
    bool answers; // the answer was not taken in the previous cycle
    struct l2_answered answer;
    // sectors that an MSHR fetches, and the cycle since which the fetch of each is under way
    uint8_t fetching[1u << UL1_L2_MSHR_W];
    uint64_t fetched[1u << UL1_L2_MSHR_W][UL1_SECTORS];
    // The longest times so far until memory takes a request, until it answers a fetch, and until an answer is
    // taken; and the cycles since which that lasts now.
    uint64_t taking, fetch, accepting, offered_since, answer_since;
};

// What is kept of a line; null: nothing.
struct l2_line *l2_contract_line(struct l2_contract *, uint64_t line);

const char *l2_contract_check(struct l2_contract *, const struct ul1_l2_in *, const struct ul1_l2_out *);

#endif
