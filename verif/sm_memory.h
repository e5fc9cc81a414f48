// The memory side of the surroundings: what all machines share, which is the memory and the page tables in it. It tells the
// witness what becomes of pages.
#ifndef SM_MEMORY_H
#define SM_MEMORY_H

#include "sm.h"
#include "witness.h"

enum { SM_PAGES = 256 };    // touched under one page table, at most

struct sm_page {
    uint64_t number;        // its address without the bits within it
    bool absent;            // to be left so, as long as the step lasts
    bool readonly;
};

struct sm_memory {
    struct memory *memory;
    struct pages *pages;                // null: none yet
    struct rng rng;
    struct witness_world *history;      // null: there are no witnesses
    struct witness *witness[SM_MACHINES]; // one for each machine, or null
    bool objected;                      // one of them, to a page
    uint64_t root;                      // of the page tables
    unsigned page;                      // the size of pages that they are for

    struct sm_page touched[SM_PAGES];
    unsigned touches;

    char error[500];                    // why a function returned false. If no witness objected, the harness is at fault
};

// False, here and below: see above.
bool sm_memory_init(struct sm_memory *, uint64_t seed);
void sm_memory_free(struct sm_memory *);

// Whether there will be other page tables when this part begins.
bool sm_memory_renews(const struct sm_memory *, const struct sm_part *);

// A step of the program begins, with these parts.
bool sm_memory_step(struct sm_memory *, const struct sm_part part[], unsigned count);

// This instruction will be offered: its pages are to be there.
bool sm_memory_touch(struct sm_memory *, const struct sm_instr *);

// The page is changed, while the machines may be using it.
bool sm_memory_change(struct sm_memory *, uint64_t addr, enum sm_change);

// An address anywhere in a page that was touched. (One was.)
uint64_t sm_memory_any(struct sm_memory *, struct rng *);

#endif
