// The memory checker: cached loads. It models no cache and no time. A value is right if some legal mapping of
// the page gives it: memory holds it there, or the line's history lets this load see it. A sector is fetched
// as a whole, so all its words use one mapping; different sectors of a line need not.
#ifndef MEMCHECK_LOADS_H
#define MEMCHECK_LOADS_H

#include "ground.h"

// Checks loaded words of the current event's sub-warp; parameters as of memcheck_writeback().
bool memcheck_cached_writeback(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                               uint32_t mask, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// Objects if the load is not ready to retire in this way.
// A word of a constant load, for lanes with one address.
bool memcheck_constant_word(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                            unsigned ofs, uint32_t lanes, uint32_t word);

bool memcheck_load_done(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                        uint32_t mask, uint64_t addr);

#endif
