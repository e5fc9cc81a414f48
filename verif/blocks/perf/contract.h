// Performance counters: their contract, see blocks/contracts.h. Assumptions concern one cycle.
#ifndef PERF_CONTRACT_H
#define PERF_CONTRACT_H

#include "blocks/perf/shadow.h"

struct perf_contract {
    bool light; // its outputs are not checked
    struct perf_shadow shadow;
};

const char *perf_contract_check(struct perf_contract *, const struct ul1_perf_in *,
                                const struct ul1_perf_out *);

#endif
