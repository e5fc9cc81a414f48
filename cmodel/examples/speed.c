// Cycles a second of the transaction level, and of the same machine with its pins driven by hand, on the same
// instructions: loads and stores of shared memory by eight warps, with random conflicts; then of warps that wait
// for memory. Usage: speed [CYCLES]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ul1_ports_32.h>
#include <ul1_sim.h>

enum { LANES = 32, INSTRS = 256, WARPS = 8 };

static struct ul1_sim_instr instr[INSTRS];
static struct ul1_sim_done done[INSTRS];

static const struct ul1_sim_instr *flight[UL1_PT];
static uint32_t words[WARPS][1 << UL1_REG_W][LANES];

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void draw(void)
{
    uint32_t x = 1;
    for (unsigned n = 0; n < INSTRS; n++) {
        instr[n].op = n % 4 == 3 ? UL1_OP_STORE : UL1_OP_LOAD;
        instr[n].width = UL1_WIDTH_B32;
        instr[n].warp = (uint8_t)(n % WARPS);
        instr[n].mask = UINT32_MAX;
        for (unsigned lane = 0; lane < LANES; lane++) {
            x = x * 1664525 + 1013904223;
            instr[n].addr[lane] = n % 2 ? 4 * lane : (x >> 16) % 4096 * 4;
        }
    }
}

static uint64_t by_transactions(uint64_t cycles, double *time)
{
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    struct ul1_sim *s = ul1_sim_new(&c, NULL);
    if (!s)
        exit(1);
    double begin = seconds();
    size_t came;
    while (ul1_sim_cycle(s) < cycles)
        ul1_sim_batch(s, instr, INSTRS, done, INSTRS, &came, UINT64_MAX);
    *time = seconds() - begin;
    uint64_t run = ul1_sim_cycle(s);
    ul1_sim_free(s);
    return run;
}

// The least that a use of it wants: store data are given, loaded words kept, retirements counted.
static uint64_t by_pins(uint64_t cycles, double *time)
{
    const struct ul1_block *b = ul1_find(LANES, "l1");
    void *state = calloc(1, b->state_size);
    struct ul1_l1_in_32 *in = calloc(1, sizeof *in);
    struct ul1_l1_out_32 *out = calloc(1, sizeof *out);
    if (!state || !in || !out)
        exit(1);
    double begin = seconds();
    uint64_t n = 0, retired = 0, cycle = 0;
    for (; cycle < cycles; cycle++) {
        const struct ul1_sim_instr *i = &instr[n % INSTRS];
        b->early(state, out);
        in->in_valid = 1;
        in->in_op = i->op;
        in->in_width = i->width;
        in->in_warp = i->warp;
        in->in_mask = i->mask;
        memcpy(in->in_addr, i->addr, sizeof in->in_addr);
        in->pull_valid = out->lsu.pull_ready;
        for (uint32_t left = out->lsu.pull_ready ? out->lsu.pull_mask : 0; left; left &= left - 1) {
            unsigned slot = (unsigned)__builtin_ctz(left);
            in->pull_data[slot] = flight[out->lsu.pull_id]->data[out->lsu.pull_ofs[slot]][out->lsu.pull_lane[slot]];
        }
        b->late(state, in, out);
        if (out->lsu.in_ready) {
            flight[out->lsu.in_entry] = i;
            n++;
        }
        for (uint32_t left = out->lsu.rf_valid ? out->dxbar.load_mask : 0; left; left &= left - 1) {
            unsigned slot = (unsigned)__builtin_ctz(left);
            words[out->lsu.rf_warp][out->lsu.rf_reg][out->lsu.rf_lane[slot]] = out->dxbar.load_data[slot];
        }
        retired += out->lsu.ret_valid;
        b->clock(state, in, out);
    }
    *time = seconds() - begin;
    free(state);
    free(in);
    free(out);
    return retired ? cycle : 0;
}

// Cached loads of all warps at random lines, each waiting for its own, with a memory that answers in so many cycles: stepping
// each cycle, or running to the next completion. Cycles a second.
static double waiting(unsigned latency, int stepping)
{
    enum { LOADS = 20000, MEMORY_LINES = 100000 };
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    c.memory_latency = latency;
    c.memory_bytes = (uint64_t)MEMORY_LINES * UL1_LINE_BYTES_32;
    struct ul1_sim *s = ul1_sim_new(&c, NULL);
    if (!s)
        exit(1);
    struct ul1_sim_instr i = { .op = UL1_OP_LOAD, .space = UL1_SPACE_GLOBAL, .width = UL1_WIDTH_B32, .mask = UINT32_MAX };
    struct ul1_sim_done d = { 0 };
    double begin = seconds();
    for (uint32_t n = 0; n < LOADS; n++) {
        uint64_t line = (n * 2654435761u >> 8) % MEMORY_LINES;
        i.warp = n < WARPS ? (uint8_t)n : d.warp;
        for (unsigned lane = 0; lane < LANES; lane++)
            i.addr[lane] = line * UL1_LINE_BYTES_32 + 4 * lane;
        ul1_sim_submit(s, &i);
        if (n < WARPS - 1)
            continue;
        if (!stepping)
            ul1_sim_wait(s, &d, UINT64_MAX);
        else
            while (ul1_sim_collect(s, &d))
                ul1_sim_step(s, 1);
    }
    double rate = (double)ul1_sim_cycle(s) / (seconds() - begin);
    ul1_sim_free(s);
    return rate;
}

int main(int argc, char **argv)
{
    uint64_t cycles = argc > 1 ? strtoull(argv[1], NULL, 10) : 300000;
    double a[2] = { 0 }, t;
    draw();
    for (int round = 0; round < 5; round++) { // in alternation, the best of each
        double rate = (double)by_transactions(cycles, &t) / t;
        a[0] = rate > a[0] ? rate : a[0];
        rate = (double)by_pins(cycles, &t) / t;
        a[1] = rate > a[1] ? rate : a[1];
    }
    printf("conflicts: %.0f cycles a second by transactions, %.0f by pins: ratio %.2f\n", a[0], a[1], a[0] / a[1]);
    for (unsigned latency = 20; latency <= 500; latency *= 5)
        printf("misses, M = %3u: %.0f cycles a second, %.0f stepping each\n", latency, waiting(latency, 0), waiting(latency, 1));
    return 0;
}
