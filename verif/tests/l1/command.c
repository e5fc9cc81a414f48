// Commands: how long each takes, what it writes, what it leaves in the cache, and what it does to what is under way.
//
// A command that is taken in cycle c drains until D, which is c + 1 if the machine is idle, else the first cycle in which it
// is. What follows is the same in either case: LENGTH is as if it had been idle. So the next instruction is taken in
// D + LENGTH - 1, and one that is offered meanwhile is stalled.
#include "tests/l1/cached.h"

enum { CODES = 1 << UL1_CMD_W, CARVEOUTS = 1 << UL1_CARVEOUT_W, LEVELS_P2M = 2 };

static bool writes_back(unsigned op)
{
    return op >= UL1_CMD_FLUSH;
}

// Those that leave all lines where they are.
static bool keeps(unsigned op)
{
    return op == UL1_CMD_FLUSH || op > UL1_CMD_CARVEOUT; // codes behind that are reserved
}

static bool fenced(unsigned op)
{
    return writes_back(op) && op != UL1_CMD_CARVEOUT;
}

// The dirty lines of a part, in numbers of lines: `count` of them from `first` up, `step` apart.
struct dirty {
    unsigned first, count, step;
};

// From the cycle in which the command is taken to that in which the next can be:
//
//     drain  sweep: a set a cycle, and a cycle for each dirty line  settle  fence, and its answer  finish  ready
//     1      sets + lines                                           1       M + 4                  1
//
// A line that is read out in the sweep in cycle t has left in t + 5; the write data buffer has its entry free, or is empty,
// in t + 6. That settling waits for; and the sweep, where as many lines come in fewer cycles as there are entries.
enum { LEAVING = 6 };

static int64_t length(unsigned op, unsigned carveout, struct dirty dirty, unsigned latency)
{
    int64_t free_again[UL1_WDB] = { 0 }, cycle = 2, last = 0; // counted from that in which the command is taken
    unsigned lines = 0;
    for (unsigned set = 0; set < carveout_sets(carveout); set++, cycle++)
        for (unsigned n = 0; n < dirty.count; n++)
            if (line_set(dirty.first + n * dirty.step, carveout) == set) {
                int64_t *entry = &free_again[lines++ % UL1_WDB];
                cycle = most(cycle, *entry);
                last = *entry = cycle + LEAVING;
                cycle++;
            }
    const int64_t settled = most(cycle, last) + 1;
    return settled + (fenced(op) ? latency + 4 : 0) + 1;
}

static int64_t idle_length(unsigned op, struct shape s)
{
    return length(op, s.carveout, (struct dirty){ .count = 0 }, s.latency);
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
            const struct shape s = carved(carveout, UL1_FETCH_LINE, latencies[k]);
            holding_part(b, s, FIRST, 2, 1)->prepares = true;
            struct part *part = command_part(b, s, op, FIRST, idle_length(op, s));
            load_line(b, 0, FIRST)->from = 1;
            alone(b, load_line(b, 0, FIRST + 1));
            const unsigned misses = keeps(op) ? 0 : op == UL1_CMD_LINE ? 1 : 2;
            const bool forgotten = op == UL1_CMD_PAGE;
            expect(part, .hits = 2 - misses, .misses = misses);
            part->expected.walk_reads = forgotten ? LEVELS_P2M : 0;
            part->expected.cycles = 2 * until_pass(1) + misses * REPLAY(s.latency)
                + (forgotten ? WALK(LEVELS_P2M, s.latency) : 0);
        }
}

// ---- dirty lines

// Empties the cache and stores whole lines, so that they are dirty.
static void make_dirty(struct build *b, struct shape s, struct dirty dirty)
{
    struct part *part = cached_part(b, s);
    part->fresh = part->prepares = true;
    load_line(b, 0, WARMED);
    for (unsigned n = 0; n < dirty.count; n++) {
        const unsigned line = dirty.first + n * dirty.step;
        struct instr *i = local(store_line(b, n, line));
        i->data = line;
        alone(b, i);
    }
}

