// Memory management unit: the state that the cover points of its random drive use.
#ifndef MMU_TRACK_H
#define MMU_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum {
    MMU_ENTRIES = 2,        // requests on their way to memory, at most
    MMU_PAGES = UL1_TLB + 4 // pages requested, at most: more than the TLB holds
};

// The answer of a cycle, and the kind of a request taken in it: a UL1_MEMOP_*, or none.
enum { MMU_ANSWER_NONE, MMU_ANSWER_TAKEN, MMU_ANSWER_FAULT };
enum { MMU_KIND_NONE = 1 << UL1_MEMOP_W };

#define MMU_NO_PAGE UINT64_MAX

struct mmu_track {
    uint8_t was_page, was_answer; // in the previous cycle: the settings and the answer
    uint64_t was_root;
    uint8_t was_walk[UL1_WALKERS]; // the state of each walker
    uint8_t came;                  // walkers for which a page table entry arrived
    bool forgot;                   // a page was forgotten
    uint8_t kind, kind_before;     // kinds of the requests taken in the two previous cycles
    uint8_t level_before;          // level of the last fence taken
    // the last page requested, forgotten, found read-only; or MMU_NO_PAGE
    uint64_t asked, forgotten, readonly;
    unsigned places;             // places that are taken
    unsigned reads[UL1_WALKERS]; // entries that each walk has read
    uint64_t page[UL1_WALKERS];  // and its page
    unsigned walks;              // walks that have succeeded
    uint64_t seen[MMU_PAGES];    // their pages, as a ring
};

// The page number of a line.
uint64_t mmu_page_of(const struct ul1_mmu_in *, uint64_t line);

// The walker that begins with the request on offer; UL1_WALKERS: none does.
unsigned mmu_begins(const struct ul1_mmu_out *, const struct mmu_track *, uint64_t page);

// Whether a walk ended in a translation at the end of the previous cycle; in a failure.
bool mmu_walked(const struct mmu_track *, const struct ul1_mmu_out *, unsigned walker);
bool mmu_failed(const struct mmu_track *, const struct ul1_mmu_out *, unsigned walker);

// The kind of the request taken.
unsigned mmu_taken(const struct ul1_mmu_in *, const struct ul1_mmu_out *);

// The beginning of a cycle, which shows the walkers' state after the previous one; and its end.
void mmu_track_begin(struct mmu_track *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);
void mmu_track_advance(struct mmu_track *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);

#endif
