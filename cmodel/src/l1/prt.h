// Pending request table: the lines being fetched, for each the loads that wait for it, and the queue of all requests to
// memory: reads, writes and fences.
//
// An entry is found by its line when a pass does not hit; a line has one entry at most, as what comes afterwards merges,
// is held or waits.
#ifndef UL1_PRT_H
#define UL1_PRT_H

#include "common/machine.h"

#define PRT_ALL (UINT32_MAX >> (32 - UL1_PRT))

// Every entry, every write and one fence, each once at most: so all fit.
enum { PRT_QUEUE = UL1_PRT + UL1_WDB + 1 };

struct prt_state {
    uint8_t fetch;                          // setting, a cycle old

    // The entries. Of those not used everything else is left over, but they are not closed.
    uint32_t used;                          // bit i: entry i is in use
    uint32_t closed;                        // bit i: a store is held for entry i
    uint8_t state[UL1_PRT];                 // enum prt; that of a filled one, and of one in the queue, says so
    uint64_t line[UL1_PRT];
    uint8_t merges[UL1_PRT];                // loads
    uint16_t row[UL1_PRT];
    struct prt_entry {
        uint8_t want, sent, got;            // sectors: asked for, on their way, arrived
        uint8_t err, drop;
        uint8_t keeps, dirty;               // a store is held that is written back; the sectors of all such
        uint8_t id[UL1_MERGE], sub[UL1_MERGE]; // of its loads, in the order in which they came
    } entry[UL1_PRT];

    // What is to be sent to memory, in order.
    uint8_t head, count;
    struct prt_request {
        uint8_t kind;                       // enum req
        uint8_t index;                      // the entry that reads, or the entry of the write data buffer that is written
    } queue[PRT_QUEUE];
    uint8_t fence, fence_id, fence_level;   // there is a fence in it, and which
};

#endif