static struct instr *load_stored(struct build *b, unsigned line)
{
    struct instr *i = local(load_line(b, 0, line));
    build_pin(i, line);
    return i;
}

// The command, while these lines are dirty, and what loads of them cost afterwards.
static void write_out(struct build *b, struct shape s, unsigned op, struct dirty dirty)
{
    const unsigned count = dirty.count;
    struct part *part = command_part(b, s, op, dirty.first, length(op, s.carveout, dirty, s.latency));
    for (unsigned n = 0; n < count; n++)
        if (n)
            alone(b, load_stored(b, dirty.first + n * dirty.step));
        else
            load_stored(b, dirty.first)->from = 1;
    const unsigned misses = keeps(op) ? 0 : count, forgotten = op == UL1_CMD_PAGE;
    expect(part, .hits = count - misses, .misses = misses, .writes = count, .bytes = count * LINE);
    part->expected.evictions = count;
    part->expected.walk_reads = forgotten ? LEVELS_P2M : 0;
    part->expected.cycles = count * until_pass(1) + misses * REPLAY(s.latency)
        + (forgotten ? WALK(LEVELS_P2M, s.latency) : 0);
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
    for (unsigned carveout = 0; carveout < CARVEOUTS; carveout++)
        for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
            const struct shape s = carved(carveout, UL1_FETCH_LINE, latencies[k]);
            const unsigned sets = carveout_sets(carveout);
            const unsigned set[] = { 0, sets / 2, sets - (unsigned)least(5, sets), sets - 3, sets - 1 };
            for (unsigned n = 0; n < COUNT_OF(set); n++) {
                const struct dirty dirty = { .first = set[n], .count = carveout_ways(carveout), .step = sets };
                make_dirty(b, s, dirty);
                write_out(b, s, op, dirty);
                nothing_left(b, s);
            }
        }
}

// One way of a set that is full, each in turn.
static void dirty_ways(struct build *b, unsigned op)
{
    enum { LATENCY = 4 };
    for (unsigned carveout = UL1_CARVEOUT_S48; carveout <= UL1_CARVEOUT_S16; carveout++)
        for (unsigned last = 0; last < 2; last++)
            for (unsigned way = 0; way < carveout_ways(carveout); way++) {
                const struct shape s = carved(carveout, UL1_FETCH_LINE, LATENCY);
                const unsigned sets = carveout_sets(carveout), set = last ? sets - 1 : 0, line = set + way * sets;
                struct part *part = holding_part(b, s, set, carveout_ways(carveout), sets);
                part->prepares = true;
                local(store_line(b, 0, line))->data = line;
                write_out(b, s, op, (struct dirty){ .first = line, .count = 1 });
                nothing_left(b, s);
            }
}

