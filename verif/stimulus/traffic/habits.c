#include "stimulus/traffic/habits.h"

#include <string.h>

#include "common/pairs.h"
#include "stimulus/traffic/expected.h"
#include "stimulus/traffic/textures.h"

enum {
    PART_CYCLES = 1000,   // on average
    ERRORS_PER_1000 = 25, // at most, so that chance does not lead a run above the 3% that are allowed
};

// ---- habits

void habits_init(struct habits *h, const struct ul1_sizes *sizes, const uint64_t *cycles, uint64_t seed,
                 uint64_t length)
{
    h->sizes = sizes;
    h->cycles = cycles;
    h->length = length;
    rng_seed(&h->rng, seed);
    h->lines.rng = &h->rng;
}

// Mostly few arrivals, so that barriers open often; now and then all warps meet at one.
static void draw_barriers(struct habits *h)
{
    static const uint8_t bars[] = { 0, 1, 1, 4 };
    h->bars = bars[rng_below(&h->rng, sizeof bars)];
    h->waits = 70;
    h->barriers = 1 + rng_below(&h->rng, h->sizes->barriers);
    for (unsigned b = 0; b < h->barriers; b++)
        h->expects[b] = (uint8_t)(2 + rng_below(&h->rng, rng_below(&h->rng, 8) ? 3 : WARPS - 1));
    h->meets = !rng_below(&h->rng, 12);
    if (!h->meets)
        return;
    h->bars = 40;
    h->waits = 100;
    h->barriers = 1;
    h->expects[0] = WARPS;
}

static void draw_copies(struct habits *h)
{
    static const uint8_t copies[] = { 0, 0, 0, 15, 70 }, groups[] = { 2, 8, 20 };
    h->copies = copies[rng_below(&h->rng, sizeof copies)];
    h->groups = groups[rng_below(&h->rng, sizeof groups)];
}

void habits_part(struct habits *h, unsigned turn)
{
    h->carveout = carveout_any(h->sizes, turn);
    h->behind = carveout_size(h->sizes, h->carveout);
    h->part_cycles = PART_CYCLES / 2 + rng_below(&h->rng, PART_CYCLES);
    h->part_end = 0;
    h->cached = h->fences = h->held = 0;
    memset(h->arrived, 0, sizeof h->arrived);
    if (h->sizes->barriers)
        draw_barriers(h);
    if (h->sizes->copies)
        draw_copies(h);
    h->textures = h->sizes->texture && !h->meets ? traffic_textures(&h->rng) : 0;
}

void habits_settings(struct habits *h, struct settings *set, unsigned home, bool again_any)
{
    *set = (struct settings){
        .carveout = (uint8_t)h->carveout,
        .home = (uint8_t)home,
        .page = (uint8_t)h->lines.page,
        .again_any = again_any,
    };
    if (h->sizes->bank_words > 1)
        h->bankwidth = (uint8_t)rng_below(&h->rng, 2);
    set->bankwidth = h->bankwidth;
    set->interval = (uint8_t)rng_below(&h->rng, 2);
    set->again_after = 1 + rng_below(&h->rng, rng_percent(&h->rng, 90) ? 3 : 10);
    set->book.percent = rng_below(&h->rng, 6);
    set->late.percent = rng_below(&h->rng, 6);
    set->gap.percent = rng_below(&h->rng, 5);
    if (home == UL1_HOME_LSU && rng_percent(&h->rng, 10))
        set->interval = 2;
}

void habits_theme(struct habits *h, const struct traffic_theme *theme)
{
    h->cached = theme->cached;
    h->stores = theme->stores;
    h->fences = theme->fences;
}

void habits_window(struct habits *h, unsigned log)
{
    h->window = log;
    h->window_at = rng_below(&h->rng, (unsigned)(carveout_size(h->sizes, h->carveout) >> log));
}

