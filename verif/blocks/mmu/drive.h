// Memory management unit: the random drive of the block alone. It acts as the request queue, memory with its
// page tables, and commands that forget a page.
#ifndef MMU_DRIVE_H
#define MMU_DRIVE_H

#include "blocks/drive.h"
#include "blocks/mmu/shadow.h"
#include "blocks/mmu/track.h"

struct mmu_constraints {            // rates, in percent
    unsigned ask, grow, ready;      // a new request; more sectors for it; memory takes a request
    unsigned answer, error;         // a page table entry arrives; it could not be read
    unsigned valid, may_write;      // the entry is valid; the page is writable
    unsigned forget, aim;           // a page is forgotten; the one requested last
    unsigned writes, fences, leave; // requests are writes, fences; a write can leave
};

// A request that is not answered yet: its head_* inputs; the walkers that it waits for; whether a write
// cannot leave immediately.
struct mmu_asking {
    struct ul1_mmu_in request;
    uint8_t waits;
    bool leaves;
};

enum { MMU_ASKING = UL1_PRT + UL1_WDB < 12 ? UL1_PRT + UL1_WDB : 12 };

struct mmu_drive {
    struct drive drive;
    struct mmu_contract contract;
    struct mmu_track track;

    uint8_t page; // the settings in use; a change requires that nothing is in flight
    uint64_t root;
    bool drain, changed; // no new request until then; the settings were just changed
    struct mmu_constraints constraint;
    unsigned pages;           // number of pages in use
    uint64_t line[MMU_PAGES]; // a line in each

    struct mmu_asking asking[MMU_ASKING]; // in order of age
    unsigned askings, offered;            // how many; the one on offer, or `askings`
    struct mmu_cache { // the request of the constant cache, in the same way, and that of the texture cache
        bool asks;
        uint8_t waits, sect, warp, number;
        uint64_t line;
    } con, tex;
    uint64_t last; // the line requested last
    bool renews;   // the settings change in the next cycle
    bool pause;    // no new request, so that pages can be forgotten
};

struct stimulus *mmu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