// The whole cache is dirty: a line a cycle, as memory takes them.
static void dirty_all(struct build *b, unsigned op)
{
    enum { LATENCY = 3 };
    for (unsigned carveout = UL1_CARVEOUT_S48; carveout <= UL1_CARVEOUT_S16; carveout++) {
        const struct shape s = carved(carveout, UL1_FETCH_LINE, LATENCY);
        const struct dirty dirty = { .first = 0, .count = carveout_lines(carveout), .step = 1 };
        make_dirty(b, s, dirty);
        write_out(b, s, op, dirty);
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
        for (unsigned sectors = 1; sectors < ALL_SECTORS; sectors++) {
            const struct shape s = shape_of(UL1_FETCH_SECTOR, LATENCY);
            const struct dirty line = { .first = AT, .count = writes_back(op) };
            const unsigned dirty = count_of(sectors);
            holding_part(b, s, AT, 1, 1)->prepares = true;
            local(store_sectors(b, 0, AT, sectors))->data = op;
            struct part *part = command_part(b, s, op, AT, length(op, s.carveout, line, LATENCY));
            struct instr *i = local(load_sectors(b, 0, AT, sectors));
            build_pin(i, op);
            i->from = 1;
            alone(b, local(load_sectors(b, 0, AT, ALL_SECTORS & ~sectors)));
            const unsigned misses = keeps(op) ? 0 : writes_back(op) ? 2 : 1;
            const bool forgotten = op == UL1_CMD_PAGE;
            expect(part, .hits = 2 - misses, .misses = misses, .writes = writes_back(op),
                         .bytes = writes_back(op) ? dirty * SECTOR : 0);
            part->expected.evictions = writes_back(op);
            part->expected.sectors = misses == 2 ? UL1_SECTORS : misses ? UL1_SECTORS - dirty : 0;
            part->expected.walk_reads = forgotten ? LEVELS_P2M : 0;
            part->expected.cycles = 2 * until_pass(1) + misses * REPLAY(LATENCY)
                + (forgotten ? WALK(LEVELS_P2M, LATENCY) : 0);
        }
}

// All lines of the cache are dirty but for a sector each: what merely invalidates writes nothing and loses nothing of it.
static void stays(struct build *b, unsigned op)
{
    for (unsigned carveout = UL1_CARVEOUT_S48; carveout <= UL1_CARVEOUT_S16; carveout++) {
        const struct shape s = carved(carveout, UL1_FETCH_SECTOR, 2);
        const unsigned lines = carveout_lines(carveout);
        struct part *part = cached_part(b, s);
        part->fresh = part->prepares = true;
        load_line(b, 0, WARMED);
        for (unsigned n = 0; n < lines; n++) {
            struct instr *i = local(store_sectors(b, n, n, ALL_SECTORS & ~(1u << n % UL1_SECTORS)));
            i->data = n;
            alone(b, i);
        }
        part = command_part(b, s, op, 0, idle_length(op, s));
        for (unsigned n = 0; n < lines; n++) {
            struct instr *i = local(load_sectors(b, n, n, ALL_SECTORS & ~(1u << n % UL1_SECTORS)));
            build_pin(i, n);
            i->from = 1;
        }
        expect(part, .hits = lines);
        part->expected.stalls = -1; // the pending table may fill
        part->expected.cycles = until_hits(lines);
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
            strided(i, cold_page(0) + AT * LINE, UL1_WORD_BYTES);
        i->data = AT;
        build_fence(b, 1, UL1_LEVEL_CTA)->from = 2;
        // It retires HLAT cycles after its pass; its line is written M + 7 after that; it was to be translated 3 after it,
        // and is gone in the second cycle after it has been. The machine is drained in the cycle after the last of these.
        const int64_t retired = LEAD + UL1_HLAT, written = LEAD + m + 7, gone = LEAD + 3 + WALK(LEVELS_P2M, m) + 1;
        const int64_t drained = most(retired, how == HELD ? written : how == THROUGH ? gone : 0) + 1;
        const struct dirty dirty = { .first = AT, .count = how != THROUGH };
        const int64_t ready = drained + length(UL1_CMD_FLUSH, s.carveout, dirty, s.latency) - 1;
        expect(part, .misses = how == HELD, .through = how == THROUGH, .allocated = how == IN_FLIGHT, .held = how == HELD,
                     .writes = 1, .bytes = how == HELD ? SECTOR : LINE);
        part->expected.walk_reads = how == THROUGH ? LEVELS_P2M : 0;
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
// in 0 and on, the command in `lines`, the last replay's pass is in lines + REPLAY(M).
static void misses_under_way(struct build *b, unsigned op)
{
    enum { MOST = 6, AT = 10 };
    _Static_assert(MOST <= REPLAY(1), "replays begin when all have been looked up");
    const unsigned lines = fetched_together(MOST);
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = shape_of(UL1_FETCH_LINE, latencies[k]);
        struct part *part = warmed_part(b, s);
        commanded(b, s, op, AT)->from = lines;
        for (unsigned n = 0; n < lines; n++)
            load_line(b, n, AT + n);
        load_line(b, 0, AT)->from = lines + 1;
        alone(b, load_line(b, 0, AT + 1));
        const int64_t ready = until_pass(lines + REPLAY(s.latency)) + idle_length(op, s) - 1;
        const unsigned misses = keeps(op) ? 0 : op == UL1_CMD_LINE ? 1 : 2;
        const bool forgotten = op == UL1_CMD_PAGE;
        expect(part, .hits = 2 - misses, .misses = lines + misses);
        part->expected.walk_reads = forgotten ? LEVELS_P2M : 0;
        part->expected.fences = fenced(op);
        part->expected.stalls = ready - (lines + 1);
        part->expected.cycles = ready + 2 * until_pass(1) + misses * REPLAY(s.latency)
            + (forgotten ? WALK(LEVELS_P2M, s.latency) : 0);
    }
}

// A flush while misses push dirty lines out: each line is written once, by the miss or by the flush.
static void victims_under_way(struct build *b, unsigned op)
{
    enum { SET = 5, LATENCY = 9 };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    const unsigned sets = UL1_S48_SETS, ways = UL1_S48_WAYS;
    make_dirty(b, s, (struct dirty){ .first = SET, .count = ways, .step = sets });
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
    enum { LINES = 40, OWNERS = 8, ACCESSES = 2000, EVERY = 25, AT = 24 };
    static const uint8_t hints[] = { UL1_HINT_CA, UL1_HINT_WB, UL1_HINT_CG };
    struct rng *r = build_rng(b);
    struct part *part = cached_part(b, shape_of(slow ? UL1_FETCH_SECTOR : UL1_FETCH_LINE, 6));
    part->fresh = true;
    if (slow)
        part->set.memory = (struct memory_settings){ .latency = 20, .spread = 30, .order = MEMORY_RANDOM, .pieces = 50,
                                                     .stall = 50 };
    uint32_t stored[LINES] = { 0 };
    for (unsigned n = 0; n < ACCESSES; n++) {
        const unsigned at = n < LINES ? n : rng_below(r, LINES);
        const bool store = n < LINES || rng_percent(r, 30);
        struct instr *i = store ? store_line(b, at % OWNERS, AT + at) : load_line(b, at % OWNERS, AT + at);
        i->hint = hints[rng_below(r, COUNT_OF(hints))];
        i->data = store ? n : stored[at];
        stored[at] = i->data;
        i->pinned = !store;
    }
    unsigned fences = 0;
    for (unsigned n = 0; n < ACCESSES / EVERY; n++) {
        struct command *c = build_command(b, n % CODES, (uint64_t)(AT + rng_below(r, LINES)) * LINE);
        c->after = EVERY * n;
        c->carveout = (uint8_t)rng_below(r, CARVEOUTS);
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

// The sweep waits for entries of the write data buffer, if there are more dirty lines, and settling for the last write: no
// line's translation is at hand, so that each write waits for a walk of its own. (A store of a whole line that is written
// back needs none.) The lines are in sets side by side, in a page each.
static void slow_writes(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 5, LINES = 2 * UL1_WDB < S48_LINES ? 2 * UL1_WDB : S48_LINES };
    const unsigned levels = levels_of(UL1_PAGE_P4K), step = (unsigned)most(page_lines(UL1_PAGE_P4K), UL1_S48_SETS) + 1;
    const struct shape s = paged(UL1_PAGE_P4K, LATENCY);
    make_dirty(b, s, (struct dirty){ .first = 0, .count = LINES, .step = step });
    struct part *part = cached_part(b, s);
    commanded(b, s, UL1_CMD_FLUSH, 0);
    build_fence(b, 0, UL1_LEVEL_CTA)->from = 1;
    // The first line is read out in 2, and its write is to be translated in 6; the n-th is gone 2 cycles after it has been.
    // The last line is read out when its turn in the sweep comes, or when the entry is free that it has after another.
    // Settled is when it is gone, and the sweep through the sets behind its own. Then come the fence, the answer, and the
    // end.
    const int64_t each = WALK(levels, LATENCY) + 1, last_set = least(LINES, UL1_S48_SETS) - 1, beyond = LINES - UL1_WDB;
    const int64_t read_out = beyond > 0 ? 6 + beyond * each + 1 : 2 + LINES - 1 + last_set;
    const int64_t settled = most(6 + LINES * each + 1, read_out + 1 + UL1_S48_SETS - last_set);
    expect(part, .writes = LINES, .bytes = LINES * LINE);
    part->expected.walk_reads = levels * LINES;
    part->expected.evictions = LINES;
    part->expected.fences = 1;
    part->expected.stalls = settled + LATENCY + 6 - 1;
    part->expected.cycles = until_pass(1);
}

// ---- the carveout

static struct instr *shared_row(struct build *b, bool store, unsigned row)
{
    struct instr *i = build_access(b, store, row % 7 + 20);
    strided(i, (uint64_t)row * LINE, UL1_WORD_BYTES);
    i->data = row;
    i->pinned = !store;
    return i;
}

static void expect_range_error(struct instr *i)
{
    expect_failing(i, UL1_ERR_RANGE, i->mask);
    i->pinned = false;
    i->passes = 0;
}

// The lines of the largest cache, each once: none of them is there.
static void none_there(struct build *b, struct shape s)
{
    enum { S32_LINES = UL1_S32_SETS * UL1_S32_WAYS, S16_LINES = UL1_S16_SETS * UL1_S16_WAYS };
    const unsigned lines = (unsigned)most(S48_LINES, most(S32_LINES, S16_LINES));
    struct part *part = cached_part(b, s);
    commanded(b, s, UL1_CMD_CARVEOUT, 0);
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n)->from = 1;
    part->expected.hits = 0;
    part->expected.misses = lines;
    part->expected.writes = 0;
}

// What is dirty and what is under fetch when the carveout changes has ways and entries: half of what there is at most, and
// less than the entries.
enum {
    HALF_CACHE = (S48_LINES < UL1_S32_SETS * UL1_S32_WAYS ? S48_LINES : UL1_S32_SETS * UL1_S32_WAYS) / 2,
    HALF_OF_ALL = HALF_CACHE < UL1_S16_SETS * UL1_S16_WAYS / 2 ? HALF_CACHE : UL1_S16_SETS * UL1_S16_WAYS / 2,
    CHANGE_MOST = HALF_OF_ALL < UL1_PRT - 1 ? HALF_OF_ALL : UL1_PRT - 1,
    CHANGE_DIRTY = CHANGE_MOST < 4 ? CHANGE_MOST : 4,
    CHANGE_MISSES = CHANGE_MOST < 6 ? CHANGE_MOST : 6,
    CHANGE_AT = 8 + CHANGE_DIRTY,   // the first line under fetch: its set is behind those of the dirty lines
    DEGREE = 8,                     // passes of a shared load that are under way
    THROTTLED = UL1_RB == 2 ? DEGREE - 1 : 0, // while it has a remainder, such a small replay buffer lets nothing be taken
};

// The part in which it changes: the command is offered when the shared load and the misses have been taken, and what comes
// behind it a cycle later. Replays of the shared load come first, so the last lookup is in DEGREE + MISSES.
static void change_under_way(struct build *b, struct shape s, unsigned to, struct dirty dirty)
{
    const unsigned offered = CHANGE_MISSES + 1 + THROTTLED, before = carveout_rows(s.carveout), after = carveout_rows(to);
    const unsigned inside = (unsigned)least(before, after), warp = 9 % WARPS;
    struct part *part = cached_part(b, s);
    struct command *c = commanded(b, s, UL1_CMD_CARVEOUT, 0);
    c->from = offered;
    c->carveout = (uint8_t)to;
    struct instr *i = build_load(b, 1);
    strided(i, 0, LINE);
    i->mask = (1u << DEGREE) - 1;
    i->passes = DEGREE;
    for (unsigned n = 0; n < CHANGE_MISSES; n++)
        load_line(b, 2 + n, CHANGE_AT + n);
    shared_row(b, false, 0)->from = offered + 1;
    shared_row(b, false, inside / 2);
    shared_row(b, false, inside - 1);
    shared_row(b, true, after - 1)->warp = (uint8_t)warp;
    shared_row(b, false, after - 1)->warp = (uint8_t)warp;
    expect_range_error(shared_row(b, true, after));
    expect_range_error(shared_row(b, false, after));
    for (unsigned n = 0; n < dirty.count; n++)
        load_stored(b, n)->warp = (uint8_t)n;
    load_line(b, 30, CHANGE_AT);
    const int64_t drained = until_pass(DEGREE + CHANGE_MISSES + REPLAY(s.latency));
    const int64_t ready = drained - 1 + length(UL1_CMD_CARVEOUT, s.carveout, dirty, s.latency);
    expect(part, .misses = CHANGE_MISSES + dirty.count + 1, .writes = dirty.count, .bytes = dirty.count * LINE);
    part->expected.evictions = dirty.count;
    part->expected.fences = 0;
    part->expected.stalls = THROTTLED + ready - (offered + 1);
}

// From one carveout to another, while a shared load has conflicts and lines are being fetched: dirty lines are written back,
// rows that are inside before and after keep their words, the border has moved, the cache is empty. Then back: no line that
// was there at any time is there still.
static void change(struct build *b, unsigned from, unsigned to)
{
    enum { LATENCY = 7 };
    const struct shape s = carved(from, UL1_FETCH_LINE, LATENCY), other = carved(to, UL1_FETCH_LINE, LATENCY);
    const struct dirty dirty = { .first = 0, .count = CHANGE_DIRTY, .step = 1 };
    const unsigned before = carveout_rows(from), inside = (unsigned)least(before, carveout_rows(to));
    make_dirty(b, s, dirty);
    shared_row(b, true, 0);
    shared_row(b, true, inside / 2);
    shared_row(b, true, inside - 1);
    shared_row(b, true, before - 1);
    change_under_way(b, s, to, dirty);
    none_there(b, other);

    struct part *part = cached_part(b, other);
    commanded(b, s, UL1_CMD_CARVEOUT, 0);
    shared_row(b, false, 0)->from = 1;
    shared_row(b, false, inside - 1);
    expect_range_error(shared_row(b, false, before));
    part->expected.stalls = idle_length(UL1_CMD_CARVEOUT, other) - 1;
    none_there(b, s);
}

static void changes(struct build *b, unsigned from)
{
    for (unsigned to = 0; to < CARVEOUTS; to++)
        change(b, from, to);
}

// The smaller cache is full of dirty lines, then the larger one, in turn: all that is dirty is written back at each change.
static void full_changes(struct build *b, unsigned unused)
{
    (void)unused;
    enum { S48 = UL1_CARVEOUT_S48, S32 = UL1_CARVEOUT_S32, S16 = UL1_CARVEOUT_S16, RESERVED };
    static const uint8_t order[] = { S48, S32, S48, S16, S32, S16, S48, RESERVED, S32, RESERVED, S48 };
    for (unsigned n = 0; n + 1 < COUNT_OF(order); n++) {
        const struct shape s = carved(order[n], UL1_FETCH_LINE, 2);
        const unsigned lines = carveout_lines(s.carveout);
        make_dirty(b, s, (struct dirty){ .first = 0, .count = lines, .step = 1 });
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

// Lines of a page of 4 KB, and one of the next, each in a set of its own.
enum { PAGE_LINES = (1 << UL1_PAGE_MIN_W) / LINE, IN_PAGE = PAGE_LINES + 5, BESIDE = 2 * PAGE_LINES + 3, LEVELS = 3 };

static const struct dirty of_page = { .first = IN_PAGE, .count = 2, .step = 1 };

// Two lines of the page and one of another are dirty; `known`: the page's translation is at hand.
static void dirty_page(struct build *b, struct shape s, bool known)
{
    make_dirty(b, s, of_page);
    struct instr *i = local(store_line(b, 0, BESIDE));
    i->data = BESIDE;
    alone(b, i);
    if (known)
        alone(b, load_line(b, 0, IN_PAGE + 3));
}

// The page's lines are written back where the page was, and are gone; its translation is forgotten, so that what the page
// table says now counts: it may be as it was, in another frame, absent, or read-only. Lines of other pages stay, dirty.
static void page(struct build *b, unsigned how)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = paged(UL1_PAGE_P4K, latencies[k]);
        const int64_t m = s.latency;
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
        part->expected.stalls = length(UL1_CMD_PAGE, s.carveout, of_page, s.latency) - 1;
        if (how == PAGE_REMOVED) {
            expect_failing(i, UL1_ERR_PAGE, i->mask);
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
            part->expected.cycles += until_pass(LEAD);
        }
    }
}

// The same if the translation is not at hand: the dirty lines are translated as they leave, cannot be, and are reported. The
// command completes all the same.
static void page_lost(struct build *b, unsigned how)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = paged(UL1_PAGE_P4K, latencies[k]);
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
        part->expected.stalls = most(lost + 1, swept) + m + 6 - 1;
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
    DIRECTED("command_all_carveout", dirty_all, UL1_CMD_CARVEOUT, "the same with the carveout"),
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
    DIRECTED("command_misses_carveout", misses_under_way, UL1_CMD_CARVEOUT, "the carveout while lines are filled"),
    DIRECTED("command_victims_flush", victims_under_way, UL1_CMD_FLUSH, "flush while misses push dirty lines out"),
    DIRECTED("command_victims_both", victims_under_way, UL1_CMD_BOTH, "the same with both in one command"),
    DIRECTED("command_traffic", in_traffic, 0, "all commands amid loads and stores: loads find what was stored"),
    DIRECTED("command_traffic_slow", in_traffic, 1, "the same, the memory slow and in any order"),
    DIRECTED("command_slow", slow_writes, 0, "each line written back waits for a page walk: so long it takes"),
    DIRECTED("command_change_48", changes, UL1_CARVEOUT_S48, "from carveout s48 to each under load, and back"),
    DIRECTED("command_change_32", changes, UL1_CARVEOUT_S32, "the same from s32"),
    DIRECTED("command_change_16", changes, UL1_CARVEOUT_S16, "the same from s16"),
    DIRECTED("command_change_full", full_changes, 0, "the whole cache dirty at each change: all is written back"),
    DIRECTED("command_page_same", page, PAGE_SAME, "a page that stays as it was: written back, forgotten, walked for again"),
    DIRECTED("command_page_moved", page, PAGE_MOVED, "one that has moved to another frame"),
    DIRECTED("command_page_removed", page, PAGE_REMOVED, "one that is gone: loads fail from then on"),
    DIRECTED("command_page_protected", page, PAGE_PROTECTED, "one that is read-only now: a store is reported"),
    DIRECTED("command_lost_removed", page_lost, PAGE_REMOVED,
             "dirty lines of a page that is gone are reported, others stay"),
    DIRECTED("command_lost_protected", page_lost, PAGE_PROTECTED, "the same of one that is read-only now"),
};
const unsigned tests_command_count = COUNT_OF(tests_command);
