// Commands: how long each takes, what it writes, what it leaves in the cache, and what it does to what is under way.
//
// A command that is taken in cycle c drains until D, which is c + 1 if the machine is idle, else the first cycle in which it
// is. What follows is the same in either case: LENGTH is as if it had been idle. So the next instruction is taken in
// D + LENGTH - 1, and one that is offered meanwhile is stalled.
#include "tests/l1/cached.h"

enum { AFTER_SPLIT = UL1_CMD_CARVEOUT + 1, CODES = 8 };

static bool writes_back(unsigned op)
{
    return op >= UL1_CMD_FLUSH;
}

// Those that leave all lines where they are.
static bool keeps(unsigned op)
{
    return op == UL1_CMD_FLUSH || op >= AFTER_SPLIT;
}

static bool fenced(unsigned op)
{
    return writes_back(op) && op != UL1_CMD_CARVEOUT;
}

// From the cycle in which the command is taken to that in which the next can be: drain, a set a cycle and a cycle for each
// of `lines`, settle, finish; with a fence, that and its answer. A line that is read out in the sweep has left 5 cycles
// later, and has given its entry back then; so if the last is in one of the last sets, settling waits for it.
static int64_t length(unsigned op, unsigned carveout, unsigned lines, unsigned last_set, unsigned latency)
{
    const int64_t sets = carveout_sets(carveout), behind = sets - last_set;
    const int64_t settle = lines && behind < 5 ? 6 - behind : 1;
    return 1 + 1 + sets + lines + settle + (fenced(op) ? latency + 4 : 0) + 1;
}

static int64_t idle_length(unsigned op, struct shape s)
{
    return length(op, s.carveout, 0, 0, s.latency);
}

static struct command *commanded(struct build *b, struct shape s, unsigned op, unsigned line)
{
    struct command *c = build_command(b, op, (uint64_t)line * LINE + LINE - 1);
    c->carveout = s.carveout;
    return c;
}

// A part that begins with the command, given to an idle machine; the first instruction is offered a cycle later.
static struct part *command_part(struct build *b, struct shape s, unsigned op, unsigned line, int64_t long_)
{
    struct part *part = cached_part(b, s);
    commanded(b, s, op, line);
    part->expected.stalls = long_ - 1;
    part->expected.fences = fenced(op);
    return part;
}

// ---- an idle machine, nothing dirty

static const unsigned latencies[] = { 1, 5, 23 };

// Two lines are there, the command names the first. The load of each, one after the other, says whether it still is, and
// whether the translation is.
static void idle(struct build *b, unsigned carveout)
{
    enum { FIRST = 10 };
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned op = 0; op < CODES; op++) {
            struct shape s = shape_of(UL1_FETCH_LINE, latencies[k]);
            s.carveout = (uint8_t)carveout;
            holding_part(b, s, FIRST, 2, 1)->prepares = true;
            struct part *part = command_part(b, s, op, FIRST, idle_length(op, s));
            load_line(b, 0, FIRST)->from = 1;
            alone(b, load_line(b, 0, FIRST + 1));
            const unsigned misses = keeps(op) ? 0 : op == UL1_CMD_LINE ? 1 : 2;
            const bool forgotten = op == UL1_CMD_PAGE;
            expect(part, .hits = 2 - misses, .misses = misses);
            part->expected.walk_reads = forgotten ? 2 : 0;
            part->expected.cycles = 2 * until_pass(1) + misses * REPLAY(s.latency) + (forgotten ? WALK(2, s.latency) : 0);
        }
}

// ---- dirty lines

// Empties the cache and stores whole lines, so that they are dirty.
static void make_dirty(struct build *b, struct shape s, unsigned first, unsigned count, unsigned step)
{
    struct part *part = cached_part(b, s);
    part->fresh = part->prepares = true;
    load_line(b, 0, WARMED);
    for (unsigned n = 0; n < count; n++) {
        struct instr *i = local(store_line(b, n, first + n * step));
        i->data = first + n * step;
        alone(b, i);
    }
}

static struct instr *load_stored(struct build *b, unsigned line)
{
    struct instr *i = local(load_line(b, 0, line));
    build_pin(i, line);
    return i;
}

