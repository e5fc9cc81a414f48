// Who is chosen of several, and what is said to be free: rules of the specification that change neither a value nor what a test's
// formula counts, held in each cycle of every test by what the machine shows. (Who of the sleepers is told is in wakes.h.)
#ifndef SURROUND_CHOICES_H
#define SURROUND_CHOICES_H

#include "surround/standing.h"
#include "surround/wakes.h"

struct choices {
    uint64_t now;                       // cycles since the reset
    bool replays, room;                 // in the cycle before a replay was taken; there was room for cached stores and flushes
    uint64_t entered;                   // bit k: an access entered k + 1 cycles ago, or was next
    uint32_t beats, frees;              // beats of the intake that are used, and of them those free at the end of this cycle
    uint32_t pulls[ENTRIES];            // of a store, the lanes whose beat is not pulled
    struct pooled {                     // accesses to shared memory
        uint64_t joined;                // in this order
        uint64_t from;                  // of a remainder: the cycle from which it may enter
        uint32_t slots;                 // and those that are left
        uint8_t entry, sub;
    } fresh[UL1_FRESH], remainder[ENTRIES];     // those chosen and without a pass, the oldest first; the remainder of each entry
    unsigned freshes;
    uint64_t joins;
    uint8_t command;                    // the last one that was taken
    uint8_t walk[UL1_WALKERS], waits;   // what the walkers were at in the cycle before, and for whom the request was to wait
    struct wakes wakes;
};

void choices_reset(struct choices *);

// In each cycle, by how all stand at its beginning. Null, or what is not as it should be, behind the signal.
const char *choices_cycle(struct choices *, const struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
