// The memory checker: shared instructions, from being taken to their retirement, and the array. Three ideas
// make it small and fast, and different from the code that it checks:
//
// - The words of an instruction are numbered through: word n belongs to lane n / W, register offset n % W.
//   Sub-warps are this row of words cut into pieces of LANES. No formula needs sub-warps.
// - All passes of an access are planned when it is taken (planning.c). In each bank, the different words are
//   ranked by their first slot, and the word of rank r goes in pass r (rule 2). The number of passes is the
//   largest number of ranks in a bank (rule 1), and checking a pass compares one mask.
// - The array is flat: the array address is an index. Only the plan uses banks and rows.
#ifndef MEMCHECK_SHARED_H
#define MEMCHECK_SHARED_H

#include "ground.h"

bool memcheck_shared_init(struct memcheck *w); // false: memory is exhausted
void memcheck_shared_free(struct memcheck *w);
// nothing is in flight, the array's contents are unknown, the carveout is code 0
void memcheck_shared_reset(struct memcheck *w);

// Moves the border: rows that are shared memory before and after keep their contents.
void memcheck_shared_carve(struct memcheck *w, unsigned carveout);

// Events of an instruction: see the functions with these names in memcheck.h. The current event holds the
// sub-warp.
void memcheck_shared_take(struct memcheck *w, unsigned entry, const uint64_t *addr);
bool memcheck_shared_returned(struct memcheck *w, uint32_t mask);
bool memcheck_shared_again(struct memcheck *w, uint32_t mask, const uint64_t *addr);
bool memcheck_shared_beat(struct memcheck *w, const uint32_t *data);
bool memcheck_shared_beat_given_back(struct memcheck *w);
bool memcheck_shared_pass(struct memcheck *w, bool store, uint32_t mask);
bool memcheck_shared_writeback(struct memcheck *w, unsigned warp, unsigned reg, uint32_t mask,
                               const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);
bool memcheck_shared_pairs(struct memcheck *w, const struct checked_instr *i, uint32_t mask, unsigned apart,
                           uint32_t both);
bool memcheck_shared_matrix(struct memcheck *w, const struct checked_instr *i, uint32_t mask,
                            const struct memcheck_halves *);
// objects if it is not ready to retire
bool memcheck_shared_done(struct memcheck *w, const struct checked_instr *i);

// The machine is idle, and a row of its array holds `data`.
bool memcheck_shared_contents(struct memcheck *w, unsigned row, const uint32_t *data);

#endif
