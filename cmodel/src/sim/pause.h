// Running cycles. While everything waits for memory the machine's state soon repeats; the cycles until something is due
// need not be run then, as each would be like the last: what is not run is what would have happened, to the cycle. How far
// that is known stays from call to call, so that who steps by one cycle has it, too.
#ifndef SIM_PAUSE_H
#define SIM_PAUSE_H

#include "sim/sim.h"

enum { PAUSE_PATIENCE = 8 };        // quiet cycles before it pays to look whether the state repeats

// After a quiet cycle: looks whether the state repeats.
void sim_look_still(struct ul1_sim *);

// While it stands still: cycles that were counted and not run, `most` at most; 0: something is due.
uint64_t sim_stand(struct ul1_sim *, uint64_t most);

// Whoever changes something from outside, or wants the state itself, calls this before.
void sim_catch_up(struct ul1_sim *);

// Runs one cycle or, of those that are alike, several; `most` at most, and at least one. Returns how many.
static inline uint64_t sim_advance(struct ul1_sim *s, uint64_t most)
{
    const uint64_t stood = s->pause.still ? sim_stand(s, most) : 0;
    if (stood)
        return stood;
    s->machine->cycle(s);
    if (s->live->quiet)
        sim_look_still(s);
    else
        s->pause = (struct sim_pause){ .wait = PAUSE_PATIENCE };
    return 1;
}

#endif
