#include "traffic/traffic.h"

#include <stdlib.h>
#include <string.h>

#include "traffic/traffic_cached.h"

enum {
    PART_CYCLES = 1000,     // on average
    JUDGED_CYCLES = 100000, // a run at least that long must keep the arbiter busy and see every event
    ERRORS_PER_1000 = 25,   // at most, so that chance does not take a run over the 3% that are allowed
};

// How lanes choose their elements.
enum addresses { STRIDE, REVERSE, SAME, PAIRS, PERMUTED, ANYWHERE, COLUMN, FEW_ROWS, PATTERNS };

struct traffic {
    struct program program;  // first: one is the other
    const uint64_t *cycles;     // run so far
    struct rng rng;
    uint64_t length;            // cycles in all
    uint64_t part_cycles, part_end; // the end is known once the part has begun
    unsigned parts;
    unsigned carveout;             // as far as addresses are concerned
    uint64_t behind;            // the first address that is out of range
    uint64_t instructions, errors;

    // Habits of a part.
    unsigned fences;          // percent of the instructions
    unsigned cached;            // percent of the others: cached accesses
    struct traffic_cached lines; // what these are like
    unsigned stores;            // percent of the others
    unsigned wide;              // percent that have 64 or 128 bits
    unsigned partial;           // percent with a mask that is not full
    unsigned warps;             // that take turns
    unsigned again;             // percent that the warp of the last instruction goes on
    unsigned window;            // log2 of the bytes of the window in which addresses lie; in small ones they meet
    unsigned window_at;         // and which of these windows
    uint8_t weight[PATTERNS];   // how often each pattern is drawn
    unsigned weights;           // their sum
    unsigned warp;              // of the last instruction
};

// ---- what the test expects of an instruction

// The error that it is to retire with, if any, whatever becomes of pages and lines.
static void judge(struct instr *i, uint64_t size)
{
    unsigned bytes = width_bytes(i->width);
    i->err = i->err_lane = 0;
    i->err_mask = 0;
    for (unsigned lane = LANES; lane-- > 0;) { // downwards, so that the lowest failing lane has the last word
        unsigned err = !instr_known(i) ? UL1_ERR_OP
            : i->space != UL1_SPACE_SHARED && !instr_cached(i) ? UL1_ERR_SPACE
            : i->addr[lane] % bytes ? UL1_ERR_MISALIGNED
            : i->addr[lane] >= size && !instr_cached(i) ? UL1_ERR_RANGE : UL1_ERR_NONE;
        if (!err || !(i->mask >> lane & 1))
            continue;
        i->err = (uint8_t)err;
        i->err_lane = (uint8_t)lane;
        i->err_mask |= UINT32_C(1) << lane;
    }
}

