// A copy of the load/store unit's state of each instruction in flight, reconstructed from the machine's
// outputs. An entry of the instruction table is a bit of a mask.
#ifndef SM_STANDING_H
#define SM_STANDING_H

#include "environment/sm/program.h"

struct standing {
    const struct ul1_sizes *sizes; // the L1's
    uint64_t live;
    uint64_t queue;        // in the new queue
    uint64_t turn;         // in the new queue, first in their order
    uint64_t behind_fence; // in the new queue, behind a fence of their warp
    uint64_t out;          // first in their order, and their warp has other instructions out
    uint64_t store, atomic, fence, near, cached, null; // near: a fence that is not sent to memory
    uint64_t reduces;                                  // a reduction on global memory
    uint64_t answered;                                 // atomics on global memory
    uint32_t old_slots[1 << UL1_OLD_W];                // slots of each access whose old words were taken
    uint64_t shared, ordered; // shared: ordered with shared memory alone; ordered: an ordered load
    uint64_t cmo, flush;      // a CMO (inval or flush); a flush
    // not done: an ordered load with all accesses presented; a CMO that has left the new queue
    uint64_t loading, tending;
    uint64_t asked, over; // a fence that was sent to memory; a fence that waits for nothing more
    // has a remainder; it is at the instruction side; it is a store's, and its beat is present
    uint64_t remainder, away, again_beat;
    uint64_t left;               // the remainder waits in the instruction table to be chosen
    uint64_t left_from[ENTRIES]; // the cycle from which the remainder may be chosen
    uint64_t addressed, joining; // addresses of a new access are read, of a remainder
    uint64_t unissued;           // has chosen accesses that are not yet issued
    unsigned unissued_count;
    uint8_t
        chosen[UL1_POOL];   // the entries of unissued accesses, in the order chosen; `unissued_count` of them
    uint64_t clock;         // cycles so far
    struct standing_place { // prepared accesses to shared memory
        bool used, unissued;
        uint8_t entry;
        // order of the last pass or of joining; the first cycle in which a remainder may enter
        uint64_t since, from;
    } pool[UL1_POOL];
    uint64_t places;         // pool entries in use when the cycle began
    uint64_t beaten;         // has beats in the intake for new accesses
    uint64_t line;           // no lane is left to present: waits for its lines alone
    uint32_t todo[ENTRIES];  // lanes not presented (shared: not chosen), or deferred
    uint32_t apart[ENTRIES]; // cached: lanes not prepared, or deferred
    uint32_t open[ENTRIES];  // cached load: lanes with an access that is not done
    const struct instr *instr[ENTRIES];
    uint8_t warp[ENTRIES], words[ENTRIES], cause[ENTRIES]; // cause: of the last deferral
    uint8_t beats[ENTRIES];                                // beats in the intake for new accesses
    uint64_t of_warp[WARPS];                               // entries of the warp in the new queue
    uint8_t outs[WARPS], remainders[WARPS], sleeps[WARPS];
    uint64_t serial[ENTRIES], taken; // the order in which entries were taken

    // Line buffer: prepared line accesses except replays, in one list for loads and invals, one for stores
    // and flushes. `replays`: a replay is coalesced in this cycle.
    struct standing_lines {
        unsigned count;
        struct {
            uint8_t entry;
            bool final;      // no lane was left to prepare
        } at[UL1_NEW_LINES]; // in the order prepared
    } lines[2];
    bool replays;

    // Entries with a deferred access; those not yet woken; those last deferred for want of a WDB credit; the
    // urgent one.
    uint64_t deferred, unwoken, room;
    struct standing_urgent {
        bool is;
        uint8_t entry; // the urgent entry, or the last one
    } urgent;

    // The fence that is examined, or was last; the null or fence issued last.
    bool examines;
    uint8_t examined, went;
};

// Nothing is in flight, on an L1 with these sizes.
void standing_reset(struct standing *, const struct ul1_sizes *);
// Shared memory has `size` bytes. The instruction must exist until it retires.
void standing_taken(struct standing *, unsigned entry, const struct instr *, uint64_t size);

// Stores with a remainder that must get its beat.
uint64_t standing_lacking(const struct standing *);

// Applies a cycle without reset, except for the instruction taken in it.
void standing_cycle(struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// The sub-warp of a part.
static inline unsigned standing_sub(const struct standing *s, unsigned part)
{
    return part / s->sizes->lane_groups % UL1_WORDS;
}

// The lanes of these slots of a sub-warp.
static inline uint32_t standing_lanes(const struct standing *s, unsigned e, unsigned sub, uint32_t slots)
{
    uint32_t lanes = 0;
    if (s->words[e] <= 1) // none: a design at fault names an entry that no instruction has had
        return slots;
    for (; slots; slots &= slots - 1)
        lanes |= UINT32_C(1) << (sub * LANES + (unsigned)__builtin_ctz(slots)) / s->words[e];
    return lanes;
}

// The next of these behind an entry, cyclically, as a bit; 0 if there is none.
static inline uint64_t standing_next(uint64_t these, unsigned last)
{
    const uint64_t behind = last + 1 < ENTRIES ? these >> (last + 1) << (last + 1) : 0,
                   some = behind ? behind : these;
    return some & -some;
}

// The null or fence that is next.
uint64_t standing_plain(const struct standing *);

#endif
