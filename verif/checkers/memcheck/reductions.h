// The memory checker: reductions on global memory. A reduction is a store whose data are known when memory
// has performed it. It must find what a load of its warp, taken when it was, could see in memory.
#ifndef MEMCHECK_REDUCTIONS_H
#define MEMCHECK_REDUCTIONS_H

#include "ground.h"

// Memory has performed a reduction. Objects unless an instruction has requested it, and its words were legal.
bool memcheck_reduction_performed(struct memcheck *w, const struct memcheck_reduction *r);

// The reduction has no effect in this line: it has failed, or went elsewhere.
void reductions_void(struct version *v);

// An answer that is not in use. Objects if there is none.
struct answer *reductions_answer(struct memcheck *w);

// The write of an atomic that was answered early has failed.
void reductions_failed(struct memcheck *w, uint64_t vline);

#endif