// Of the lanes from first up to behind last.
static unsigned most_words_in_a_bank(const struct instr *i, unsigned words, unsigned first, unsigned last)
{
    uint32_t seen[LANES][LANES];    // the different words of each bank
    uint8_t count[LANES] = { 0 };
    unsigned most = 0;
    for (unsigned lane = first; lane < last; lane++) {
        if (!(i->mask >> lane & 1))
            continue;
        for (unsigned w = 0; w < words; w++) {
            uint32_t word = (uint32_t)(i->addr[lane] / 4) + w;
            unsigned bank = word % LANES, k = 0;
            while (k < count[bank] && seen[bank][k] != word)
                k++;
            if (k < count[bank])
                continue;
            seen[bank][count[bank]++] = word;
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

// Likewise.
static unsigned different_lines(const struct instr *i, unsigned first, unsigned last)
{
    uint64_t seen[LANES];
    unsigned count = 0;
    for (unsigned lane = first; lane < last; lane++) {
        uint64_t line = i->addr[lane] / (4 * LANES);
        unsigned k = 0;
        while (k < count && seen[k] != line)
            k++;
        if (k == count && i->mask >> lane & 1)
            seen[count++] = line;
    }
    return count;
}

unsigned traffic_passes(const struct instr *i)
{
    unsigned words = width_words(i->width), lanes = LANES / words, passes = 0;
    for (unsigned first = 0; first < LANES; first += lanes)
        passes += instr_cached(i) ? different_lines(i, first, first + lanes)
            : most_words_in_a_bank(i, words, first, first + lanes);
    return passes;
}

// ---- instructions

static uint32_t draw_mask(struct traffic *t)
{
    if (!rng_percent(&t->rng, t->partial))
        return ALL_LANES;
    uint64_t r = rng_next(&t->rng);
    uint32_t any = (uint32_t)(r >> 32) & ALL_LANES;
    switch (r & 15) {
    case 0: return 0;
    case 1: case 2: case 3: return UINT32_C(1) << (r >> 8) % LANES;
    case 4: case 5: return ALL_LANES >> (r >> 8) % LANES;
    case 6: case 7: return ALL_LANES << (r >> 8) % LANES & ALL_LANES;
    case 8: any &= (uint32_t)rng_next(&t->rng); return any & (uint32_t)rng_next(&t->rng);
    default: return any;
    }
}

static enum addresses draw_pattern(struct traffic *t)
{
    unsigned r = rng_below(&t->rng, t->weights), p = 0;
    while (r >= t->weight[p])
        r -= t->weight[p++];
    return p;
}

// The element of each lane, counted in accesses of the width; it is cut to the window afterwards. `row` is how many make
// a row of the array.
static void draw_elements(struct traffic *t, uint32_t element[LANES], unsigned row)
{
    enum addresses pattern = draw_pattern(t);
    uint64_t r = rng_next(&t->rng);
    uint32_t base = (uint32_t)r, extra = (uint32_t)(r >> 32);
    switch (pattern) {
    case STRIDE:
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base + i * (1 + extra % 32);
        break;
    case REVERSE:
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base - i;
        break;
    case SAME:
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base;
        break;
    case PAIRS:
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base + i / 2;
        break;
    case PERMUTED: // an odd factor permutes
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = (base & ~(LANES - 1u)) + (i * (extra | 1) + (extra >> 16)) % LANES;
        break;
    case COLUMN: // one bank for all
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base + i * row;
        break;
    case FEW_ROWS: { // the lanes go around among a few rows
        uint32_t rows = 1 + extra % 5;
        for (uint32_t i = 0; i < LANES; i++)
            element[i] = base + i % rows * row + i / rows;
        break;
    }
    default:
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t x = (base + i) * 0x9e3779b9u;
            element[i] = (x ^ x >> 16) * 0x85ebca6bu >> 8;
        }
    }
}

// Some lanes go to the row that differs in one bit: rows that are told apart by that bit alone meet.
static void part_rows(const struct traffic *t, struct instr *i, uint32_t lanes, uint32_t row_bit)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t other = i->addr[lane] ^ row_bit;
        if (lanes >> lane & 1 && other < carveout_size(t->carveout))
            i->addr[lane] = other;
    }
}

static void draw_addresses(struct traffic *t, struct instr *i)
{
    uint32_t element[LANES], bytes = width_bytes(i->width);
    draw_elements(t, element, UL1_LINE_BYTES / bytes);
    uint32_t cut = (1u << t->window) / bytes - 1, at = t->window_at << t->window;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = at + (element[lane] & cut) * bytes;
    uint64_t x = rng_next(&t->rng);
    if ((x & 7) == 0)
        part_rows(t, i, (uint32_t)(x >> 32), 1u << (UL1_BANK_W + UL1_BYTE_W + (x >> 3) % UL1_ROW_W));
}

// Some lanes go wrong, in one of the ways there are.
static void spoil(struct traffic *t, struct instr *i)
{
    uint64_t r = rng_next(&t->rng);
    uint32_t lanes = (uint32_t)rng_next(&t->rng) & (uint32_t)(r >> 32);
    if (!(lanes & i->mask))
        lanes |= i->mask;
    unsigned kind = r & 3;
    if ((r >> 8 & 3) == 0) { // an operation that there is not
        i->op = (uint8_t)(UL1_OP_FENCE + 1 + (r >> 16) % ((1u << UL1_OP_W) - UL1_OP_FENCE - 1));
        lanes = (uint32_t)(r >> 20);
    }
    if (kind == 0) { // a space that there is no way to
        i->space = 3;
        lanes = (uint32_t)(r >> 16); // nothing else is looked at
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        uint64_t x = rng_next(&t->rng);
        if (kind != 1 && x & 1 && !instr_cached(i)) // behind the end: at once, or anywhere up to the highest address
            i->addr[lane] = x & 2 ? t->behind + (i->addr[lane] & 0xff0)
                : (t->behind + (x >> 8) % (UINT64_C(1) << (UL1_VA_W - 1))) / 16 * 16;
        if (kind != 2 && x & 4)
            i->addr[lane] |= x >> 3 & (width_bytes(i->width) - 1);
    }
}

