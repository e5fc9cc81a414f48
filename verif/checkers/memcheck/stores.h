// The memory checker: cached stores, from their data to their retirement, and their failures. A store to a
// line adds a version to the line's history, for each legal mapping of its page.
#ifndef MEMCHECK_STORES_H
#define MEMCHECK_STORES_H

#include "pages.h"

// Data for the sub-warp of the current event.
bool memcheck_cached_beat(struct memcheck *w, struct checked_instr *i, const uint32_t *data);

// memcheck_store_done objects if the store is not ready to retire; memcheck_store_retired: it has retired.
bool memcheck_store_done(struct memcheck *w, const struct checked_instr *i);
void memcheck_store_retired(struct memcheck *w, struct checked_instr *i);

// A failure was reported. Objects if there is no cause for it.
bool memcheck_store_failed(struct memcheck *w, uint64_t va, unsigned err);

// The page of `va` has another mapping from now on. Stores to it that are not certainly performed may go
// there.
bool memcheck_stores_moved(struct memcheck *w, uint64_t va, const struct mapping *now);

#endif
