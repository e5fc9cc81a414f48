// The witness: shared instructions, from their being taken to their retirement, and the array. Three ideas make it small and
// fast, and different from what it judges:
//
// - The words of an instruction are numbered through: word n belongs to lane n / W, register offset n % W, and the
//   sub-warps are that row of words cut into pieces of LANES. No formula with sub-warps in it is needed.
// - An access's passes are planned when it is taken, not split off one by one. In each bank, the different words wanted are
//   ranked by their first slot; rule 2 then says that the word of rank r goes in pass r. So all passes are known
//   beforehand, their number is the most ranks that a bank has (rule 1), and a pass is judged by comparing one mask.
// - The array is flat: the array address is an index, and banks and rows matter to the plan alone.
#ifndef WITNESS_SHARED_H
#define WITNESS_SHARED_H

#include "ground.h"

bool witness_shared_init(struct witness *w); // false: memory lacks
void witness_shared_free(struct witness *w);
void witness_shared_reset(struct witness *w); // nothing is in flight and nothing known of the array, the carveout is code 0

// The border moves: what is shared memory before and after is as it was.
void witness_shared_carve(struct witness *w, unsigned carveout);

// What becomes of an instruction: see the functions of these names in witness.h. The event begun says which sub-warp.
void witness_shared_take(struct witness *w, unsigned entry, const uint64_t *addr);
bool witness_shared_returned(struct witness *w, uint32_t mask);
bool witness_shared_again(struct witness *w, uint32_t mask, const uint64_t *addr);
bool witness_shared_beat(struct witness *w, const uint32_t *data);
bool witness_shared_beat_given_back(struct witness *w);
bool witness_shared_pass(struct witness *w, bool store, uint32_t mask);
bool witness_shared_writeback(struct witness *w, unsigned warp, unsigned reg, uint32_t mask, const uint8_t *lane,
                              const uint8_t *ofs, const uint32_t *data);
bool witness_shared_done(struct witness *w, const struct witnessed *i); // objects if it is not ready to retire

// The machine is idle, and a row of its array holds this.
bool witness_shared_contents(struct witness *w, unsigned row, const uint32_t *data);

#endif