// Mostly small windows, so that accesses meet, or the largest. (With s48 that is always the first two thirds;
// smaller windows reach the last third.)
static void draw_any_window(struct habits *h)
{
    unsigned rows = carveout_rows(h->sizes, h->carveout), logs = 0;
    while (rows >> (logs + 1))
        logs++;
    unsigned largest = WITHIN_LINE_W + logs, smaller = logs < 7 ? logs : 7;
    habits_window(h, rng_percent(&h->rng, 40) ? largest : WITHIN_LINE_W + rng_below(&h->rng, smaller));
}

void habits_patterns(struct habits *h, unsigned fashion)
{
    static const uint8_t usual[PATTERNS] = { [STRIDE] = 6,   [REVERSE] = 4,  [SAME] = 3,   [PAIRS] = 3,
                                             [PERMUTED] = 4, [ANYWHERE] = 3, [COLUMN] = 1, [FEW_ROWS] = 4 };
    memcpy(h->weight, usual, sizeof usual);
    h->weight[fashion] += 20;
    h->weights = 0;
    for (unsigned p = 0; p < PATTERNS; p++)
        h->weights += h->weight[p];
}

void habits_draw(struct habits *h, bool waits)
{
    static const uint8_t stores[] = { 10, 30, 50, 50, 80 };
    h->stores = stores[rng_below(&h->rng, waits ? 3 : sizeof stores)];
    h->atomics = UL1_ATOMICS ? 10 + 30 * rng_below(&h->rng, 3) : 0;
    h->locks = UL1_LOCKS ? 10 + 30 * rng_below(&h->rng, 3) : 0;
    h->matrices = UL1_MATRIX ? 5 + 15 * rng_below(&h->rng, 3) : 0;
    h->wide = waits ? 5 : 10 + rng_below(&h->rng, 50);
    h->partial = rng_percent(&h->rng, 50) ? 20 : 60;
    h->warps = WARPS;
    if (!waits && rng_percent(&h->rng, 30)) // a few of them
        h->warps = WARPS / 5 + rng_below(&h->rng, WARPS - WARPS / 5);
    h->again = rng_percent(&h->rng, 50) ? 2 : waits ? 0 : 25;
    draw_any_window(h);
    habits_patterns(h, rng_below(&h->rng, waits ? PERMUTED + 1 : PATTERNS));
}

// ---- instructions

static uint32_t draw_mask(struct habits *h)
{
    if (!rng_percent(&h->rng, h->partial))
        return ALL_LANES;
    uint64_t r = rng_next(&h->rng);
    uint32_t any = (uint32_t)(r >> 32) & ALL_LANES;
    switch (r & 15) {
    case 0:
        return 0;
    case 1:
    case 2:
    case 3:
        return UINT32_C(1) << (r >> 8) % LANES;
    case 4:
    case 5:
        return ALL_LANES >> (r >> 8) % LANES;
    case 6:
    case 7:
        return ALL_LANES << (r >> 8) % LANES & ALL_LANES;
    case 8:
        any &= (uint32_t)rng_next(&h->rng);
        return any & (uint32_t)rng_next(&h->rng);
    default:
        return any;
    }
}

static enum addresses draw_pattern(struct habits *h)
{
    unsigned r = rng_below(&h->rng, h->weights), p = 0;
    while (r >= h->weight[p])
        r -= h->weight[p++];
    return p;
}

