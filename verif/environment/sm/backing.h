// The memory side of the environment: the memory that all machines share, and the page tables in it. It
// reports every change of a page to the memory checker.
#ifndef SM_BACKING_H
#define SM_BACKING_H

#include "kit/table.h"
#include "environment/sm/program.h"
#include "checkers/memcheck/memcheck.h"

struct backing_page {
    bool absent; // the page must stay absent until the step ends
    bool readonly;
};

struct backing {
    struct memory *memory;
    struct pages *pages; // null: none yet
    struct rng rng;
    struct memcheck_world *history;      // null: there are no memory checkers
    struct memcheck *memcheck[MACHINES]; // one for each machine, or null
    bool objected;                       // a memory checker objected to a page
    uint64_t root;                       // address of the page tables' root
    unsigned page;                       // the page size that the tables are built for
    bool keeps;  // caches behind the L1s keep lines of earlier tables: memory is not cleared for new ones
    bool renews; // the settings belong to new tables, which are made when the step begins

    // The pages touched under this page table (struct backing_page), by number. A page's number is its
    // address without the bits inside the page.
    struct table touched;

    // why a function returned false; the harness is at fault unless a memory checker objected
    char error[500];
};

// Every function below that returns false has set `error`.
bool backing_init(struct backing *, uint64_t seed);
void backing_free(struct backing *);

// Whether other page tables will be in use when this part begins.
bool backing_renews(const struct backing *, const struct part *);

// Switches the settings to the other page tables. Writes that the machines make because of the switch still
// use the old tables.
void backing_announce(struct backing *, const struct part *);

// A step of the program begins, with these parts.
bool backing_step(struct backing *, const struct part part[], unsigned count);

// This instruction will be offered: its pages must exist.
bool backing_touch(struct backing *, const struct instr *);

// Changes the page, while the machines may be using it.
bool backing_change(struct backing *, uint64_t addr, enum page_change);

// An address anywhere in a touched page. At least one page must have been touched.
uint64_t backing_any(struct backing *, struct rng *);

#endif
