#include "stimulus/traffic/traffic_several.h"

#include <stdlib.h>
#include <string.h>

#include "environment/sm/environment.h"
#include "environment/sm/l1s.h"
#include "stimulus/traffic/habits.h"

struct several {
    struct program program; // must be first: pointers to either are converted
    unsigned machines, parts;
    bool resets; // L1s are reset alone
    struct habits habits[MACHINES];
};

// Behind a reset nothing waits.
static void go_on(void *source)
{
    struct habits *h = source;
    h->held = 0;
    memset(h->arrived, 0, sizeof h->arrived);
}

// The L1 is reset alone. Slow memory owes it answers until it makes requests again.
static void draw_reset(struct habits *h, struct part *part)
{
    part->reset_at = (int64_t)rng_below(&h->rng, (unsigned)h->part_cycles);
    part->resets_alone = true;
    part->again = go_on;
    if (rng_below(&h->rng, 2))
        part->set.memory.latency = 300 + rng_below(&h->rng, 700);
}

// Parts for the machines in turn, which run at the same time.
static bool next_part(struct program *program, struct part *part)
{
    struct several *s = (struct several *)program;
    const unsigned machine = s->parts % s->machines, turn = s->parts / s->machines;
    if (machine == 0 && program->cycles >= s->habits[0].length)
        return false;
    struct habits *h = &s->habits[machine];
    s->parts++;
    habits_part(h, (turn + machine) % 4);
    *part = (struct part){ .next = habits_instruction,
                           .source = h,
                           .held = &h->held,
                           .reset_at = -1,
                           .expected = no_costs(),
                           .machine = (uint8_t)machine,
                           .beside = machine + 1 < s->machines };
    habits_draw(h, false);
    habits_settings(h, &part->set, false, false);
    habits_theme(
        h,
        traffic_cached_part_of_several(&h->lines, machine ? &s->habits[0].lines : NULL, part, turn, machine));
    if (s->resets && !rng_below(&h->rng, 8))
        draw_reset(h, part);
    return true;
}

static void free_traffic(struct program *program)
{
    free(program);
}

struct stimulus *traffic_several_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    const struct ul1_block *shape = ul1_find(LANES, test->block);
    struct several *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->program = (struct program){ .part = next_part, .free = free_traffic, .random = true };
    s->machines = l1s_count(shape);
    s->resets = l1s_reset_alone(shape);
    for (unsigned n = 0; n < s->machines; n++)
        habits_init(&s->habits[n], l1s_block(shape, n)->sizes, &s->program.cycles, seed + n, cycles);
    return env_new(&s->program, shape, seed);
}
