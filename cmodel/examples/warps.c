// A small simulator of in-order warps that issues one instruction a cycle, with libul1 as its shared memory
// and L1. The warps transpose a matrix through a tile in shared memory, one row for each warp. Usage: warps
// [LANES]
//
// The simulator keeps the registers, and which of them are being loaded. The library takes addresses and
// store data, and returns loaded words.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ul1_sim.h>

enum { REGS = 4, MOST = UL1_SIM_LANES };

enum op { LDG, STG, LDS, STS, ADD, BARRIER, END };

// An address is base + row * warp + column * lane, in bytes.
struct step {
    enum op op;
    unsigned reg, base, row, column;
};

struct warp {
    unsigned pc;
    unsigned awaited; // bit r: register r is being loaded
    bool at_barrier;
    uint32_t reg[REGS][MOST];
};

struct core {
    struct ul1_sim *l1;
    const struct step *program;
    unsigned lanes, turn; // as many warps as lanes; the next warp to issue
    struct warp warp[MOST];
    uint64_t issued;
};

static bool is_load(enum op op)
{
    return op == LDG || op == LDS;
}

static bool submit(struct core *c, unsigned w, const struct step *s)
{
    struct warp *warp = &c->warp[w];
    struct ul1_sim_instr i = { .op = is_load(s->op) ? UL1_OP_LOAD : UL1_OP_STORE,
                               .space = s->op == LDG || s->op == STG ? UL1_SPACE_GLOBAL : UL1_SPACE_SHARED,
                               .width = UL1_WIDTH_B32,
                               .warp = (uint8_t)w,
                               .reg = (uint8_t)s->reg,
                               .mask = UINT32_MAX >> (MOST - c->lanes) };
    for (unsigned lane = 0; lane < c->lanes; lane++)
        i.addr[lane] = s->base + s->row * w + s->column * lane;
    memcpy(i.data[0], warp->reg[s->reg], sizeof warp->reg[s->reg]);
    return !ul1_sim_submit(c->l1, &i);
}

// Issues the warp's next step; false if it cannot issue now.
static bool issue(struct core *c, unsigned w)
{
    struct warp *warp = &c->warp[w];
    const struct step *s = &c->program[warp->pc];
    if (s->op == END || warp->at_barrier || warp->awaited >> s->reg & 1)
        return false;
    if (s->op == BARRIER)
        warp->at_barrier = true;
    else if (s->op == ADD)
        for (unsigned lane = 0; lane < c->lanes; lane++)
            warp->reg[s->reg][lane] += s->base;
    else if (!submit(c, w, s))
        return false;
    if (is_load(s->op))
        warp->awaited |= 1u << s->reg;
    warp->pc++;
    c->issued++;
    return true;
}

static void collect(struct core *c)
{
    struct ul1_sim_done d;
    while (!ul1_sim_collect(c->l1, &d))
        if (d.op == UL1_OP_LOAD) {
            memcpy(c->warp[d.warp].reg[d.reg], d.data[0], sizeof d.data[0]);
            c->warp[d.warp].awaited &= ~(1u << d.reg);
        }
}

// Releases the barrier when all warps wait at it.
static void pass_barrier(struct core *c)
{
    for (unsigned w = 0; w < c->lanes; w++)
        if (!c->warp[w].at_barrier)
            return;
    for (unsigned w = 0; w < c->lanes; w++)
        c->warp[w].at_barrier = false;
}

static bool all_ended(const struct core *c)
{
    for (unsigned w = 0; w < c->lanes; w++)
        if (c->program[c->warp[w].pc].op != END)
            return false;
    return ul1_sim_idle(c->l1);
}

static void cycle(struct core *c)
{
    for (unsigned n = 0; n < c->lanes; n++)
        if (issue(c, (c->turn + n) % c->lanes)) {
            c->turn = (c->turn + n + 1) % c->lanes;
            break;
        }
    ul1_sim_step(c->l1, 1);
    collect(c);
    pass_barrier(c);
}

static uint32_t element(unsigned row, unsigned column)
{
    return 1000 * row + column;
}

// Transposes with a tile of row pitch `pitch`, in bytes; false if the result is wrong.
static bool transpose(unsigned lanes, unsigned pitch)
{
    const unsigned row = 4 * lanes, from = 0, to = 1 << 16;
    const struct step program[] = { { LDG, 0, from, row, 4 }, { STS, 0, 0, pitch, 4 },
                                    { BARRIER, 0, 0, 0, 0 },  { LDS, 1, 0, 4, pitch },
                                    { ADD, 1, 1, 0, 0 },      { STG, 1, to, row, 4 },
                                    { END, 0, 0, 0, 0 } };
    static struct core c;
    memset(&c, 0, sizeof c);
    struct ul1_sim_config config;
    ul1_sim_defaults(&config, sizeof config);
    config.lanes = c.lanes = lanes;
    config.memory_latency = 100;
    c.l1 = ul1_sim_new(&config, NULL);
    if (!c.l1)
        return false;
    c.program = program;
    for (unsigned r = 0; r < lanes; r++)
        for (unsigned k = 0; k < lanes; k++) {
            uint32_t word = element(r, k);
            ul1_sim_write(c.l1, from + row * r + 4 * k, &word, sizeof word);
        }
    while (!all_ended(&c))
        cycle(&c);
    bool right = true;
    for (unsigned r = 0; r < lanes; r++)
        for (unsigned k = 0; k < lanes; k++) {
            uint32_t word;
            ul1_sim_read(c.l1, to + row * r + 4 * k, &word, sizeof word);
            right &= word == element(k, r) + 1;
        }
    struct ul1_sim_counters n;
    ul1_sim_counters(c.l1, &n);
    printf(
        "%2u lanes, pitch %3u: %5u cycles, %3u instructions, %4u passes of shared memory, %3u misses: %s\n",
        lanes, pitch, (unsigned)n.cycles, (unsigned)c.issued, (unsigned)n.shared_passes, (unsigned)n.misses,
        right ? "right" : "WRONG");
    ul1_sim_free(c.l1);
    return right;
}

int main(int argc, char **argv)
{
    unsigned lanes = argc > 1 ? (unsigned)atoi(argv[1]) : 32;
    if (lanes != 8 && lanes != 16 && lanes != 32) {
        fprintf(stderr, "usage: warps [8|16|32]\n");
        return 2;
    }
    return transpose(lanes, 4 * lanes) & transpose(lanes, 4 * lanes + 4) ? 0 : 1;
}
