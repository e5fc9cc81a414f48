// Tests values: random accesses of one warp, of all widths and kinds, against an array of bytes. A warp's
// accesses act in program order, so each load's value is known.
#include "common_test.h"

#include <string.h>

enum { BYTES = 4096, COUNT = 400 };

static uint32_t seed;
static unsigned char shared[BYTES], memory[BYTES];

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

static struct ul1_sim_instr any(void)
{
    unsigned width = draw(5), bytes = 1u << width;
    struct ul1_sim_instr i = store(draw(3), 0, 0, 0);
    i.op = (uint8_t)draw(2);
    i.width = (uint8_t)width;
    i.sign = (uint8_t)draw(2);
    i.hint = (uint8_t)draw(5);
    i.mask = all_lanes();
    if (draw(4))
        i.mask &= draw(UINT32_MAX) | (uint64_t)draw(UINT32_MAX) << 32 | 1;
    unsigned first = draw(BYTES), pitch = draw(3) ? 1 : draw(64);
    for (unsigned lane = 0; lane < lanes; lane++)
        i.addr[lane] = (draw(8) ? first + lane * pitch * bytes : draw(BYTES)) % BYTES / bytes * bytes;
    for (unsigned r = 0; r < UL1_WORDS; r++)
        for (unsigned lane = 0; lane < lanes; lane++)
            i.data[r][lane] = draw(1u << 24) * 259;
    return i;
}

static unsigned char *bytes_of(const struct ul1_sim_instr *i)
{
    return i->space == UL1_SPACE_SHARED ? shared : memory;
}

// The highest lane wins a byte.
static void store_bytes(const struct ul1_sim_instr *i)
{
    for (unsigned lane = 0; lane < lanes; lane++)
        for (unsigned b = 0; i->mask >> lane & 1 && b < 1u << i->width; b++)
            bytes_of(i)[i->addr[lane] + b] = (unsigned char)(i->data[b / 4][lane] >> 8 * (b % 4));
}

static uint32_t loaded(const struct ul1_sim_instr *i, unsigned r, unsigned lane)
{
    unsigned bytes = i->width == UL1_WIDTH_B8 ? 1 : i->width == UL1_WIDTH_B16 ? 2 : UL1_WORD_BYTES;
    uint32_t word = 0;
    for (unsigned b = 0; b < bytes; b++)
        word |= (uint32_t)bytes_of(i)[i->addr[lane] + 4 * r + b] << 8 * b;
    bool negative = i->sign && bytes < 4 && word >> (8 * bytes - 1) & 1;
    return i->mask >> lane & 1 ? negative ? word | ~0u << 8 * bytes : word : 0;
}

static bool right(const struct ul1_sim_instr *i, const struct ul1_sim_done *d)
{
    unsigned words = i->width <= UL1_WIDTH_B32 ? 1 : 1u << (i->width - UL1_WIDTH_B32);
    for (unsigned r = 0; i->op == UL1_OP_LOAD && r < words; r++)
        for (unsigned lane = 0; lane < lanes; lane++)
            if (d->data[r][lane] != loaded(i, r, lane))
                return false;
    return !d->err;
}

static void values(unsigned home)
{
    static struct ul1_sim_instr i[COUNT];
    static struct ul1_sim_done d[COUNT];
    static const uint32_t none[BYTES / 4];
    struct ul1_sim_config c = config();
    c.home = home;
    c.memory_latency = 1 + 40 * home;
    c.fetch = home ? UL1_FETCH_SECTOR : UL1_FETCH_LINE;
    struct ul1_sim *s = make(&c);
    CHECK(ul1_sim_poke(s, 0, none, BYTES / 4) == UL1_SIM_OK);
    memset(shared, 0, BYTES);
    memset(memory, 0, BYTES);
    for (unsigned n = 0; n < COUNT; n++) {
        i[n] = any();
        i[n].tag = n;
    }
    size_t came;
    CHECK(ul1_sim_batch(s, i, COUNT, d, COUNT, &came, 1000000) == UL1_SIM_OK && came == COUNT);
    uint32_t got[BYTES / 4];
    for (unsigned n = 0; n < COUNT; n++) {
        unsigned k = 0; // its completion, which need not be the n-th
        while (k < COUNT - 1 && d[k].tag != n)
            k++;
        CHECK(right(&i[n], &d[k]));
        if (i[n].op == UL1_OP_STORE)
            store_bytes(&i[n]);
    }
    CHECK(ul1_sim_peek(s, 0, got, BYTES / 4) == UL1_SIM_OK && !memcmp(got, shared, BYTES));
    command(s, UL1_CMD_FLUSH, 0, 0);
    CHECK(ul1_sim_read(s, 0, got, BYTES) == UL1_SIM_OK && !memcmp(got, memory, BYTES));
    ul1_sim_free(s);
}

void test_values(void)
{
    seed = 5 + lanes;
    for (unsigned round = 0; round < 6; round++)
        values(round % 2);
}
