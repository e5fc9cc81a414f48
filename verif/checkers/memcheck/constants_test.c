// Tests the memory checker's constant loads: the turn of each word, and which values are too old.
#include "check.h"

#include <stdlib.h>

enum {
    B32 = 2,
    B64 = 3,
    GLOBAL = 1,
    CONST = 3,
    NONE = 0,
    WT = 3,
    GPU = 1,
    LOCK = 12,
    OP = 7,
    LINE_COMMAND = 0
};

// ---- Memory: one line ----

static uint32_t memory[LANES];
static uint64_t at; // its physical address
static uint64_t A;  // its virtual one
static struct memcheck_world *world;

static bool line_at(const void *unused, uint64_t addr, uint32_t *word)
{
    (void)unused;
    memcpy(word, memory, sizeof memory);
    return addr == at;
}

static bool writable_at(const void *unused, uint64_t addr)
{
    return !unused && addr == at;
}

static void fresh(void)
{
    A = placed(0x7654321000, shape.virtual_bits);
    at = placed(0x9120000000, shape.physical_bits);
    shape.constants = true;
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

// ---- Instructions. Of a constant load lane 0 has the second pair of words, the other lanes the first ----

static bool take(unsigned entry, unsigned op, unsigned space, unsigned width, uint32_t mask)
{
    uint64_t addr[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = A + (space == CONST && lane == 0 ? 8 : 0);
    const struct memcheck_instr in = { .op = (uint8_t)op,
                                       .space = (uint8_t)space,
                                       .width = (uint8_t)width,
                                       .hint = WT,
                                       .level = GPU,
                                       .mask = mask,
                                       .addr = addr };
    return memcheck_accept(w, entry, &in);
}

static bool load(unsigned entry, unsigned width, uint32_t mask)
{
    return take(entry, MEMCHECK_LOAD, CONST, width, mask);
}

static bool retire(unsigned entry)
{
    return memcheck_retire(w, entry, 0, NONE, 0, 0, 0);
}

static bool word(unsigned entry, unsigned ofs, uint32_t lanes, uint32_t value)
{
    return memcheck_constant(w, entry, 0, 0, ofs, lanes, value);
}

// The first word of memory is now this, and all caches have been told.
static void store(uint32_t value)
{
    const uint32_t data[LANES] = { value };
    CHECK(take(1, MEMCHECK_STORE, GLOBAL, B32, 1) && memcheck_beat(w, 1, 0, data) && retire(1));
    memory[0] = value;
    CHECK(take(1, MEMCHECK_FENCE, GLOBAL, B32, 1) && retire(1));
}

// ---- The tests ----

static void test_turns(void)
{
    fresh();
    CHECK(load(0, B64, 7));
    OBJECT("expected all active lanes with one address", word(0, 0, 7, 200));
    OBJECT("expected word 0 of lane 0", word(0, 1, 1, 300));
    OBJECT("expected warp 0, register 0", memcheck_constant(w, 0, 0, 1, 0, 1, 200));
    OBJECT("expected the value", word(0, 0, 1, 201));
    CHECK(word(0, 0, 1, 200));
    OBJECT("expected word 1 of lane 0", word(0, 1, 6, 100));
    OBJECT("expected every line written back", retire(0));
    CHECK(word(0, 1, 1, 300));
    OBJECT("expected all active lanes with one address", word(0, 0, 2, 0));
    CHECK(word(0, 0, 6, 0) && word(0, 1, 6, 100));
    OBJECT("expected word 0 of lane 2", word(0, 0, 1, 200));
    CHECK(retire(0));
    CHECK(take(2, MEMCHECK_LOAD, GLOBAL, B32, 1));
    OBJECT("expected no word of the constant cache", word(2, 0, 1, 0));
}

// The load may be old until an invalidation is complete. No fence and no inval of its warp counts.
static void test_values(void)
{
    fresh();
    store(7);
    CHECK(load(0, B32, 6) && word(0, 0, 6, 0) && retire(0));
    CHECK(load(0, B32, 6) && word(0, 0, 6, 7) && retire(0));
    CHECK(take(3, MEMCHECK_INVAL, GLOBAL, B32, 1) && load(0, B32, 6) && word(0, 0, 6, 0) && retire(0));
    CHECK(retire(3) && load(0, B32, 6));
    OBJECT("expected the value 0x00000007", word(0, 0, 6, 0));
    CHECK(word(0, 0, 6, 7) && retire(0));
    store(8);
    CHECK(load(0, B32, 6));
    CHECK(memcheck_command(w, LINE_COMMAND, A, 0) && memcheck_completed(w));
    CHECK(word(0, 0, 6, 7) && retire(0) && load(0, B32, 6));
    OBJECT("expected the value 0x00000008", word(0, 0, 6, 7));
    CHECK(word(0, 0, 6, 8) && retire(0));
}

// A fence retires before an older constant load of its warp.
static void test_fence(void)
{
    fresh();
    CHECK(load(0, B32, 6) && take(1, MEMCHECK_FENCE, GLOBAL, B32, 1) && retire(1));
    CHECK(word(0, 0, 6, 0) && retire(0));
}

static void test_errors(void)
{
    fresh();
    struct memcheck_instr in = { .op = MEMCHECK_LOAD,
                                 .space = CONST,
                                 .width = B32,
                                 .atom = LOCK,
                                 .mask = 1,
                                 .addr = (uint64_t[LANES]){ A } };
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("seen no error", retire(0));
    CHECK(memcheck_retire(w, 0, 0, OP, 0, 1, A));
    shape.constants = false;
    memcheck_free(w);
    w = memcheck_new(world, &shape);
    in.atom = 0;
    CHECK(memcheck_accept(w, 0, &in)
          && memcheck_retire(w, 0, 0, CONST, 0, 1, A)); // the error `space` is 3, too
}

static void tests(void)
{
    test_turns();
    test_values();
    test_fence();
    test_errors();
    memcheck_free(w);
    memcheck_world_free(world);
    w = NULL;
    world = NULL;
}

int main(void)
{
    return test_shapes("memory checker, constant loads", tests);
}
