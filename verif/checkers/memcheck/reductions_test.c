// Tests the memory checker's reductions on global memory: what they find there, their results, and what loads
// see behind them.
#include "check.h"

#include <stdlib.h>

enum { LINE = 4 * LANES, B32 = 2, GLOBAL = 1, NONE = 0, BUS = 5, CA = 0, WB = 2, ORD = 5, GPU = 1 };

// ---- Memory: one line ----

static uint32_t memory[LANES];
static bool writable;
static uint64_t at; // its physical address
static uint64_t A;  // its virtual one
static struct memcheck_world *world;

static bool line_at(const void *unused, uint64_t addr, uint32_t *word)
{
    check(!unused && addr == at, "the memory checker asks for the line", __FILE__, __LINE__);
    memcpy(word, memory, sizeof memory);
    return true;
}

static bool writable_at(const void *unused, uint64_t addr)
{
    return !unused && addr == at && writable;
}

static void fresh(void)
{
    A = placed(0x7654321000, shape.virtual_bits);
    at = placed(0x9120000000, shape.physical_bits);
    shape.reduces = writable = true;
    memcheck_free(w);
    memcheck_world_free(world);
    world = memcheck_world_new(line_at, writable_at, NULL);
    w = world ? memcheck_new(world, &shape) : NULL;
    if (!w)
        exit(2);
    for (unsigned n = 0; n < LANES; n++)
        memory[n] = 100 * n;
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, at));
}

// ---- Instructions on the line's first word; a reduction adds, and has a lane for each operand ----

static bool returning; // it is an atomic

