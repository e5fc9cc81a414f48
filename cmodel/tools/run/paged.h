// The memory of a program that runs on the library. Words are random until stored. Page tables are made when
// pages are touched. Pages may be absent or read-only, and lines may fail. The code is independent of the
// lane count.
#ifndef RUN_PAGED_H
#define RUN_PAGED_H

#include <stdbool.h>

#include "kit/table.h"
#include "program/machine.h"
#include "ul1_sim.h"

struct paged {
    uint64_t seed, line_bytes, limit; // limit: the first physical address that does not exist
    unsigned top_bits;                // bits of the index of the top table
    unsigned page_bits;
    uint64_t root, next_table, next_frame;
    struct table word;    // by physical address / 4
    struct table page;    // by page number: struct paged_page
    struct table failing; // by physical line: kinds, MACHINE_LOADS, MACHINE_STORES
    int64_t bytes;        // bytes of all writes
};

void paged_init(struct paged *, unsigned lanes, uint64_t seed);
void paged_free(struct paged *);

// The root of the page tables in a part with these settings.
uint64_t paged_next_root(const struct paged *, const struct machine_settings *);

// Begins a part. Fresh memory has another root than before. Returns false, with the reason in *why, if the
// settings are impossible.
bool paged_part(struct paged *, const struct machine_settings *, const char **why);

// Makes the page of an address present, unless a setting makes it absent. Returns false if memory runs out.
bool paged_touch(struct paged *, uint64_t addr);

// Changes the page of an address. Returns false if memory runs out.
bool paged_change(struct paged *, uint64_t addr, enum machine_change);

// Performs a request. Returns false if it fails.
bool paged_perform(struct paged *, struct ul1_sim_request *);

#endif
