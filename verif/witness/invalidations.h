// The witness: when the cache was made to forget what it had of a line.
#ifndef WITNESS_INVALIDATIONS_H
#define WITNESS_INVALIDATIONS_H

#include "ground.h"

void witness_invalidations_init(struct witness *w);
void witness_invalidations_free(struct witness *w);

// An invalidation that began at `begun` is complete: of the line of an address (at that time), of its page (false: memory
// lacks), or of all. The last two are only with nothing in flight.
bool witness_invalidated_line(struct witness *w, uint64_t addr, uint64_t begun, uint64_t complete);
bool witness_invalidated_page(struct witness *w, uint64_t addr, uint64_t begun);
void witness_invalidated_all(struct witness *w, uint64_t begun);

// An invalidation of the line begins, by an instruction of this warp; it is complete.
bool witness_invalidates_line(struct witness *w, uint64_t addr, uint64_t begun, uint8_t warp);
void witness_invalidates_no_more(struct witness *w, uint64_t addr, uint64_t begun, uint64_t complete);

// When the last invalidation of the line began that was complete when a load of this warp was taken, or is of its warp and
// was taken before it.
uint64_t witness_invalid(const struct witness *w, uint64_t addr, uint8_t warp, uint64_t taken);

#endif
