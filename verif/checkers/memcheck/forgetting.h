// The memory checker: keeps histories short, because its speed depends on their length. It forgets versions
// that their own L1 cannot see any more. Other readers may then see any value there (the line's blur) until
// something newer is performed.
#ifndef MEMCHECK_FORGETTING_H
#define MEMCHECK_FORGETTING_H

#include "history.h"

// Forgets what loads of an L1 cannot see any more. Its oldest load in flight was taken at `oldest`.
void forgetting_prune(struct memcheck_world *h, struct line *l, uint8_t l1, uint64_t oldest);

// Versions of an L1 were performed; `flushed`: all of them.
void forgetting_performed(struct memcheck_world *h, struct line *l, uint8_t l1, bool flushed);

// Memory was found to hold what it must. Drops the history if all loads see just that.
void forgetting_rest(struct memcheck_world *h, struct line *l, uint8_t l1, uint64_t oldest);

#endif
