// Pending request table (MSHRs): the lines under fetch, the loads that wait for each, and the queue of all
// requests to memory: reads, writes and fences.
//
// A pass that does not hit finds an entry by its line. A line has one entry at most, as later accesses merge,
// are held or are deferred.
//
// Files, each of which uses only earlier ones: state.h; requests.h (the request queue); entries.h (an entry,
// and what an access adds); judge.c (outcomes); replays.c (accesses on offer); prt.c (the outputs and the
// clock edge).
#ifndef UL1_PRT_STATE_H
#define UL1_PRT_STATE_H

#include "common/address.h"

// As many entries as an index can name. Only UL1_PRT are allocated, but an index also comes from outside.
#define PRT_ENTRIES (1 << UL1_PRT_W)

// Every entry, every write and one fence, each once at most, so that all fit.
enum { PRT_QUEUE = UL1_PRT + UL1_WDB + 1 };

_Static_assert(PRT_ENTRIES <= 64 && UL1_SECTORS <= 8, "sets of entries have 64 bits, sets of sectors eight");

struct prt_state {
    uint8_t fetch, volta; // the settings, one cycle late: what a miss fetches, the policy is volta

    // The entries. The state of a free one is undefined, but it is not closed.
    uint64_t used;    // bit i: entry i is in use
    uint64_t closed;  // bit i: a store is held for entry i, or it is outdated
    uint64_t reduced; // bit i: a reduction has overtaken the fetch of entry i, so its line is dropped
    uint64_t fenced;  // bit i: a fence was answered since entry i was opened
    uint8_t state[PRT_ENTRIES]; // a prt_state
    line_number line[PRT_ENTRIES];
    uint8_t merges[PRT_ENTRIES]; // loads that wait
    array_row row[PRT_ENTRIES];
    struct prt_entry {
        uint8_t want, sent, got; // sectors: wanted, requested, received
        uint8_t err, drop, fresh;
        uint8_t keeps, dirty; // a written-back store is held; the sectors of all such stores
        uint8_t warp, space;  // of the access that opened it, if reads tell their sources
        struct prt_merged {
            uint8_t id, sub;
        } place[UL1_MERGE]; // the loads that wait, in their order of arrival
    } entry[PRT_ENTRIES];

    // Requests to memory, the oldest first.
    uint8_t requests; // number of requests
    uint8_t offered;  // position of the one on offer; behind the last if there is none
    struct prt_request {
        uint8_t op;                       // a memop
        uint8_t index;                    // the PRT entry that reads, or the WDB entry that is written
        uint8_t waits;                    // bit w: the request waits for page walker w
    } queue[PRT_QUEUE + 1];               // the last is never used
    uint8_t fence, fence_id, fence_level; // a fence is in the queue, and which
};

#endif
