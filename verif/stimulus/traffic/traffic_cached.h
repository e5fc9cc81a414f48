// The cached accesses of random traffic: on few lines and few pages at a time, so that they meet.
#ifndef TRAFFIC_CACHED_H
#define TRAFFIC_CACHED_H

#include "environment/sm/program.h"

enum {
    TRAFFIC_REGIONS = 2,
    TRAFFIC_PAGES = 24,
    TRAFFIC_LINES = 128,
    TRAFFIC_FAILING = 9,
};

enum traffic_layout { NEIGHBOURS, COLLIDING, SCATTERED, OWN_AND_SHARED };

// Random constraints of a part's cached accesses, aimed at one stress.
struct traffic_theme {
    enum traffic_layout layout;
    uint8_t pages, lines;         // in use at a time (for NEIGHBOURS, pages do not count)
    uint8_t drift;                // percent of the accesses before which a line is replaced by another
    uint8_t hot;                  // percent of the line choices that fall on the first two
    uint8_t bypass;               // percent with the hint, of loads and of stores that are not written back
    uint8_t narrow;               // percent that stay within a sector
    bool few_ways;                // with a carveout that leaves the cache four ways, not six
    bool by_sector;               // only sectors that are needed are fetched; else either way
    bool fails;                   // some pages are absent, some read-only, and a few lines fail
    uint8_t commands, operations; // percent of the cycles, and which, as in struct settings
    uint8_t moved, removed, protected; // as in struct settings
    uint8_t cached, stores;            // percent of the instructions; stores: of the shared ones
    uint8_t writes;                    // percent of the cached ones that are stores
    uint8_t whole;                     // percent of these that store whole lines, or at least whole sectors
    uint8_t back;                      // percent of these with the write-back hint
    uint8_t cmo;                       // percent of the cached ones that are CMOs (inval, flush)
    uint8_t fences;                    // percent of the instructions
    uint8_t again;                     // percent that continue with the last instruction's warp; 0: random
    struct memory_settings memory;
};

struct traffic_cached {
    struct rng *rng;
    const struct traffic_theme *theme; // theme of the part; null: there was none yet
    unsigned page;                     // size of pages
    unsigned tables;                   // page tables so far
    // addresses: of regions, pages, lines in use
    uint64_t region[TRAFFIC_REGIONS], at[TRAFFIC_PAGES], line[TRAFFIC_LINES];
    unsigned pages, lines;
    unsigned drawn; // lines so far
    uint64_t absent[TRAFFIC_PAGES], readonly[TRAFFIC_PAGES];
    struct failing failing[TRAFFIC_FAILING];
    unsigned absents, readonlys, failings;
    unsigned owner; // with several machines, this one's number from 1 on; 0: there is only one
};

// The theme of this part; `at_head` counts such parts.
const struct traffic_theme *traffic_theme_of(unsigned turn);

// Applies the theme to those settings of the part that concern its cached accesses.
void traffic_cached_part(struct traffic_cached *, const struct traffic_theme *, struct part *, unsigned turn);

// The same for one of two machines on one memory; the second takes over from the first. Both share a third of
// the lines, the others are private.
const struct traffic_theme *traffic_cached_part_of_several(struct traffic_cached *,
                                                           const struct traffic_cached *first, struct part *,
                                                           unsigned turn, unsigned machine);

// Makes an access a cached one: draws whether it is a store, its space, hint and addresses.
void traffic_cached_draw(struct traffic_cached *, struct instr *);

// Notes how it must end, as far as pages and lines determine it.
void traffic_cached_judge(const struct traffic_cached *, struct instr *);

#endif
