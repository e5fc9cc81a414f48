// Barriers: the state of their contract. All zero is the state after reset.
#ifndef BAR_SHADOW_H
#define BAR_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

enum { BAR_BARRIERS = 1 << UL1_BARRIER_W, BAR_ENTRIES = 1 << UL1_ID_W };

// A bar, as it was taken.
struct bar_told {
    bool flying, waits;
    uint8_t warp; // of its arrival
    uint8_t barrier, expects;
    uint32_t mask, pred;
};

struct bar_shadow {
    bool judged; // there was a reset, so the barriers are known
    struct bar_told entry[BAR_ENTRIES];
    struct bar_met { // the arrivals at a barrier since it opened
        unsigned count;
        struct bar_told by[UL1_WARPS];
    } met[BAR_BARRIERS];

    // The expected outputs: the arrivals with which a barrier has opened, or a faulty arrival.
    bool opens, fails;
    unsigned cause;
    struct bar_met opened;
    struct bar_told failed;
};

// The bar that arrives in this cycle, or null.
const struct bar_told *bar_shadow_arrives(const struct bar_shadow *, const struct ul1_bar_in *);

// Whether a new instruction is taken that is a bar.
bool bar_shadow_takes(const struct ul1_bar_in *);

// Whether the warp waits at any barrier.
bool bar_shadow_waits(const struct bar_shadow *, unsigned warp);

void bar_shadow_advance(struct bar_shadow *, const struct ul1_bar_in *);

#endif
