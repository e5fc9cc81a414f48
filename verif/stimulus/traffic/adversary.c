#include "stimulus/traffic/adversary.h"

#include <stdlib.h>
#include <string.h>

#include "environment/sm/wait_rows.h"
#include "environment/sm/environment.h"
#include "stimulus/traffic/expected.h"

// A genome describes a part: genes of the whole, and of each strand. In each, the genes that set times come
// first.
enum whole_gene {
    TICK,
    RESERVED,
    LATENCY,
    APART,
    INTERVAL,
    WHOLE_TIMES,
    CARVEOUT = WHOLE_TIMES,
    AWAY,
    SETS,
    PIECES,
    FETCH,
    COMMANDS,
    WHOLE_GENES
};
enum strand_gene {
    DOUBLINGS,
    PHASE,
    STRAND_TIMES,
    KIND = STRAND_TIMES,
    WARP,
    WARP_COUNT,
    LINE_COUNT,
    LANE_COUNT,
    SCATTER,
    NARROW,
    ENDS,
    STRAND_GENES
};
enum kind {
    LOAD,
    STORE_BACK,
    STORE_THROUGH,
    SHARED_LOAD,
    SHARED_STORE,
    FENCE,
    ORDERED_LOAD,
    INVAL,
    FLUSH,
    NOTHING
}; // and all larger values
enum {
    STRANDS = 3,
    SHORT = 1000,   // cycles of a part in which instructions are offered
    LONGER = 4,     // if an instruction waits for most of a part, the part is made so many times longer,
    BOUNDS = 2,     // up to so many times the bound,
    REACH = 500000, // if the bound is below this
    DRAWN = 16,
    TRIED = 24, // tries drawn at random for a genome; tries in all: the rest climbs from the best
    FEW = 3,    // powers of four: instructions of a strand that has only a few
    LINE = MEMORY_LINE,
};

// The values of a gene. With `small`, low values are drawn more often.
struct range {
    uint8_t least, most;
    bool small;
};
static const struct range whole_range[WHOLE_GENES] = {
    [CARVEOUT] = { 0, 2, false }, [INTERVAL] = { 0, 7, true },   [AWAY] = { 0, 1, true },
    [TICK] = { 1, 16, false },    [RESERVED] = { 0, 15, false }, [SETS] = { 0, 1, false },
    [LATENCY] = { 1, 40, false }, [APART] = { 0, 16, true },     [PIECES] = { 0, 1, true },
    [FETCH] = { 0, 1, false },    [COMMANDS] = { 0, 40, true },
};
static const struct range strand_range[STRAND_GENES] = {
    [KIND] = { 0, NOTHING + 2, true },
    [DOUBLINGS] = { 0, 6, false },
    [PHASE] = { 0, 63, true },
    [WARP] = { 0, UL1_WARPS - 1, false },
    [WARP_COUNT] = { 1, UL1_WARPS, true },
    [LINE_COUNT] = { 1, 255, false },
    [LANE_COUNT] = { 1, LANES, true },
    [SCATTER] = { 1, LANES, true },
    [NARROW] = { 0, 1, false },
    [ENDS] = { 0, 5, false },
};

struct genome {
    uint8_t whole[WHOLE_GENES], strand[STRANDS][STRAND_GENES];
};

struct adversary {
    struct program program; // must be first: pointers to either are converted
    struct rng rng;
    uint64_t length;
    struct genome tried, best, winner; // best: of the genomes with the same actions; winner: of all
    double near, winner_near;          // the largest ratio of a stay to its bound with these
    uint64_t winner_cycles;
    unsigned tries;
    bool last;
    uint64_t cycles; // cycles of the part in which instructions are offered
    bool begun;
    uint64_t start;
    uint64_t due[STRANDS]; // cycle of the part in which the strand's next instruction is due
    uint32_t serial[STRANDS];
};

// ---- genomes

static uint8_t draw_value(struct rng *rng, const struct range *r)
{
    uint32_t n = r->most - r->least + 1u;
    if (r->small && rng_percent(rng, 60))
        n = (n + 7) / 8 + 1 < n ? (n + 7) / 8 + 1 : n;
    return (uint8_t)(r->least + rng_below(rng, n));
}

static void draw_genes(struct rng *rng, uint8_t *gene, const struct range *range, unsigned from, unsigned to)
{
    for (unsigned n = from; n < to; n++)
        gene[n] = draw_value(rng, &range[n]);
}

