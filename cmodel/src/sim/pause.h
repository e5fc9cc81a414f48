// Running cycles. While everything waits for memory the machine's state soon repeats; the cycles until something is due
// need not be run then, as each would be like the last: what is skipped is what would have happened, to the cycle.
#ifndef SIM_PAUSE_H
#define SIM_PAUSE_H

#include "sim/sim.h"

enum { PAUSE_PATIENCE = 8 };        // quiet cycles before it pays to look whether the state repeats

// All zero at the beginning of a call.
struct sim_pause {
    uint64_t quiet;                 // quiet cycles on end
    uint64_t wait;                  // so many before the state is kept
    uint64_t kept;                  // the cycle before which it was kept, if it is
    uint8_t has_kept;
};

// Runs one cycle or, of those that are alike, several; `most` at most, and at least one. Returns how many.
uint64_t sim_advance(struct ul1_sim *, struct sim_pause *, uint64_t most);

#endif