// The element of each lane, in accesses of the width; it is cut to the window afterwards. `row`: elements in
// a row of the array.
static void draw_elements(struct habits *h, uint32_t element[LANES], unsigned row)
{
    enum addresses pattern = draw_pattern(h);
    uint64_t r = rng_next(&h->rng);
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
    case FEW_ROWS: { // the lanes alternate among a few rows
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

// Some stores become atomics, and more in some parts than in others. Their operands are small numbers at
// times, so that comparisons succeed and limits are met.
static void draw_atom(struct habits *h, struct instr *i)
{
    if (!UL1_ATOMICS || i->op != UL1_OP_STORE || !rng_percent(&h->rng, h->atomics))
        return;
    const uint32_t x = rng_below(&h->rng, 1u << 16), wide = x & 1;
    static const uint8_t both[] = { UL1_ATOM_ADD, UL1_ATOM_EXCH, UL1_ATOM_CAS };
    i->width = (uint8_t)(wide ? UL1_WIDTH_B64 : UL1_WIDTH_B32);
    i->atom =
        (uint8_t)(wide ? both[x / 2 % 3] : 1 + x / 2 % (UL1_ATOMICS == 2 ? UL1_ATOM_FADD : UL1_ATOM_CAS));
    i->reg = (uint8_t)(i->reg & ~1u);
}

// Some loads lock, and some stores unlock.
static void draw_lock(struct habits *h, struct instr *i)
{
    if (!UL1_LOCKS || i->atom || !rng_percent(&h->rng, h->locks))
        return;
    i->width = UL1_WIDTH_B32;
    i->atom = (uint8_t)(i->op == UL1_OP_LOAD        ? UL1_ATOM_LOCK
                            : rng_below(&h->rng, 2) ? UL1_ATOM_UNLOCK
                                                    : UL1_ATOM_CUNLOCK);
}

// Some loads and stores become matrix accesses, of whole sub-warps.
static void draw_matrix(struct habits *h, struct instr *i)
{
    if (!UL1_MATRIX || i->atom || (i->op == UL1_OP_STORE && UL1_MATRIX == 1)
        || !rng_percent(&h->rng, h->matrices))
        return;
    const uint32_t x = rng_below(&h->rng, 1u << 16);
    i->matrix = (uint8_t)(1 + x % UL1_MATRIX_TRANS);
    i->width = UL1_WIDTH_B128;
    i->reg = (uint8_t)(i->reg & ~3u);
    i->mask = x >> 8 & 1 ? ALL_LANES : matrix_lanes(x >> 12);
}

// Moves some lanes to the row that differs in one bit, so that rows meet that differ in that bit alone.
static void part_rows(const struct habits *h, struct instr *i, uint32_t lanes, uint32_t row_bit)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t other = i->addr[lane] ^ row_bit;
        if (lanes >> lane & 1 && other < carveout_size(h->sizes, h->carveout))
            i->addr[lane] = other;
    }
}

static void draw_addresses(struct habits *h, struct instr *i)
{
    uint32_t element[LANES], bytes = width_bytes(i->width);
    draw_elements(h, element, UL1_LINE_BYTES / bytes);
    uint32_t cut = (1u << h->window) / bytes - 1, at = h->window_at << h->window;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = at + (element[lane] & cut) * bytes;
    uint64_t x = rng_next(&h->rng);
    if ((x & 7) == 0)
        part_rows(h, i, (uint32_t)(x >> 32), 1u << (UL1_COLUMN_W + UL1_BYTE_W + (x >> 3) % h->sizes->row_w));
}

// Lanes of wide loads mostly form pairs with equal addresses, now and then all but one of them.
static void draw_pairs(struct habits *h, struct instr *i)
{
    const uint64_t x = rng_next(&h->rng);
    if (i->op == UL1_OP_LOAD && width_words(i->width) > 1 && (x & 3))
        pairs_make(1 + (x >> 2 & 1), (x >> 3 & 3) ? LANES : (x >> 5) % LANES, width_bytes(i->width), i->addr);
}

// Makes some lanes erroneous, in one of the possible ways.
static void spoil(struct habits *h, struct instr *i)
{
    uint64_t r = rng_next(&h->rng);
    uint32_t lanes = (uint32_t)rng_next(&h->rng) & (uint32_t)(r >> 32);
    if (!(lanes & i->mask))
        lanes |= i->mask;
    unsigned kind = r & 3;
    if ((r >> 8 & 3) == 0) { // a reserved operation
        i->op = (uint8_t)(RESERVED_OP + (r >> 16) % ((1u << UL1_OP_W) - RESERVED_OP));
        lanes = (uint32_t)(r >> 20);
    }
    if (i->matrix && (r >> 10 & 1)) { // a reserved code, or a part of a sub-warp
        lanes = (uint32_t)(r >> 20);
        i->mask ^= r >> 11 & 1;
        i->matrix |= r >> 12 & 3;
    }
    if (kind == 0 && !of_constants(i->op, UL1_SPACE_CONST)) { // the space has no such operation
        i->space = UL1_SPACE_CONST;
        lanes = (uint32_t)(r >> 16); // nothing else matters
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        uint64_t x = rng_next(&h->rng);
        // behind the end: directly, or anywhere up to the highest address
        if (kind != 1 && x & 1 && !instr_cached(i) && !instr_constant(i))
            i->addr[lane] = x & 2 ? h->behind + (i->addr[lane] & 0xff0)
                                  : (h->behind + (x >> 8) % (UINT64_C(1) << (UL1_VA_W - 1))) / 16 * 16;
        if (kind != 2 && x & 4)
            i->addr[lane] |= x >> 3 & (width_bytes(i->width) - 1);
    }
}

