// Pending request table: what its random drive goes by and its events are told from, beside what the contract remembers.
#ifndef PRT_TRACK_H
#define PRT_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct prt_track {
    bool fresh;                         // there was a reset in the cycle before
    uint8_t was_fetch;                  // the setting of the cycle before

    uint8_t wanted[UL1_PRT], got[UL1_PRT]; // the sectors that each entry was asked for, and that have arrived or failed
    uint8_t err[UL1_PRT];               // its first error
    uint64_t drops, keeps;              // entries opened by a load that bypasses; that a store written back is held for
    uint8_t waits[UL1_PRT + UL1_WDB];   // the walkers that requests wait for, in any order
    unsigned waiting;
    uint64_t fenced;                    // entries that were in use as a fence was answered
    uint64_t freed;                     // an entry that became free at the end of the cycle before

    // Replays that were taken ahead, in order, the first of which is about to enter; of the filled entries so many have handed
    // out all of theirs, and the next so many.
    struct prt_ahead {
        uint8_t prt;
        bool last, fail, bare;
    } ahead[UL1_REPLAY_LINES];
    unsigned aheads, handed, given;
    bool taking;                        // that on offer is taken
    bool selecting;                     // the first of those taken is selected
    bool next;                          // that was so in the cycle before: it is in stage 1
    struct prt_ahead stage1;
};

// The entry that a load merges into or a store is held for and that is there already, or PRT_NONE; and the sectors that this
// makes it ask for.
struct prt_joining {
    unsigned entry, more;
};

struct prt_joining prt_joins(const struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *);

// What an access in stage 1 asks for that the entry it goes to, PRT_NONE if that is new, has not been asked for yet.
unsigned prt_asked(const struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *, unsigned entry);

// The end of a cycle.
void prt_track_advance(struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
