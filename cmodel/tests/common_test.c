#include "common_test.h"

#include <stdio.h>
#include <stdlib.h>

unsigned lanes;
unsigned passed, failed;

void check(bool ok, const char *what, const char *file, int line)
{
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("%s:%d: %u lanes: %s\n", file, line, lanes, what);
}

uint64_t all_lanes(void)
{
    return UINT64_MAX >> (64 - lanes);
}

unsigned line_bytes(void)
{
    return (lanes < 32 ? lanes : 32) * UL1_WORD_BYTES;
}

struct ul1_sim_config config(void)
{
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    c.lanes = lanes;
    return c;
}

struct ul1_sim *make(const struct ul1_sim_config *c)
{
    const char *why = NULL;
    struct ul1_sim *s = ul1_sim_new(c, &why);
    if (!s) {
        printf("no simulation: %s\n", why);
        exit(2);
    }
    return s;
}

struct ul1_sim_instr access(unsigned op, unsigned space, uint64_t first, unsigned pitch)
{
    struct ul1_sim_instr i = {
        .op = (uint8_t)op, .space = (uint8_t)space, .width = UL1_WIDTH_B32, .mask = all_lanes()
    };
    for (unsigned lane = 0; lane < lanes; lane++)
        i.addr[lane] = first + (uint64_t)pitch * lane;
    return i;
}

struct ul1_sim_instr load(unsigned space, uint64_t first, unsigned pitch)
{
    return access(UL1_OP_LOAD, space, first, pitch);
}

struct ul1_sim_instr store(unsigned space, uint64_t first, unsigned pitch, uint32_t base)
{
    struct ul1_sim_instr i = access(UL1_OP_STORE, space, first, pitch);
    for (unsigned r = 0; r < UL1_WORDS; r++)
        for (unsigned lane = 0; lane < lanes; lane++)
            i.data[r][lane] = base + 1000 * r + lane;
    return i;
}

struct ul1_sim_done perform(struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    struct ul1_sim_done d = { .err = 0xff };
    CHECK(ul1_sim_submit(s, i) == UL1_SIM_OK);
    CHECK(ul1_sim_wait(s, &d, 100000) == UL1_SIM_OK);
    CHECK(d.tag == i->tag && d.op == i->op && d.warp == i->warp && d.reg == i->reg && d.mask == i->mask);
    return d;
}

struct ul1_sim_done command(struct ul1_sim *s, unsigned which, uint64_t addr, unsigned carveout)
{
    struct ul1_sim_done d = { .err = 0xff };
    CHECK(ul1_sim_command(s, 77, which, addr, carveout) == UL1_SIM_OK);
    CHECK(ul1_sim_wait(s, &d, 100000) == UL1_SIM_OK);
    CHECK(d.tag == 77 && d.op == UL1_SIM_COMMAND && !d.err);
    return d;
}

bool words_are(const struct ul1_sim_done *d, unsigned r, uint32_t base)
{
    for (unsigned lane = 0; lane < lanes; lane++)
        if (d->data[r][lane] != base + lane)
            return false;
    return true;
}
