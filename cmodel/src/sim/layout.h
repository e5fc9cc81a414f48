// The layout of a simulation in one piece of memory.
#ifndef SIM_LAYOUT_H
#define SIM_LAYOUT_H

#include "sim/sim.h"

struct sim_layout {
    size_t kept, live, state, in, out, record, queue, beside, done, free_record, answer, order, free_answer,
        memory, total;
};

// The reason why there is no such simulation; null if there can be one.
const char *sim_config_wrong(const struct ul1_sim_config *);

// The machine of its chip with its lanes; null if there is none.
const struct sim_machine *sim_machine_of(const struct ul1_sim_config *);
const struct ul1_block *sim_l1_of(const struct ul1_sim_config *);

// Layout of a valid configuration. Returns false if it is too large.
bool sim_layout(const struct ul1_sim_config *, struct sim_layout *);

#endif
