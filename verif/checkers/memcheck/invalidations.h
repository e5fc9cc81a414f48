// The memory checker: when cached copies of a line were invalidated.
#ifndef MEMCHECK_INVALIDATIONS_H
#define MEMCHECK_INVALIDATIONS_H

#include "ground.h"

void memcheck_invalidations_init(struct memcheck *w);
void memcheck_invalidations_free(struct memcheck *w);

// An invalidation that began at `begun` is complete: of the line of an address (at that time), of its page,
// or of all. Page: false if memory is exhausted. Page and all require that nothing is in flight.
bool memcheck_invalidated_line(struct memcheck *w, uint64_t addr, uint64_t begun, uint64_t complete);
bool memcheck_invalidated_page(struct memcheck *w, uint64_t addr, uint64_t begun);
void memcheck_invalidated_all(struct memcheck *w, uint64_t begun);

// The same of all lines, but not in caches behind the L1: it was reset alone.
void memcheck_invalidated_near(struct memcheck *w, uint64_t begun);

// An invalidation of the line by an instruction of this warp begins; it is complete.
bool memcheck_invalidates_line(struct memcheck *w, uint64_t addr, uint64_t begun, uint8_t warp);
void memcheck_invalidates_no_more(struct memcheck *w, uint64_t addr, uint64_t begun, uint64_t complete);

// When the last invalidation of the line began that was complete when a load of this warp was taken, or that
// is of its warp and was taken before it.
uint64_t memcheck_invalid(const struct memcheck *w, uint64_t addr, uint8_t warp, uint64_t taken);

// The same of an invalidation that drops the copies of caches behind, too: with such caches, one by a
// command.
uint64_t memcheck_invalid_behind(const struct memcheck *w, uint64_t addr, uint8_t warp, uint64_t taken);

#endif