// Draws the fields that do not depend on whether it is cached.
static void draw_kind(struct habits *h, struct instr *i)
{
    uint64_t r = rng_next(&h->rng);
    if (!rng_percent(&h->rng, h->again))
        h->warp = (h->warp + 1) % h->warps;
    // one warp at least does not wait
    for (unsigned n = 0; h->held >> h->warp & 1; n++)
        h->warp = (h->warp + 1) % (n < h->warps ? h->warps : WARPS);
    unsigned width = rng_percent(&h->rng, h->wide) ? 3 + (r & 1) : (r & 0xff) * 3 >> 8;
    *i = (struct instr){
        .sign = r >> 8 & 1,
        .warp = (uint8_t)h->warp,
        // now and then a reserved code
        .width = (uint8_t)(width == 4 && (r >> 16 & 7) == 0 ? 5 + (r >> 24) % 3 : width),
        .reg = (uint8_t)(r >> 32 & ~(width_words(width) - 1)),
        .hint = r >> 40 & 7,
        .data = (uint32_t)(r >> 32) ^ (uint32_t)r,
        .mask = draw_mask(h),
    };
}

// Whether this instruction may be erroneous: some of those that the limit allows.
static bool may_spoil(struct habits *h)
{
    h->instructions++;
    return (h->errors + 1) * 1000 <= h->instructions * ERRORS_PER_1000 && rng_below(&h->rng, 32) == 0;
}

// Fields that a fence ignores are mostly set.
static void make_fence(struct habits *h, struct instr *i)
{
    uint64_t r = rng_next(&h->rng);
    i->op = UL1_OP_FENCE;
    i->level = r & 3;
    i->space = r >> 2 & 3;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = ((r >> 8) + lane) & ((UINT64_C(1) << UL1_VA_W) - 1);
}

// Some loads are of constants, except where many lines are wanted under fetch. Most have one address.
static void draw_constant(struct habits *h, struct instr *i)
{
    if (!UL1_CONSTANTS || i->copy || i->op != UL1_OP_LOAD || h->lines.theme->memory.batch
        || !rng_percent(&h->rng, 15))
        return;
    const uint64_t r = rng_next(&h->rng);
    i->space = UL1_SPACE_CONST;
    i->interleave = false;
    for (unsigned lane = 0; (r & 3) && lane < LANES; lane++)
        i->addr[lane] = i->addr[r & 4 ? 0 : lane & (unsigned)(r >> 8)];
}

static unsigned warps_held(const struct habits *h)
{
    return (unsigned)__builtin_popcountll(h->held);
}

// Arrivals are counted in the order in which they retire, so each barrier expects the same number throughout
// the part. Some arrivals are faulty, and are not counted.
static void make_bar(struct habits *h, struct instr *i, unsigned barrier)
{
    const uint64_t r = rng_next(&h->rng);
    make_fence(h, i);
    if (r & 7)
        i->level = UL1_LEVEL_CTA;
    i->bar = true;
    i->waits = warps_held(h) + 1 < WARPS && rng_percent(&h->rng, h->waits);
    i->barrier = (uint8_t)barrier;
    i->expects = h->expects[barrier];
    i->pred = (r >> 4 & 3) == 0 ? 0 : (r >> 4 & 3) == 1 ? ALL_LANES : (uint32_t)(r >> 32) & ALL_LANES;
    if ((r >> 8 & 31) == 0) {
        i->expects = 0;
        return;
    }
    h->arrived[barrier] = (uint8_t)((h->arrived[barrier] + 1) % i->expects);
}

