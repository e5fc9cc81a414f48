// The witness: what pages map to. An access may have been served by what its pages mapped to at any time from its being
// taken on, and by what they mapped to before and the machine has not forgotten since; nothing else. So each page has a list
// of mappings that are legal for somebody, the present one first.
#ifndef WITNESS_PAGES_H
#define WITNESS_PAGES_H

#include "ground.h"
#include "history.h"

// What a walk for a page finds, or found once.
struct mapping {
    struct mapping *older;
    uint64_t frame;     // of its first byte
    uint64_t until;     // legal for cached accesses taken no later
    uint8_t state;      // enum witness_walk
    bool ends;          // with the command under way
};

void witness_pages_init(struct witness *w);
void witness_pages_free(struct witness *w);

// All are as they are, and never were otherwise; or absent, and always were, with this code of their size.
void witness_pages_forget_old(struct witness *w);
void witness_pages_renew(struct witness *w, unsigned page);

// The page of `va` maps so from now on; *changed says whether that is anything new. What it mapped to before stays legal for
// as long as the machine may remember it. Objects to what is no page or frame.
bool witness_pages_map(struct witness *w, uint64_t va, enum witness_walk state, uint64_t frame, bool *changed);

void witness_pages_invalidate(struct witness *w, uint64_t va);  // begins,
void witness_pages_invalidated(struct witness *w, uint64_t va); // and ends

// The mappings that are legal for an access that was taken at a time: the present one, then older ones.
const struct mapping *witness_mapping(const struct witness *w, uint64_t addr);
const struct mapping *witness_older_mapping(const struct mapping *m, uint64_t taken);

// Whether two pages, now or before, have the frame of that physical address.
bool witness_is_aliased(const struct witness *w, uint64_t pa);

// The physical address of a virtual one in a page that has a frame.
static inline uint64_t physical(const struct witness *w, const struct mapping *m, uint64_t addr)
{
    return m->frame | (addr & ((UINT64_C(1) << w->page_bits) - 1));
}

static inline bool has_frame(const struct mapping *m)
{
    return m->state == WITNESS_PRESENT || m->state == WITNESS_READONLY;
}

// Where a line lies by a mapping, as a key of the history: its physical number, or, if there is no frame, a place of its own
// for what is in the cache alone.
static inline uint64_t place(const struct witness *w, const struct mapping *m, uint64_t addr)
{
    return has_frame(m) ? physical(w, m, addr) / LINE : PLACELESS | (uint64_t)w->number << PLACELESS_L1 | addr / LINE;
}

#endif
