// Where each instruction in flight stands: what the load/store unit knows of it, as far as it can be followed from what the
// machine shows. An entry of the pending table is a bit of a mask.
#ifndef SURROUND_STANDING_H
#define SURROUND_STANDING_H

#include "surround/program.h"

struct standing {
    uint64_t live;
    uint64_t queue;             // of the new queue; of those,
    uint64_t turn;              // those that have it
    uint64_t behind_fence;      // those that do not, where a fence does
    uint64_t out;               // those with the turn whose warp has others out
    uint64_t store, fence, near, cached, null; // near: a fence that does not ask memory
    uint64_t shared, ordered;   // in the order of shared memory, not in the other; an ordered load
    uint64_t upkeep, flush;     // an inval or a flush; a flush
    uint64_t loading, tending;  // an ordered load that was presented in full, upkeep that has left the new queue, not done
    uint64_t asked, over;       // a fence that memory was asked for; that has nothing more to wait for
    uint64_t remainder, away, again_beat;   // has one; at the instruction side; it is a store's and its beat is there
    uint64_t left;              // the remainder waits in the table to be chosen
    uint64_t left_from[ENTRIES];    // the cycle from which it may be
    uint64_t addressed, joining;    // addresses of a new access are read, of a remainder
    uint64_t fresh;             // accesses of it are chosen and have had no pass
    unsigned freshes;
    uint8_t chosen[UL1_POOL];   // so many: who, in the order in which they were chosen
    uint64_t clock;             // cycles so far
    struct standing_place {     // accesses to shared memory that are prepared
        bool used, fresh;
        uint8_t entry;
        uint64_t since, from;   // in this order they had a pass or joined; the cycle from which a remainder may enter
    } pool[UL1_POOL];
    uint64_t places;            // those that were used when the cycle began
    uint64_t beaten;            // beats for new accesses of it are in the intake
    uint64_t line;              // has no lane to do, and waits for lines alone
    uint32_t todo[ENTRIES];     // lanes not presented (of shared memory not chosen), or in vain
    uint32_t apart[ENTRIES];    // of a cached one, lanes not prepared, or presented in vain
    uint32_t open[ENTRIES];     // of a cached load, lanes whose access is not done
    const struct instr *instr[ENTRIES];
    uint8_t warp[ENTRIES], words[ENTRIES], cause[ENTRIES];  // what lacked when it was deferred last
    uint8_t beats[ENTRIES];     // those beats
    uint64_t of_warp[WARPS];    // in the new queue
    uint8_t outs[WARPS], remainders[WARPS], sleeps[WARPS];
    uint64_t serial[ENTRIES], taken;    // in the order in which they were taken

    // Lines that are prepared, but replays: of loads and invals, of stores and flushes. Whether a replay is gathered in this cycle.
    struct standing_lines {
        unsigned count;
        struct {
            uint8_t entry;
            bool final;         // no lane was left to be prepared
        } at[UL1_NEW_LINES];    // in the order in which they were
    } lines[2];
    bool replays;

    // Sleepers, those that sleep, and those deferred last for want of room. The urgent one.
    uint64_t sleeper, asleep, room;
    struct standing_urgent {
        bool is;
        uint8_t entry;          // it, or the last
    } urgent;

    // The fence that is examined, or was last; the null or fence that went last.
    bool examines;
    uint8_t examined, went;
};

void standing_reset(struct standing *);
// Shared memory has so many bytes. The instruction stays until it retires.
void standing_taken(struct standing *, unsigned entry, const struct instr *, uint64_t size);

// Stores whose remainder is to have its beat.
uint64_t standing_lacking(const struct standing *);

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

// The next of these behind an entry, cyclically, as a bit; 0 if there is none.
static inline uint64_t standing_next(uint64_t these, unsigned last)
{
    const uint64_t behind = last + 1 < ENTRIES ? these >> (last + 1) << (last + 1) : 0, some = behind ? behind : these;
    return some & -some;
}

// The null or the fence that is next.
uint64_t standing_plain(const struct standing *);

// The place of the pool that is next, UL1_POOL if there is none: of loads that are ready, of stores that are, or of loads that lack
// only a booking, the one that had a pass or joined the longest ago.
enum standing_pool { STANDING_LOADS, STANDING_STORES, STANDING_LACKING };
unsigned standing_pool(const struct standing *, const struct ul1_l1_out *, enum standing_pool);

// Warps, a bit each, with a load or upkeep that may yet be deferred: prepared, on the way, or looked up in this cycle.
uint64_t standing_unsure(const struct standing *, const struct ul1_l1_out *);

#endif
