// Pending request table: the lines being fetched, and for each the accesses that wait for it.
//
// An entry is found by its line on a miss only; a line has one entry at most, as what misses it afterwards merges or waits.
#ifndef UL1_PRT_H
#define UL1_PRT_H

#include "machine.h"

#define PRT_ALL (UINT32_MAX >> (32 - UL1_PRT))

struct prt_state {
    uint8_t fetch;                          // setting, a cycle old

    // The entries. Of those not used everything else is left over.
    uint32_t used;                          // bit i: entry i is in use
    uint8_t state[UL1_PRT];                 // enum prt; that of a filled one says so
    uint64_t line[UL1_PRT];
    uint8_t merges[UL1_PRT];                // accesses
    uint16_t row[UL1_PRT];
    struct prt_entry {
        uint8_t want, sent, got;            // sectors: asked for, on their way, arrived
        uint8_t err, drop;
        uint8_t id[UL1_MERGE], sub[UL1_MERGE]; // of its accesses, in the order in which they came
    } entry[UL1_PRT];

    // Entries with a request to be sent, in order, each once at most.
    uint8_t head, count;
    uint8_t queue[UL1_PRT];
};

#endif