// The command, with `count` lines dirty, the last of which is in this set, and what loads of them cost afterwards.
static void write_out(struct build *b, struct shape s, unsigned op, unsigned first, unsigned count, unsigned step)
{
    const unsigned last = line_set(first + (count - 1) * step, s.carveout);
    struct part *part = command_part(b, s, op, first, length(op, s.carveout, count, last, s.latency));
    for (unsigned n = 0; n < count; n++)
        if (n)
            alone(b, load_stored(b, first + n * step));
        else
            load_stored(b, first)->from = 1;
    const unsigned misses = keeps(op) ? 0 : count, forgotten = op == UL1_CMD_PAGE;
    expect(part, .hits = count - misses, .misses = misses, .writes = count, .bytes = count * LINE);
    part->expected.evictions = count;
    part->expected.walk_reads = forgotten ? 2 : 0;
    part->expected.cycles = count * until_pass(1) + misses * REPLAY(s.latency) + (forgotten ? WALK(2, s.latency) : 0);
}

// Nothing is dirty any more: another flush writes nothing.
static void nothing_left(struct build *b, struct shape s)
{
    struct part *part = command_part(b, s, UL1_CMD_FLUSH, 0, idle_length(UL1_CMD_FLUSH, s));
    build_fence(b, 0, UL1_LEVEL_CTA)->from = 1;
    expect(part);
}

// The first set, the last, and those near it: all ways of it.
static void dirty_sets(struct build *b, unsigned op)
{
    for (unsigned carveout = 0; carveout < 4; carveout++)
        for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
            struct shape s = shape_of(UL1_FETCH_LINE, latencies[k]);
            s.carveout = (uint8_t)carveout;
            const unsigned sets = carveout_sets(carveout), set[] = { 0, sets / 2, sets - 5, sets - 3, sets - 1 };
            for (unsigned n = 0; n < COUNT_OF(set); n++) {
                make_dirty(b, s, set[n], carveout_ways(carveout), sets);
                write_out(b, s, op, set[n], carveout_ways(carveout), sets);
                nothing_left(b, s);
            }
        }
}

// One way of a set that is full, each in turn.
static void dirty_ways(struct build *b, unsigned op)
{
    for (unsigned carveout = 0; carveout < 3; carveout++)
        for (unsigned k = 0; k < 2; k++)
            for (unsigned way = 0; way < carveout_ways(carveout); way++) {
                struct shape s = shape_of(UL1_FETCH_LINE, 4);
                s.carveout = (uint8_t)carveout;
                const unsigned sets = carveout_sets(carveout), set = k ? sets - 1 : 0, line = set + way * sets;
                struct part *part = holding_part(b, s, set, carveout_ways(carveout), sets);
                part->prepares = true;
                local(store_line(b, 0, line))->data = line;
                write_out(b, s, op, line, 1, 1);
                nothing_left(b, s);
            }
}

// The whole cache is dirty: a line a cycle, as memory takes them.
static void dirty_all(struct build *b, unsigned op)
{
    for (unsigned carveout = 0; carveout < 3; carveout++) {
        struct shape s = shape_of(UL1_FETCH_LINE, 3);
        s.carveout = (uint8_t)carveout;
        const unsigned lines = carveout_sets(carveout) * carveout_ways(carveout);
        make_dirty(b, s, 0, lines, 1);
        write_out(b, s, op, 0, lines, 1);
        nothing_left(b, s);
    }
}

