// The memory checker: atomics on global memory. Each is a reduction that memory answers with the words that
// it found. Each access is written back once, with these words, or fails as its write does.
#ifndef MEMCHECK_OLDS_H
#define MEMCHECK_OLDS_H

#include "ground.h"

// The slots of sub-warp k with an access: not those of the second operand of a `cas`.
uint32_t olds_slots(const struct checked_instr *i, unsigned k);

// The operands of the slots of sub-warp k.
void olds_beat(struct checked_instr *i, unsigned k, const uint32_t *data);

// All is lost. Objects unless every answer has been written back and, `performed`, memory has performed all.
void olds_forget(struct memcheck *w);
bool olds_all_returned(struct memcheck *w, bool performed);

// Objects unless the slots are one whole access that memory has answered, with these words.
bool olds_writeback(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg, uint32_t mask,
                    const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// Objects unless all lanes have been written back, or fail with an error that a write of theirs may have.
bool olds_done(struct memcheck *w, struct checked_instr *i, unsigned err, unsigned lane, uint32_t mask,
               uint64_t addr);

#endif
