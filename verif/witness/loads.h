// The witness: cached loads. There is no cache in it, and no time: a value is right if some legal mapping of the page gives
// it, which is what memory holds there, or what the history of the line lets this load see. A sector is fetched as a whole,
// so its words are all of one mapping; different sectors of a line need not be.
#ifndef WITNESS_LOADS_H
#define WITNESS_LOADS_H

#include "ground.h"

// Words loaded: of the sub-warp of the event begun, as witness_writeback() has them.
bool witness_cached_writeback(struct witness *w, struct witnessed *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// Objects if it is not ready to retire in this way.
bool witness_load_done(struct witness *w, const struct witnessed *i, unsigned err, unsigned lane, uint32_t mask,
                       uint64_t addr);

#endif