// Sectors of a line that are dirty, and others that are clean. A command that writes back sends the dirty ones alone; one
// that merely invalidates leaves them, and drops the others.
static void dirty_sectors(struct build *b, unsigned unused)
{
    (void)unused;
    enum { AT = 40, LATENCY = 4 };
    for (unsigned op = 0; op < CODES; op++)
        for (unsigned sectors = 1; sectors < 15; sectors++) {
            const struct shape s = shape_of(UL1_FETCH_SECTOR, LATENCY);
            const unsigned dirty = (unsigned)__builtin_popcount(sectors);
            holding_part(b, s, AT, 1, 1)->prepares = true;
            local(store_sectors(b, 0, AT, sectors))->data = op;
            struct part *part =
                command_part(b, s, op, AT, length(op, s.carveout, writes_back(op), AT % 32, LATENCY));
            struct instr *i = local(load_sectors(b, 0, AT, sectors));
            build_pin(i, op);
            i->from = 1;
            alone(b, local(load_sectors(b, 0, AT, 15 & ~sectors)));
            const unsigned misses = keeps(op) ? 0 : writes_back(op) ? 2 : 1;
            const bool forgotten = op == UL1_CMD_PAGE;
            expect(part, .hits = 2 - misses, .misses = misses, .writes = writes_back(op),
                         .bytes = writes_back(op) ? dirty * SECTOR : 0);
            part->expected.evictions = writes_back(op);
            part->expected.sectors = misses == 2 ? 4 : misses ? 4 - dirty : 0;
            part->expected.walk_reads = forgotten ? 2 : 0;
            part->expected.cycles = 2 * until_pass(1) + misses * REPLAY(LATENCY) + (forgotten ? WALK(2, LATENCY) : 0);
        }
}

// All lines of the cache are dirty but for a sector each: what merely invalidates writes nothing and loses nothing of it.
static void stays(struct build *b, unsigned op)
{
    for (unsigned carveout = 0; carveout < 3; carveout++) {
        struct shape s = shape_of(UL1_FETCH_SECTOR, 2);
        s.carveout = (uint8_t)carveout;
        const unsigned lines = carveout_sets(carveout) * carveout_ways(carveout);
        struct part *part = cached_part(b, s);
        part->fresh = part->prepares = true;
        load_line(b, 0, WARMED);
        for (unsigned n = 0; n < lines; n++) {
            struct instr *i = local(store_sectors(b, n, n, 15 & ~(1u << n % 4)));
            i->data = n;
            alone(b, i);
        }
        part = command_part(b, s, op, 0, idle_length(op, s));
        for (unsigned n = 0; n < lines; n++) {
            struct instr *i = local(load_sectors(b, n, n, 15 & ~(1u << n % 4)));
            build_pin(i, n);
            i->from = 1;
        }
        expect(part, .hits = lines);
        part->expected.stalls = -1; // the pending table may fill
        part->expected.cycles = until_pass(lines);
    }
}

// ---- what is under way

// A flush right behind a store: it is not skipped. The store is taken in 0, the flush in 1; an instruction is offered in 2.
enum waits { IN_FLIGHT, HELD, THROUGH };

static void store_waits(struct build *b, unsigned how)
{
    enum { AT = 12 };
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = shape_of(UL1_FETCH_SECTOR, latencies[k]);
        const int64_t m = s.latency;
        warmed_part(b, s)->prepares = true;
        load_line(b, 0, WARMED - 1);
        struct part *part = cached_part(b, s);
        build_command(b, UL1_CMD_FLUSH, 0)->from = 1;
        struct instr *i = how == HELD ? local(store_words(b, 0, AT, 2)) : store_line(b, 0, AT);
        if (how == IN_FLIGHT)
            local(i);
        else if (how == THROUGH)
            strided(i, (UINT64_C(1) << 21) + AT * LINE, 4); // in another page
        i->data = AT;
        build_fence(b, 1, UL1_LEVEL_CTA)->from = 2;
        // It has retired in 6; its line is written M + 7 after its pass, in M + 9; it was to be translated in 5.
        const int64_t drained = how == IN_FLIGHT ? 7 : how == HELD ? m + 10 : 5 + WALK(2, m) + 2;
        const int64_t ready = drained + length(UL1_CMD_FLUSH, s.carveout, how != THROUGH, AT, s.latency) - 1;
        expect(part, .misses = how == HELD, .through = how == THROUGH, .allocated = how == IN_FLIGHT, .held = how == HELD,
                     .writes = 1, .bytes = how == HELD ? SECTOR : LINE);
        part->expected.walk_reads = how == THROUGH ? 2 : 0;
        part->expected.evictions = how != THROUGH;
        part->expected.fences = 1;
        part->expected.stalls = ready - 2;
        part->expected.cycles = ready + until_pass(1);
        part = cached_part(b, s); // the words that were stored are in memory, and in the cache
        struct instr *load = how == HELD ? load_sectors(b, 0, AT, 2) : load_line(b, 0, AT);
        memcpy(load->addr, i->addr, sizeof load->addr);
        expect(part, .hits = how != THROUGH, .misses = how == THROUGH);
    }
}

