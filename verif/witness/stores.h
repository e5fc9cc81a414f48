// The witness: cached stores, from their data to their retirement, and their failures. What a store does to a line becomes a
// version of that line's history, by each mapping of its page that is legal for it.
#ifndef WITNESS_STORES_H
#define WITNESS_STORES_H

#include "pages.h"

// Data for the sub-warp of the event begun.
bool witness_cached_beat(struct witness *w, struct witnessed *i, const uint32_t *data);

// Objects if it is not ready to retire; it has retired.
bool witness_store_done(struct witness *w, const struct witnessed *i);
void witness_store_retired(struct witness *w, struct witnessed *i);

// A failure was reported. Objects if there is no cause for it.
bool witness_store_failed(struct witness *w, uint64_t va, unsigned err);

// The page of `va` maps to something else from now on; what was stored to it and is not surely performed may go there.
bool witness_stores_moved(struct witness *w, uint64_t va, const struct mapping *now);

#endif
