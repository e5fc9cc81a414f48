// The memory side of the surroundings: what all machines share, which is the memory and the page tables in it. It tells the
// witness what becomes of pages.
#ifndef SURROUND_BACKING_H
#define SURROUND_BACKING_H

#include "kit/table.h"
#include "surround/program.h"
#include "witness/witness.h"

struct backing_page {
    bool absent;            // to be left so, as long as the step lasts
    bool readonly;
};

struct backing {
    struct memory *memory;
    struct pages *pages;                // null: none yet
    struct rng rng;
    struct witness_world *history;      // null: there are no witnesses
    struct witness *witness[MACHINES]; // one for each machine, or null
    bool objected;                      // one of them, to a page
    uint64_t root;                      // of the page tables
    unsigned page;                      // the size of pages that they are for
    bool renews;                        // the settings are those of other tables, which there will be when the step begins

    struct table touched;               // struct backing_page: those touched under the page table, by their number, which is
                                        // their address without the bits within it

    char error[500];                    // why a function returned false. If no witness objected, the harness is at fault
};

// False, here and below: see above.
bool backing_init(struct backing *, uint64_t seed);
void backing_free(struct backing *);

// Whether there will be other page tables when this part begins.
bool backing_renews(const struct backing *, const struct part *);

// The settings become those of the other page tables. What the machines write on account of that belongs to the old ones.
void backing_announce(struct backing *, const struct part *);

// A step of the program begins, with these parts.
bool backing_step(struct backing *, const struct part part[], unsigned count);

// This instruction will be offered: its pages are to be there.
bool backing_touch(struct backing *, const struct instr *);

// The page is changed, while the machines may be using it.
bool backing_change(struct backing *, uint64_t addr, enum page_change);

// An address anywhere in a page that was touched. (One was.)
uint64_t backing_any(struct backing *, struct rng *);

#endif