// Any command, given while lines are being fetched: it waits for them, and then acts on them as on any. The loads are taken
// in 0 and on, the command in LINES, the last replay's pass is in LINES + REPLAY(M).
static void misses_under_way(struct build *b, unsigned op)
{
    enum { LINES = 6, AT = 10 };
    _Static_assert(LINES <= REPLAY(1), "replays begin when all have been looked up");
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = shape_of(UL1_FETCH_LINE, latencies[k]);
        struct part *part = warmed_part(b, s);
        commanded(b, s, op, AT)->from = LINES;
        for (unsigned n = 0; n < LINES; n++)
            load_line(b, n, AT + n);
        load_line(b, 0, AT)->from = LINES + 1;
        alone(b, load_line(b, 0, AT + 1));
        const int64_t ready = until_pass(LINES + REPLAY(s.latency)) + idle_length(op, s) - 1;
        const unsigned misses = keeps(op) ? 0 : op == UL1_CMD_LINE ? 1 : 2;
        const bool forgotten = op == UL1_CMD_PAGE;
        expect(part, .hits = 2 - misses, .misses = LINES + misses);
        part->expected.walk_reads = forgotten ? 2 : 0;
        part->expected.fences = fenced(op);
        part->expected.stalls = ready - (LINES + 1);
        part->expected.cycles = ready + 2 * until_pass(1) + misses * REPLAY(s.latency)
            + (forgotten ? WALK(2, s.latency) : 0);
    }
}

// A flush while misses push dirty lines out: each line is written once, by the miss or by the flush.
static void victims_under_way(struct build *b, unsigned op)
{
    enum { SET = 5, LATENCY = 9 };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    const unsigned sets = carveout_sets(s.carveout), ways = carveout_ways(s.carveout);
    make_dirty(b, s, SET, ways, sets);
    for (unsigned n = 0; n < ways; n++)
        alone(b, local(store_line(b, 0, SET + 1 + n * sets)));
    struct part *part = cached_part(b, s);
    commanded(b, s, op, SET)->from = 1;
    for (unsigned n = 0; n < ways; n++)
        load_line(b, n, SET + (ways + n) * sets);
    expect(part, .misses = ways, .writes = 2 * ways, .bytes = 2 * ways * LINE);
    part->expected.evictions = 2 * ways;
    part->expected.fences = fenced(op);
}

// Commands of every kind in the midst of loads and stores. Each line belongs to a warp, so that each load is known to find
// what was stored there last.
static void in_traffic(struct build *b, unsigned slow)
{
    enum { LINES = 40, WARPS = 8, N = 2000, EVERY = 25, AT = 24 };
    struct rng *r = build_rng(b);
    struct part *part = cached_part(b, shape_of(slow ? UL1_FETCH_SECTOR : UL1_FETCH_LINE, 6));
    part->fresh = true;
    if (slow)
        part->set.memory = (struct memory_settings){ .latency = 20, .spread = 30, .order = MEMORY_RANDOM, .pieces = 50,
                                                     .stall = 50 };
    uint32_t stored[LINES] = { 0 };
    for (unsigned n = 0; n < N; n++) {
        const unsigned at = n < LINES ? n : rng_below(r, LINES);
        const bool store = n < LINES || rng_percent(r, 30);
        struct instr *i = store ? store_line(b, at % WARPS, AT + at) : load_line(b, at % WARPS, AT + at);
        i->hint = (uint8_t[]){ UL1_HINT_CA, UL1_HINT_WB, UL1_HINT_CG }[rng_below(r, 3)];
        i->data = store ? n : stored[at];
        stored[at] = i->data;
        i->pinned = !store;
    }
    unsigned fences = 0;
    for (unsigned n = 0; n < N / EVERY; n++) {
        struct command *c = build_command(b, n % CODES, (uint64_t)(AT + rng_below(r, LINES)) * LINE);
        c->after = EVERY * n;
        c->carveout = (uint8_t)rng_below(r, 4);
        fences += fenced(c->op);
    }
    part->expected.fences = fences;
}

