// Load/store unit: its contract, see blocks/contracts.h.
#ifndef LSU_CONTRACT_H
#define LSU_CONTRACT_H

#include "blocks/lsu/predictor.h"
#include "blocks/lsu/ends.h"
#include "blocks/lsu/front.h"
#include "blocks/lsu/shadow.h"

struct lsu_contract {
    struct lsu_shadow shadow;
    struct lsu_predictor predictor; // the reference predictor
    struct lsu_front front;
    struct lsu_ends ends;
    bool notes; // notes for cover points are taken (lsu_seen)
    bool light; // its outputs are not checked
};

const char *lsu_contract_check(struct lsu_contract *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#endif
