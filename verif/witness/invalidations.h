// The witness: when the cache was made to forget what it had of a line.
#ifndef WITNESS_INVALIDATIONS_H
#define WITNESS_INVALIDATIONS_H

#include "ground.h"

void witness_invalidations_init(struct witness *w);
void witness_invalidations_free(struct witness *w);

// An invalidation that began at `begun` is complete: of the line of an address, of its page (false: memory lacks), or of
// all.
bool witness_invalidated_line(struct witness *w, uint64_t addr, uint64_t begun);
bool witness_invalidated_page(struct witness *w, uint64_t addr, uint64_t begun);
void witness_invalidated_all(struct witness *w, uint64_t begun);

// When the last invalidation of the line began that is complete.
uint64_t witness_invalid(const struct witness *w, uint64_t addr);

#endif