// Commands one behind the other: each is offered, and taken, in the cycle after that in which the one before it is complete.
static void in_a_row(struct build *b, unsigned unused)
{
    (void)unused;
    enum { AT = 3, LATENCY = 8 };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    holding_part(b, s, AT, 1, 1)->prepares = true;
    load_line(b, 0, AT);
    struct part *part = cached_part(b, s);
    int64_t all = 0, fences = 0;
    for (unsigned op = 0; op < CODES; op++) {
        commanded(b, s, op, AT);
        all += idle_length(op, s) + (op > 0);
        fences += fenced(op);
    }
    // An instruction would be taken when any of them is complete; so this one is offered when the last is about to be.
    build_fence(b, 0, UL1_LEVEL_CTA)->from = (unsigned)(all - 1);
    expect(part);
    part->expected.fences = fences;
    part->expected.stalls = 1;
    part->expected.cycles = until_pass(1);
}

// The sweep waits for entries of the write data buffer, and settling for the last write: no line's translation is at hand,
// so that each write waits for a walk of its own. (A store of a whole line that is written back needs none.)
static void slow_writes(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LINES = 2 * UL1_WDB, PAGE = 4096 / LINE, LATENCY = 5 };
    struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    s.page = UL1_PAGE_P4K;
    make_dirty(b, s, 0, LINES, PAGE + 1);
    struct part *part = cached_part(b, s);
    commanded(b, s, UL1_CMD_FLUSH, 0);
    build_fence(b, 0, UL1_LEVEL_CTA)->from = 1;
    // The first line is read out in 2, and its write is to be translated in 6; the last is gone 2 cycles after it has been.
    const int64_t settled = 6 + LINES * (WALK(3, LATENCY) + 1) - 1 + 2;
    expect(part, .writes = LINES, .bytes = LINES * LINE);
    part->expected.walk_reads = 3 * LINES;
    part->expected.evictions = LINES;
    part->expected.fences = 1;
    part->expected.stalls = settled + LATENCY + 6 - 1;
    part->expected.cycles = until_pass(1);
}

// ---- the carveout

static struct instr *shared_row(struct build *b, bool store, unsigned row)
{
    struct instr *i = build_access(b, store, row % 7 + 20);
    strided(i, (uint64_t)row * LINE, 4);
    i->data = row;
    i->pinned = !store;
    return i;
}

static void expect_range_error(struct instr *i)
{
    i->err = UL1_ERR_RANGE;
    i->err_mask = i->mask;
    i->pinned = false;
    i->passes = 0;
}

// All lines of the larger cache and some more, each once: none of them is there.
static void none_there(struct build *b, struct shape s)
{
    enum { N = 6 * 64 };
    struct part *part = cached_part(b, s);
    commanded(b, s, UL1_CMD_CARVEOUT, 0);
    for (unsigned n = 0; n < N; n++)
        load_line(b, n, n)->from = 1;
    part->expected.hits = 0;
    part->expected.misses = N;
    part->expected.writes = 0;
}

