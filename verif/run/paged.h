// The memory of a program that runs on the library: random words until something is stored, page tables made as pages are
// touched, pages that are absent or read-only, lines that fail. Knows no lane count when it is compiled.
#ifndef RUN_PAGED_H
#define RUN_PAGED_H

#include <stdbool.h>

#include "kit/table.h"
#include "program/machine.h"
#include "ul1_sim.h"

struct paged {
    uint64_t seed, line_bytes, limit;   // limit: the first physical address that there is not
    unsigned top_bits;                  // of the index of the topmost table
    unsigned page_bits;
    uint64_t root, next_table, next_frame;
    struct table word;                  // by physical address / 4
    struct table page;                  // by number: struct paged_page
    struct table failing;               // by physical line: kinds, MACHINE_LOADS, MACHINE_STORES
    int64_t bytes;                      // that were to be written
};

void paged_init(struct paged *, unsigned lanes, uint64_t seed);
void paged_free(struct paged *);

// The root of the tables when a part with these settings has begun.
uint64_t paged_next_root(const struct paged *, const struct machine_settings *);

// A part begins. A new world has another root than the one before. False: what cannot be; *why says it.
bool paged_part(struct paged *, const struct machine_settings *, const char **why);

// The page of an address is there from now on, unless it is to be absent. False: no memory.
bool paged_touch(struct paged *, uint64_t addr);

// The page of an address changes. False: no memory.
bool paged_change(struct paged *, uint64_t addr, enum machine_change);

// Performs a request. False: it fails.
bool paged_perform(struct paged *, struct ul1_sim_request *);

#endif
