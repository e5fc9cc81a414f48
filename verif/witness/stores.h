// The memory checker: cached stores, from their data to their retirement, and their failures. A store to a
// line adds a version to the line's history, for each legal mapping of its page.
#ifndef WITNESS_STORES_H
#define WITNESS_STORES_H

#include "pages.h"

// Data for the sub-warp of the current event.
bool witness_cached_beat(struct witness *w, struct witnessed *i, const uint32_t *data);

// witness_store_done objects if the store is not ready to retire; witness_store_retired: it has retired.
bool witness_store_done(struct witness *w, const struct witnessed *i);
void witness_store_retired(struct witness *w, struct witnessed *i);

// A failure was reported. Objects if there is no cause for it.
bool witness_store_failed(struct witness *w, uint64_t va, unsigned err);

// The page of `va` has another mapping from now on. Stores to it that are not certainly performed may go
// there.
bool witness_stores_moved(struct witness *w, uint64_t va, const struct mapping *now);

#endif
