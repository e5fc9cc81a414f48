// Common part of the tests of cached loads and stores: parts that begin with a known cache, loads and stores
// of lines, and formulas.
//
// In a formula, M is the memory latency: memory responds M cycles after it accepts a request, and accepts
// every request in the cycle in which it is offered. Passes are counted from the cycle in which the first
// instruction is accepted; that of a load is FIRST. An access that misses in pass p, with a TLB hit, has
// these times:
// - p + 3: its request is offered;
// - p + 3 + M: its response arrives; the row is written in the next cycle;
// - p + REPLAY(M): its replay has its pass. It is prepared in the cycle after the write, FRONT cycles
//   earlier.
//
// An instruction retires HLAT cycles after its last pass. A store accepted in cycle 0 of an idle machine has
// its beat in 1 and its pass in FIRST + 1.
//
// Every formula holds in every configuration of the machine that can show it. A test leaves out, with the
// reason, parts for which a configuration has too few entries, ways or merges. If nothing is left, its row
// shows no passes.
#ifndef TESTS_CACHED_H
#define TESTS_CACHED_H

#include "tests/l1/build.h"

#define REPLAY(M) ((int64_t)(M) + 5 + UL1_FRONT)

enum {
    FIRST = 1 + UL1_FRONT,
    LINE = UL1_LINE_BYTES,
    SECTOR = LINE / UL1_SECTORS,
    WARMED = 4095, // a line in the cache when a part begins: the last line of its page, in the last set
};

_Static_assert(WARMED % UL1_SETS == UL1_SETS - 1, "its set is the last");
_Static_assert((WARMED + 1) * LINE <= 1 << 21, "it is in the first page of 2 MB");

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Number of members of a mask.
static inline unsigned count_of(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

// ---- sizes of a configuration

// Lines of the cache.
static inline unsigned carveout_lines(unsigned carveout)
{
    return carveout_sets(&compiled, carveout) * carveout_ways(&compiled, carveout);
}

enum { S48_LINES = UL1_S48_SETS * UL1_S48_WAYS };

// The relevant settings.
struct shape {
    uint8_t carveout, fetch, page;
    unsigned latency;
};

// The default: s48, one page for all accesses of a test.
static inline struct shape shape_of(unsigned fetch, unsigned latency)
{
    return (struct shape){
        .carveout = UL1_CARVEOUT_S48, .fetch = (uint8_t)fetch, .page = UL1_PAGE_P2M, .latency = latency
    };
}

// The same with another carveout.
static inline struct shape carved(unsigned carveout, unsigned fetch, unsigned latency)
{
    struct shape s = shape_of(fetch, latency);
    s.carveout = (uint8_t)carveout;
    return s;
}

// The same with pages of this size.
static inline struct shape paged(unsigned page, unsigned latency)
{
    struct shape s = shape_of(UL1_FETCH_LINE, latency);
    s.page = (uint8_t)page;
    return s;
}

// Page table entries read by a walk if nothing is cached.
static inline unsigned levels_of(unsigned page)
{
    return page == UL1_PAGE_P4K || page == UL1_PAGE_P64K ? 3 : 2;
}

// Cycles of a part with this last pass.
static inline int64_t until_pass(int64_t pass)
{
    return 1 + pass + UL1_HLAT;
}

// Adds a part with these settings.
struct part *cached_part(struct build *, struct shape);

// The same, behind a part that empties the cache and loads the line WARMED, and with it the translation of
// page 0.
struct part *warmed_part(struct build *, struct shape);

// The same, and these lines, in ascending order: `count` of them from `first` up, `step` apart.
struct part *holding_part(struct build *, struct shape, unsigned first, unsigned count, unsigned step);

// A load of adjacent words of a line, one for each lane.
struct instr *load_line(struct build *, unsigned warp, unsigned line);

// A store of the same kind, of 32 bits, so that every sector is covered. Global, hint `ca`: it is written
// through.
struct instr *store_line(struct build *, unsigned warp, unsigned line);

// Offers the instruction when all earlier ones of the part have retired, so that their cycles add up.
void alone(struct build *, struct instr *);

// The results of the part's cached accesses. Results that are not named must not occur: `expect(part, .hits =
// 3, .misses = 1)` requires three load hits, one miss, and nothing else.
struct outcome {
    int64_t hits, misses, merges; // loads; a store that opens an entry is a miss as well
    // stores: written through immediately; marking present sectors dirty; with a way without a fetch; held
    // for a line under fetch
    int64_t through, dirtied, allocated, held;
    int64_t writes, bytes; // to memory
};

// Further defaults: no access is deferred, no page is walked, each miss is a request, no dirty line is read
// out. The caller may override these, and counts of stores or writes.
#define expect(part, ...)        expect_outcome(part, (struct outcome){ __VA_ARGS__ })
#define expect_writes(part, ...) expect_of_writes(part, (struct outcome){ __VA_ARGS__ })
void expect_outcome(struct part *, struct outcome);
void expect_of_stores(struct part *, struct outcome);
void expect_of_writes(struct part *, struct outcome);

#endif
