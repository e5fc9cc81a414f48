// Meter: its contract, see blocks/contracts.h. Every rule is about one cycle, so nothing is remembered.
#ifndef METER_CONTRACT_H
#define METER_CONTRACT_H

#include "shape/sizes.h"

struct meter_contract { uint8_t none; };

const char *meter_contract_check(struct meter_contract *, const struct ul1_meter_in *, const struct ul1_meter_out *);

#endif
