// Tests the memory checker's texture instructions: the turn of each quad, which values are too old, and sums.
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "common/texels.h"

enum {
    B32 = 2,
    GLOBAL = 1,
    NONE = 0,
    PAGE = 4,
    BUS = 5,
    OP = 7,
    WT = 3,
    GPU = 1,
    LINE_COMMAND = 0,
    QUAD = 4
};

// ---- Memory: one page of words, with LINES lines ----

enum { LINES = 4 };

static uint32_t memory[LINES * LANES];
static uint64_t at; // its physical address
static uint64_t A;  // its virtual one
static struct memcheck_world *world;

static bool line_at(const void *unused, uint64_t addr, uint32_t *word)
{
    (void)unused;
    memcpy(word, memory + (addr - at) / 4, LANES * sizeof *word);
    return addr >= at && addr < at + sizeof memory;
}

static bool writable_at(const void *unused, uint64_t addr)
{
    return !unused && addr >= at && addr < at + sizeof memory;
}

static void fresh(void)
{
    A = placed(0x7654321000, shape.virtual_bits);
    at = placed(0x9120000000, shape.physical_bits);
    shape.textures = true;
    memcheck_free(w);
    memcheck_world_free(world);
    world = memcheck_world_new(line_at, writable_at, NULL);
    w = world ? memcheck_new(world, &shape) : NULL;
    if (!w)
        exit(2);
    for (unsigned n = 0; n < LINES * LANES; n++)
        memory[n] = 100 * n;
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, at));
}

// ---- Instructions. Lane n samples column n, and a half more if the samples are sums ----

static struct texels words(unsigned bytes)
{
    return (
        struct texels){ .base = A, .pitch = 4 * LANES, .columns = 8, .rows = LINES, .bytes = (uint8_t)bytes };
}

