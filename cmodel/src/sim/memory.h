// The memory side: takes the machine's requests and delivers answers, from the built-in memory or the
// caller's function. It also answers page walkers if there is no translation.
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "sim/sim.h"

struct sim_offer {
    uint8_t op, number, sect, level;
    uint8_t atom, wide, sign; // of a write: its operation
    uint8_t returns, old;     // of a write: it is an atomic; the number of its answer
    uint64_t line, vline;
    const uint8_t *enable; // of a write
    const uint32_t *word;
};

// The answer that the machine receives in this cycle, or null. It counts as delivered, and stays readable
// until the next call.
const struct sim_answer *sim_memory_respond(struct ul1_sim *);

// Tells whether the request is taken in this cycle.
bool sim_memory_take(struct ul1_sim *, const struct sim_offer *);

// Forgets all requests.
void sim_memory_forget(struct ul1_sim *);

#endif