// What does not depend on whether it is cached.
static void draw_kind(struct traffic *t, struct instr *i)
{
    uint64_t r = rng_next(&t->rng);
    if (!rng_percent(&t->rng, t->again))
        t->warp = (t->warp + 1) % t->warps;
    unsigned width = rng_percent(&t->rng, t->wide) ? 3 + (r & 1) : (r & 0xff) * 3 >> 8;
    *i = (struct instr){
        .sign = r >> 8 & 1,
        .warp = (uint8_t)t->warp,
        .width = (uint8_t)(width == 4 && (r >> 16 & 7) == 0 ? 5 + (r >> 24) % 3 : width), // now and then a reserved code
        .reg = (uint8_t)(r >> 32 & ~(width_words(width) - 1)),
        .hint = r >> 40 & 7,
        .data = (uint32_t)(r >> 32) ^ (uint32_t)r,
        .mask = draw_mask(t),
    };
}

// Of all instructions, no more than are allowed, and of these but some.
static bool may_spoil(struct traffic *t)
{
    t->instructions++;
    return (t->errors + 1) * 1000 <= t->instructions * ERRORS_PER_1000 && rng_below(&t->rng, 32) == 0;
}

// Of what does not matter to it, much is set.
static void make_fence(struct traffic *t, struct instr *i)
{
    uint64_t r = rng_next(&t->rng);
    i->op = UL1_OP_FENCE;
    i->level = r & 3;
    i->space = r >> 2 & 3;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = ((r >> 8) + lane) & ((UINT64_C(1) << UL1_VA_W) - 1);
}

static bool next_instruction(void *source, struct instr *i)
{
    struct traffic *t = source;
    if (!t->part_end)
        t->part_end = *t->cycles + t->part_cycles;
    if (*t->cycles >= t->part_end || *t->cycles >= t->length)
        return false;
    draw_kind(t, i);
    if (rng_percent(&t->rng, t->fences)) {
        make_fence(t, i);
        return true;
    }
    bool cached = rng_percent(&t->rng, t->cached);
    if (cached) {
        traffic_cached_draw(&t->lines, i);
    } else {
        i->op = rng_percent(&t->rng, t->stores) ? UL1_OP_STORE : UL1_OP_LOAD;
        draw_addresses(t, i);
    }
    if (may_spoil(t)) {
        spoil(t, i);
        judge(i, t->behind);
        t->errors += i->err != 0;
    }
    i->passes = i->err ? 0 : traffic_passes(i);
    if (cached)
        traffic_cached_judge(&t->lines, i);
    return true;
}

// ---- parts

// The window of addresses has the power of two of bytes.
static void draw_window(struct traffic *t, unsigned log)
{
    t->window = log;
    t->window_at = rng_below(&t->rng, (unsigned)(carveout_size(t->carveout) >> log));
}

// Mostly small windows, where accesses meet, or the largest. (Of s48 that is two thirds, always the same; the last third
// is reached by smaller ones.)
static void draw_any_window(struct traffic *t)
{
    unsigned row = UL1_LANE_W + 2, largest = row + (carveout_rows(t->carveout) >= 256 ? 8 : 7);
    draw_window(t, rng_percent(&t->rng, 40) ? largest : row + rng_below(&t->rng, 7));
}

static void draw_patterns(struct traffic *t, unsigned fashion)
{
    static const uint8_t usual[PATTERNS] = { [STRIDE] = 6, [REVERSE] = 4, [SAME] = 3, [PAIRS] = 3, [PERMUTED] = 4,
                                             [ANYWHERE] = 3, [COLUMN] = 1, [FEW_ROWS] = 4 };
    memcpy(t->weight, usual, sizeof usual);
    t->weight[fashion] += 20;
    t->weights = 0;
    for (unsigned p = 0; p < PATTERNS; p++)
        t->weights += t->weight[p];
}

