// The memory checker: when cached copies of a line were invalidated.
#ifndef WITNESS_INVALIDATIONS_H
#define WITNESS_INVALIDATIONS_H

#include "ground.h"

void witness_invalidations_init(struct witness *w);
void witness_invalidations_free(struct witness *w);

// An invalidation that began at `begun` is complete: of the line of an address (at that time), of its page,
// or of all. Page: false if memory is exhausted. Page and all require that nothing is in flight.
bool witness_invalidated_line(struct witness *w, uint64_t addr, uint64_t begun, uint64_t complete);
bool witness_invalidated_page(struct witness *w, uint64_t addr, uint64_t begun);
void witness_invalidated_all(struct witness *w, uint64_t begun);

// An invalidation of the line by an instruction of this warp begins; it is complete.
bool witness_invalidates_line(struct witness *w, uint64_t addr, uint64_t begun, uint8_t warp);
void witness_invalidates_no_more(struct witness *w, uint64_t addr, uint64_t begun, uint64_t complete);

// When the last invalidation of the line began that was complete when a load of this warp was taken, or that
// is of its warp and was taken before it.
uint64_t witness_invalid(const struct witness *w, uint64_t addr, uint8_t warp, uint64_t taken);

#endif