// From one carveout to another, while a shared load has conflicts and lines are being fetched: dirty lines are written back,
// rows that are inside before and after keep their words, the border has moved, the cache is empty. Then back: no line that
// was there at any time is there still.
static void change(struct build *b, unsigned from, unsigned to)
{
    enum { MISSES = 6, AT = 8, DEGREE = 8, DIRTY = 4, LATENCY = 7 };
    struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    s.carveout = (uint8_t)from;
    const unsigned before = carveout_rows(from), after = carveout_rows(to), inside = before < after ? before : after;
    make_dirty(b, s, 0, DIRTY, 1);
    shared_row(b, true, 0);
    shared_row(b, true, inside / 2);
    shared_row(b, true, inside - 1);
    shared_row(b, true, before - 1);

    struct part *part = cached_part(b, s);
    struct command *c = commanded(b, s, UL1_CMD_CARVEOUT, 0);
    c->from = MISSES + 1;
    c->carveout = (uint8_t)to;
    struct instr *i = build_load(b, 1);
    strided(i, 0, LINE);
    i->mask = (1u << DEGREE) - 1;
    i->passes = DEGREE;
    for (unsigned n = 0; n < MISSES; n++)
        load_line(b, 2 + n, AT + n);
    // Replays of the shared load come first, so the last lookup is in DEGREE + MISSES.
    const int64_t ready = until_pass(DEGREE + MISSES + REPLAY(LATENCY)) - 1
        + length(UL1_CMD_CARVEOUT, from, DIRTY, DIRTY - 1, LATENCY);
    shared_row(b, false, 0)->from = MISSES + 2;
    shared_row(b, false, inside / 2);
    shared_row(b, false, inside - 1);
    shared_row(b, true, after - 1)->warp = 9;
    shared_row(b, false, after - 1)->warp = 9;
    expect_range_error(shared_row(b, true, after));
    expect_range_error(shared_row(b, false, after));
    for (unsigned n = 0; n < DIRTY; n++)
        load_stored(b, n)->warp = (uint8_t)n;
    load_line(b, 30, AT);
    expect(part, .misses = MISSES + DIRTY + 1, .writes = DIRTY, .bytes = DIRTY * LINE);
    part->expected.evictions = DIRTY;
    part->expected.fences = 0;
    part->expected.stalls = ready - (MISSES + 2);

    struct shape other = s;
    other.carveout = (uint8_t)to;
    none_there(b, other);
    part = cached_part(b, other);
    commanded(b, s, UL1_CMD_CARVEOUT, 0);
    shared_row(b, false, 0)->from = 1;
    shared_row(b, false, inside - 1);
    expect_range_error(shared_row(b, false, before));
    part->expected.stalls = length(UL1_CMD_CARVEOUT, to, 0, 0, LATENCY) - 1;
    none_there(b, s);
}

static void changes(struct build *b, unsigned from)
{
    for (unsigned to = 0; to < 4; to++)
        change(b, from, to);
}

// The smaller cache is full of dirty lines, then the larger one, in turn: all that is dirty is written back at each change.
static void full_changes(struct build *b, unsigned unused)
{
    (void)unused;
    static const uint8_t order[] = { 0, 1, 0, 2, 1, 2, 0, 3, 1, 3, 0 };
    struct shape s = shape_of(UL1_FETCH_LINE, 2);
    for (unsigned n = 0; n + 1 < COUNT_OF(order); n++) {
        s.carveout = order[n];
        const unsigned lines = carveout_sets(s.carveout) * carveout_ways(s.carveout);
        make_dirty(b, s, 0, lines, 1);
        struct part *part = cached_part(b, s);
        commanded(b, s, UL1_CMD_CARVEOUT, 0)->carveout = order[n + 1];
        for (unsigned k = 0; k < lines; k++)
            load_stored(b, k)->from = 1;
        part->expected.hits = 0;
        part->expected.misses = lines;
        part->expected.evictions = lines;
        expect_writes(part, .writes = lines, .bytes = lines * LINE);
    }
}

// ---- pages

enum { PAGE_LINES = 4096 / LINE, IN_PAGE = PAGE_LINES + 5, BESIDE = 2 * PAGE_LINES + 3, LEVELS = 3 };

static struct shape small_pages(unsigned latency)
{
    struct shape s = shape_of(UL1_FETCH_LINE, latency);
    s.page = UL1_PAGE_P4K;
    return s;
}

// Two lines of a page and one of another are dirty; `known`: the page's translation is at hand.
static void dirty_page(struct build *b, struct shape s, bool known)
{
    make_dirty(b, s, IN_PAGE, 2, 1);
    struct instr *i = local(store_line(b, 0, BESIDE));
    i->data = BESIDE;
    alone(b, i);
    if (known)
        alone(b, load_line(b, 0, IN_PAGE + 2));
}