// At the end of a part, warps that do not wait arrive until all barriers have opened.
static bool opens_barriers(struct habits *h, struct instr *i)
{
    for (unsigned b = 0; b < h->barriers; b++) {
        if (!h->arrived[b])
            continue;
        draw_kind(h, i);
        make_bar(h, i, b);
        i->waits = false;
        return true;
    }
    return false;
}

// The load of a copy becomes one of 32 bits a lane or more. Its shared addresses are those of a store, now
// and then wrong in some lanes.
static void draw_copy(struct habits *h, struct instr *i)
{
    const uint64_t r = rng_next(&h->rng);
    struct instr store = *i;
    i->copy = true;
    store.op = UL1_OP_STORE;
    store.space = UL1_SPACE_SHARED;
    draw_addresses(h, &store);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->dest[lane] = (uint32_t)store.addr[lane];
    if ((r & 31) == 0)
        i->dest[(r >> 8) % LANES] = (uint32_t)(r >> 32) & ((1u << UL1_DEST_W) - 1);
}

// A warp closes a group, or begins to wait.
static bool draw_group(struct habits *h, struct instr *i)
{
    const uint64_t r = rng_next(&h->rng);
    if (!h->cached || !rng_percent(&h->rng, h->groups))
        return false;
    const bool waits = r & 1 && warps_held(h) + 1 < WARPS;
    *i = (struct instr){ .op = UL1_OP_FENCE,
                         .warp = i->warp,
                         .group = waits ? WAITS_FOR_GROUPS | (r >> 4 & 1) : CLOSES_GROUP,
                         .leaves = (uint8_t)((r >> 8) % (r >> 1 & 7 ? 3 : (1u << UL1_GROUP_W) - 1)) };
    return true;
}

static void draw_cached(struct habits *h, struct instr *i)
{
    const bool copies = h->sizes->copies && rng_percent(&h->rng, h->copies);
    if (copies) {
        i->width = (uint8_t)(UL1_WIDTH_B32 + rng_below(&h->rng, 3));
        i->reg = (uint8_t)(i->reg & ~3u);
    }
    traffic_cached_draw(&h->lines, i);
    if (copies && i->op == UL1_OP_LOAD && !i->interleave)
        draw_copy(h, i);
}

bool habits_instruction(void *source, struct instr *i)
{
    struct habits *h = source;
    if (!h->part_end)
        h->part_end = *h->cycles + h->part_cycles;
    if (*h->cycles >= h->part_end || *h->cycles >= h->length)
        return h->sizes->barriers && opens_barriers(h, i);
    draw_kind(h, i);
    if (h->sizes->barriers && rng_percent(&h->rng, h->bars)) {
        make_bar(h, i, rng_below(&h->rng, h->barriers));
        return true;
    }
    if (rng_percent(&h->rng, h->fences)) {
        make_fence(h, i);
        return true;
    }
    if (h->sizes->copies && draw_group(h, i))
        return true;
    bool cached = rng_percent(&h->rng, h->cached);
    if (cached) {
        draw_cached(h, i);
        draw_constant(h, i);
        traffic_texture_draw(&h->rng, i, h->lines.theme->memory.batch ? 0 : h->textures);
    } else {
        i->op = rng_percent(&h->rng, h->stores) ? UL1_OP_STORE : UL1_OP_LOAD;
        draw_atom(h, i);
        draw_lock(h, i);
        draw_matrix(h, i);
        draw_addresses(h, i);
        if (h->sizes->lane_pairs)
            draw_pairs(h, i);
    }
    if (!instr_texture(i) && may_spoil(h)) {
        spoil(h, i);
        traffic_judge(i, h->behind);
        h->errors += i->err != 0;
        i->copy &= i->op == UL1_OP_LOAD && instr_cached(i);
    }
    i->passes = i->err ? 0 : traffic_passes(i, h->bankwidth);
    i->passes_unsaid = false;
    if (cached)
        traffic_cached_judge(&h->lines, i);
    return true;
}
