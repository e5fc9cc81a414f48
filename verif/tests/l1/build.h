// Building programs of directed tests: parts, each a list of instructions with what is expected of them.
//
// Every formula holds in every shape of the machine. What a shape cannot show is left out there, a part or a whole test with
// its row, by `#if`, with the reason beside it.
#ifndef TESTS_BUILD_H
#define TESTS_BUILD_H

#include "surround/program.h"
#include "lockstep/test.h"
#include "traffic/expected.h"

struct build;

// What a directed test has as its data.
struct directed {
    void (*build)(struct build *, unsigned parameter);
    unsigned parameter;
};

struct stimulus *directed_make(const struct test *, uint64_t seed, uint64_t cycles);

#define DIRECTED(name, build, parameter, shows) \
    { name, shows, "l1", false, directed_make, &(const struct directed){ build, parameter }, NULL }

// Bytes of a word, of a row of the array, and of a lane's widest access; and the addresses that there are.
enum { WORD = UL1_WORD_BYTES, ROW = UL1_LINE_BYTES, WIDEST = UL1_WORDS * WORD };
#define ADDRESSES (UINT64_C(1) << UL1_VA_W)

#define GREATER(a, b) ((a) > (b) ? (a) : (b))

// ---- programs

struct rng *build_rng(struct build *);

// A new part: as fast as can be, s48, remainders stay, interval 1, policy fermi; the caller may change it and say what it
// expects. Good until the next part is begun.
struct part *build_part(struct build *);

// A further instruction of the part: full mask, 32 bits, shared, registers from 0, one pass, no error, all addresses 0.
// Good until the next instruction is added.
struct instr *build_load(struct build *, unsigned warp);

// The same, a load or a store.
struct instr *build_access(struct build *, bool store, unsigned warp);

// A load of the space global: it goes through the cache.
struct instr *build_cached(struct build *, unsigned warp);

// A fence of that level: no lanes, no passes.
struct instr *build_fence(struct build *, unsigned warp, unsigned level);

// A further command of the part, to be given at once (behind those before it), without a change of the page; of `carveout`,
// the caller sets the new one. Good until the next is added.
struct command *build_command(struct build *, unsigned op, uint64_t addr);

// The passes that all instructions of the part together are expected to need.
unsigned build_passes(const struct build *);

// How many instructions the part has.
unsigned build_instrs(const struct build *);

// Of the part begun last, with remainders in the unit and interval 1: its instructions follow one another as fast as can be.
// Expects the cycles of that: a pass in each from the first pass on, or as many as the pending table and the write data
// buffer of a small shape allow (see BUILD_STORE_HOLDS). In two cases there is no formula, and nothing is expected of the
// cycles: stores wait for room while there are loads, which then overtake them, or any of them is cached, and may join
// another; or there are two remainders at most, so that one keeps instructions out, and beats of stores late.
void build_expect_busy(struct build *);

// ---- addresses

// Lane i: base + i * stride, in bytes.
void strided(struct instr *, uint64_t base, uint64_t stride);

// Of the word in this bank of this row. (Banks behind the last are those of the next row.)
static inline uint64_t word_at(unsigned row, unsigned bank)
{
    return (uint64_t)ROW * row + WORD * bank;
}

// ---- formulas

// Cycles from a pass of a store to the next that can have its entry of the write data buffer: stage 1, stage 2 and the one
// in which it is written to the array lie between them. A store that is written through is translated in the last of these
// and offered to memory a cycle later. One entry is left for a dirty line, so in so many cycles there are WDB - 1 passes.
#define BUILD_STORE_HOLDS 4
#define BUILD_THROUGH_HOLDS 5
#define STORE_PLACES (UL1_WDB - 1) // entries of the write data buffer for stores

// ---- the lists, in all.c in the order in which they run

extern const struct test tests_pattern[], tests_width[];
extern const struct test tests_cached[], tests_cached_page[];
extern const struct test tests_command[], tests_fence[];
extern const unsigned tests_pattern_count, tests_width_count;
extern const unsigned tests_cached_count, tests_cached_page_count;
extern const unsigned tests_command_count, tests_fence_count;

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

#endif
