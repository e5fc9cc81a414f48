// The cached loads of random traffic: on few lines and few pages at a time, so that they meet.
#ifndef TRAFFIC_CACHED_H
#define TRAFFIC_CACHED_H

#include "sm.h"

enum {
    TRAFFIC_REGIONS = 2,
    TRAFFIC_PAGES = 24,
    TRAFFIC_LINES = 64,
    TRAFFIC_FAILING = 5,
};

enum traffic_layout { NEIGHBOURS, COLLIDING, SCATTERED };

// What the cached loads of a part are like: a trouble that they make.
struct traffic_theme {
    enum traffic_layout layout;
    uint8_t pages, lines;       // in use at a time (of neighbours, pages do not count)
    uint8_t drift;              // percent of the loads before which a line is replaced by another
    uint8_t hot;                // percent of the choices of a line that fall on the first two
    uint8_t bypass;             // percent with the hint
    uint8_t narrow;             // percent that stay within a sector
    bool by_sector;             // only sectors that are needed are fetched; else either way
    bool fails;                 // some pages are absent, and a few lines fail
    uint8_t inval, moved, removed;  // percent, as in struct sm_settings
    uint8_t cached, stores;     // percent of the instructions; of those that are shared
    struct memory_settings memory;
};

struct traffic_cached {
    struct rng *rng;
    const struct traffic_theme *theme;  // of the part; null: there was none yet
    unsigned page;                      // size of pages
    unsigned tables;                    // page tables so far
    uint64_t region[TRAFFIC_REGIONS], at[TRAFFIC_PAGES], line[TRAFFIC_LINES]; // addresses: of regions, pages, lines in use
    unsigned pages, lines;
    unsigned drawn;                     // lines so far
    uint64_t absent[TRAFFIC_PAGES];
    struct sm_failing failing[TRAFFIC_FAILING];
    unsigned absents, failings;
};

// Sets what of a part belongs to its cached loads; `turn` counts such parts.
const struct traffic_theme *traffic_cached_part(struct traffic_cached *, struct sm_part *, unsigned turn);

// Makes a load a cached one: its space, hint and addresses.
void traffic_cached_draw(struct traffic_cached *, struct sm_instr *);

// Notes how it is to end, as far as that is known: what pages and lines have to do with it.
void traffic_cached_judge(const struct traffic_cached *, struct sm_instr *);

#endif
