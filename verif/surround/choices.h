// Who is chosen of several, and what is said to be free: rules of the specification that change neither a value nor what a test's
// formula counts, held in each cycle of every test by what the machine shows.
#ifndef SURROUND_CHOICES_H
#define SURROUND_CHOICES_H

#include "surround/standing.h"

struct choices {
    bool room;                          // in the cycle before there was room for cached stores and flushes
    uint64_t entered;                   // bit k: an access was next k + 1 cycles ago
    uint32_t beats, frees;              // beats of the intake that are used, and of them those free at the end of this cycle
    uint32_t pulls[ENTRIES];            // of a store, the lanes whose beat is not pulled
    uint8_t command;                    // the last one that was taken
    uint8_t walk[UL1_WALKERS], waits;   // what the walkers were at in the cycle before, and for whom the request was to wait
    uint8_t given;                      // the store to shared memory of which a beat was pulled last
    bool given_shared;                  // the last beat was of one
};

void choices_reset(struct choices *);

// In each cycle, by how all stand at its beginning. Null, or what is not as it should be, behind the signal.
const char *choices_cycle(struct choices *, const struct standing *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