// Draws the actions of a genome.
static void draw_what(struct adversary *a, struct genome *g)
{
    draw_genes(&a->rng, g->whole, whole_range, WHOLE_TIMES, WHOLE_GENES);
    for (unsigned n = 0; n < STRANDS; n++)
        draw_genes(&a->rng, g->strand[n], strand_range, STRAND_TIMES, STRAND_GENES);
}

// Draws the times of a genome.
static void draw_when(struct adversary *a, struct genome *g)
{
    draw_genes(&a->rng, g->whole, whole_range, 0, WHOLE_TIMES);
    for (unsigned n = 0; n < STRANDS; n++)
        draw_genes(&a->rng, g->strand[n], strand_range, 0, STRAND_TIMES);
}

// Draws one of these genes anew, or moves it by a step.
static void change_one(struct rng *rng, uint8_t *gene, const struct range *range, unsigned count)
{
    const unsigned n = rng_below(rng, count);
    const bool steps = rng_percent(rng, 50), up = rng_percent(rng, 50);
    if (!steps)
        gene[n] = draw_value(rng, &range[n]);
    else if (up && gene[n] < range[n].most)
        gene[n]++;
    else if (!up && gene[n] > range[n].least)
        gene[n]--;
}

static void change(struct adversary *a, struct genome *g)
{
    for (unsigned n = 1 + rng_below(&a->rng, 3); n--;) {
        const unsigned strand = rng_below(&a->rng, STRANDS);
        if (rng_percent(&a->rng, 50))
            change_one(&a->rng, g->whole, whole_range, WHOLE_TIMES);
        else
            change_one(&a->rng, g->strand[strand], strand_range, STRAND_TIMES);
    }
}

// ---- instructions

// A strand's lines, one after the other. The lanes lie on one or several of them; all lines belong to one
// set, or to all sets.
static void on_lines(const struct adversary *a, unsigned strand, const uint8_t *s, struct instr *i)
{
    const uint64_t base = UINT64_C(1) << 28 | (uint64_t)strand << 24;
    const unsigned sets = a->tried.whole[SETS];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t n = (a->serial[strand] + lane % s[SCATTER]) % s[LINE_COUNT];
        const uint64_t line = sets == 0 ? n * UL1_SETS : n;
        i->addr[lane] = base + line * LINE + 4 * lane;
    }
    i->space = i->op == UL1_OP_STORE && s[KIND] == STORE_BACK ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
}

static void on_rows(const struct adversary *a, const uint8_t *s, struct instr *i)
{
    const unsigned rows = carveout_rows(&compiled, a->tried.whole[CARVEOUT]);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = (s[LINE_COUNT] + lane % s[SCATTER]) % rows * LINE + lane / s[SCATTER] * 4;
}

static const uint8_t kind_op[NOTHING] = {
    [LOAD] = UL1_OP_LOAD,         [STORE_BACK] = UL1_OP_STORE,   [STORE_THROUGH] = UL1_OP_STORE,
    [SHARED_LOAD] = UL1_OP_LOAD,  [SHARED_STORE] = UL1_OP_STORE, [FENCE] = UL1_OP_FENCE,
    [ORDERED_LOAD] = UL1_OP_LOAD, [INVAL] = UL1_OP_INVAL,        [FLUSH] = UL1_OP_FLUSH,
};

static void make(struct adversary *a, unsigned strand, struct instr *i)
{
    const uint8_t *s = a->tried.strand[strand];
    const unsigned n = a->serial[strand]++;
    *i = (struct instr){ .width = s[NARROW] ? UL1_WIDTH_B8 : UL1_WIDTH_B32,
                         .warp = (uint8_t)((s[WARP] + n % s[WARP_COUNT]) % UL1_WARPS),
                         .mask = (uint32_t)((UINT64_C(1) << s[LANE_COUNT]) - 1),
                         .data = n,
                         .from = (unsigned)a->due[strand] };
    i->op = kind_op[s[KIND]];
    i->hint = s[KIND] == ORDERED_LOAD ? UL1_HINT_ORD : UL1_HINT_CA;
    if (s[KIND] == SHARED_LOAD || s[KIND] == SHARED_STORE)
        on_rows(a, s, i);
    else
        on_lines(a, strand, s, i);
    if (s[KIND] == FENCE) {
        i->level = s[LINE_COUNT] % 2 ? UL1_LEVEL_GPU : UL1_LEVEL_CTA;
        return;
    }
    i->passes = traffic_passes(i, UL1_BANKWIDTH_B32);
}

// Whether the strand has more instructions: it may have only a few.
static bool goes_on(const struct adversary *a, unsigned strand)
{
    const uint8_t *s = a->tried.strand[strand];
    return s[KIND] < NOTHING && (s[ENDS] >= FEW || a->serial[strand] < 1u << 2 * s[ENDS]);
}

