// Page tables: writes them into a memory for the machine's page walkers to find, and keeps count of what they say.
//
// A page is named by any address in it. It is known once it has been mapped, unmapped or named to pages_know(); all
// others are absent (and should not be used where pages_break() has been). Whoever wants to be told of each page that
// comes to be walked with another result, the witness above all, listens. A changed entry is one write of 8 bytes, and of
// several writes that belong together the one that makes them take effect is the last. What the machine must ignore in an
// entry is drawn at random.
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rng.h"
#include "memory/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pages;

enum pages_state {
    PAGES_ABSENT,   // a walk finds an entry without bit 0
    PAGES_PRESENT,
    PAGES_READONLY, // present, but bit 1 says that nothing may be stored there
    PAGES_BROKEN,   // a walk reads a line that fails
};

typedef void pages_listener(void *who, uint64_t va, enum pages_state, uint64_t frame);

// Empty page tables for a size of pages (a code of cfg_page) in a memory, which must outlive them. Null: no memory.
struct pages *pages_new(struct memory *, unsigned page, uint64_t seed);

// A number of a page of memory where the topmost table can lie.
uint64_t pages_draw_root(struct rng *);
bool pages_has_root(uint64_t root); // there is memory for the topmost table there

// The same, with this root, where other tables of a memory had theirs.
struct pages *pages_new_at(struct memory *, unsigned page, uint64_t seed, uint64_t root);

void pages_free(struct pages *);

uint64_t pages_root(const struct pages *);      // for cfg_root
uint64_t pages_bytes(const struct pages *);     // of a page
unsigned pages_levels(const struct pages *);    // that a walk reads if nothing is missing

// Calls `changed` for each known page that is not absent now, and for each that changes from now on: `va` is the address
// of its first byte, `frame` the physical address of its first byte if it is present or read-only, else 0.
void pages_listen(struct pages *, pages_listener *changed, void *who);

// The page has this frame from now on, in which no table may lie, and may be written; tables that lack are made. Two pages
// may get one frame. False, here and below: no memory, or no frame left that never had anything.
bool pages_map(struct pages *, uint64_t va, uint64_t frame);

// With a frame at random that has no table and never was a page's frame.
bool pages_map_new(struct pages *, uint64_t va);

// The page, if it is there, may not be written from now on, or may be again.
bool pages_protect(struct pages *, uint64_t va, bool readonly);

// The page is absent: its entry is cleared, or was never there, for which no tables are made.
bool pages_unmap(struct pages *, uint64_t va);
bool pages_know(struct pages *, uint64_t va); // as it is

// The entry of that level, one that gives a table, is cleared, and with it all pages below are absent. A page mapped
// there later gets new tables. Does nothing if the entry is not there.
bool pages_cut(struct pages *, uint64_t va, unsigned level);

// The line that has the entry of that level of the page's walk fails, or fails no more. All pages whose walks read it are
// broken. Does nothing if a walk does not get as far.
bool pages_break(struct pages *, uint64_t va, unsigned level, bool fails);

// What a walk for `va` finds now; if present or read-only, *pa is the physical address of the same byte. (`pa` may be null.)
enum pages_state pages_find(const struct pages *, uint64_t va, uint64_t *pa);

// Entries that such a walk reads, one that fails or is missing included.
unsigned pages_walk_reads(const struct pages *, uint64_t va);

#ifdef __cplusplus
}
#endif

#endif
