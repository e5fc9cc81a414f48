// The memory side of the machine's surroundings: the memory, the page tables in it, and invalidations. It drives the pins
// for these, and tells the witness what becomes of pages.
#ifndef SM_MEMORY_H
#define SM_MEMORY_H

#include "sm.h"
#include "witness.h"

enum { SM_PAGES = 256 };    // touched under one page table, at most

struct sm_page {
    uint64_t number;        // its address without the bits within it
    bool absent;            // to be left so, as long as the part runs
};

struct sm_memory {
    struct memory *memory;
    struct pages *pages;                // null: none yet
    struct rng rng;
    const struct sm_part *part;
    struct witness *witness;            // null: there is none
    bool witness_fine;                  // it has not objected to a page
    uint64_t root;                      // of the page tables
    unsigned page;                      // the size of pages that they are for

    struct sm_page touched[SM_PAGES];
    unsigned touches;

    unsigned invals;                    // of the part's list, those offered so far
    bool offering, under_way;           // an invalidation is offered; one was taken and is not complete
    uint64_t offered;                   // its address

    char error[200];                    // why a function returned false; "": the witness objects
    bool at_fault;                      // and it was not the machine's fault
};

// False, here and below: see above.
bool sm_memory_init(struct sm_memory *, uint64_t seed);
void sm_memory_free(struct sm_memory *);

// The part begins.
bool sm_memory_part(struct sm_memory *, const struct sm_part *, struct witness *);

// This instruction will be offered: its pages are to be there.
bool sm_memory_touch(struct sm_memory *, const struct sm_instr *);

// Sets the pins. `cycle` is that of the part, `retired` counts its instructions that have retired, `over` says that there
// are no others.
bool sm_memory_drive(struct sm_memory *, struct ul1_l1_in *, uint64_t cycle, uint64_t retired, bool over);

// Looks at the settled cycle, before anything else of it is told to the witness.
bool sm_memory_observe(struct sm_memory *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// No invalidation is offered, under way or to come from the part's list.
bool sm_memory_idle(const struct sm_memory *);

#endif