// The page's lines are written back where the page was, and are gone; its translation is forgotten, so that what the page
// table says now counts: it may be as it was, in another frame, absent, or read-only. Lines of other pages stay, dirty.
static void page(struct build *b, unsigned how)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = small_pages(latencies[k]);
        const int64_t m = s.latency;
        const unsigned last = line_set(IN_PAGE + 1, s.carveout);
        dirty_page(b, s, true);
        struct part *part = cached_part(b, s);
        commanded(b, s, UL1_CMD_PAGE, IN_PAGE + 9)->change = how;
        load_stored(b, BESIDE)->from = 1;
        struct instr *i = load_stored(b, IN_PAGE);
        alone(b, i);
        expect(part, .hits = 1, .misses = 1, .writes = 2, .bytes = 2 * LINE);
        part->expected.walk_reads = LEVELS;
        part->expected.evictions = 2;
        part->expected.fences = 1;
        part->expected.stalls = length(UL1_CMD_PAGE, s.carveout, 2, last, s.latency) - 1;
        if (how == PAGE_REMOVED) {
            i->err = UL1_ERR_PAGE;
            i->err_mask = i->mask;
            part->expected.reads = 0;
            part->expected.cycles = until_pass(1) + until_pass(1 + LEVELS * (m + 3) + 4);
            continue;
        }
        part->expected.cycles = 2 * until_pass(1) + WALK(LEVELS, m) + REPLAY(m);
        i->pinned = how != PAGE_MOVED;
        if (how == PAGE_PROTECTED) {
            alone(b, store_line(b, 0, IN_PAGE));
            build_report(b, LOST_LEAVING, UL1_ERR_READONLY, IN_PAGE * LINE);
            part->expected.through = 1;
            part->expected.cycles += until_pass(2);
        }
    }
}

// The same if the translation is not at hand: the dirty lines are translated as they leave, cannot be, and are reported. The
// command completes all the same.
static void page_lost(struct build *b, unsigned how)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = small_pages(latencies[k]);
        const int64_t m = s.latency, swept = 2 + carveout_sets(s.carveout) + 2;
        dirty_page(b, s, false);
        struct part *part = cached_part(b, s);
        commanded(b, s, UL1_CMD_PAGE, IN_PAGE)->change = how;
        load_stored(b, BESIDE)->from = 1;
        for (unsigned n = 0; n < 2; n++)
            build_report(b, LOST_LEAVING, how == PAGE_REMOVED ? UL1_ERR_PAGE : UL1_ERR_READONLY, (IN_PAGE + n) * LINE);
        // The first line is read out when its set's turn comes, and its write is to be translated 4 cycles later. Of an
        // absent page each walks; of a read-only one a single walk serves both.
        const int64_t first = 2 + line_set(IN_PAGE, s.carveout) + 4;
        const int64_t lost = how == PAGE_REMOVED ? first + 2 * (LEVELS * (m + 3) + 1) + 1 : first + WALK(LEVELS, m) + 1;
        expect(part, .hits = 1);
        part->expected.walk_reads = LEVELS * (how == PAGE_REMOVED ? 2 : 1);
        part->expected.evictions = 2;
        part->expected.fences = 1;
        part->expected.stalls = (lost + 1 > swept ? lost + 1 : swept) + m + 6 - 1;
        part->expected.cycles = until_pass(1);
    }
}