static bool sample(unsigned entry, const struct texels *t, uint32_t mask)
{
    uint64_t addr[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = TEXEL_ONE * (lane % 8) + (texels_sums(t) ? TEXEL_ONE / 2 : 0);
    const struct memcheck_instr in = { .op = MEMCHECK_TEX, .texels = t, .mask = mask, .addr = addr };
    return memcheck_accept(w, entry, &in);
}

static bool take(unsigned entry, unsigned op)
{
    uint64_t addr[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = A;
    const struct memcheck_instr in = {
        .op = (uint8_t)op, .space = GLOBAL, .width = B32, .hint = WT, .level = GPU, .mask = 1, .addr = addr
    };
    return memcheck_accept(w, entry, &in);
}

static bool retire(unsigned entry)
{
    return memcheck_retire(w, entry, 0, NONE, 0, 0, 0);
}

// Words of a quad, each `step` more than the one before.
static bool quad(unsigned entry, unsigned number, unsigned ofs, uint32_t lanes, uint32_t first, uint32_t step)
{
    uint32_t word[QUAD];
    for (unsigned n = 0; n < QUAD; n++)
        word[n] = first + step * n;
    return memcheck_texture(w, entry, 0, 0, number, ofs, lanes, word);
}

// The first word of memory is now this, and all caches have been told.
static void store(uint32_t value)
{
    const uint32_t data[LANES] = { value };
    CHECK(take(1, MEMCHECK_STORE) && memcheck_beat(w, 1, 0, data) && retire(1));
    memory[0] = value;
    CHECK(take(1, MEMCHECK_FENCE) && retire(1));
}

// ---- The tests ----

static void test_turns(void)
{
    static const uint8_t none[LANES];
    fresh();
    const struct texels pairs = words(8);
    CHECK(sample(0, &pairs, 0xf7));
    OBJECT("expected word 0 of quad 0", quad(0, 0, 1, 7, 100, 200));
    OBJECT("expected some of the active lanes 0x7 of quad 0", quad(0, 0, 0, 15, 0, 200));
    OBJECT("expected some of the active lanes", quad(0, LANES / QUAD, 0, 1, 0, 200));
    OBJECT("expected warp 0, register 0", memcheck_texture(w, 0, 0, 2, 0, 0, 7, memory));
    OBJECT("expected warp 0, register 0", memcheck_texture(w, 0, 1, 0, 0, 0, 7, memory));
    OBJECT("expected the value", quad(0, 0, 0, 7, 1, 200));
    CHECK(quad(0, 0, 0, 7, 0, 200));
    OBJECT("expected word 1 of quad 0", quad(0, 1, 0, 15, 800, 200));
    OBJECT("expected word 1 of quad 0", quad(0, 0, 1, 3, 100, 200));
    CHECK(quad(0, 0, 1, 7, 100, 200));
    OBJECT("expected word 0 of quad 1", quad(0, 0, 0, 7, 0, 200));
    OBJECT("expected an error, as lanes 0xf0 have no words", retire(0));
    CHECK(quad(0, 1, 0, 15, 800, 200) && quad(0, 1, 1, 15, 900, 200));
    OBJECT("expected no error", memcheck_retire(w, 0, 0, PAGE, 0, 1, A));
    CHECK(retire(0));
    CHECK(take(2, MEMCHECK_LOAD));
    OBJECT("expected no word of the texture unit", quad(2, 0, 0, 1, 0, 0));
    OBJECT("expected no write-back of a constant load or texture instruction",
           sample(3, &pairs, 1) && memcheck_writeback(w, 3, 0, 0, 0, 1, none, none, memory));
}

// A texel may be old until an invalidation is complete. No fence and no inval of its warp counts.
static void test_values(void)
{
    fresh();
    const struct texels one = words(4);
    store(7);
    CHECK(sample(0, &one, 1) && quad(0, 0, 0, 1, 0, 0) && retire(0));
    CHECK(sample(0, &one, 1) && quad(0, 0, 0, 1, 7, 0) && retire(0));
    CHECK(take(3, MEMCHECK_INVAL) && sample(0, &one, 1) && quad(0, 0, 0, 1, 0, 0) && retire(0));
    CHECK(retire(3) && sample(0, &one, 1));
    OBJECT("expected the value 0x00000007", quad(0, 0, 0, 1, 0, 0));
    CHECK(quad(0, 0, 0, 1, 7, 0) && retire(0));
    store(8);
    CHECK(sample(0, &one, 1));
    CHECK(memcheck_command(w, LINE_COMMAND, A, 0) && memcheck_completed(w));
    CHECK(quad(0, 0, 0, 1, 7, 0) && retire(0) && sample(0, &one, 1));
    OBJECT("expected the value 0x00000008", quad(0, 0, 0, 1, 7, 0));
    CHECK(quad(0, 0, 0, 1, 8, 0) && retire(0));
}

// A sum of 16-bit texels 0 and 1 is 0 at first, then 3.5, which is rounded up. A mixture of old and new
// texels is legal, too, but no other number between.
static void test_sums(void)
{
    fresh();
    struct texels sums = words(2);
    sums.bits = 16;
    sums.bilinear = true;
    sums.rows = 1;
    store(5 << 16 | 2);
    CHECK(sample(0, &sums, 1));
    OBJECT("expected the sum 0x00000004 of the newest texels", quad(0, 0, 0, 1, 2, 0));
    OBJECT("expected the sum 0x00000004", quad(0, 0, 0, 1, 5, 0));
    OBJECT("expected the sum 0x00000004", quad(0, 0, 0, 1, 0x10004, 0));
    CHECK(quad(0, 0, 0, 1, 4, 0) && retire(0));
    for (unsigned old = 0; old < 4; old++) { // 0 of either, of one, of the other
        static const uint32_t legal[] = { 0, 1, 3, 4 };
        CHECK(sample(0, &sums, 1) && quad(0, 0, 0, 1, legal[old], 0) && retire(0));
    }
}

// Lanes without words must fail, at the address of a texel of theirs that may fail.
static void test_errors(void)
{
    fresh();
    struct texels rows = words(4);
    rows.pitch = 4096; // the second row has a page of its own, which is absent
    rows.rows = 2;
    uint64_t addr[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = lane % 2 ? (uint64_t)TEXEL_ONE << 32 : 0;
    const struct memcheck_instr in = { .op = MEMCHECK_TEX, .texels = &rows, .mask = 15, .addr = addr };
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected it to fail", quad(0, 0, 0, 15, 0, 0));
    CHECK(quad(0, 0, 0, 5, 0, 0));
    OBJECT("expected an error, as lanes 0xa have no words", retire(0));
    OBJECT("expected failing lane 1 of lanes 0xa", memcheck_retire(w, 0, 0, PAGE, 3, 10, A + 4096));
    OBJECT("expected failing lane 1 of lanes 0xa", memcheck_retire(w, 0, 0, PAGE, 1, 2, A + 4096));
    OBJECT("expected the address of a texel that may fail", memcheck_retire(w, 0, 0, PAGE, 1, 10, A));
    OBJECT("expected the address of a texel that may fail", memcheck_retire(w, 0, 0, BUS, 1, 10, A + 4096));
    CHECK(memcheck_retire(w, 0, 0, PAGE, 1, 10, A + 4096));
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected words, as no legal mapping lets a texel fail", memcheck_retire(w, 0, 0, PAGE, 0, 15, A));
    // the page that was absent becomes present while a sample waits, which may still fail
    CHECK(memcheck_accept(w, 4, &in) && memcheck_page(w, A + 4096, MEMCHECK_PRESENT, at));
    CHECK(quad(4, 0, 0, 5, 0, 0) && memcheck_retire(w, 4, 0, PAGE, 1, 10, A + 4096));
    shape.textures = false; // then the operation is reserved, and has addresses
    memset(addr, 0, sizeof addr);
    memcheck_free(w);
    w = memcheck_new(world, &shape);
    CHECK(memcheck_accept(w, 0, &in) && memcheck_retire(w, 0, 0, OP, 0, 15, addr[0]));
}

static void tests(void)
{
    test_turns();
    test_values();
    test_sums();
    test_errors();
    memcheck_free(w);
    memcheck_world_free(world);
    w = NULL;
    world = NULL;
}

int main(void)
{
    return test_shapes("memory checker, textures", tests);
}
