// Asynchronous copies: the state of their contract. All zero is the state after reset.
#ifndef COPY_SHADOW_H
#define COPY_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

enum { COPY_MOST = UL1_COPIES ? UL1_COPIES : 1, COPY_LEAVES = (1 << UL1_GROUP_W) - 1 };

enum copy_step { COPY_FREE, COPY_LOADS, COPY_LOADED, COPY_STORES };

struct copy_told {
    enum copy_step step;
    unsigned entry; // of its half under way
    unsigned warp, width;
    uint32_t mask;
    uint32_t dest[LANES], word[UL1_WORDS][LANES];
    uint32_t came[UL1_WORDS]; // slots of each beat whose word has come
    uint64_t group;           // its number among the groups of its warp
};

struct copy_shadow {
    bool judged; // there was a reset, so the copies are known
    struct copy_told copy[COPY_MOST];
    bool shown;
    unsigned number;             // the copy that is shown, or was last
    uint64_t commits[UL1_WARPS]; // groups of each warp that it has closed
    bool waits[UL1_WARPS];
    unsigned leaves[UL1_WARPS]; // groups that may be under way when the wait ends
};

// The first free place; COPY_MOST if there is none.
unsigned copy_shadow_place(const struct copy_shadow *);

// Whether a new instruction is offered that starts a copy, or that is the store of one.
bool copy_shadow_starts(const struct ul1_copy_in *);
bool copy_shadow_stores(const struct ul1_copy_in *);

// The copy with a half of this kind in the entry, or null.
const struct copy_told *copy_shadow_of(const struct copy_shadow *, enum copy_step, unsigned entry);

// Whether the wait of the warp ends.
bool copy_shadow_opens(const struct copy_shadow *, unsigned warp);

// The active slots of a beat.
uint32_t copy_shadow_slots(const struct copy_told *, unsigned sub);

void copy_shadow_advance(struct copy_shadow *, const struct ul1_copy_in *);

#endif
