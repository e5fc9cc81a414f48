// The memory checker: cached loads, and constant loads.
#ifndef MEMCHECK_LOADS_H
#define MEMCHECK_LOADS_H

#include "ground.h"

// Checks loaded words of the current event's sub-warp; parameters as of memcheck_writeback().
bool memcheck_cached_writeback(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                               uint32_t mask, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// A word of a constant load, for lanes with one address.
bool memcheck_constant_word(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                            unsigned ofs, uint32_t lanes, uint32_t word);

// Objects if the load is not ready to retire in this way.
bool memcheck_load_done(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                        uint32_t mask, uint64_t addr);

#endif
