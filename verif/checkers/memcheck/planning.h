// The memory checker: gives each sub-warp of a shared instruction its words, and plans the passes for them.
// shared.c calls it when it takes an instruction, and compares each pass that follows with this plan.
#ifndef MEMCHECK_PLANNING_H
#define MEMCHECK_PLANNING_H

#include "ground.h"

// How far the lanes of a load's pairs lie apart; 0 if it has none (rule 10).
unsigned memcheck_partner(const struct memcheck *w, const struct checked_instr *i, const uint64_t *addr);

// Without pairs, the slots of lane n are those from number n times the words on, through all sub-warps. A
// pair of lanes has the slots that the lane of its number would have.
//
// The lane that slot number `n` is for: of a pair, the lower active one; the upper one if there is none. And
// the reverse, the number of a lane or of its pair.
static inline unsigned memcheck_lane(const struct checked_instr *i, unsigned n)
{
    const unsigned place = n >> i->words_log, apart = i->partner;
    if (!apart)
        return place;
    const unsigned low = (place / apart * 2 * apart + place % apart) % LANES;
    return i->mask >> low & 1 ? low : low ^ apart;
}

static inline unsigned memcheck_place_of(const struct checked_instr *i, unsigned lane)
{
    const unsigned apart = i->partner;
    return apart ? lane / (2 * apart) * apart + lane % apart : lane;
}

// The slots of sub-warp k of which the word is for two lanes.
uint32_t memcheck_for_two(const struct checked_instr *i, unsigned k, uint32_t slots);

// Fills the access of sub-warp k, of which no slot is taken yet; `addr` has an address for each lane.
void memcheck_plan(const struct memcheck *w, struct checked_instr *i, unsigned k, const uint64_t *addr);

// Where the array has the word of an address: at an address of its own if neighbours lie in one bank of 64
// bits.
uint32_t memcheck_place(const struct memcheck *w, uint32_t addr);

#endif
