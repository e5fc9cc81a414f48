// The memory checker: texture instructions. Each texel has a value that memory held at some time since the
// last complete invalidation of its line, as for a constant load. A sum is right if it is one of such values.
#ifndef MEMCHECK_TEXTURES_H
#define MEMCHECK_TEXTURES_H

#include "ground.h"

// Checks a word of each of these lanes of a quad.
bool memcheck_texture_words(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                            unsigned quad, unsigned ofs, uint32_t lanes, const uint32_t *word);

// Objects if the instruction is not ready to retire in this way.
bool memcheck_texture_done(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                           uint32_t mask, uint64_t addr);

#endif
