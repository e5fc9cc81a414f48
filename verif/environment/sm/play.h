// Runs parts on a machine, one at a time.
#ifndef PLAY_H
#define PLAY_H

#include "environment/sm/sm.h"

// Each of these returns false if it objects.

// Starts this part, or first the extra parts that the machine's own part of the step needs.
bool play_begin(struct sm *, enum stage, const struct part *);
bool play_begin_mine(struct sm *);

// One cycle: sets the pins, then samples the settled cycle.
void play_drive(struct sm *, const struct ul1_l1_out *, struct ul1_l1_in *);
bool play_observe(struct sm *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// The checks at the end of the run.
bool play_finish(struct sm *);

#endif