// Takes the strand that is due first. A strand that has fallen behind, because nothing was taken, does not
// catch up.
static bool next_instruction(void *source, struct instr *i)
{
    struct adversary *a = source;
    unsigned first = STRANDS;
    if (!a->begun)
        a->start = a->program.cycles;
    a->begun = true;
    const uint64_t now = a->program.cycles - a->start;
    for (unsigned n = 0; n < STRANDS; n++)
        if (goes_on(a, n) && (first == STRANDS || a->due[n] < a->due[first]))
            first = n;
    if (first == STRANDS || a->due[first] >= a->cycles || now >= a->cycles)
        return false;
    make(a, first, i);
    a->due[first] += (uint64_t)a->tried.whole[TICK] << a->tried.strand[first][DOUBLINGS];
    if (a->due[first] + PART_LEAD < now)
        a->due[first] = now;
    return true;
}

// ---- the search

// The ratio of an instruction's longest stay in a row to its bound, if the bound is within reach. (Waits for
// instructions ahead do not count: such a wait is endless only if one of those is.)
static double nearness(const struct adversary *a, unsigned row)
{
    const struct wait *w = &a->program.waits[row];
    return w->row && w->bound < REACH && wait_is_hardship(row) ? (double)w->cycles / (double)w->bound : 0;
}

// Rates the genome that was tried. True: an instruction has waited for most of the part, and might wait
// longer.
static bool judge(struct adversary *a)
{
    double near = 0;
    for (unsigned row = 0; row < WAIT_FOLLOW; row++) {
        const struct wait *w = &a->program.waits[row];
        const double this = nearness(a, row);
        if (this > 0 && w->cycles > a->cycles / 2 && a->cycles < BOUNDS * w->bound)
            return true;
        near = this > near ? this : near;
    }
    if (near > a->near) {
        a->near = near;
        a->best = a->tried;
    }
    if (near > a->winner_near) {
        a->winner_near = near;
        a->winner = a->tried;
        a->winner_cycles = a->cycles;
    }
    return false;
}

static void choose(struct adversary *a)
{
    if (a->tries % TRIED == 0) {
        draw_what(a, &a->tried);
        a->near = 0;
    }
    if (a->tries++ % TRIED < DRAWN || !a->near) {
        draw_when(a, &a->tried);
    } else {
        a->tried = a->best;
        change(a, &a->tried);
    }
    a->cycles = SHORT;
}

static void set_part(const struct adversary *a, struct settings *set)
{
    const uint8_t *g = a->tried.whole;
    *set = (struct settings){ .carveout = g[CARVEOUT],
                              .home = g[AWAY],
                              .interval = g[INTERVAL],
                              .again_after = 1,
                              .page = UL1_PAGE_P2M,
                              .fetch = g[FETCH] };
    set->book = (struct pattern){ .period = g[TICK], .on = g[RESERVED] % g[TICK] };
    if (g[COMMANDS] > 30) {
        set->commands = (struct pattern){ .period = 50u * g[COMMANDS], .on = 1 };
        set->operations = 1 << UL1_CMD_ALL | 1 << UL1_CMD_FLUSH | 1 << UL1_CMD_BOTH;
    }
    set->memory =
        (struct memory_settings){ .latency = g[LATENCY], .apart = g[APART], .pieces = g[PIECES] ? 100 : 0 };
}

static bool next_part(struct program *program, struct part *part)
{
    struct adversary *a = (struct adversary *)program;
    if (a->last)
        return false;
    const bool more = a->tries && judge(a);
    a->last = program->cycles >= a->length;
    if (a->last && a->winner_cycles) {
        a->tried = a->winner;
        a->cycles = a->winner_cycles;
    } else if (more) {
        a->cycles *= LONGER;
    } else {
        choose(a);
    }
    a->begun = false;
    for (unsigned n = 0; n < STRANDS; n++) {
        a->due[n] = a->tried.strand[n][PHASE];
        a->serial[n] = 0;
    }
    *part = (struct part){
        .next = next_instruction, .source = a, .reset_at = -1, .expected = no_costs(), .fresh = true
    };
    set_part(a, &part->set);
    return true;
}

static void free_adversary(struct program *program)
{
    free(program);
}

struct stimulus *adversary_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct adversary *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->program = (struct program){ .part = next_part, .free = free_adversary };
    a->length = ADVERSARY_TIMES * cycles;
    rng_seed(&a->rng, seed);
    struct stimulus *s = env_new(&a->program, ul1_find(LANES, test->block), seed);
    if (s)
        s->ends_best = true;
    return s;
}
