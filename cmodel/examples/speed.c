// Compares the speed of the transaction level with that of the same machine with its pins driven by hand, on
// the same instructions, in alternation. Then measures warps that wait for memory. Usage: speed [CYCLES]
#include <inttypes.h>
#include <math.h>
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
    int loads; // 1: loads only, no stores
};

struct answer {
    uint64_t due, vline;
    uint8_t op, number, sect, failed;
    uint32_t word[UL1_SIM_LANES];
};

// The result of a run: cycles, instructions, failed ones, lost stores, the sum of passes, and the sum of
// cycles from taken to retired.
struct tally {
    uint64_t cycles, retired, failed, lost, passes, latency;
    double time;
};

// The record that the driver of the pins keeps for an entry of the instruction table.
struct flight {
    const struct ul1_sim_instr *instr;
    uint64_t taken, retired, err_addr;
    uint32_t passes, err_mask;
    uint8_t err, err_lane;
};

static struct ul1_sim_instr instr[INSTRS];
static struct ul1_sim_done done[INSTRS];

static struct flight flight[UL1_INSTRS];
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

static void tell(struct tally *all, uint32_t passes, unsigned err, uint64_t latency)
{
    all->retired++;
    all->failed += err != UL1_ERR_NONE;
    all->passes += passes;
    all->latency += latency;
}

#define LANES 8
#include "speed_pins.h"
#undef LANES
#define LANES 32
#include "speed_pins.h"
#undef LANES

