#include "stimulus/traffic/traffic.h"

#include <stdlib.h>

#include "environment/sm/environment.h"
#include "stimulus/traffic/habits.h"
#include "stimulus/traffic/steered.h"

// A run of at least so many cycles must keep the arbiter busy and reach every cover point, or check every
// output. Smaller buffers make meetings rarer: with a quarter of the usual buffer or table, rare cover points
// take four times as long. A command sweeps all sets.
#define TIMES(usual, size) (((usual) + (size)-1) / (size))
#define MOST(a, b)         ((a) > (b) ? (a) : (b))
enum {
    SMALL = MOST(TIMES(8, UL1_WDB), MOST(TIMES(16, UL1_PRT), TIMES(48, UL1_INSTRS))),
    EVENTS_CYCLES = 100000 * SMALL,
    OUTPUTS_CYCLES = 20000 * MOST(SMALL, TIMES(UL1_SETS, 64))
};

struct traffic {
    struct program program; // must be first: pointers to either are converted
    struct habits habits;
    unsigned parts;
};

// A part of shared memory alone has one disturbance at a high rate. They alternate, so that none is missed
// for long.
static void draw_trouble(struct habits *h, struct settings *set, unsigned turn)
{
    switch (turn) {
    case 0:
        set->book.percent = set->home == UL1_HOME_LSU ? 20 : 10;
        break;
    case 1:
        set->late.percent = 25;
        break;
    case 2: // as many waiting remainders as possible
        habits_draw(h, true);
        set->interval = (uint8_t)(UL1_POOL + 1 + rng_below(&h->rng, 3));
        if (set->home == UL1_HOME_LSU) {
            habits_patterns(h, FEW_ROWS);
            h->weight[FEW_ROWS] += 40;
            h->weights += 40;
            habits_window(h, WITHIN_LINE_W + 4); // enough rows
            h->partial = h->again = 0;
            h->stores = 10;                       // the remainders of stores alone do not fill it
            h->part_cycles -= h->part_cycles / 3; // the arbiter waits with them
        }
        break;
    case 3:
        set->gap.percent = 15;
        break;
    case 4:
        set->book.percent = set->late.percent = 10;
        break;
    default:
        break; // none: full speed
    }
}

// Replaces the carveout s16, and its reserved synonym, by another.
static void keep_ways_few(struct habits *h, struct settings *set)
{
    h->carveout %= UL1_CARVEOUT_S16; // the others have more ways, or as many
    h->behind = carveout_size(h->sizes, h->carveout);
    set->carveout = (uint8_t)h->carveout;
}

// If the carveout may change at any time, shared accesses stay in rows that are always shared memory, or in
// rows that never are.
static void allow_any_carveout(struct habits *h)
{
    h->carveout = carveout_least(h->sizes);
    h->behind = carveout_size(h->sizes, UL1_CARVEOUT_S48);
}

static void draw_cached_part(struct habits *h, const struct traffic_theme *theme, struct part *part,
                             unsigned turn)
{
    traffic_cached_part(&h->lines, theme, part, turn);
    if (theme->few_ways)
        keep_ways_few(h, &part->set);
    if (theme->operations >> UL1_CMD_CARVEOUT & 1)
        allow_any_carveout(h);
    if (theme->operations)
        h->part_cycles += h->part_cycles / 2; // little happens while a command is in progress
    habits_draw(h, part->set.home == UL1_HOME_INSTR);
    habits_theme(h, theme);
    if (theme->again)
        h->again = theme->again;
}

// The first part in four uses shared memory alone, and keeps the arbiter busy. Within each kind, both homes,
// all carveouts and a reset recur in a fixed order; the rest is random.
static bool next_part(struct program *program, struct part *part)
{
    struct traffic *t = (struct traffic *)program;
    struct habits *h = &t->habits;
    if (program->cycles >= h->length)
        return false;
    unsigned n = t->parts++, turn = n % 4 ? n / 4 * 3 + n % 4 - 1 : n / 4;
    bool shared = n % 4 == 0, away = shared ? turn % 2 : turn % 4 == 2;
    habits_part(h, n / 2 + n / 8);
    if (away)
        h->part_cycles /= 2; // there the arbiter is less busy
    *part = (struct part){ .next = habits_instruction,
                           .source = h,
                           .held = &h->held,
                           .reset_at = -1,
                           .busy = shared && !h->meets,
                           .expected = no_costs() };
    habits_settings(h, &part->set, away, n / 4 % 2);
    if (shared) {
        habits_draw(h, away);
        draw_trouble(h, &part->set, turn / 2 % 6);
    } else {
        draw_cached_part(h, traffic_theme_of(turn), part, turn);
    }
    if (n % 7 == 3 && !part->set.operations)
        part->reset_at = (int64_t)(h->part_cycles / 2 + rng_below(&h->rng, 100));
    return true;
}

// Each part uses one phase; all carveouts recur.
static bool next_steered(struct program *program, struct part *part)
{
    struct traffic *t = (struct traffic *)program;
    struct habits *h = &t->habits;
    if (program->cycles >= h->length)
        return false;
    unsigned n = t->parts++;
    const struct steered_phase *phase = steered_draw(&h->rng);
    habits_part(h, n);
    *part = (struct part){
        .next = habits_instruction, .source = h, .held = &h->held, .reset_at = -1, .expected = no_costs()
    };
    habits_settings(h, &part->set, phase->away, n / 4 % 2);
    part->set.book.percent = phase->reserved;
    part->set.late.percent = phase->late;
    part->set.gap.percent = phase->gaps;
    part->set.interval = phase->interval;
    draw_cached_part(h, &phase->theme, part, n);
    return true;
}

static void free_traffic(struct program *program)
{
    free(program);
}

static struct stimulus *make(const struct test *test, bool next(struct program *, struct part *),
                             uint64_t seed, uint64_t cycles)
{
    struct traffic *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->program = (struct program){ .part = next, .free = free_traffic, .random = true };
    const struct ul1_block *shape = ul1_find(LANES, test->block);
    habits_init(&t->habits, shape->sizes, &t->program.cycles, seed, cycles);
    return env_new(&t->program, shape, seed);
}

struct stimulus *traffic_steered_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    return make(test, next_steered, seed, cycles);
}

struct stimulus *traffic_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct stimulus *stimulus = make(test, next_part, seed, cycles);
    if (!stimulus)
        return NULL;
    stimulus->every_event = cycles >= EVENTS_CYCLES;
    stimulus->every_output = cycles >= OUTPUTS_CYCLES;
    return stimulus;
}
