// Memory management unit: what has happened, for the events of its random drive.
#ifndef MMU_TRACK_H
#define MMU_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum {
    MMU_PLACES = 2,                     // requests that may be on their way to memory
    MMU_PAGES = UL1_TLB + 4             // pages that are asked for, at most: more than translations are kept
};

// The answer of a cycle, and the kind of a request that was taken in it: a UL1_MEMOP_*, or none.
enum { MMU_ANSWER_NONE, MMU_ANSWER_TAKEN, MMU_ANSWER_FAULT };
enum { MMU_KIND_NONE = 1 << UL1_MEMOP_W };

#define MMU_NO_PAGE UINT64_MAX

struct mmu_track {
    uint8_t was_page, was_answer;       // in the cycle before: the settings and the answer
    uint64_t was_root;
    uint8_t was_walk[UL1_WALKERS];        // what each walker was at
    uint8_t came;                       // walkers for which an entry of a page table came
    bool forgot;                        // a page was forgotten
    uint8_t kind, kind_before;          // of the requests taken in the two cycles before
    uint8_t level_before;               // that of the fence taken last
    uint64_t asked, forgotten, readonly; // pages: asked for, forgotten and not to be written, last of all; or MMU_NO_PAGE
    unsigned places;                    // that are taken
    unsigned reads[UL1_WALKERS];          // entries that each walk has got
    uint64_t page[UL1_WALKERS];           // and its page
    unsigned walks;                     // that have ended well
    uint64_t seen[MMU_PAGES];           // pages that they were for, as a ring
};

// The page of a line, by its number.
uint64_t mmu_page_of(const struct ul1_mmu_in *, uint64_t line);

// The walker that begins with the request on offer; UL1_WALKERS: none does.
unsigned mmu_begins(const struct ul1_mmu_out *, const struct mmu_track *, uint64_t page);

// Whether a walk has ended in a translation at the end of the cycle before; in a failure.
bool mmu_walked(const struct mmu_track *, const struct ul1_mmu_out *, unsigned walker);
bool mmu_failed(const struct mmu_track *, const struct ul1_mmu_out *, unsigned walker);

// What was taken: its kind.
unsigned mmu_taken(const struct ul1_mmu_in *, const struct ul1_mmu_out *);

// The beginning of a cycle, in which it shows what walkers have done at the end of the one before; and its end.
void mmu_track_begin(struct mmu_track *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);
void mmu_track_advance(struct mmu_track *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);

#endif
