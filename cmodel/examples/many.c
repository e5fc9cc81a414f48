// The total speed of many machines in one process, each with its own memory, that run a thousand cycles each
// in alternation. Usage: many [MACHINES [CYCLES]]; CYCLES is the total of all machines.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <ul1_sim.h>

enum { LANES = 32, WARPS = 8, MOST = 4096, TURN = 1000 };

// The warps load consecutive words, alternately from rows of shared memory and from lines of memory.
static struct ul1_sim_instr next_instr(uint32_t n)
{
    struct ul1_sim_instr i = { .op = UL1_OP_LOAD,
                               .width = UL1_WIDTH_B32,
                               .warp = (uint8_t)(n % WARPS),
                               .mask = UINT32_MAX,
                               .space = n / WARPS % 2 ? UL1_SPACE_GLOBAL : UL1_SPACE_SHARED };
    for (uint32_t lane = 0; lane < LANES; lane++)
        i.addr[lane] = (n * 7 % 256 * LANES + lane) * 4;
    return i;
}

static void turn(struct ul1_sim *s, uint32_t *n)
{
    struct ul1_sim_done done;
    for (int c = 0; c < TURN; c++) {
        if (ul1_sim_room(s)) {
            const struct ul1_sim_instr i = next_instr((*n)++);
            ul1_sim_submit(s, &i);
        }
        ul1_sim_step(s, 1);
        while (!ul1_sim_collect(s, &done)) {
        }
    }
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// A whole number from 1 to `most`; otherwise the program ends.
static unsigned long number(const char *text, unsigned long most)
{
    char *end;
    const unsigned long n = strtoul(text, &end, 10);
    if (*end || n < 1 || n > most || text[0] == '-') {
        fprintf(stderr, "many: '%s' is no number from 1 to %lu\n", text, most);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv)
{
    static struct ul1_sim *machine[MOST];
    static uint32_t n[MOST];
    if (argc > 3) {
        fprintf(stderr, "usage: many [MACHINES [CYCLES]]\n");
        return 2;
    }
    const unsigned long machines = argc > 1 ? number(argv[1], MOST) : 16;
    const unsigned long cycles = argc > 2 ? number(argv[2], 1000000000000) : 1000000;
    struct ul1_sim_config config;
    ul1_sim_defaults(&config, sizeof config);
    for (unsigned long m = 0; m < machines; m++) {
        const char *wrong = NULL;
        machine[m] = ul1_sim_new(&config, &wrong);
        if (!machine[m]) {
            fprintf(stderr, "many: machine %lu of %lu: %s\n", m + 1, machines,
                    wrong ? wrong : "no memory for it");
            return 1;
        }
    }
    const double begin = seconds();
    uint64_t stepped = 0;
    while (stepped < cycles)
        for (unsigned long m = 0; m < machines; m++, stepped += TURN)
            turn(machine[m], &n[m]);
    const double took = seconds() - begin;
    printf("many: %lu machines, %.0f kcycles/s in sum\n", machines, (double)stepped / took / 1e3);
    for (unsigned long m = 0; m < machines; m++)
        ul1_sim_free(machine[m]);
    return 0;
}
