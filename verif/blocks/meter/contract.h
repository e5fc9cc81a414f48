// Performance counters: their contract, see blocks/contracts.h. Assumptions concern one cycle.
#ifndef METER_CONTRACT_H
#define METER_CONTRACT_H

#include "blocks/meter/shadow.h"

struct meter_contract {
    bool light;                         // its outputs are not checked
    struct meter_shadow shadow;
};

const char *meter_contract_check(struct meter_contract *, const struct ul1_meter_in *, const struct ul1_meter_out *);

#endif
