// Pending request table (the MSHRs): the reference predictor, from the state of its entries by the
// specification.
#ifndef PRT_PREDICTOR_H
#define PRT_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct prt_predictor {
    bool judged;                   // there was a reset, so the state is known
    uint8_t cfg_fetch, cfg_policy; // the settings of the previous cycle
    uint64_t used, closed, asks;   // entries: in use; closed; in the request queue
    uint64_t fenced;               // entries: a fence was answered while they were in use
    uint64_t reduced;              // entries: a reduction has overtaken their fetch
    struct prt_known {
        uint64_t line;
        uint16_t row;
        uint8_t wanted, sent, got; // sectors
        uint8_t err, drop, count;
        uint8_t keeps, dirty; // write-back stores are held for it; their sectors
        bool stored, fresh;   // a store, a fresh load opened it
        uint8_t warp, space;  // of the access that opened it
        struct {
            uint8_t id, sub;
        } load[UL1_MERGE];
    } entry[UL1_PRT];
    struct prt_asked { // the request queue, in order
        uint8_t op, index, waits;
    } queue[UL1_PRT + UL1_WDB + 2];
    unsigned count;
    uint8_t fence, fence_id, fence_level;
};

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *prt_predictor_check(const struct prt_predictor *, const struct ul1_prt_in *,
                                const struct ul1_prt_out *);
void prt_predictor_advance(struct prt_predictor *, const struct ul1_prt_in *);

#endif
