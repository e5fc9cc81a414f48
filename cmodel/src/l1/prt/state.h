// Pending request table: the lines being fetched, for each the loads that wait for it, and the queue of all requests to
// memory: reads, writes and fences.
//
// An entry is found by its line when a pass does not hit; a line has one entry at most, as what comes afterwards merges,
// is held or waits.
//
// What it consists of, each part using only some of those before it: this file (the state), requests.h (the queue of
// requests), entries.h (an entry, and what an access adds to it), judge.h (what becomes of what does not hit), replays.h
// (the accesses that wait, handed out); prt.c (the outputs and the clock edge).
#ifndef UL1_PRT_STATE_H
#define UL1_PRT_STATE_H

#include "common/address.h"

// As many as an index can name. Only UL1_PRT are ever given out, but an index comes from outside as well.
#define PRT_ENTRIES (1 << UL1_PRT_W)

// Every entry, every write and one fence, each once at most: so all fit.
enum { PRT_QUEUE = UL1_PRT + UL1_WDB + 1 };

_Static_assert(PRT_ENTRIES <= 64 && UL1_SECTORS <= 8, "sets of entries have 64 bits, sets of sectors eight");

struct prt_state {
    uint8_t fetch;                          // setting, a cycle old

    // The entries. Of those not used everything else is left over, but they are not closed.
    uint64_t used;                          // bit i: entry i is in use
    uint64_t closed;                        // bit i: a store is held for entry i
    uint64_t fenced;                        // bit i: a fence was answered since entry i was opened
    uint8_t state[PRT_ENTRIES];             // a prt_state; that of a filled one, and of one in the queue, says so
    line_number line[PRT_ENTRIES];
    uint8_t merges[PRT_ENTRIES];            // loads that wait
    array_row row[PRT_ENTRIES];
    struct prt_entry {
        uint8_t want, sent, got;            // sectors: asked for, on their way, arrived
        uint8_t err, drop;
        uint8_t keeps, dirty;               // a store is held that is written back; the sectors of all such
        struct prt_merged {
            uint8_t id, sub;
        } place[UL1_MERGE];                 // the loads that wait, in the order in which they came
    } entry[PRT_ENTRIES];

    // What is to be sent to memory, in order of age.
    uint8_t requests;                       // how many
    uint8_t offered;                        // the place of the one on offer; if there is none, behind the last
    struct prt_request {
        uint8_t op;                         // a memop
        uint8_t index;                      // the entry that reads, or the entry of the write data buffer that is written
        uint8_t waits;                      // bit w: for the end of what page walker w is at
    } queue[PRT_QUEUE + 1];                 // the last is never used
    uint8_t fence, fence_id, fence_level;   // there is a fence in it, and which
};

#endif
