// Memory management unit: translates the lines that are read and written, walks the page table for pages it does not know,
// and drives the memory's request port.
//
// A request whose page is not known waits for a walker, and others are offered meanwhile. It relies on its neighbours for one
// thing: nothing is asked for or on its way when a page is forgotten or the settings change.
#ifndef UL1_MMU_H
#define UL1_MMU_H

#include "common/address.h"

enum { MMU_PLACES = 2 };

_Static_assert(UL1_TLB <= 32 && UL1_UPPER <= 32, "translations and tables are masks of 32 bits");

struct mmu_state {
    // Translations: a line within the page, and the number of the physical page of the smallest size, of which the bits that
    // lie within a larger page do not count.
    uint32_t valid, writable;               // bit i: place i holds one; its page may be written
    uint8_t next;                           // the place to be filled next
    uint64_t line[UL1_TLB];
    uint64_t frame[UL1_TLB];

    // Tables below the topmost that walks came to.
    uint32_t tables;                        // bit i: place i holds one
    uint8_t next_table;                     // the place to be filled next
    struct mmu_table {
        uint8_t level;
        uint64_t line;                      // one that a walk through the table was for
        uint64_t addr;                      // physical
    } table[UL1_UPPER];

    // The walkers. What an idle one works for, and where, is left over.
    uint8_t walk[UL1_WALKERS];                // a walk_state
    struct mmu_walker {
        uint8_t bus;                        // it fails because the memory did
        uint8_t level;
        uint8_t asked;                      // requests that wait for it; once it fails, those that are to be told
        uint64_t wanted;                    // the line whose page it looks for
        uint64_t table;                     // physical address of the table of this level
    } walker[UL1_WALKERS];

    // Requests on their way to memory, the oldest first.
    uint8_t count;
    struct mmu_request {
        uint8_t op, number, sect, level;
        uint64_t line, vline;
    } place[MMU_PLACES];
};

#endif
