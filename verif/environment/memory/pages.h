// Page tables: writes them into a memory for the machine's page walkers to read, and tracks their contents.
//
// Any address in a page names it. A page is known once it has been mapped, unmapped or passed to
// pages_know(). All others are absent (and should not be used after pages_break()). A listener, above all the
// memory checker, receives each page for which the result of a walk changes. A changed entry is one write of
// 8 bytes. If a change needs several writes, the last one makes it take effect. Entry bits that the machine
// must ignore are random.
#ifndef PAGES_H
#define PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rng.h"
#include "environment/memory/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pages;

enum pages_state {
    PAGES_ABSENT, // a walk finds an entry without bit 0
    PAGES_PRESENT,
    PAGES_READONLY, // present, but bit 1 forbids stores
    PAGES_BROKEN,   // a walk reads a line that fails
};

typedef void pages_listener(void *who, uint64_t va, enum pages_state, uint64_t frame);

// Empty page tables for a page size (a code of cfg_page) in a memory, which must outlive them. Null: memory
// is exhausted.
struct pages *pages_new(struct memory *, unsigned page, uint64_t seed);

// The number of a page of memory that can hold the topmost table.
uint64_t pages_draw_root(struct rng *);
bool pages_has_root(uint64_t root); // there is memory for the topmost table there

// The same with this root, where other tables of the memory had theirs.
struct pages *pages_new_at(struct memory *, unsigned page, uint64_t seed, uint64_t root);

// New pieces will be none that the other tables have used. (Caches may have lines of them.) False: memory is
// exhausted.
bool pages_avoid(struct pages *, const struct pages *other);

void pages_free(struct pages *);

uint64_t pages_root(const struct pages *);   // for cfg_root
uint64_t pages_bytes(const struct pages *);  // of a page
unsigned pages_levels(const struct pages *); // that a walk reads if no entry is missing

// Calls `changed` for each known page that is not absent now, and for each that changes from now on. `va` is
// the address of its first byte; `frame` is the physical address of that byte if the page is present or
// read-only, else 0.
void pages_listen(struct pages *, pages_listener *changed, void *who);

// Maps the page to this frame, writable. No table may lie in the frame; missing tables are made. Two pages
// may get one frame. This function and those below return false if memory is exhausted, or if no unused frame
// is left.
bool pages_map(struct pages *, uint64_t va, uint64_t frame);

// Maps it to a random frame that has no table and never was a page's frame.
bool pages_map_new(struct pages *, uint64_t va);

// Makes the page, if it is present, read-only or writable.
bool pages_protect(struct pages *, uint64_t va, bool readonly);

// Makes the page absent: clears its entry if there is one, and makes no tables.
bool pages_unmap(struct pages *, uint64_t va);
bool pages_know(struct pages *, uint64_t va); // leaves it as it is

// Clears the entry of that level, which gives a table: all pages below become absent. A page mapped there
// later gets new tables. Does nothing if there is no such entry.
bool pages_cut(struct pages *, uint64_t va, unsigned level);

// The line with the entry of that level of the page's walk fails, or no longer fails. All pages with a walk
// that reads the line are broken. Does nothing if a walk does not reach that level.
bool pages_break(struct pages *, uint64_t va, unsigned level, bool fails);

// The result of a walk for `va`. If present or read-only, *pa is the physical address of the same byte. (`pa`
// may be null.)
enum pages_state pages_find(const struct pages *, uint64_t va, uint64_t *pa);

// Entries that such a walk reads, a failing or missing one included.
unsigned pages_walk_reads(const struct pages *, uint64_t va);

#ifdef __cplusplus
}
#endif

#endif
