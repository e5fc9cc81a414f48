// The speed of the transaction level against that of the same machine with its pins driven by hand, on the same
// instructions, in alternation; then that of warps that wait for memory. Usage: speed [CYCLES]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ul1_ports_32.h>
#include <ul1_ports_8.h>
#include <ul1_sim.h>

enum { INSTRS = 256, WARPS = 8, ANSWERS = 256, LATENCY = 20, MEMORY = 1 << 20, ROUNDS = 9 };

struct traffic {
    const char *name;
    int conflicts, cached, idle;
};

struct answer {
    uint64_t due, vline;
    uint8_t op, number, sect;
    uint32_t word[UL1_SIM_LANES];
};

static struct ul1_sim_instr instr[INSTRS];
static struct ul1_sim_done done[INSTRS];

static const struct ul1_sim_instr *flight[UL1_PT];
static uint32_t words[WARPS][1 << UL1_REG_W][UL1_SIM_LANES];
static unsigned char memory[MEMORY];
static struct answer answers[ANSWERS];
static unsigned first_answer, owed;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#define LANES 8
#include "speed_pins.h"
#undef LANES
#define LANES 32
#include "speed_pins.h"
#undef LANES

// Three loads to a store, by eight warps: of words in a row; or, each second one, of random words of shared memory; or of
// words in a row in random lines of the memory.
static void draw(const struct traffic *t, unsigned lanes)
{
    uint32_t x = 1;
    for (unsigned n = 0; n < INSTRS; n++) {
        uint32_t line = (x = x * 1664525 + 1013904223) >> 16;
        instr[n] = (struct ul1_sim_instr){ .op = n % 4 == 3 ? UL1_OP_STORE : UL1_OP_LOAD, .width = UL1_WIDTH_B32,
                                           .space = t->cached ? UL1_SPACE_GLOBAL : UL1_SPACE_SHARED,
                                           .warp = (uint8_t)(n % WARPS), .mask = UINT32_MAX >> (UL1_SIM_LANES - lanes) };
        for (unsigned lane = 0; lane < lanes; lane++) {
            x = x * 1664525 + 1013904223;
            instr[n].addr[lane] = t->conflicts && n % 2 == 0 ? (x >> 16) % 2048 * 4
                                                             : (t->cached ? line % 512 * lanes : 0) * 4 + 4 * lane;
        }
    }
}

static struct ul1_sim *made(unsigned lanes, unsigned latency, uint64_t bytes, unsigned capacity)
{
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    c.lanes = lanes;
    c.memory_latency = latency;
    c.memory_bytes = bytes;
    c.capacity = capacity;
    struct ul1_sim *s = ul1_sim_new(&c, NULL);
    if (!s)
        exit(1);
    return s;
}

static uint64_t in_batches(const struct traffic *t, unsigned lanes, uint64_t cycles, double *time)
{
    struct ul1_sim *s = made(lanes, LATENCY, MEMORY, INSTRS);
    const double begin = seconds();
    size_t came;
    if (t->idle)
        ul1_sim_step(s, cycles);
    while (ul1_sim_cycle(s) < cycles)
        ul1_sim_batch(s, instr, INSTRS, done, INSTRS, &came, UINT64_MAX);
    *time = seconds() - begin;
    const uint64_t run = ul1_sim_cycle(s);
    ul1_sim_free(s);
    return run;
}

// An instruction is submitted in each cycle in which there is place, as many wait as fit into the machine.
static uint64_t step_by_step(const struct traffic *t, unsigned lanes, uint64_t cycles, double *time)
{
    struct ul1_sim *s = made(lanes, LATENCY, MEMORY, UL1_PT + 1);
    const double begin = seconds();
    for (uint64_t n = 0; ul1_sim_cycle(s) < cycles;) {
        if (!t->idle && ul1_sim_room(s))
            ul1_sim_submit(s, &instr[n++ % INSTRS]);
        ul1_sim_step(s, 1);
        while (ul1_sim_waiting(s))
            ul1_sim_collect(s, &done[0]);
    }
    *time = seconds() - begin;
    const uint64_t run = ul1_sim_cycle(s);
    ul1_sim_free(s);
    return run;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x)
{
    qsort(x, ROUNDS, sizeof *x, by_size);
    return x[ROUNDS / 2];
}

static void compare(const struct traffic *t, unsigned lanes, uint64_t cycles)
{
    double rate[3][ROUNDS], ratio[2][ROUNDS], time;
    draw(t, lanes);
    for (unsigned r = 0; r < ROUNDS; r++) {
        rate[0][r] = (double)in_batches(t, lanes, cycles, &time) / time;
        (lanes == 8 ? by_pins_8 : by_pins_32)(t, cycles, &time);
        rate[1][r] = (double)cycles / time;
        rate[2][r] = (double)step_by_step(t, lanes, cycles, &time) / time;
        ratio[0][r] = rate[0][r] / rate[1][r];
        ratio[1][r] = rate[2][r] / rate[1][r];
    }
    printf("%5u   %-18s %8.2f %8.2f %8.2f %11.2f %8.2f\n", lanes, t->name, 1e-6 * median(rate[1]), 1e-6 * median(rate[0]),
           1e-6 * median(rate[2]), median(ratio[0]), median(ratio[1]));
}

// Cached loads of all warps at random lines, each waiting for its own, with a memory that answers in so many cycles: stepping
// each cycle, or running to the next completion. Cycles a second.
static double waiting(unsigned latency, int stepping)
{
    enum { LOADS = 20000, LINES = 100000, LANES = 32 };
    struct ul1_sim *s = made(LANES, latency, (uint64_t)LINES * UL1_LINE_BYTES_32, INSTRS);
    struct ul1_sim_instr i = { .op = UL1_OP_LOAD, .space = UL1_SPACE_GLOBAL, .width = UL1_WIDTH_B32, .mask = UINT32_MAX };
    struct ul1_sim_done d = { 0 };
    const double begin = seconds();
    for (uint32_t n = 0; n < LOADS; n++) {
        const uint64_t line = (n * 2654435761u >> 8) % LINES;
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
    const double rate = (double)ul1_sim_cycle(s) / (seconds() - begin);
    ul1_sim_free(s);
    return rate;
}

int main(int argc, char **argv)
{
    static const struct traffic all[] = {
        { .name = "without conflicts" }, { .name = "conflicts", .conflicts = 1 }, { .name = "cached", .cached = 1 },
        { .name = "idle", .idle = 1 },
    };
    const uint64_t cycles = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    printf("million cycles a second:       by pins   batches    steps  against the pins\n");
    for (unsigned lanes = 8; lanes <= 32; lanes *= 4)
        for (unsigned n = 0; n < sizeof all / sizeof *all; n++)
            compare(&all[n], lanes, cycles);
    for (unsigned latency = 20; latency <= 500; latency *= 5)
        printf("misses, M = %3u: %.0f cycles a second, %.0f stepping each\n", latency, waiting(latency, 0), waiting(latency, 1));
    return 0;
}
