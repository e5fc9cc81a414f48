// Tests the memory checker's rules of locks: which lanes get a flag, and for how long, and what memory holds.
#include "check.h"

enum { STORE = 1, LOAD = 0, GLOBAL = 1, B16 = 1, B32 = 2, B64 = 3, SPACE = 3, OP = 7, LOCKS = 64 };

static uint64_t addr[LANES];
static uint8_t lane[LANES], ofs[LANES];

static struct memcheck_instr instr(unsigned op, unsigned atom, unsigned width, uint32_t mask)
{
    return (struct memcheck_instr){
        .op = (uint8_t)op, .atom = (uint8_t)atom, .width = (uint8_t)width, .mask = mask, .addr = addr
    };
}

static bool retired(unsigned err)
{
    return memcheck_retire(w, 0, 0, err, 0, err != 0, err ? addr[0] : 0);
}

// A store, or an unlock, of 7 by these lanes, in one pass.
static void store(unsigned atom, uint32_t mask)
{
    uint32_t data[LANES];
    const struct memcheck_instr in = instr(STORE, atom, B32, mask);
    for (unsigned i = 0; i < LANES; i++)
        data[i] = 7;
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    CHECK(memcheck_pass(w, 0, 0, true, mask));
}

// The first word of each flag's lanes, and the words behind them with the same flags.
static void write(void)
{
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = 4 * i + 4 * LOCKS;
    store(0, ALL);
    CHECK(retired(0));
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = 4 * i;
    store(0, ALL);
    CHECK(retired(0));
}

static void begin(unsigned locks)
{
    shape.locks = locks;
    w = memcheck_new(NULL, &shape);
    for (unsigned i = 0; i < LANES; i++)
        lane[i] = (uint8_t)i;
    write();
}

static void end(void)
{
    CHECK(memcheck_finish(w));
    memcheck_free(w);
    w = NULL;
}

// A load-and-lock of these lanes has its pass.
static void lock(uint32_t mask)
{
    const struct memcheck_instr in = instr(LOAD, MEMCHECK_LOCK, B32, mask);
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_pass(w, 0, 0, false, mask));
}

static void words(uint32_t mask, uint32_t value)
{
    uint32_t data[LANES];
    for (unsigned i = 0; i < LANES; i++)
        data[i] = value;
    CHECK(memcheck_writeback(w, 0, 0, 0, 0, mask, lane, ofs, data));
    CHECK(retired(0));
}

// These predicates are right, and none that differs in a bit of the mask.
static void right(uint32_t mask, uint32_t had)
{
    for (unsigned i = 0; i < LANES; i++)
        if (mask >> i & 1)
            OBJECT("a lock flag has one holder", memcheck_predicates(w, 0, 0, mask, had ^ UINT32_C(1) << i));
    CHECK(memcheck_predicates(w, 0, 0, mask, had));
    words(mask, 7);
}

static void test_holders(void)
{
    begin(LOCKS);
    lock(1);
    right(1, 1);
    lock(3);
    right(3, 2); // the other word is free
    addr[0] += 4 * LOCKS;
    lock(1);
    right(1, 0); // a word with the same flag
    store(MEMCHECK_UNLOCK, 1);
    CHECK(retired(0));
    addr[0] -= 4 * LOCKS;
    lock(3);
    right(3, 1);
    store(0, 3); // a plain store frees nothing
    CHECK(retired(0));
    lock(3);
    right(3, 0);
    CHECK(memcheck_reset(w));
    write();
    lock(3);
    right(3, 3);
    end();
}

// Lanes on one word: the lowest has it.
static void test_contenders(void)
{
    begin(LOCKS);
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = 4;
    lock(6);
    right(6, 2);
    store(MEMCHECK_UNLOCK, 4); // another lane may unlock
    CHECK(retired(0));
    lock(ALL);
    right(ALL, 1);
    end();
}

static void test_conditional(void)
{
    begin(LOCKS);
    lock(1);
    right(1, 1);
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = 0;
    uint32_t data[LANES] = { 0, 11, 22 };
    struct memcheck_instr in = instr(STORE, MEMCHECK_CUNLOCK, B32, 6);
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    CHECK(memcheck_pass(w, 0, 0, true, 6));
    right(6, 2); // it returns the old words
    in.mask = 4;
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_beat(w, 0, 0, data));
    CHECK(memcheck_pass(w, 0, 0, true, 4));
    CHECK(memcheck_predicates(w, 0, 0, 4, 0)); // free now
    words(4, 11);
    lock(1);
    CHECK(memcheck_predicates(w, 0, 0, 1, 1));
    words(1, 11); // it did not store
    end();
}

// A pass with bank conflicts: each pass has predicates of its own.
static void test_passes(void)
{
    begin(LOCKS);
    addr[0] = 0;
    addr[1] = 4 * LOCKS; // the same flag
    const struct memcheck_instr in = instr(LOAD, MEMCHECK_LOCK, B32, 3);
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(memcheck_pass(w, 0, 0, false, 1));
    CHECK(memcheck_pass(w, 0, 0, false, 2));
    CHECK(memcheck_predicates(w, 0, 0, 1, 1));
    uint32_t data[LANES] = { 7, 7 };
    CHECK(memcheck_writeback(w, 0, 0, 0, 0, 1, lane, ofs, data));
    OBJECT("a lock flag has one holder", memcheck_predicates(w, 0, 0, 2, 2));
    CHECK(memcheck_predicates(w, 0, 0, 2, 0));
    CHECK(memcheck_writeback(w, 0, 0, 0, 0, 2, lane, ofs, data));
    CHECK(retired(0));
    end();
}

// Operations, widths and spaces that a machine does not have.
static void test_legal(void)
{
    const struct memcheck_instr wrong[] = {
        instr(LOAD, MEMCHECK_LOCK, B64, 1),   instr(LOAD, MEMCHECK_LOCK, B16, 1),
        instr(STORE, MEMCHECK_LOCK, B32, 1),  instr(STORE, MEMCHECK_UNLOCK, B64, 1),
        instr(STORE, MEMCHECK_CUNLOCK, 0, 1),
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin(LOCKS);
        CHECK(memcheck_accept(w, 0, &wrong[i]));
        OBJECT("expected op", retired(0));
        CHECK(retired(OP));
        end();
    }
    begin(0);
    const struct memcheck_instr none = instr(LOAD, MEMCHECK_LOCK, B32, 1);
    CHECK(memcheck_accept(w, 0, &none));
    OBJECT("expected op", retired(0));
    CHECK(retired(OP));
    end();
    begin(LOCKS);
    struct memcheck_instr global = instr(STORE, MEMCHECK_UNLOCK, B32, 1);
    global.space = GLOBAL;
    CHECK(memcheck_accept(w, 0, &global));
    CHECK(retired(SPACE));
    const struct memcheck_instr plain = instr(LOAD, MEMCHECK_UNLOCK, B32, 1); // ignored
    CHECK(memcheck_accept(w, 0, &plain));
    CHECK(memcheck_pass(w, 0, 0, false, 1));
    right(1, 0);
    end();
}

static void tests(void)
{
    test_holders();
    test_contenders();
    test_conditional();
    test_passes();
    test_legal();
}

int main(void)
{
    return test_shapes("memory checker, locks", tests);
}
