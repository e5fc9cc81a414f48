// Memory management unit: translates the lines that are read and written, walks the page table for pages it does not know,
// and drives the memory's request port.
//
// It relies on its neighbours for two things: a request stays the first until it is taken or has failed, so while the walker
// is at work no request is taken, and both never want a place at a time; and no page is forgotten meanwhile.
#ifndef UL1_MMU_H
#define UL1_MMU_H

#include "common/address.h"

enum { MMU_PLACES = 2 };

_Static_assert(UL1_TLB <= 32, "translations are a mask of 32 bits");

struct mmu_state {
    uint8_t page;                           // settings, a cycle old
    uint64_t root;

    // Translations: a line within the page, and the number of the physical page of the smallest size, of which the bits that
    // lie within a larger page do not count.
    uint32_t valid, writable;               // bit i: place i holds one; its page may be written
    uint8_t next;                           // the place to be filled next
    uint64_t line[UL1_TLB];
    uint64_t frame[UL1_TLB];

    // The walker. What it works for, and where, is left over while it is idle.
    uint8_t walk;                           // a walk_state
    uint8_t bus;                            // it fails because the memory did
    uint8_t level;
    uint64_t wanted;                        // the line whose page it looks for
    uint64_t table;                         // physical address of the table of this level

    // Requests on their way to memory, the oldest first.
    uint8_t count;
    struct mmu_request {
        uint8_t op, number, sect, level;
        uint64_t line, vline;
    } place[MMU_PLACES];
};

#endif
