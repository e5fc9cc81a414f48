// Where each instruction in flight stands: what the load/store unit knows of it, as far as it can be followed from what the
// machine shows. An entry of the pending table is a bit of a mask.
#ifndef SURROUND_STANDING_H
#define SURROUND_STANDING_H

#include "surround/program.h"

enum { NOBODY = ENTRIES };

struct standing {
    uint64_t live;
    uint64_t queue;             // of the new queue; of those,
    uint64_t turn;              // those that have it
    uint64_t behind_fence;      // those that do not, where a fence does
    uint64_t busy, out;         // whose warp has a remainder; whose warp has others out. (Of those with the turn.)
    uint64_t store, fence, near, cached, null; // near: a fence that does not ask memory
    uint64_t shared, ordered;   // in the order of shared memory, not in the other; an ordered load
    uint64_t upkeep, flush;     // an inval or a flush; a flush
    uint64_t loading, tending;  // an ordered load, upkeep that has left the new queue and is not done
    uint64_t asked, answered;
    uint64_t remainder, away, again_beat;   // has one; at the instruction side; it is a store's and its beat is there
    uint64_t again;             // it was presented again in the cycle before
    uint64_t addressed, joining;    // addresses of a new access are read, of a remainder
    uint64_t fresh;             // accesses of it are chosen and have had no pass
    unsigned freshes;
    uint8_t chosen[UL1_FRESH];  // so many: who, in the order in which they were chosen
    uint64_t beaten;            // beats for new accesses of it are in the intake
    uint64_t sleeper, line;     // has a lane to do that was deferred; has none to do, and waits for lines alone
    uint32_t todo[ENTRIES];     // lanes not presented (of shared memory not chosen), or in vain
    uint32_t open[ENTRIES];     // of a cached load, lanes whose access is not done
    uint8_t warp[ENTRIES], words[ENTRIES], cause[ENTRIES];
    uint8_t before[ENTRIES + 1], after[ENTRIES + 1]; // in the new queue, which begins behind NOBODY
    uint8_t beats[ENTRIES];     // those beats
    uint8_t slept[ENTRIES];     // sleepers, in order
    unsigned sleepers;
    uint64_t serial[ENTRIES], taken;    // in the order in which they were taken
    uint64_t of_warp[WARPS];    // in the new queue
    uint8_t outs[WARPS], remainders[WARPS], sleeps[WARPS];
};

void standing_reset(struct standing *);
void standing_taken(struct standing *, unsigned entry, const struct instr *);

// What a cycle without reset has changed, but for who is taken in it.
void standing_cycle(struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// The lanes of these slots of a sub-warp.
static inline uint32_t standing_lanes(const struct standing *s, unsigned e, unsigned sub, uint32_t slots)
{
    uint32_t lanes = 0;
    if (s->words[e] == 1)
        return slots;
    for (; slots; slots &= slots - 1)
        lanes |= UINT32_C(1) << (sub * LANES + (unsigned)__builtin_ctz(slots)) / s->words[e];
    return lanes;
}

// The oldest in the new queue of these.
uint64_t standing_oldest(const struct standing *, uint64_t of);

#endif
