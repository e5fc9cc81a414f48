// Tests the memory checker's rules of atomics: the passes, the words that come back, and what memory holds.
#include "check.h"

enum { STORE = 1, LOAD = 0, SHARED = 0, B32 = 2, B64 = 3, OP = 7, MISALIGNED = 1 };

static uint64_t addr[LANES];
static uint8_t lane[LANES], ofs[LANES];

static struct memcheck_instr instr(unsigned op, unsigned atom, unsigned width, uint32_t mask)
{
    return (struct memcheck_instr){
        .op = (uint8_t)op, .atom = (uint8_t)atom, .width = (uint8_t)width, .mask = mask, .addr = addr
    };
}

static void begin(unsigned atomics)
{
    shape.atomics = atomics;
    w = memcheck_new(NULL, &shape);
    for (unsigned i = 0; i < LANES; i++) {
        addr[i] = 0;
        lane[i] = (uint8_t)i;
        ofs[i] = 0;
    }
}

static void end(void)
{
    CHECK(memcheck_finish(w));
    memcheck_free(w);
    w = NULL;
}

// All words of the first row.
static void fill(uint32_t value)
{
    uint32_t data[LANES];
    const struct memcheck_instr in = instr(STORE, 0, B32, ALL);
    for (unsigned i = 0; i < LANES; i++) {
        addr[i] = 4 * i;
        data[i] = value;
    }
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    CHECK(memcheck_pass(w, 0, 0, true, ALL));
    CHECK(memcheck_retire(w, 0, 0, 0, 0, 0, 0));
}

static bool back(uint32_t mask, unsigned slot, uint32_t value)
{
    uint32_t data[LANES] = { 0 };
    data[slot] = value;
    return memcheck_writeback(w, 0, 0, 0, 0, mask, lane, ofs, data);
}

// Two lanes on one word: a pass each, in ascending order, and each returns the word before.
static void test_passes(void)
{
    uint32_t data[LANES] = { 3, 4 };
    const struct memcheck_instr in = instr(STORE, MEMCHECK_ADD, B32, 3);
    begin(1);
    fill(100);
    addr[0] = addr[1] = 8;
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    OBJECT("expected pass 1", memcheck_pass(w, 0, 0, true, 3));
    OBJECT("expected pass 1", memcheck_pass(w, 0, 0, true, 2));
    CHECK(memcheck_pass(w, 0, 0, true, 1));
    CHECK(memcheck_pass(w, 0, 0, true, 2));
    OBJECT("expected the value 0x00000064", back(1, 0, 103));
    CHECK(back(1, 0, 100));
    OBJECT("expected every pass written back", memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    OBJECT("expected the value 0x00000067", back(2, 1, 100));
    CHECK(back(2, 1, 103));
    CHECK(memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    uint32_t row[LANES];
    for (unsigned i = 0; i < LANES; i++)
        row[i] = i == 2 ? 107 : 100;
    CHECK(memcheck_contents(w, 0, row));
    row[2] = 104;
    OBJECT("expected 0x0000006b", memcheck_contents(w, 0, row));
    end();
}

// A cas has the beats and sub-warps of twice its width, and accesses of its first operand alone.
static void test_cas(void)
{
    uint32_t data[LANES] = { 100, 7 };
    const struct memcheck_instr in = instr(STORE, MEMCHECK_CAS, B32, 1);
    begin(1);
    fill(100);
    addr[0] = 4; // a multiple of its own width
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    OBJECT("active slots", memcheck_pass(w, 0, 0, true, 3));
    CHECK(memcheck_pass(w, 0, 0, true, 1));
    CHECK(back(1, 0, 100));
    CHECK(memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    uint32_t row[LANES];
    for (unsigned i = 0; i < LANES; i++)
        row[i] = i == 1 ? 7 : 100;
    CHECK(memcheck_contents(w, 0, row));
    end();
}

// An operation that the machine lacks fails with `op`, a wrong address with `misaligned`.
static void fails(unsigned atomics, unsigned atom, unsigned width, unsigned at, unsigned err)
{
    const struct memcheck_instr in = instr(STORE, atom, width, 1);
    begin(atomics);
    addr[0] = at;
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("seen no error", memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    CHECK(memcheck_retire(w, 0, 0, err, 0, 1, at));
    end();
}

static void test_errors(void)
{
    fails(0, MEMCHECK_ADD, B32, 0, OP);
    fails(1, MEMCHECK_FLOAT_ADD, B32, 0, OP);
    fails(2, MEMCHECK_FLOAT_ADD, B64, 0, OP);
    fails(1, MEMCHECK_MIN, B64, 0, OP);
    fails(1, MEMCHECK_ADD, 1, 0, OP);
    fails(2, MEMCHECK_FLOAT_ADD + 1, B32, 0, OP);
    fails(1, MEMCHECK_CAS, B64, 4, MISALIGNED);
}

static void tests(void)
{
    test_passes();
    test_cas();
    test_errors();
}

int main(void)
{
    return test_shapes("memory checker, atomics", tests);
}
