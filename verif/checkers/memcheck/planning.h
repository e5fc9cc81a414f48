// The memory checker: gives each sub-warp of a shared instruction its words, and plans the passes for them.
// shared.c calls it when it takes an instruction, and compares each pass that follows with this plan.
#ifndef MEMCHECK_PLANNING_H
#define MEMCHECK_PLANNING_H

#include "ground.h"

// Fills the access of sub-warp k, of which no slot is taken yet; `addr` has an address for each lane.
void memcheck_plan(const struct memcheck *w, struct checked_instr *i, unsigned k, const uint64_t *addr);

// Where the array has the word of an address: at an address of its own if neighbours lie in one bank of 64
// bits.
uint32_t memcheck_place(const struct memcheck *w, uint32_t addr);

#endif
