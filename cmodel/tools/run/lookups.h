// Counts what a lookup comes to, for the instruction of a program.
#ifndef RUN_LOOKUPS_H
#define RUN_LOOKUPS_H

#include <stdint.h>

#include "ul1_sim.h"

struct engine;

void lookups_count(struct engine *, uint32_t serial, const struct ul1_sim_seen *);

#endif