const struct test tests_command[] = {
    DIRECTED("command_idle_48", idle, UL1_CARVEOUT_S48, "every command on an idle machine: its cycles, and what still hits"),
    DIRECTED("command_idle_32", idle, UL1_CARVEOUT_S32, "the same with another carveout"),
    DIRECTED("command_idle_16", idle, UL1_CARVEOUT_S16, "and with the largest cache"),
    DIRECTED("command_idle_code3", idle, 3, "and with the reserved code"),
    DIRECTED("command_row", in_a_row, 0, "commands one behind the other, with an instruction waiting for the last"),
    DIRECTED("command_flush", dirty_sets, UL1_CMD_FLUSH, "flush: dirty lines in the first set, the last and others"),
    DIRECTED("command_both", dirty_sets, UL1_CMD_BOTH, "both at once: the same, and the cache is empty"),
    DIRECTED("command_page", dirty_sets, UL1_CMD_PAGE, "by page: the same, and its translation is forgotten"),
    DIRECTED("command_carveout", dirty_sets, UL1_CMD_CARVEOUT, "the carveout: the same, without a fence"),
    DIRECTED("command_code6", dirty_sets, 6, "the reserved codes are like flush"),
    DIRECTED("command_code7", dirty_sets, 7, "the other one, too"),
    DIRECTED("command_way_flush", dirty_ways, UL1_CMD_FLUSH, "one dirty line in a full set, in each way in turn"),
    DIRECTED("command_way_both", dirty_ways, UL1_CMD_BOTH, "the same with both in one command"),
    DIRECTED("command_way_page", dirty_ways, UL1_CMD_PAGE, "the same by page"),
    DIRECTED("command_all_flush", dirty_all, UL1_CMD_FLUSH, "the whole cache is dirty: a line a cycle goes to memory"),
    DIRECTED("command_all_both", dirty_all, UL1_CMD_BOTH, "the same with both in one command"),
    DIRECTED("command_all_split", dirty_all, UL1_CMD_CARVEOUT, "the same with the carveout"),
    DIRECTED("command_sectors", dirty_sectors, 0, "some sectors of a line dirty: bytes written, what stays, each command"),
    DIRECTED("command_keep_all", stays, UL1_CMD_ALL, "all invalidated while all is dirty: nothing is lost or written"),
    DIRECTED("command_keep_line", stays, UL1_CMD_LINE, "the same with a line"),
    DIRECTED("command_store", store_waits, IN_FLIGHT, "flush right behind a store: it is not skipped"),
    DIRECTED("command_held", store_waits, HELD, "flush while a store is held for its line"),
    DIRECTED("command_through", store_waits, THROUGH, "flush while a store waits for a page walk"),
    DIRECTED("command_misses_line", misses_under_way, UL1_CMD_LINE, "a line is invalidated while it is filled"),
    DIRECTED("command_misses_all", misses_under_way, UL1_CMD_ALL, "all is invalidated while lines are filled"),
    DIRECTED("command_misses_flush", misses_under_way, UL1_CMD_FLUSH, "flush while lines are filled"),
    DIRECTED("command_misses_both", misses_under_way, UL1_CMD_BOTH, "both at once while lines are filled"),
    DIRECTED("command_misses_page", misses_under_way, UL1_CMD_PAGE, "a page is forgotten while its lines are filled"),
    DIRECTED("command_misses_split", misses_under_way, UL1_CMD_CARVEOUT, "the carveout while lines are filled"),
    DIRECTED("command_victims_flush", victims_under_way, UL1_CMD_FLUSH, "flush while misses push dirty lines out"),
    DIRECTED("command_victims_both", victims_under_way, UL1_CMD_BOTH, "the same with both in one command"),
    DIRECTED("command_traffic", in_traffic, 0, "all commands amid loads and stores: loads find what was stored"),
    DIRECTED("command_traffic_slow", in_traffic, 1, "the same, the memory slow and in any order"),
    DIRECTED("command_slow", slow_writes, 0, "each line written back waits for a page walk: so long it takes"),
    DIRECTED("command_change_48", changes, UL1_CARVEOUT_S48, "from 48/16 to each carveout under load, and back"),
    DIRECTED("command_change_32", changes, UL1_CARVEOUT_S32, "from 32/32, likewise"),
    DIRECTED("command_change_16", changes, UL1_CARVEOUT_S16, "from 16/48, likewise"),
    DIRECTED("command_change_full", full_changes, 0, "the whole cache dirty at each change: all is written back"),
    DIRECTED("command_page_same", page, PAGE_SAME, "a page that stays as it was: written back, forgotten, walked for again"),
    DIRECTED("command_page_moved", page, PAGE_MOVED, "one that has moved to another frame"),
    DIRECTED("command_page_removed", page, PAGE_REMOVED, "one that is gone: loads fail from then on"),
    DIRECTED("command_page_protected", page, PAGE_PROTECTED, "one that is read-only now: a store is reported"),
    DIRECTED("command_lost_removed", page_lost, PAGE_REMOVED, "dirty lines of a page that is gone are reported, others stay"),
    DIRECTED("command_lost_protected", page_lost, PAGE_PROTECTED, "the same of one that is read-only now"),
};
const unsigned tests_command_count = COUNT_OF(tests_command);
