// Lni: its contract, see blocks/contracts.h.
#ifndef LNI_CONTRACT_H
#define LNI_CONTRACT_H

#include "common/flit.h"

// A request as the slice sees it.
struct lni_request {
    uint8_t op, sect, use;
    uint8_t atom, wide, sign, old;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // zero in words that did not come
};

// A response as the slice offers it.
struct lni_response {
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t word[UL1_LINE_WORDS];
};

struct lni_contract {
    bool judged; // a reset has been seen
    // requests
    bool flit_waits; // the flit on offer was not taken in the previous cycle
    struct flit flit_waiting;
    uint8_t from_waiting;
    bool inside;  // a head was taken, and not yet its tail
    bool whole;   // a request is on offer
    uint32_t has; // words of it that came
    struct lni_request request;
    // responses
    bool waits; // the response on offer was not taken in the previous cycle
    struct lni_response waiting;
    struct flit due[UL1_SECTORS]; // flits that are to be offered, in their order
    unsigned dues;
};

struct lni_response lni_offered(const struct ul1_lni_in *);

const char *lni_contract_check(struct lni_contract *, const struct ul1_lni_in *, const struct ul1_lni_out *);

#endif
