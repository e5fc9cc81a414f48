// Performance counters: their contract, see blocks/contracts.h. Assumptions concern one cycle.
#ifndef PERF_CONTRACT_H
#define PERF_CONTRACT_H

#include "blocks/perf/shadow.h"

// Light checks leave this contract out: no seeded fault is noticed by it alone.
#define PERF_CONTRACT_FULL_ONLY

struct perf_contract {
    struct perf_shadow shadow;
};

const char *perf_contract_check(struct perf_contract *, const struct ul1_perf_in *,
                                const struct ul1_perf_out *);

#endif