// Remainders that go away or wait for an interval hold up what is behind them in order: further sub-warps of the
// instruction and further instructions of the warp, and with these all others. `waits`: there, both are drawn less often,
// so that the arbiter stays busy.
static void draw_habits(struct traffic *t, bool waits)
{
    static const uint8_t stores[] = { 10, 30, 50, 50, 80 };
    t->stores = stores[rng_below(&t->rng, waits ? 3 : sizeof stores)];
    t->wide = waits ? 5 : 10 + rng_below(&t->rng, 50);
    t->partial = rng_percent(&t->rng, 50) ? 20 : 60;
    t->warps = WARPS;
    if (!waits && rng_percent(&t->rng, 30)) // a few of them
        t->warps = WARPS / 5 + rng_below(&t->rng, WARPS - WARPS / 5);
    t->again = rng_percent(&t->rng, 50) ? 2 : waits ? 0 : 25;
    draw_any_window(t);
    draw_patterns(t, rng_below(&t->rng, waits ? PERMUTED + 1 : PATTERNS));
}

// Something that a part of shared memory alone has much of: each in its turn, so that none is missed for long.
static void draw_trouble(struct traffic *t, struct settings *set, unsigned turn)
{
    switch (turn) {
    case 0: set->book.percent = set->home == UL1_HOME_LSU ? 20 : 10; break;
    case 1: set->late.percent = 25; break;
    case 2: // many remainders that wait for long: the replay buffer fills
        draw_habits(t, true);
        set->interval = (uint8_t)(UL1_RB + 1 + rng_below(&t->rng, 3));
        if (set->home == UL1_HOME_LSU) {
            draw_patterns(t, FEW_ROWS);
            t->weight[FEW_ROWS] += 40;
            t->weights += 40;
            draw_window(t, UL1_LANE_W + 2 + 4); // rows enough
            t->partial = t->again = 0;
            t->stores = 10; // the remainders of stores alone do not fill it
            t->part_cycles -= t->part_cycles / 3; // the arbiter waits with them
        }
        break;
    case 3: set->gap.percent = 15; break;
    case 4: set->book.percent = set->late.percent = 10; break;
    default: break; // nothing: as fast as can be
    }
}

// What every part has a little of: other units that book, data that are late, cycles without an offer.
static void draw_settings(struct traffic *t, struct settings *set, bool away, bool any)
{
    *set = (struct settings){
        .carveout = (uint8_t)t->carveout,
        .home = away,
        .page = (uint8_t)t->lines.page,
        .again_any = any,
    };
    set->interval = (uint8_t)rng_below(&t->rng, 2);
    set->again_after = 1 + rng_below(&t->rng, rng_percent(&t->rng, 90) ? 3 : 10);
    set->book.percent = rng_below(&t->rng, 6);
    set->late.percent = rng_below(&t->rng, 6);
    set->gap.percent = rng_below(&t->rng, 5);
    if (!away && rng_percent(&t->rng, 10))
        set->interval = 2;
}

// Where the carveout would be s16, or the code that does the same, it is another.
static void keep_ways_few(struct traffic *t, struct settings *set)
{
    t->carveout %= UL1_CARVEOUT_S16;
    t->behind = carveout_size(t->carveout);
    set->carveout = (uint8_t)t->carveout;
}

// Where the carveout changes at any time, shared accesses stay in what is always shared memory, or go where that never is.
static void draw_any_split(struct traffic *t)
{
    t->carveout = UL1_CARVEOUT_S16;
    t->behind = carveout_size(UL1_CARVEOUT_S48);
}

