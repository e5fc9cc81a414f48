#include "stimulus/traffic/traffic_two.h"

#include <stdlib.h>

#include "environment/sm/environment.h"
#include "stimulus/traffic/habits.h"

enum { TWO = 2 };

struct traffic_two {
    struct program program; // must be first: pointers to either are converted
    struct habits habits[TWO];
    unsigned parts;
};

// Parts for the machines in alternation, which run at the same time.
static bool next_part(struct program *program, struct part *part)
{
    struct traffic_two *two = (struct traffic_two *)program;
    unsigned machine = two->parts % TWO, turn = two->parts / TWO;
    if (machine == 0 && program->cycles >= two->habits[0].length)
        return false;
    struct habits *h = &two->habits[machine];
    two->parts++;
    habits_part(h, (turn + machine) % 4);
    *part = (struct part){ .next = habits_instruction,
                           .source = h,
                           .reset_at = -1,
                           .expected = no_costs(),
                           .machine = (uint8_t)machine,
                           .beside = machine + 1 < TWO };
    habits_draw(h, false);
    habits_settings(h, &part->set, false, false);
    habits_theme(
        h,
        traffic_cached_part_of_two(&h->lines, machine ? &two->habits[0].lines : NULL, part, turn, machine));
    return true;
}

static void free_traffic(struct program *program)
{
    free(program);
}

struct stimulus *traffic_two_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct traffic_two *two = calloc(1, sizeof *two);
    if (!two)
        return NULL;
    two->program = (struct program){ .part = next_part, .free = free_traffic, .random = true };
    for (unsigned n = 0; n < TWO; n++)
        habits_init(&two->habits[n], &two->program.cycles, seed + n, cycles);
    return env_new(&two->program, ul1_find(LANES, test->block), seed);
}
