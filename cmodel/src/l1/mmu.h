// Memory management unit (TLB and page walkers): translates the lines of requests, walks the page table for
// unknown pages, and drives the request port of memory.
//
// A request for an unknown page waits for a walker, and others are offered meanwhile. Assumption: no request
// is offered or in flight when a page is forgotten or the settings change.
#ifndef UL1_MMU_H
#define UL1_MMU_H

#include "common/address.h"

enum { MMU_ENTRIES = 2 };

_Static_assert(UL1_TLB <= 32 && UL1_UPPER <= 32, "translations and tables are masks of 32 bits");

struct mmu_state {
    // The TLB: a line within the page, and the number of a smallest physical page; bits within a larger page
    // are ignored.
    uint32_t valid, writable; // bit i: entry i is valid; its page may be written
    uint8_t next;             // the entry to replace next
    uint64_t line[UL1_TLB];
    uint64_t frame[UL1_TLB];

    // Page walk cache: tables below the topmost.
    uint32_t tables;    // bit i: entry i is valid
    uint8_t next_table; // the entry to replace next
    struct mmu_table {
        uint8_t level;
        uint64_t line; // a line of a walk that used the table
        uint64_t addr; // physical address of the table
    } table[UL1_UPPER];

    // The walkers; the state of an idle one is undefined.
    uint8_t walk[UL1_WALKERS]; // a walk_state
    struct mmu_walker {
        uint8_t bus; // the walk failed because memory did
        uint8_t level;
        uint8_t asked;   // requests that wait for the walker, or have not received its failure
        uint64_t wanted; // a line of the page that is walked
        uint64_t table;  // physical address of the table at this level
    } walker[UL1_WALKERS];

    uint8_t cache_turn; // a cache goes first, if the pending request table also offers a request
    uint8_t tex_turn;   // the texture cache goes first, if the constant cache also does

    // Requests on their way to memory, the oldest first.
    uint8_t count;
    struct mmu_request {
        uint8_t op, number, sect, level;
        uint8_t kind, warp, space; // of a read: its purpose, and the origin of its fetch
        uint64_t line, vline;
    } place[MMU_ENTRIES];
};

#endif
