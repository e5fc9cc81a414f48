// The memory checker: the mappings of pages. An access may use every mapping that its page had since the
// access was taken, and every earlier one that the machine has not forgotten since; no other. So each page
// has a list of mappings that are still legal for some access, the current one first.
#ifndef MEMCHECK_PAGES_H
#define MEMCHECK_PAGES_H

#include "ground.h"
#include "history.h"

// The result of a walk for a page, now or earlier.
struct mapping {
    struct mapping *older;
    uint64_t frame; // address of its first byte
    uint64_t until; // legal for cached accesses taken no later
    uint8_t state;  // enum memcheck_walk
    bool ends;      // ends with the command in progress
};

void memcheck_pages_init(struct memcheck *w);
void memcheck_pages_free(struct memcheck *w);

// forget_old: all pages have always been as they are now. renew: all are absent and always were, with this
// code of their size.
void memcheck_pages_forget_old(struct memcheck *w);
void memcheck_pages_renew(struct memcheck *w, unsigned page);

// The page of `va` has this mapping from now on; *changed: it differs from before. The old mapping stays
// legal for as long as the machine may hold it. Objects to an address that is no page or frame.
bool memcheck_pages_map(struct memcheck *w, uint64_t va, enum memcheck_walk state, uint64_t frame,
                        bool *changed);

void memcheck_pages_invalidate(struct memcheck *w, uint64_t va);  // begins
void memcheck_pages_invalidated(struct memcheck *w, uint64_t va); // ends

// The mappings that are legal for an access taken at a time: the current one, then older ones.
const struct mapping *memcheck_mapping(const struct memcheck *w, uint64_t addr);
const struct mapping *memcheck_older_mapping(const struct mapping *m, uint64_t taken);

// Whether two pages have or had the frame of that physical address.
bool memcheck_is_aliased(const struct memcheck *w, uint64_t pa);

// The physical address of a virtual one in a page that has a frame.
static inline uint64_t physical(const struct memcheck *w, const struct mapping *m, uint64_t addr)
{
    return m->frame | (addr & ((UINT64_C(1) << w->page_bits) - 1));
}

static inline bool has_frame(const struct mapping *m)
{
    return m->state == MEMCHECK_PRESENT || m->state == MEMCHECK_READONLY;
}

// The key of a line in the history, by a mapping: its physical number. Without a frame it is a key of its
// own, for data that are in the cache alone.
static inline uint64_t place(const struct memcheck *w, const struct mapping *m, uint64_t addr)
{
    return has_frame(m) ? physical(w, m, addr) / LINE
                        : PLACELESS | (uint64_t)w->number << PLACELESS_L1 | addr / LINE;
}

#endif
