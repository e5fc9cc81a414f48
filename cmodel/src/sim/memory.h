// The memory side: takes the machine's requests and has the answers, from the memory that is built in or the caller's
// function; and answers page walkers where there is no translation.
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "sim/sim.h"

struct sim_offer {
    uint8_t op, number, sect, level;
    uint64_t line, vline;
    const uint8_t *enable;          // of a write
    const uint32_t *word;
};

// The answer that the machine gets in this cycle, or null. It is answered with that; it stays readable until the next call.
const struct sim_answer *sim_memory_respond(struct ul1_sim *);

// Whether the request is taken in this cycle.
bool sim_memory_take(struct ul1_sim *, const struct sim_offer *);

// All requests are forgotten.
void sim_memory_forget(struct ul1_sim *);

#endif
