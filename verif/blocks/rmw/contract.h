// Rmw: its contract, see blocks/contracts.h.
#ifndef RMW_CONTRACT_H
#define RMW_CONTRACT_H

#include <stdbool.h>

#include "blocks/rmw/predictor.h"

struct rmw_contract {
    bool waits; // the previous cycle's request was not taken: `waiting`
    struct rmw_request waiting;
    bool waits_for_ready; // the previous cycle's response was not taken: `response`
    struct rmw_response response;
    struct rmw_predictor predictor; // the reference predictor
    bool light;                     // outputs are not checked
};

const char *rmw_contract_check(struct rmw_contract *, const struct ul1_rmw_in *, const struct ul1_rmw_out *);

#endif
