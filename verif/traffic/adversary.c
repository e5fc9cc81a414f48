#include "traffic/adversary.h"

#include <stdlib.h>
#include <string.h>

#include "surround/wait_rows.h"
#include "surround/world.h"
#include "traffic/expected.h"

// A genome says what a part is like: of the whole, and of each strand.
enum whole_gene { CARVEOUT, INTERVAL, AWAY, BOOK_PERIOD, BOOK_ON, LATENCY, APART, PIECES, FETCH, COMMANDS, WHOLE_GENES };
enum strand_gene { KIND, PERIOD, PHASE, WARP, WARP_COUNT, LINE_COUNT, COLLIDING, SET, LANE_COUNT, SCATTER, STRAND_GENES };
enum kind { NOTHING, LOAD, STORE_BACK, STORE_THROUGH, SHARED_LOAD, SHARED_STORE, FENCE, KINDS };
enum {
    STRANDS = 5,
    GENES = WHOLE_GENES + STRANDS * STRAND_GENES,
    SHORT = 2000,           // cycles of a part in which instructions are offered
    LONGER = 4,             // who has waited for most of a part is given so many times as many,
    BOUNDS = 2,             // up to so many times the bound
    STALE = 24,             // changes in vain before another genome is drawn
    LINE = MEMORY_LINE,
};

// The values of a gene: up to this; of some small ones are drawn more often.
struct range {
    uint8_t least, most;
    bool small;
};
static const struct range whole_range[WHOLE_GENES] = {
    [CARVEOUT] = { 0, 2, false }, [INTERVAL] = { 0, 7, true }, [AWAY] = { 0, 1, true }, [BOOK_PERIOD] = { 0, 16, false },
    [BOOK_ON] = { 0, 15, false }, [LATENCY] = { 1, 60, true }, [APART] = { 0, 16, true }, [PIECES] = { 0, 1, true },
    [FETCH] = { 0, 1, false }, [COMMANDS] = { 0, 40, true },
};
static const struct range strand_range[STRAND_GENES] = {
    [KIND] = { NOTHING, KINDS - 1, false }, [PERIOD] = { 1, 64, true }, [PHASE] = { 0, 63, true },
    [WARP] = { 0, UL1_WARPS - 1, false },
    [WARP_COUNT] = { 1, UL1_WARPS, true }, [LINE_COUNT] = { 1, 255, true }, [COLLIDING] = { 0, 1, false },
    [SET] = { 0, 1, false }, [LANE_COUNT] = { 1, LANES, false }, [SCATTER] = { 1, LANES, true },
};

struct genome {
    uint8_t whole[WHOLE_GENES], strand[STRANDS][STRAND_GENES];
};

struct adversary {
    struct program program;     // first: one is the other
    struct rng rng;
    uint64_t length;
    struct genome tried, climbed, best;
    double climbed_near, best_near; // how near to its bound a stay came, in the row that is climbed, in any; negative: none did
    enum wait_row row;          // that is climbed
    unsigned stale;
    bool trying, last;
    uint64_t cycles, most;      // of the part: for so long instructions are offered; for how long they may be
    bool begun;
    uint64_t start;
    uint64_t due[STRANDS];      // cycle of the part in which the next of a strand comes
    uint32_t serial[STRANDS];
};

// ---- genomes

static const struct range *range_of(unsigned gene)
{
    return gene < WHOLE_GENES ? &whole_range[gene] : &strand_range[(gene - WHOLE_GENES) % STRAND_GENES];
}

static uint8_t *gene_of(struct genome *g, unsigned gene)
{
    const unsigned of = gene - WHOLE_GENES;
    return gene < WHOLE_GENES ? &g->whole[gene] : &g->strand[of / STRAND_GENES][of % STRAND_GENES];
}

static uint8_t draw_value(struct rng *rng, const struct range *r)
{
    uint32_t n = r->most - r->least + 1u;
    if (r->small && rng_percent(rng, 60))
        n = (n + 7) / 8 + 1 < n ? (n + 7) / 8 + 1 : n;
    return (uint8_t)(r->least + rng_below(rng, n));
}

static void draw_genome(struct adversary *a, struct genome *g)
{
    for (unsigned gene = 0; gene < GENES; gene++)
        *gene_of(g, gene) = draw_value(&a->rng, range_of(gene));
}

// A few genes are others, drawn or a step away.
static void change(struct adversary *a, struct genome *g)
{
    unsigned n = 1 + rng_below(&a->rng, 4);
    while (n--) {
        const unsigned gene = rng_below(&a->rng, GENES);
        const struct range *r = range_of(gene);
        uint8_t *value = gene_of(g, gene);
        const bool steps = rng_percent(&a->rng, 40), up = rng_percent(&a->rng, 50);
        if (!steps)
            *value = draw_value(&a->rng, r);
        else if (up && *value < r->most)
            ++*value;
        else if (!up && *value > r->least)
            --*value;
    }
}

// ---- instructions

// The strand's lines, one after the other; the lanes on one or on several.
static void on_lines(const struct adversary *a, unsigned strand, const uint8_t *s, struct instr *i)
{
    const uint64_t apart = (s[COLLIDING] ? UL1_SETS : 1) * (uint64_t)LINE, base = UINT64_C(1) << 28 | (uint64_t)strand << 24;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t n = (a->serial[strand] + lane % s[SCATTER]) % s[LINE_COUNT];
        i->addr[lane] = base + s[SET] * LINE + n * apart + 4 * lane;
    }
    i->space = i->op == UL1_OP_STORE && s[KIND] == STORE_BACK ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
}