// Of four parts the first is of shared memory alone, and keeps the arbiter busy. In each kind both homes come round in a
// fixed order, and so do all carveouts and a reset; the rest is drawn.
static bool next_part(struct program *program, struct part *part)
{
    struct traffic *t = (struct traffic *)program;
    if (program->cycles >= t->length)
        return false;
    unsigned n = t->parts++, turn = n % 4 ? n / 4 * 3 + n % 4 - 1 : n / 4;
    bool shared = n % 4 == 0, away = shared ? turn % 2 : turn % 4 == 2;
    t->carveout = (n / 2 + n / 8) % 4;
    t->behind = carveout_size(t->carveout);
    t->part_cycles = PART_CYCLES / 2 + rng_below(&t->rng, PART_CYCLES);
    t->part_end = 0;
    if (away)
        t->part_cycles -= t->part_cycles / 3; // there the arbiter is less busy
    *part = (struct part){ .next = next_instruction, .source = t, .reset_at = -1, .busy = shared,
                              .expected = no_costs() };
    draw_settings(t, &part->set, away, n / 4 % 2);
    t->cached = t->fences = 0;
    if (shared) {
        draw_habits(t, away);
        draw_trouble(t, &part->set, turn / 2 % 6);
    } else {
        const struct traffic_theme *theme = traffic_cached_part(&t->lines, part, turn);
        if (theme->few_ways)
            keep_ways_few(t, &part->set);
        if (theme->operations >> UL1_CMD_CARVEOUT & 1)
            draw_any_split(t);
        if (theme->operations)
            t->part_cycles += t->part_cycles / 2; // nothing much happens while one is under way
        draw_habits(t, away);
        t->cached = theme->cached;
        t->stores = theme->stores;
        t->fences = theme->fences;
        if (theme->fences > 5)
            t->again = 40; // instructions behind them
    }
    if (n % 7 == 3 && !part->set.operations)
        part->reset_at = (int64_t)(t->part_cycles / 2 + rng_below(&t->rng, 100));
    return true;
}

static void free_traffic(struct program *program)
{
    free(program);
}

static void start(struct traffic *t, const uint64_t *cycles, uint64_t seed, uint64_t length)
{
    t->cycles = cycles;
    t->length = length;
    rng_seed(&t->rng, seed);
    t->lines.rng = &t->rng;
}

struct stimulus *traffic_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct traffic *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->program = (struct program){ .part = next_part, .free = free_traffic, .random = true,
                                      .judged = cycles >= JUDGED_CYCLES };
    start(t, &t->program.cycles, seed, cycles);
    return world_new(&t->program, ul1_find(LANES, test->block), seed);
}

// ---- two machines

enum { TWO = 2 };

struct two {
    struct program program;  // first: one is the other
    struct traffic traffic[TWO];
    unsigned parts;
};

// A part for each machine in turn, which run at the same time.
static bool next_part_of_two(struct program *program, struct part *part)
{
    struct two *two = (struct two *)program;
    unsigned machine = two->parts % TWO, turn = two->parts / TWO;
    if (machine == 0 && program->cycles >= two->traffic[0].length)
        return false;
    struct traffic *t = &two->traffic[machine];
    two->parts++;
    t->carveout = (turn + machine) % 4;
    t->behind = carveout_size(t->carveout);
    t->part_cycles = PART_CYCLES / 2 + rng_below(&t->rng, PART_CYCLES);
    t->part_end = 0;
    *part = (struct part){ .next = next_instruction, .source = t, .reset_at = -1, .expected = no_costs(),
                              .machine = (uint8_t)machine, .beside = machine + 1 < TWO };
    draw_habits(t, false);
    draw_settings(t, &part->set, false, false);
    const struct traffic_theme *theme =
        traffic_cached_part_of_two(&t->lines, machine ? &two->traffic[0].lines : NULL, part, turn, machine);
    t->cached = theme->cached;
    t->stores = theme->stores;
    t->fences = theme->fences;
    return true;
}

struct stimulus *traffic_make_two(const struct test *test, uint64_t seed, uint64_t cycles)
{
    struct two *two = calloc(1, sizeof *two);
    if (!two)
        return NULL;
    two->program = (struct program){ .part = next_part_of_two, .free = free_traffic, .random = true };
    for (unsigned n = 0; n < TWO; n++)
        start(&two->traffic[n], &two->program.cycles, seed + n, cycles);
    return world_new(&two->program, ul1_find(LANES, test->block), seed);
}
