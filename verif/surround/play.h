// Parts played on a machine, one at a time.
#ifndef PLAY_H
#define PLAY_H

#include "surround/host.h"

// False, of all of these: an objection.

// The machine runs this part now; or what comes first of those that its own part of the step needs.
bool play_begin(struct host *, enum stage, const struct part *);
bool play_begin_mine(struct host *);

// A cycle: sets the pins; looks at the settled cycle.
void play_drive(struct host *, const struct ul1_l1_out *, struct ul1_l1_in *);
bool play_observe(struct host *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Judged at the end of the run.
bool play_finish(struct host *);

#endif
