// What the tests of cached loads and stores share: parts that begin with a known cache, loads and stores of lines, and
// formulas.
//
// In a formula, M is the memory's latency: it answers M cycles after it has taken a request, and takes every request in the
// cycle in which it is offered. Passes are counted from the cycle in which the first instruction is taken: its pass is 1.
// An access that misses in pass p, its page's translation at hand, has its request offered in p + 3, its response in
// p + 3 + M, the row written in the cycle after that, and its replay's pass in the one after that: p + REPLAY(M). An
// instruction retires HLAT cycles after its last pass. A store that is taken in cycle 0 of an idle machine has its beat in 1
// and its pass in 2.
#ifndef TESTS_CACHED_H
#define TESTS_CACHED_H

#include "tests/l1/build.h"

#define REPLAY(M) ((int64_t)(M) + 5)

// What a page that is not at hand costs more, for a walk that reads so many entries.
#define WALK(levels, M) (1 + (int64_t)(levels) * ((int64_t)(M) + 3))

enum {
    LINE = 4 * LANES,   // bytes
    SECTOR = LANES,
    WARMED = 4095,      // a line that is in the cache when a part begins (its set is the last)
};

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

// The same, of some sectors only.
struct instr *load_sectors(struct build *, unsigned warp, unsigned line, unsigned sectors);

// Stores of the same kind: of neighbouring words of a line, of 32 bits, one for each lane, so that every sector is covered;
// of some sectors only. Global, hint `ca`: they are written through.
struct instr *store_line(struct build *, unsigned warp, unsigned line);
struct instr *store_sectors(struct build *, unsigned warp, unsigned line, unsigned sectors);

// A store that covers no sector: of one word in each of the sectors named, the first.
struct instr *store_words(struct build *, unsigned warp, unsigned line, unsigned sectors);

// The same line of local space, where stores are written back.
struct instr *local(struct instr *);

// A part of its own before it empties the cache, brings the line WARMED, and stores these lines whole, so that they are
// dirty, in ascending order, `count` of them from `first` up, `step` apart.
struct part *dirty_part(struct build *, struct shape, unsigned first, unsigned count, unsigned step);

// To be offered when all instructions of the part before it have retired. So the cycles of each add up.
void alone(struct build *, struct instr *);

// What becomes of the part's cached accesses. What is not named is none: `expect(part, .hits = 3, .misses = 1)` says that three
// loads hit, one misses, and nothing else happens.
struct outcome {
    int64_t hits, misses, merges;       // loads; a store that opens an entry is a miss as well
    int64_t through, dirtied, allocated, held; // stores: to memory at once, making sectors of their line dirty, with a way without
                                        // a fetch, held for a line under fetch
    int64_t writes, bytes;              // to memory
};

// Besides: none is deferred, no page is walked for, each miss is a request, no dirty line is read out. The caller may say
// otherwise afterwards; and of stores or writes again what differs.
#define expect(part, ...) expect_outcome(part, (struct outcome){ __VA_ARGS__ })
#define expect_stores(part, ...) expect_of_stores(part, (struct outcome){ __VA_ARGS__ })
#define expect_writes(part, ...) expect_of_writes(part, (struct outcome){ __VA_ARGS__ })
void expect_outcome(struct part *, struct outcome);
void expect_of_stores(struct part *, struct outcome);
void expect_of_writes(struct part *, struct outcome);

#endif