static void on_rows(const struct adversary *a, const uint8_t *s, struct instr *i)
{
    const unsigned rows = carveout_rows(a->tried.whole[CARVEOUT]);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = (s[LINE_COUNT] + lane % s[SCATTER]) % rows * LINE + lane / s[SCATTER] * 4;
}

static void make(struct adversary *a, unsigned strand, struct instr *i)
{
    const uint8_t *s = a->tried.strand[strand];
    const unsigned n = a->serial[strand]++;
    *i = (struct instr){ .op = UL1_OP_LOAD, .width = UL1_WIDTH_B32, .warp = (uint8_t)((s[WARP] + n % s[WARP_COUNT]) % UL1_WARPS),
                         .mask = (uint32_t)((UINT64_C(1) << s[LANE_COUNT]) - 1), .data = n,
                         .from = (unsigned)a->due[strand] };
    if (s[KIND] == STORE_BACK || s[KIND] == STORE_THROUGH || s[KIND] == SHARED_STORE)
        i->op = UL1_OP_STORE;
    if (s[KIND] == SHARED_LOAD || s[KIND] == SHARED_STORE)
        on_rows(a, s, i);
    else
        on_lines(a, strand, s, i);
    if (s[KIND] == FENCE) {
        i->op = UL1_OP_FENCE;
        i->level = s[LINE_COUNT] % 2 ? UL1_LEVEL_GPU : UL1_LEVEL_CTA;
        return;
    }
    i->passes = traffic_passes(i);
}

// Of the strand that is due first. One that has fallen behind, as nothing was taken, does not catch up.
static bool next_instruction(void *source, struct instr *i)
{
    struct adversary *a = source;
    unsigned first = STRANDS;
    if (!a->begun)
        a->start = a->program.cycles;
    a->begun = true;
    const uint64_t now = a->program.cycles - a->start;
    for (unsigned n = 0; n < STRANDS; n++)
        if (a->tried.strand[n][KIND] != NOTHING && (first == STRANDS || a->due[n] < a->due[first]))
            first = n;
    if (first == STRANDS || a->due[first] >= a->cycles || now >= a->cycles)
        return false;
    make(a, first, i);
    a->due[first] += a->tried.strand[first][PERIOD];
    if (a->due[first] + PART_LEAD < now)
        a->due[first] = now;
    return true;
}

// ---- the search

static void try(struct adversary *a, const struct genome *g, uint64_t cycles)
{
    a->tried = *g;
    a->trying = true;
    a->cycles = cycles;
}

static double nearness(const struct wait *w)
{
    return w->row ? (double)w->cycles / (double)w->bound : 0;
}

// How near to its bound a stay of an instruction came in the part. (Who is away is so by the bench's choice.)
static double nearest(const struct adversary *a)
{
    double near = 0;
    for (unsigned row = 0; row < WAIT_FOLLOW; row++)
        if (row != WAIT_AWAY && nearness(&a->program.waits[row]) > near)
            near = nearness(&a->program.waits[row]);
    return near;
}

// Another hill: a row, and where the climb begins.
static void begin(struct adversary *a)
{
    struct genome g;
    draw_genome(a, &g);
    a->row = rng_below(&a->rng, WAIT_FOLLOW);
    a->climbed_near = -1;
    a->stale = 0;
    try(a, &g, SHORT);
}

// What was tried is judged, and what is tried next is chosen.
static void go_on(struct adversary *a)
{
    const struct wait *w = &a->program.waits[a->row];
    const double near = nearest(a);
    if (w->cycles > a->cycles / 2 && a->cycles < BOUNDS * w->bound) {
        try(a, &a->tried, a->cycles * LONGER);
        return;
    }
    if (near > a->best_near) {
        a->best = a->tried;
        a->best_near = near;
    }
    if (nearness(w) > a->climbed_near) {
        a->climbed = a->tried;
        a->climbed_near = nearness(w);
        a->stale = 0;
    }
    if (a->stale++ >= STALE) {
        begin(a);
        return;
    }
    struct genome next = a->climbed;
    change(a, &next);
    try(a, &next, SHORT);
}

static void set_part(const struct adversary *a, struct settings *set)
{
    const uint8_t *g = a->tried.whole;
    *set = (struct settings){ .carveout = g[CARVEOUT], .home = g[AWAY], .interval = g[INTERVAL], .again_after = 1,
                              .page = UL1_PAGE_P2M, .fetch = g[FETCH] };
    if (g[BOOK_ON] < g[BOOK_PERIOD])
        set->book = (struct pattern){ .period = g[BOOK_PERIOD], .on = g[BOOK_ON] };
    if (g[COMMANDS] > 30) {
        set->commands = (struct pattern){ .period = 50u * g[COMMANDS], .on = 1 };
        set->operations = 1 << UL1_CMD_ALL | 1 << UL1_CMD_FLUSH | 1 << UL1_CMD_BOTH;
    }
    set->memory = (struct memory_settings){ .latency = g[LATENCY], .apart = g[APART], .pieces = g[PIECES] ? 100 : 0 };
}

static bool next_part(struct program *program, struct part *part)
{
    struct adversary *a = (struct adversary *)program;
    if (a->last)
        return false;
    a->last = program->cycles >= a->length;
    if (a->last)
        try(a, &a->best, a->cycles);
    else if (a->trying)
        go_on(a);
    else
        begin(a);
    a->begun = false;
    for (unsigned n = 0; n < STRANDS; n++) {
        a->due[n] = a->tried.strand[n][PHASE];
        a->serial[n] = 0;
    }
    *part = (struct part){ .next = next_instruction, .source = a, .reset_at = -1, .expected = no_costs(), .fresh = true };
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
    a->climbed_near = a->best_near = -1;
    rng_seed(&a->rng, seed);
    return world_new(&a->program, ul1_find(LANES, test->block), seed);
}
