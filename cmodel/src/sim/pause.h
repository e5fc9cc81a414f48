// Runs cycles. While everything waits for memory, the state of the machine soon repeats. The cycles until
// something is due need not be run then, as each would be like the last; the result is exact to the cycle.
// This knowledge is kept from call to call, so that single steps profit, too.
#ifndef SIM_PAUSE_H
#define SIM_PAUSE_H

#include "sim/sim.h"

enum { PAUSE_PATIENCE = 8 }; // quiet cycles before a check for repetition pays

// After a quiet cycle: checks whether the state repeats.
void sim_look_still(struct ul1_sim *);

// While the machine stands still: counts up to `most` cycles without running them, and returns how many; 0 if
// something is due.
uint64_t sim_stand(struct ul1_sim *, uint64_t most);

// Must be called before the state is read, or changed from outside.
void sim_catch_up(struct ul1_sim *);

// Runs one cycle, or several that are alike: at least one and at most `most`. Returns how many.
static inline uint64_t sim_advance(struct ul1_sim *s, uint64_t most)
{
    const uint64_t stood = s->pause.still ? sim_stand(s, most) : 0;
    if (stood)
        return stood;
    s->machine->cycle(s);
    if (s->live->quiet)
        sim_look_still(s);
    else if (s->pause.quiet)
        s->pause = (struct sim_pause){ .wait = PAUSE_PATIENCE };
    return 1;
}

#endif
