// What the tests of cached loads and stores share: parts that begin with a known cache, loads and stores of lines, and
// formulas.
//
// In a formula, M is the memory's latency: it answers M cycles after it has taken a request, and takes every request in the
// cycle in which it is offered. Passes are counted from the cycle in which the first instruction is taken: that of a load is
// FIRST. An access that misses in pass p, its page's translation at hand, has its request offered in p + 3, its response in
// p + 3 + M, the row written in the cycle after that; its replay is prepared in the one after that, and has its pass FRONT
// cycles later: p + REPLAY(M). An instruction retires HLAT cycles after its last pass. A store that is taken in cycle 0 of an
// idle machine has its beat in 1 and its pass in FIRST + 1.
//
// Every formula holds in every shape of the machine that can show it. What a shape cannot show (too few entries, ways,
// places or accesses that merge), the test leaves out, and says why; where that is all of it, its row shows no passes.
#ifndef TESTS_CACHED_H
#define TESTS_CACHED_H

#include "tests/l1/build.h"

#define REPLAY(M) ((int64_t)(M) + 5 + UL1_FRONT)

enum {
    FIRST = 1 + UL1_FRONT,
    LINE = UL1_LINE_BYTES,
    SECTOR = LINE / UL1_SECTORS,
    WARMED = 4095,      // a line that is in the cache when a part begins: in its page the last line, its set is the last
};

_Static_assert(WARMED % UL1_SETS == UL1_SETS - 1, "its set is the last");
_Static_assert((WARMED + 1) * LINE <= 1 << 21, "it is in the first page of 2 MB");

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// Members of a mask.
static inline unsigned count_of(uint32_t mask)
{
    return (unsigned)__builtin_popcount(mask);
}

// ---- what a shape has

// Lines of the cache.
static inline unsigned carveout_lines(unsigned carveout)
{
    return carveout_sets(carveout) * carveout_ways(carveout);
}

enum { S48_LINES = UL1_S48_SETS * UL1_S48_WAYS };

// The settings that matter.
struct shape {
    uint8_t carveout, fetch, page;
    unsigned latency;
};

// The usual: s48, one page for all that a test touches.
static inline struct shape shape_of(unsigned fetch, unsigned latency)
{
    return (struct shape){ .carveout = UL1_CARVEOUT_S48, .fetch = (uint8_t)fetch, .page = UL1_PAGE_P2M, .latency = latency };
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

// Entries that a walk reads if nothing is missing.
static inline unsigned levels_of(unsigned page)
{
    return page == UL1_PAGE_P4K || page == UL1_PAGE_P64K ? 3 : 2;
}

// Cycles of a part whose last pass is this one.
static inline int64_t until_pass(int64_t pass)
{
    return 1 + pass + UL1_HLAT;
}

// A further part with this shape.
struct part *cached_part(struct build *, struct shape);

// A part of its own before it empties the cache and brings the line WARMED, and with it the translation of page 0.
struct part *warmed_part(struct build *, struct shape);

// The same, and these lines too, in ascending order, `count` of them from `first` up, `step` apart.
struct part *holding_part(struct build *, struct shape, unsigned first, unsigned count, unsigned step);

// A load of neighbouring words of a line, one for each lane.
struct instr *load_line(struct build *, unsigned warp, unsigned line);

// A store of the same kind, of 32 bits, so that every sector is covered. Global, hint `ca`: it is written through.
struct instr *store_line(struct build *, unsigned warp, unsigned line);

// To be offered when all instructions of the part before it have retired. So the cycles of each add up.
void alone(struct build *, struct instr *);

// What becomes of the part's cached accesses. What is not named is none: `expect(part, .hits = 3, .misses = 1)` says that
// three loads hit, one misses, and nothing else happens.
struct outcome {
    int64_t hits, misses, merges;       // loads; a store that opens an entry is a miss as well
    int64_t through, dirtied, allocated, held; // stores: to memory at once, making sectors of their line dirty, with a way
                                        // without a fetch, held for a line under fetch
    int64_t writes, bytes;              // to memory
};

// Besides: none is deferred, no page is walked for, each miss is a request, no dirty line is read out. The caller may say
// otherwise afterwards; and of stores or writes again what differs.
#define expect(part, ...) expect_outcome(part, (struct outcome){ __VA_ARGS__ })
#define expect_writes(part, ...) expect_of_writes(part, (struct outcome){ __VA_ARGS__ })
void expect_outcome(struct part *, struct outcome);
void expect_of_stores(struct part *, struct outcome);
void expect_of_writes(struct part *, struct outcome);

#endif
