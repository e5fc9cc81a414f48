// Tests the memory checker's rules of matrix accesses: which are legal, and where each half of a word goes.
#include "check.h"

enum { LOAD, STORE, B64 = 3, B128 = 4, OP = 7, SPACE = 3, PLAIN = 1, TRANS = 2, ROWS = LANES / 4 };

static uint64_t addr[LANES];
static uint8_t lane[LANES], high[LANES], ofs[LANES];
static struct memcheck_halves halves;

static struct memcheck_instr instr(unsigned op, unsigned matrix, unsigned width, uint32_t mask)
{
    return (struct memcheck_instr){
        .op = (uint8_t)op, .matrix = (uint8_t)matrix, .width = (uint8_t)width, .mask = mask, .addr = addr
    };
}

static void begin(unsigned matrix)
{
    shape.matrix = matrix;
    shape.lane_pairs = true; // they form none
    w = memcheck_new(NULL, &shape);
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = 16 * i;
}

static void end(void)
{
    CHECK(memcheck_finish(w));
    memcheck_free(w);
    w = NULL;
    shape.lane_pairs = false;
    shape.matrix = 0;
}

// A store of words in their order, as a plain matrix store has it; sub-warp k has the words from k * LANES
// on.
static void fill(unsigned matrix)
{
    uint32_t data[LANES];
    const struct memcheck_instr in = instr(STORE, matrix, B128, ALL);
    CHECK(memcheck_accept(w, 0, &in));
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned i = 0; i < LANES; i++)
            data[i] = k * LANES + i;
        CHECK(memcheck_beat(w, 0, k, data) && memcheck_pass(w, 0, k, true, ALL));
    }
    CHECK(memcheck_retire(w, 0, 0, 0, 0, 0, 0));
}

// The registers of sub-warp k, found by counting through its matrix.
static void places(unsigned matrix, unsigned k)
{
    halves = (struct memcheck_halves){ (uint8_t)matrix, lane, high, ofs, 0 };
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned c = 0; c < 4; c++) {
            const unsigned slot = 4 * row + c;
            lane[slot] = (uint8_t)(matrix == PLAIN ? slot : 2 * c * (ROWS / 2) + row / 2);
            high[slot] = (uint8_t)(matrix == PLAIN ? slot : (2 * c + 1) * (ROWS / 2) + row / 2);
            ofs[slot] = (uint8_t)k;
            halves.half |= (uint32_t)(matrix == TRANS && row % 2) << slot;
        }
}

static void test_places(unsigned matrix)
{
    uint32_t data[LANES];
    const struct memcheck_instr in = instr(LOAD, matrix, B128, ALL);
    begin(2);
    fill(matrix);
    CHECK(memcheck_accept(w, 0, &in));
    for (unsigned k = 0; k < 4; k++) {
        places(matrix, k);
        for (unsigned i = 0; i < LANES; i++)
            data[i] = k * LANES + i;
        CHECK(memcheck_pass(w, 0, k, false, ALL));
        halves.matrix ^= 3;
        OBJECT("expected the matrix load", memcheck_matrix(w, 0, k, ALL, &halves));
        halves.matrix ^= 3;
        lane[5] ^= 1;
        OBJECT("expected element 2 of row 1", memcheck_matrix(w, 0, k, ALL, &halves));
        lane[5] ^= 1, high[3] ^= 2;
        OBJECT("expected element 7 of row 0", memcheck_matrix(w, 0, k, ALL, &halves));
        high[3] ^= 2, ofs[0] ^= 1;
        OBJECT("expected element 0 of row 0", memcheck_matrix(w, 0, k, ALL, &halves));
        ofs[0] ^= 1, halves.half ^= 1u << 4;
        OBJECT("expected element 0 of row 1", memcheck_matrix(w, 0, k, ALL, &halves));
        halves.half ^= 1u << 4;
        CHECK(memcheck_matrix(w, 0, k, ALL, &halves));
        data[1]++;
        OBJECT("expected the value", memcheck_writeback(w, 0, k, 0, 0, ALL, lane, ofs, data));
        data[1]--;
        CHECK(memcheck_writeback(w, 0, k, 0, 0, ALL, lane, ofs, data));
    }
    CHECK(memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    end();
}

// A load that is no matrix load has no such registers.
static void test_others(void)
{
    const struct memcheck_instr in = instr(LOAD, 0, B128, ALL);
    begin(1);
    shape.lane_pairs = false;
    places(PLAIN, 0);
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected the matrix load 0, seen 1", memcheck_matrix(w, 0, 0, ALL, &halves));
    halves.matrix = 0;
    CHECK(memcheck_matrix(w, 0, 0, ALL, &halves));
    memcheck_free(w);
    w = NULL;
}

static void fails(unsigned built, struct memcheck_instr in, unsigned err)
{
    begin(built);
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("seen no error", memcheck_retire(w, 0, 0, 0, 0, 0, 0));
    CHECK(memcheck_retire(w, 0, 0, err, (unsigned)__builtin_ctz(in.mask), in.mask,
                          addr[__builtin_ctz(in.mask)]));
    end();
}

static void test_errors(void)
{
    struct memcheck_instr in = instr(LOAD, PLAIN, B128, ALL);
    fails(0, in, OP);
    in.space = 1;
    fails(1, in, SPACE);
    fails(1, instr(STORE, TRANS, B128, ALL), OP);
    fails(2, instr(LOAD, TRANS, B64, ALL), OP);
    fails(2, instr(LOAD, PLAIN, B128 + 1, ALL), OP);
    fails(2, instr(LOAD, TRANS + 1, B128, ALL), OP);
    fails(2, instr(LOAD, PLAIN, B128, 1), OP);
    fails(2, instr(STORE, PLAIN, B128, ALL >> 1), OP);
}

static void tests(void)
{
    test_places(PLAIN);
    test_places(TRANS);
    test_others();
    test_errors();
}

int main(void)
{
    return test_shapes("memory checker, matrix accesses", tests);
}
