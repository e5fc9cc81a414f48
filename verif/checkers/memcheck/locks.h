// The memory checker: lock flags of shared memory (rules of locks). It knows which lane holds each flag, by
// the words of instructions: a flag has at most one holder, and only a free flag gets one.
#ifndef MEMCHECK_LOCKS_H
#define MEMCHECK_LOCKS_H

#include "ground.h"

// Whether the instruction has a legal lock operation and width, or none.
bool memcheck_lock_known(const struct memcheck *w, const struct memcheck_instr *in);

void memcheck_locks_reset(struct memcheck *w);

// A pass with these slots: returns those that get their flag, or give it back by a conditional unlock.
uint32_t memcheck_lock_pass(struct memcheck *w, const struct checked_instr *i, const struct access *a,
                            uint32_t mask);

// Objects unless a write-back of these slots has the right predicates.
bool memcheck_lock_predicates(struct memcheck *w, const struct checked_instr *i, uint32_t mask, uint32_t had);

#endif
