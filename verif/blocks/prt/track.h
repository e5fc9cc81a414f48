// Pending request table (the MSHRs): the state that its random drive and its cover points use besides the
// contract's.
#ifndef PRT_TRACK_H
#define PRT_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct prt_track {
    bool fresh;        // there was a reset in the previous cycle
    uint8_t was_fetch; // the setting of the previous cycle

    // sectors requested from each entry, and sectors that have arrived or failed
    uint8_t wanted[UL1_PRT], got[UL1_PRT];
    uint8_t err[UL1_PRT]; // its first error
    // entries opened by a bypassing load; entries with a held store that is written back
    uint64_t drops, keeps;
    uint8_t waits[UL1_PRT + UL1_WDB]; // the walkers that requests wait for, in any order
    unsigned waiting;
    uint64_t fenced; // entries that were in use when a fence was answered
    uint64_t freed;  // an entry that became free at the end of the previous cycle

    // Replays that were taken ahead, in order; the first is about to enter. `handed`: filled entries with all
    // replays handed out; `given`: replays that the next one has handed out.
    struct prt_ahead {
        uint8_t prt;
        bool last, fail, bare;
    } ahead[UL1_REPLAY_LINES];
    unsigned aheads, handed, given;
    bool taking;    // the replay on offer is taken
    bool selecting; // the first of those taken is selected
    bool next;      // the same in the previous cycle: it is in stage 1
    struct prt_ahead stage1;
};

// The present entry that a load merges into or a store is held for, or PRT_NONE; and the additional sectors
// that this requests.
struct prt_joining {
    unsigned entry, more;
};

struct prt_joining prt_joins(const struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *);

// The sectors that an access in stage 1 requests and that its entry (PRT_NONE: a new one) has not been asked
// for yet.
unsigned prt_asked(const struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *,
                   unsigned entry);

// The end of a cycle.
void prt_track_advance(struct prt_track *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