static bool take(unsigned entry, unsigned warp, unsigned op, unsigned hint, unsigned atom, uint32_t mask)
{
    uint64_t addr[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = A;
    const struct memcheck_instr in = { .op = (uint8_t)op,
                                       .space = GLOBAL,
                                       .width = B32,
                                       .warp = (uint8_t)warp,
                                       .hint = (uint8_t)hint,
                                       .atom = (uint8_t)atom,
                                       .level = GPU,
                                       .returns = returning,
                                       .mask = mask,
                                       .addr = addr };
    return memcheck_accept(w, entry, &in);
}

static bool retire(unsigned entry, unsigned warp)
{
    return memcheck_retire(w, entry, warp, NONE, 0, 0, 0);
}

static bool stored(unsigned warp, unsigned hint, uint32_t value)
{
    const uint32_t data[LANES] = { value };
    return take(12, warp, MEMCHECK_STORE, hint, MEMCHECK_NO_ATOM, 1) && memcheck_beat(w, 12, 0, data)
        && retire(12, warp);
}

static bool offer(unsigned warp, uint32_t first, uint32_t second)
{
    const uint32_t data[LANES] = { first, second };
    return take(11, warp, MEMCHECK_STORE, CA, MEMCHECK_ADD, second ? 3 : 1) && memcheck_beat(w, 11, 0, data);
}

static bool reduce(unsigned warp, uint32_t by)
{
    return offer(warp, by, 0) && retire(11, warp);
}

// An atomic: its words go to a register.
static bool draw(unsigned warp, uint32_t by)
{
    returning = true;
    const bool fine = offer(warp, by, 0);
    returning = false;
    return fine;
}

static bool fenced(unsigned warp)
{
    return take(15, warp, MEMCHECK_FENCE, CA, MEMCHECK_NO_ATOM, 0) && retire(15, warp);
}

static bool see(unsigned entry, unsigned warp, uint32_t value)
{
    const uint8_t zero[LANES] = { 0 };
    const uint32_t data[LANES] = { value };
    return memcheck_writeback(w, entry, 0, warp, 0, 1, zero, zero, data);
}

static bool returns(unsigned warp, uint32_t old)
{
    return see(11, warp, old) && retire(11, warp);
}

static bool loads(unsigned warp, unsigned hint, uint32_t value)
{
    return take(13, warp, MEMCHECK_LOAD, hint, MEMCHECK_NO_ATOM, 1) && see(13, warp, value)
        && retire(13, warp);
}

// Memory performs an addition, with this result. What it holds changes if the checker agrees.
static bool gives(uint32_t by, uint32_t result)
{
    const uint8_t enabled[LANES] = { 15 };
    const uint32_t operands[LANES] = { by }, now[LANES] = { result };
    const struct memcheck_reduction r = { .addr = at,
                                          .vline = A / LINE,
                                          .atom = MEMCHECK_ADD,
                                          .returns = shape.answers,
                                          .be = enabled,
                                          .by = operands,
                                          .old = memory,
                                          .now = now };
    const bool agrees = memcheck_reduced(w, &r);
    memory[0] = agrees ? result : memory[0];
    return agrees;
}

static bool adds(uint32_t by)
{
    return gives(by, memory[0] + by);
}

// ---- Tests ----

static void test_results(void)
{
    fresh();
    memory[0] = 7;
    OBJECT("expected no such reduction", adds(3));
    CHECK(reduce(1, 3));
    OBJECT("expected no such reduction", adds(4));
    OBJECT("expected 0x0000000a from a reduction of 0x00000007 by 0x00000003, seen 0x0000000b", gives(3, 11));
    CHECK(loads(2, CA, 7)); // before it
    CHECK(adds(3));
    OBJECT("expected no such reduction", adds(3)); // once
    CHECK(loads(2, CA, 10));
    CHECK(fenced(1) && memcheck_finish(w));
}

static void test_fence(void)
{
    fresh();
    CHECK(reduce(1, 3));
    OBJECT("expected memory to have performed the reduction of warp 1", fenced(1));
}

// Behind a store of its warp that memory lacks.
static void test_overtakes(void)
{
    fresh();
    memory[0] = 7;
    CHECK(stored(1, CA, 20) && reduce(1, 3));
    OBJECT("expected the reduction of warp 1 not to find 0x00000007 in memory", adds(3));
    memory[0] = 20;
    CHECK(adds(3));
    CHECK(loads(1, CA, 23));
}

// Many later stores of its warp, which are still in the cache, do not hide from it what memory holds.
static void test_behind(void)
{
    fresh();
    memory[0] = 7;
    CHECK(reduce(1, 3));
    for (uint32_t n = 1; n < 20; n++)
        CHECK(stored(1, WB, 50 + n) && loads(1, CA, 50 + n));
    CHECK(adds(3));
    CHECK(loads(1, CA, 69));
}

// Two lanes on one word. An ordered load may see the first again that one before it has seen, and nothing
// older.
static void test_ordered(void)
{
    fresh();
    memory[0] = 7;
    CHECK(offer(1, 3, 4) && adds(3));
    CHECK(loads(2, ORD, 10));
    CHECK(take(14, 2, MEMCHECK_LOAD, ORD, MEMCHECK_NO_ATOM, 1));
    CHECK(adds(4));
    OBJECT("what an ordered load before it of its warp has seen", see(14, 2, 7));
    CHECK(see(14, 2, 10) && retire(14, 2) && retire(11, 1));
    CHECK(loads(2, ORD, 14));
}

// An atomic gets what memory has found.
static void test_answers(void)
{
    fresh();
    memory[0] = 7;
    CHECK(draw(1, 3));
    OBJECT("expected no words, as memory has not answered the atomic", see(11, 1, 7));
    CHECK(adds(3));
    OBJECT("expected the old words that memory has found, 0x00000007 first", see(11, 1, 8));
    OBJECT("expected the lanes 0x1 to fail", retire(11, 1));
    CHECK(returns(1, 7) && memcheck_finish(w));
}

// Memory answers before it has performed the atomic. Then it finds the words that it has given.
static void test_early(void)
{
    fresh();
    memory[0] = 7;
    CHECK(draw(1, 3) && returns(1, 7));
    OBJECT("expected memory to have performed the atomic", memcheck_finish(w));
    CHECK(adds(3) && loads(1, CA, 10) && memcheck_finish(w));
    CHECK(draw(1, 3) && returns(1, 9) && adds(3));
    OBJECT("whose old words, 0x00000009 first, have been written back", memcheck_finish(w));
}

// It may also fail then.
static void test_early_fails(void)
{
    fresh();
    writable = false;
    CHECK(draw(1, 3) && returns(1, memory[0]));
    OBJECT("expected memory to have performed the atomic", memcheck_finish(w));
    CHECK(memcheck_failed(w, A, BUS) && memcheck_finish(w));
}

// One of two L1s is reset, and memory goes on: what the L1 had requested is performed once, or not at all.
static void test_reset_alone(void)
{
    fresh();
    struct memcheck *first = w, *second = memcheck_new(world, &shape);
    if (!second)
        exit(2);
    memory[0] = 7;
    CHECK(reduce(1, 3) && reduce(2, 4) && reduce(3, 5) && memcheck_reset_alone(w));
    CHECK(loads(1, CA, 7) && adds(3));
    OBJECT("expected no such reduction", adds(3));
    w = second;
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, at) && loads(1, CA, 10));
    OBJECT("expected no such reduction", adds(4)); // the other L1 has that
    CHECK(stored(1, CA, 20));
    memory[0] = 20;
    CHECK(fenced(1));
    w = first;
    CHECK(loads(1, CA, 20) && adds(4) && memcheck_settled(w) && loads(1, CA, 24));
    OBJECT("expected no such reduction", adds(5));
    CHECK(reduce(3, 5) && adds(5) && fenced(3) && memcheck_finish(w));
    CHECK(reduce(1, 3) && memcheck_reset(w));
    OBJECT("expected no such reduction", adds(3));
    memcheck_free(second);
}

// An atomic that is performed behind the reset answers nothing.
static void test_atomic_reset_alone(void)
{
    fresh();
    struct memcheck *second = memcheck_new(world, &shape);
    memory[0] = 7;
    CHECK(draw(1, 3) && memcheck_reset_alone(w) && adds(3) && memcheck_settled(w));
    CHECK(loads(1, CA, 10) && memcheck_finish(w));
    CHECK(draw(1, 3) && memcheck_reset_alone(w) && memcheck_settled(w));
    OBJECT("expected no such reduction", adds(3));
    CHECK(draw(1, 3) && adds(3) && returns(1, 10) && memcheck_finish(w));
    memcheck_free(second);
}

static void tests(void)
{
    test_results();
    test_fence();
    test_overtakes();
    test_behind();
    test_ordered();
    test_reset_alone();
    shape.answers = true;
    test_answers();
    test_atomic_reset_alone();
    shape.early = true;
    test_early();
    test_early_fails();
    memcheck_free(w);
    memcheck_world_free(world);
    w = NULL;
    world = NULL;
    shape.reduces = shape.answers = shape.early = false;
}

int main(void)
{
    return test_shapes("memory checker, reductions", tests);
}
