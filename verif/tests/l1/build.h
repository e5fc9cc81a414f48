// Builds programs of directed tests: parts, each a list of instructions with their expectations.
//
// Every formula holds in every configuration of the machine. A part, or a whole test with its row, that a
// configuration cannot show is left out by `#if`, with the reason beside it.
#ifndef TESTS_BUILD_H
#define TESTS_BUILD_H

#include "environment/sm/program.h"
#include "checkers/lockstep/test.h"
#include "stimulus/traffic/expected.h"

struct build;

// The data of a directed test.
struct directed {
    void (*build)(struct build *, unsigned parameter);
    unsigned parameter;
};

struct stimulus *directed_make(const struct test *, uint64_t seed, uint64_t cycles);

#define DIRECTED(name, build, parameter, shows)                                                     \
    {                                                                                               \
        name, shows, "l1", false, directed_make, &(const struct directed){ build, parameter }, NULL \
    }

// Bytes of a word, of a row of the array, and of a lane's widest access; and the size of the address space.
enum { WORD = UL1_WORD_BYTES, ROW = UL1_LINE_BYTES, WIDEST = UL1_WORDS * WORD };
#define ADDRESSES (UINT64_C(1) << UL1_VA_W)

#define GREATER(a, b) ((a) > (b) ? (a) : (b))

// ---- programs

struct rng *build_rng(struct build *);

// A new part with default settings: memory as fast as possible, s48, remainders stay, interval 1, policy
// fermi. The caller may change it and add expectations. Valid until the next part is begun.
struct part *build_part(struct build *);

// Adds an instruction to the part: full mask, 32 bits, shared, registers from 0, one pass, no error, all
// addresses 0. Valid until the next instruction is added.
struct instr *build_load(struct build *, unsigned warp);

// The same, a load or a store.
struct instr *build_access(struct build *, bool store, unsigned warp);

// A load of the space global: it goes through the cache.
struct instr *build_cached(struct build *, unsigned warp);

// A fence of that level: no lanes, no passes.
struct instr *build_fence(struct build *, unsigned warp, unsigned level);

// Adds a command to the part, offered immediately (behind earlier ones), without a change of the page. For
// `carveout` the caller sets the new one. Valid until the next is added.
struct command *build_command(struct build *, unsigned op, uint64_t addr);

// Sets the expected passes of all instructions of the part together.
unsigned build_passes(const struct build *);

// The number of instructions in the part.
unsigned build_instrs(const struct build *);

// For the last part, with remainders in the unit and interval 1: offers its instructions as fast as possible,
// and sets the expected cycles. There is a pass in each cycle from the first pass on, or as many as the
// instruction table and the WDB of a small configuration allow (see BUILD_STORE_HOLDS). In two cases there is
// no formula, and the cycles are not checked. First, stores wait for credits while there are loads, which
// then overtake them, or any of them is cached and may join another. Second, at most two remainders fit, so
// that one blocks instructions, and beats of stores are late.
void build_expect_busy(struct build *);

// ---- addresses

// Lane i: base + i * stride, in bytes.
void strided(struct instr *, uint64_t base, uint64_t stride);

// The address of the word in this bank of this row. (Banks behind the last are those of the next row.)
static inline uint64_t word_at(unsigned row, unsigned bank)
{
    return (uint64_t)ROW * row + WORD * bank;
}

// ---- formulas

// Cycles from a pass of a store to the next one that can use its WDB entry: between them are stage 1, stage
// 2, and the write to the array. A store that is written through is translated in the last of these cycles,
// and offered to memory a cycle later. One entry is reserved for a dirty line, so there are WDB - 1 passes in
// this number of cycles.
#define BUILD_STORE_HOLDS   4
#define BUILD_THROUGH_HOLDS 5
#define STORE_PLACES        (UL1_WDB - 1) // WDB entries for stores

// ---- the lists, in all.c in the order in which they run

extern const struct test tests_pattern[], tests_width[];
extern const struct test tests_cached[], tests_cached_page[];
extern const struct test tests_command[], tests_fence[];
extern const unsigned tests_pattern_count, tests_width_count;
extern const unsigned tests_cached_count, tests_cached_page_count;
extern const unsigned tests_command_count, tests_fence_count;

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

#endif
