// Memory management unit: the random drive of the block alone. It plays the request queue, the memory with its page tables,
// and commands that forget a page.
#ifndef MMU_DRIVE_H
#define MMU_DRIVE_H

#include "blocks/drive.h"
#include "blocks/mmu/shadow.h"
#include "blocks/mmu/track.h"

struct mmu_knobs {                      // how often, in percent
    unsigned ask, grow, ready;          // something is asked for; sectors join it; memory takes a request
    unsigned answer, error;             // an entry of a page table comes; it could not be read
    unsigned valid, may_write;          // it is valid; its page may be written
    unsigned forget, aim;               // a page is forgotten; the one that was asked for last
    unsigned writes, fences, leave;     // requests are writes, fences; a write can leave
};

// A request that is not answered yet, as it is offered: the head_* of it; the walkers that it waits for; a write cannot leave
// at once.
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

    uint8_t page;                       // the settings in use; to change them nothing may be under way:
    uint64_t root;
    bool drain, changed;                // nothing new is asked for until then; they have just been changed
    struct mmu_knobs knob;
    unsigned pages;                     // so many are in use
    uint64_t line[MMU_PAGES];           // a line in each

    struct mmu_asking asking[MMU_ASKING]; // in order of age
    unsigned askings, offered;          // how many; the one on offer, or as many
    uint64_t last;                      // the line asked for last
    bool renews;                        // the settings are others from the next cycle on
    bool pause;                         // nothing new is asked for, so that pages can be forgotten
};

struct stimulus *mmu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