// Makes the instructions of eight warps: three loads for each store, or loads alone. The addresses are
// - consecutive words of shared memory;
// - with `conflicts`, random words of shared memory, in every second instruction, or in all with `loads`;
// - with `cached`, consecutive words in random lines of memory.
static void draw(const struct traffic *t, unsigned lanes)
{
    uint32_t x = 1;
    for (unsigned n = 0; n < INSTRS; n++) {
        uint32_t line = (x = x * 1664525 + 1013904223) >> 16;
        instr[n] = (struct ul1_sim_instr){ .op = n % 4 == 3 && !t->loads ? UL1_OP_STORE : UL1_OP_LOAD,
                                           .width = UL1_WIDTH_B32,
                                           .space = t->cached ? UL1_SPACE_GLOBAL : UL1_SPACE_SHARED,
                                           .warp = (uint8_t)(n % WARPS),
                                           .mask = UINT32_MAX >> (UL1_SIM_LANES - lanes) };
        for (unsigned lane = 0; lane < lanes; lane++) {
            x = x * 1664525 + 1013904223;
            instr[n].addr[lane] = t->conflicts && (t->loads || n % 2 == 0)
                ? (x >> 16) % 2048 * 4
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

static struct tally ended(struct ul1_sim *s, struct tally all)
{
    struct ul1_sim_counters c;
    ul1_sim_counters(s, &c);
    all.cycles = c.cycles;
    all.lost = c.lost;
    ul1_sim_free(s);
    return all;
}

static struct tally in_batches(const struct traffic *t, unsigned lanes, uint64_t cycles)
{
    struct tally all = { 0 };
    struct ul1_sim *s = made(lanes, LATENCY, MEMORY, INSTRS);
    const double begin = seconds();
    size_t came;
    if (t->idle)
        ul1_sim_step(s, cycles);
    while (ul1_sim_cycle(s) < cycles) {
        ul1_sim_batch(s, instr, INSTRS, done, INSTRS, &came, UINT64_MAX);
        for (size_t n = 0; n < came; n++)
            tell(&all, done[n].passes, done[n].err, done[n].retired - done[n].taken);
    }
    all.time = seconds() - begin;
    return ended(s, all);
}

// Submits one instruction in each cycle with free capacity. The capacity is one more than the machine's.
static struct tally step_by_step(const struct traffic *t, unsigned lanes, uint64_t cycles)
{
    struct tally all = { 0 };
    struct ul1_sim *s = made(lanes, LATENCY, MEMORY, UL1_INSTRS + 1);
    const double begin = seconds();
    for (uint64_t n = 0; ul1_sim_cycle(s) < cycles;) {
        if (!t->idle && ul1_sim_room(s))
            ul1_sim_submit(s, &instr[n++ % INSTRS]);
        ul1_sim_step(s, 1);
        while (!ul1_sim_collect(s, &done[0]))
            tell(&all, done[0].passes, done[0].err, done[0].retired - done[0].taken);
    }
    all.time = seconds() - begin;
    return ended(s, all);
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

static double rate_of(const struct tally *all)
{
    return (double)all->cycles / all->time;
}

// Ends the program unless both levels did the same work in the same cycles.
static void same_work(const struct traffic *t, const struct tally *pins, const struct tally *steps)
{
    if (pins->cycles == steps->cycles && pins->retired == steps->retired && pins->failed == steps->failed
        && pins->lost == steps->lost && pins->passes == steps->passes && pins->latency == steps->latency)
        return;
    fprintf(stderr,
            "speed: %s: by pins %" PRIu64 " instructions retired with %" PRIu64
            " passes, step by step %" PRIu64 " with %" PRIu64 "\n",
            t->name, pins->retired, pins->passes, steps->retired, steps->passes);
    exit(1);
}

// The least and the greatest ratio under load (work in every cycle), in batches and step by step.
struct range {
    double least, most;
};

static void widen(struct range *r, double x)
{
    r->least = x < r->least ? x : r->least;
    r->most = x > r->most ? x : r->most;
}

// The instructions retired in a second, by pins and in batches.
struct retires {
    double pins, batches;
};

static struct retires compare(const struct traffic *t, unsigned lanes, uint64_t cycles, struct range range[2])
{
    double rate[3][ROUNDS], ratio[2][ROUNDS], retired[2][ROUNDS];
    draw(t, lanes);
    for (unsigned r = 0; r < ROUNDS; r++) {
        const struct tally batches = in_batches(t, lanes, cycles);
        const struct tally pins = (lanes == 8 ? by_pins_8 : by_pins_32)(t, cycles);
        const struct tally steps = step_by_step(t, lanes, cycles);
        same_work(t, &pins, &steps);
        rate[0][r] = rate_of(&batches);
        rate[1][r] = rate_of(&pins);
        rate[2][r] = rate_of(&steps);
        ratio[0][r] = rate[0][r] / rate[1][r];
        ratio[1][r] = rate[2][r] / rate[1][r];
        retired[0][r] = (double)pins.retired / pins.time;
        retired[1][r] = (double)batches.retired / batches.time;
    }
    const double by[2] = { median(ratio[0]), median(ratio[1]) };
    printf("%5u   %-19s %8.2f %8.2f %8.2f %11.2f %8.2f\n", lanes, t->name, 1e-6 * median(rate[1]),
           1e-6 * median(rate[0]), 1e-6 * median(rate[2]), by[0], by[1]);
    for (unsigned n = 0; n < 2 && !t->idle; n++)
        widen(&range[n], by[n]);
    return (struct retires){ median(retired[0]), median(retired[1]) };
}

// Cycles a second of cached loads from random lines, one in flight for each warp, with this memory latency.
// The caller steps each cycle, or runs to the next completion.
static double waiting(unsigned latency, uint64_t loads, int stepping)
{
    enum { LINES = 100000, LANES = 32 };
    struct ul1_sim *s = made(LANES, latency, (uint64_t)LINES * UL1_LINE_BYTES_32, INSTRS);
    struct ul1_sim_instr i = {
        .op = UL1_OP_LOAD, .space = UL1_SPACE_GLOBAL, .width = UL1_WIDTH_B32, .mask = UINT32_MAX
    };
    struct ul1_sim_done d = { 0 };
    const double begin = seconds();
    for (uint64_t n = 0; n < loads; n++) {
        const uint64_t line = ((uint32_t)n * 2654435761u >> 8) % LINES;
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
        { .name = "without conflicts" },
        { .name = "conflicts", .conflicts = 1 },
        { .name = "cached", .cached = 1 },
        { .name = "idle", .idle = 1 },
    };
    static const struct traffic plain = { .name = "loads, no conflicts", .loads = 1 },
                                random = { .name = "loads, random", .loads = 1, .conflicts = 1 };
    char *end = "";
    const uint64_t cycles = argc > 1 ? strtoull(argv[1], &end, 10) : 100000;
    if (*end || cycles < 100 || cycles > UINT32_MAX || argc > 2) {
        fprintf(stderr, "usage: speed [CYCLES], a number from 100 to 4294967295\n");
        return 2;
    }
    struct range range[2] = { { HUGE_VAL, 0 }, { HUGE_VAL, 0 } };
    printf("million cycles a second:        by pins   batches    steps  against the pins\n");
    for (unsigned lanes = 8; lanes <= 32; lanes *= 4)
        for (unsigned n = 0; n < sizeof all / sizeof *all; n++)
            compare(&all[n], lanes, cycles, range);
    const struct retires p = compare(&plain, 32, cycles, range), r = compare(&random, 32, cycles, range);
    for (unsigned latency = 20; latency <= 500; latency *= 5)
        printf("misses, M = %3u: %.0f cycles a second, %.0f stepping each\n", latency,
               waiting(latency, cycles / 5, 0), waiting(latency, cycles / 5, 1));
    printf("under load the transaction level has %.2f to %.2f times the speed of the pins in batches, %.2f "
           "to %.2f step by step\n",
           range[0].least, range[0].most, range[1].least, range[1].most);
    printf("loads of 32 lanes alone, million instructions a second: without conflicts %.2f by pins, %.2f in "
           "batches; random %.2f by "
           "pins, %.2f in batches\n",
           1e-6 * p.pins, 1e-6 * p.batches, 1e-6 * r.pins, 1e-6 * r.batches);
    return 0;
}
