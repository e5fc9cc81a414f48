// Pages under cached loads: walks, translations kept, commands, faults, and lines that the memory cannot deliver.
#include "tests/l1/cached.h"

// A load of a line of a page.
static struct instr *load_of(struct build *b, unsigned page, unsigned number, unsigned line)
{
    struct instr *i = load_line(b, number, line);
    strided(i, ((uint64_t)number << page_bits(page)) + (uint64_t)line * LINE, UL1_WORD_BYTES);
    return i;
}

static void expect_walks(struct part *part, unsigned misses, unsigned reads)
{
    expect(part, .misses = misses);
    part->expected.walk_reads = reads;
}

// ---- walks

// A load in a page of which nothing is known, and then another.
static void walk(struct build *b, unsigned page)
{
    const unsigned levels = levels_of(page);
    for (unsigned latency = 1; latency < 12; latency += 3)
        for (unsigned bit = page_bits(page); bit < UL1_VA_W; bit++) { // all indices but one are zero
            struct part *part = cached_part(b, paged(page, latency));
            part->fresh = bit == page_bits(page) || bit % 4 == 0; // at times others are known
            strided(load_line(b, bit, 0), UINT64_C(1) << bit, UL1_WORD_BYTES);
            expect_walks(part, 1, levels);
            part->expected.cycles = until_pass(1 + REPLAY(latency) + WALK(levels, latency));
            part = cached_part(b, paged(page, latency));
            strided(load_line(b, bit, 0), (UINT64_C(1) << bit) + (UINT64_C(1) << (page_bits(page) - 1)), UL1_WORD_BYTES);
            expect_walks(part, 1, 0);
            part->expected.cycles = until_pass(1 + REPLAY(latency));
        }
}

// One at a time, loads of a line of each of these pages. (That it was never loaded before, is left to the caller.)
static void visit(struct build *b, unsigned page, unsigned first, unsigned count, unsigned line)
{
    for (unsigned n = first; n < first + count; n++)
        alone(b, load_of(b, page, n, line));
}

static void expect_visits(struct part *part, unsigned page, unsigned latency, unsigned visits, unsigned walks)
{
    expect_walks(part, visits, walks * levels_of(page));
    part->expected.cycles = visits * until_pass(1 + REPLAY(latency)) + walks * WALK(levels_of(page), latency);
}

// ---- commands for a page

// By then the load of a line that is taken in cycle 0, its page not at hand, has retired, and some cycles more have passed.
static unsigned walked_by(unsigned page, unsigned latency)
{
    return (unsigned)(until_pass(1 + REPLAY(latency) + WALK(levels_of(page), latency)) + 4);
}

// A page is moved, and a command given for it, in each cycle from that in which a load of it is taken to some after its
// retirement. The command waits for the load, which is not disturbed by it. Afterwards neither line nor translation are
// there. (That no old word is loaded then, the witness sees to.)
static void moved_during_walk(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned levels = levels_of(page), end = walked_by(page, LATENCY);
    for (unsigned taken = 0; taken < end; taken++) {
        const struct shape s = paged(page, LATENCY);
        struct part *part = cached_part(b, s);
        part->fresh = true;
        load_of(b, page, 7, 0);
        struct command *c = build_command(b, UL1_CMD_PAGE, (uint64_t)7 << page_bits(page) | 0xabc);
        c->from = taken;
        c->change = PAGE_MOVED;
        expect_walks(part, 1, levels);
        part->expected.cycles = until_pass(1 + REPLAY(LATENCY) + WALK(levels, LATENCY));

        part = cached_part(b, s);
        load_of(b, page, 7, 0);
        expect_walks(part, 1, levels);
        part->expected.cycles = until_pass(1 + REPLAY(LATENCY) + WALK(levels, LATENCY));
    }
}

// The same, but the page is removed: a fault, unless its entry had been read. Then it is there again.
static void removed_during_walk(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned levels = levels_of(page), end = walked_by(page, LATENCY);
    for (unsigned taken = 0; taken < end; taken++) {
        const struct shape s = paged(page, LATENCY);
        struct part *part = cached_part(b, s);
        part->fresh = true;
        load_of(b, page, 7, 0)->unsure = true;
        struct command *c = build_command(b, UL1_CMD_PAGE, (uint64_t)7 << page_bits(page));
        c->from = taken;
        c->change = PAGE_REMOVED;
        part->expected.misses = 1;

        part = cached_part(b, s);
        load_of(b, page, 7, 0);
        expect_walks(part, 1, levels);
        part->expected.cycles = until_pass(1 + REPLAY(LATENCY) + WALK(levels, LATENCY));
    }
}

// Of lines that are there, those of the page go. The two pages have neighbouring lines, so that there are ways for all.
static void inval_lines(struct build *b, unsigned page)
{
    enum { LATENCY = 2, LINES = S48_LINES < 48 ? S48_LINES / 2 : 24, STAYS = 8, GOES = 9 };
    const struct shape s = paged(page, LATENCY);
    cached_part(b, s)->fresh = true;
    for (unsigned n = 0; n < LINES; n++) {
        alone(b, load_of(b, page, STAYS, n));
        alone(b, load_of(b, page, GOES, (LINES + n) % page_lines(page)));
    }

    struct part *part = cached_part(b, s);
    strided(build_load(b, 0), 0, UL1_WORD_BYTES);
    build_command(b, UL1_CMD_PAGE, (uint64_t)GOES << page_bits(page) | 123)->change = PAGE_MOVED;
    expect_walks(part, 0, 0);

    part = cached_part(b, s);
    for (unsigned n = 0; n < LINES; n++)
        load_of(b, page, STAYS, n);
    expect(part, .hits = LINES);
    part->expected.cycles = until_hits(LINES);

    part = cached_part(b, s);
    for (unsigned n = 0; n < LINES; n++)
        alone(b, load_of(b, page, GOES, (LINES + n) % page_lines(page)));
    expect_visits(part, page, LATENCY, LINES, 1);
}

// A line under fetch, for some that wait: they get it, then the command is carried out, and a load behind it walks and
// fetches the line again, from where the page is now. That load is offered in vain until the command is complete.
static void inval_fetched(struct build *b, unsigned waiting, unsigned there)
{
    enum { TAKEN = UL1_MERGE + 4, LATENCY = TAKEN + 18 }; // all who wait have been looked up, and the line has not come
    const unsigned levels = levels_of(UL1_PAGE_P2M);
    const struct shape s = shape_of(UL1_FETCH_SECTOR, LATENCY);
    struct part *part = warmed_part(b, s);
    if (there) {
        load_sectors(b, 0, 0, there);
        part = cached_part(b, s);
    }
    for (unsigned n = 0; n < waiting; n++)
        load_sectors(b, n, 0, ALL_SECTORS & ~there);
    struct command *c = build_command(b, UL1_CMD_PAGE, 0);
    c->from = TAKEN;
    c->change = PAGE_MOVED;
    load_sectors(b, 40, 0, there ? there : ALL_SECTORS)->from = TAKEN + 1;
    expect(part, .misses = 2, .merges = waiting - 1);
    // Those that lack, then those that were there; or all, twice.
    part->expected.sectors = there ? UL1_SECTORS : 2 * UL1_SECTORS;
    part->expected.walk_reads = levels;
    part->expected.fences = 1;

    part = cached_part(b, s);
    load_sectors(b, 0, 0, there ? there : ALL_SECTORS);
    expect(part, .hits = 1);
}

static void inval_under_fetch(struct build *b, unsigned unused)
{
    (void)unused;
    inval_fetched(b, 1, 0);
    inval_fetched(b, UL1_MERGE, 0);
    for (unsigned sector = 0; sector < UL1_SECTORS; sector++)
        inval_fetched(b, (unsigned)least(2, UL1_MERGE), 1u << sector);
}

// ---- faults

// A page that is absent by the first, the second or the third entry that its walk reads, all before it being there for the
// sake of WARMED: one bit of its address is set, of those that are the index of that entry. The index is from these bits on
// up.
enum { INDEX_0 = 30, INDEX_1 = 21, INDEX_2_P64K = 16 };

static uint64_t absent_page(unsigned reads)
{
    return UINT64_C(1) << (reads == 1 ? INDEX_0 + 1 : reads == 2 ? INDEX_1 + 2 : INDEX_2_P64K + 4);
}

// The walk of a load with its pass in 1 begins in 3, asks from 4 on, and fails in the cycle after its last entry has come,
// in 4 + reads (M + 3); all who wait are replayed from the next on, and fail, each with lanes and an address of its own.
// Nothing is asked of the memory, and nothing is left: it is the same the second time.
static void page_fault(struct build *b, unsigned page)
{
    for (unsigned reads = 1; reads <= levels_of(page); reads++)
        for (unsigned merged = 0; merged < UL1_MERGE; merged += 3) {
            const unsigned latency = 2 + merged;
            const uint64_t addr = absent_page(reads);
            struct part *part = warmed_part(b, paged(page, latency));
            build_absent(b, addr);
            for (unsigned again = 0; again < 2; again++)
                for (unsigned n = 0; n <= merged; n++) {
                    struct instr *i = load_line(b, n, 0);
                    strided(i, addr + 3 * LINE, UL1_WORD_BYTES);
                    i->mask = ALL_LANES << n % LANES & ALL_LANES;
                    i->after = again * (merged + 1);
                    expect_failing(i, UL1_ERR_PAGE, i->mask);
                }
            expect_walks(part, 2, 2 * reads);
            part->expected.merges = 2 * merged;
            part->expected.served = 2 * (merged + 1);
            part->expected.reads = part->expected.sectors = 0;
            part->expected.cycles = 2 * until_pass(4 + reads * (latency + 3) + 1 + merged);
        }
}

// As many lines of an absent page as there are entries (or ways, or lines of the page): each has a walk of its own, which
// asks first in the second cycle after the one before has failed. Then there is an entry for each of as many misses.
static void page_faults_many(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned lines = fetched_together(page_lines(page));
    const unsigned levels = levels_of(page), walk = levels * (LATENCY + 3);
    const uint64_t addr = absent_page(levels);
    for (unsigned again = 0; again < 2; again++) {
        struct part *part = again ? cached_part(b, paged(page, LATENCY)) : warmed_part(b, paged(page, LATENCY));
        build_absent(b, addr);
        for (unsigned n = 0; n < lines; n++) {
            struct instr *i = load_line(b, n, 0);
            strided(i, addr + n * LINE, UL1_WORD_BYTES);
            expect_failing(i, UL1_ERR_PAGE, i->mask);
        }
        expect_walks(part, lines, lines * levels);
        part->expected.reads = 0;
        part->expected.cycles = until_pass(4 + walk + (lines - 1) * (2 + walk) + 1);
    }
    struct part *part = cached_part(b, paged(page, 2 * UL1_PRT));
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n);
    expect(part, .misses = lines);
    part->expected.walk_reads = -1;
}

// The memory cannot deliver a line: it costs what any other does, but nobody gets it, and the next finds nothing.
static void bus_error(struct build *b, unsigned latency)
{
    for (unsigned k = 0; k < COUNT_OF(fetches); k++)
        for (unsigned merged = 0; merged < UL1_MERGE; merged++) {
            struct part *part = warmed_part(b, shape_of(fetches[k], latency));
            build_failing(b, 10 * LINE);
            for (unsigned again = 0; again < 2; again++)
                for (unsigned n = 0; n <= merged; n++) {
                    struct instr *i = load_line(b, n, 10);
                    i->mask = ALL_LANES << n % LANES & ALL_LANES;
                    i->after = again * (merged + 1);
                    expect_failing(i, UL1_ERR_BUS, i->mask);
                }
            expect(part, .misses = 2, .merges = 2 * merged);
            part->expected.cycles = 2 * until_pass(1 + merged + REPLAY(latency));
        }
}

// It cannot deliver an entry of a page table: all who wait fail after the cycles of a page fault.
static void walk_error(struct build *b, unsigned page)
{
    enum { LATENCY = UL1_MERGE > 8 ? UL1_MERGE - 4 : 4 }; // all are looked up before the walk fails
    for (unsigned level = 0; level < levels_of(page); level++)
        for (unsigned merged = 0; merged < UL1_MERGE; merged += 3) {
            struct part *part = cached_part(b, paged(page, LATENCY));
            part->fresh = true;
            build_failing_walk(b, 5 * LINE, level);
            for (unsigned n = 0; n <= merged; n++) {
                struct instr *i = load_line(b, n, 5);
                expect_failing(i, UL1_ERR_BUS, i->mask);
            }
            expect_walks(part, 1, level + 1);
            part->expected.merges = merged;
            part->expected.served = merged + 1;
            part->expected.reads = 0;
            part->expected.cycles = until_pass(4 + (level + 1) * (LATENCY + 3) + 1 + merged);
        }
}

// What becomes of a lane: it gets its words, it has no page, it fails on the bus.
enum fate { FINE, ABSENT, REFUSED, FATES };

// An instruction whose lanes fare differently, by their numbers modulo three. It reports all that failed, and of the lowest
// the kind and the address, in whatever order the lines come.
static void mixed_load(struct build *b, unsigned warp, unsigned width, uint32_t mask, const enum fate fates[3])
{
    enum { LATENCY = 3 };
    static const uint8_t err[FATES] = { [FINE] = UL1_ERR_NONE, [ABSENT] = UL1_ERR_PAGE, [REFUSED] = UL1_ERR_BUS };
    const uint64_t base[FATES] = { [FINE] = 20 * LINE, [ABSENT] = absent_page(2), [REFUSED] = 40 * LINE };
    warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
    build_absent(b, base[ABSENT]);
    build_failing(b, base[REFUSED]);
    struct instr *i = build_cached(b, warp);
    i->width = (uint8_t)width;
    i->mask = mask;
    i->passes = 0;
    const unsigned lanes = LANES / width_words(width);
    uint32_t failing = 0;
    for (unsigned sub = 0; sub < width_words(width); sub++) {
        unsigned met = 0; // a line for each fate
        for (unsigned lane = sub * lanes; lane < (sub + 1) * lanes; lane++) {
            const enum fate fate = fates[lane % 3];
            i->addr[lane] = base[fate] + lane * width_bytes(width) % LINE;
            if (mask >> lane & 1) {
                met |= 1u << fate;
                failing |= (uint32_t)(fate != FINE) << lane;
            }
        }
        i->passes += count_of(met);
    }
    if (failing)
        expect_failing(i, err[fates[__builtin_ctz(failing) % 3]], failing);
}

// Each choice of three, with and without the lowest lane.
static void mixed_lanes(struct build *b, unsigned width)
{
    unsigned n = 0;
    for (unsigned third = 0; third < FATES; third++)
        for (unsigned second = 0; second < FATES; second++)
            for (unsigned first = 0; first < FATES; first++, n++)
                mixed_load(b, n, width, ALL_LANES & ~(n % 2), (const enum fate[]){ first, second, third });
}

// ---- address bits

// Lines whose addresses differ in one bit, each bit in turn: an access and an entry for each, a walk for the other's page
// if the bit is one of the page's number. An invalidation of that page leaves the one. (A set of one way has no room for
// both: then the bits are left out that are not of the set's number.)
static void line_bits(struct build *b, unsigned page)
{
    enum { LATENCY = 2, THIS = WARMED ^ 3 }; // in the page of WARMED
    const unsigned levels = levels_of(page);
    for (unsigned bit = WITHIN_LINE_W; bit < UL1_VA_W; bit++) {
        const struct shape s = paged(page, LATENCY);
        const uint64_t one = (uint64_t)THIS * LINE, other = one ^ UINT64_C(1) << bit;
        if (UL1_S48_WAYS == 1 && line_set(one / LINE, s.carveout) == line_set(other / LINE, s.carveout))
            continue;
        const bool walks = bit >= page_bits(page);
        for (unsigned again = 0; again < 2; again++) {
            struct part *part = again ? cached_part(b, s) : warmed_part(b, s);
            struct instr *i = build_cached(b, bit);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = (lane % 2 ? other : one) + UL1_WORD_BYTES * lane;
            i->passes = 2;
            expect(part, .hits = again ? 2 : 0, .misses = again ? 0 : 2);
            part->expected.walk_reads = walks && !again ? levels : 0;
            part->expected.cycles = until_pass(2 + (again ? 0 : REPLAY(LATENCY) + (walks ? WALK(levels, LATENCY) : 0)));
        }
        if (!walks)
            continue;
        struct part *part = cached_part(b, s);
        strided(build_load(b, 0), 0, UL1_WORD_BYTES);
        build_command(b, UL1_CMD_PAGE, other)->change = PAGE_MOVED;
        expect_walks(part, 0, 0);

        part = cached_part(b, s);
        strided(build_cached(b, 0), one, UL1_WORD_BYTES);
        struct instr *i = build_cached(b, 1);
        strided(i, other, UL1_WORD_BYTES);
        alone(b, i);
        expect(part, .hits = 1, .misses = 1);
        part->expected.walk_reads = levels;
        part->expected.cycles = until_pass(1) + until_pass(1 + REPLAY(LATENCY) + WALK(levels, LATENCY));
    }
}

// Each place that a translation is kept in: an invalidation empties it, and no other.
static void inval_places(struct build *b, unsigned page)
{
    enum { LATENCY = 2, N = UL1_TLB };
    for (unsigned place = 0; place < N; place++) {
        const struct shape s = paged(page, LATENCY);
        struct part *part = cached_part(b, s);
        part->fresh = true;
        visit(b, page, 0, N, 0);
        expect_visits(part, page, LATENCY, N, N);

        part = cached_part(b, s);
        strided(build_load(b, 0), 0, UL1_WORD_BYTES);
        build_command(b, UL1_CMD_PAGE, ((uint64_t)place << page_bits(page)) + 5)->change = PAGE_MOVED;
        expect_walks(part, 0, 0);

        part = cached_part(b, s);
        visit(b, page, 0, N, 1);
        expect_visits(part, page, LATENCY, N, 1);
    }
}

// A page fault, and a line that comes sector by sector, at about the same time: in some of these runs both entries are
// complete in one cycle.
static void fault_beside_fill(struct build *b, unsigned page)
{
    for (unsigned latency = 1; latency < 8; latency++)
        for (unsigned from = 0; from < 4; from++) {
            const uint64_t addr = absent_page(1);
            struct part *part = warmed_part(b, paged(page, latency));
            part->set.memory.pieces = 100;
            part->set.memory.order = MEMORY_YOUNGEST;
            build_absent(b, addr);
            load_line(b, 1, WARMED ^ 1);
            struct instr *i = load_line(b, 2, 0);
            strided(i, addr, UL1_WORD_BYTES);
            i->from = from;
            expect_failing(i, UL1_ERR_PAGE, i->mask);
        }
}

// Each of so many loads has an entry of the pending table, one of the pending request table and a way at one time, and two of
// them share one of the latter.
#define ERROR_LOADS (UL1_TLB + 2)
#define TWO_ERRORS (UL1_MERGE > 1 && UL1_PT >= ERROR_LOADS && UL1_PRT >= ERROR_LOADS && \
                    UL1_S48_SETS * UL1_S48_WAYS >= ERROR_LOADS + UL1_S48_SETS - 1)

#if TWO_ERRORS
// A line fails on the bus for a load of one sector. Before that a load of another sector has merged, and by the time its
// request is translated, the page is known no more, as many others have been walked for, and its entry says that it is
// absent: who waits for the line fails by the first of these errors.
static void second_error(struct build *b, unsigned page)
{
    enum { PAGE = 7, OTHERS = 20, LOADS = ERROR_LOADS, LATENCY = LOADS + 2 };
    struct shape s = paged(page, LATENCY);
    s.fetch = UL1_FETCH_SECTOR;
    const uint64_t addr = (uint64_t)PAGE << page_bits(page);
    cached_part(b, s)->fresh = true;
    build_failing(b, addr);
    strided(load_line(b, 0, 0), addr + 9 * LINE, 4); // its page is known

    struct part *part = cached_part(b, s);
    for (unsigned n = 0; n < LOADS; n++) {
        const bool first = n == 0, last = n == LOADS - 1;
        struct instr *i = load_sectors(b, n, 0, last ? 2 : 1);
        strided(i, first || last ? addr : ((uint64_t)(OTHERS + n) << page_bits(page)) + n * LINE, 4);
        if (first || last)
            expect_failing(i, UL1_ERR_BUS, i->mask);
    }
    struct command *c = build_command(b, UL1_CMD_PAGE, addr);
    c->from = LOADS + 4; // all are under way
    c->change = PAGE_REMOVED;
    expect(part, .misses = LOADS - 1, .merges = 1);
    part->expected.served = LOADS;
    part->expected.walk_reads = (LOADS - 1) * levels_of(page);
    part->expected.reads = part->expected.sectors = LOADS - 1;
    part->expected.fences = 1;
}
#endif

// ---- settings

enum { CARVEOUTS = 1 << UL1_CARVEOUT_W, PAGE_SIZES = 1 << UL1_PAGE_W }; // codes, reserved ones among them

// As many neighbouring lines as have an entry each, and ways in any cache.
static unsigned lines_anywhere(void)
{
    int64_t lines = least(12, UL1_PRT);
    for (unsigned carveout = 0; carveout < CARVEOUTS; carveout++)
        lines = least(lines, carveout_lines(carveout));
    return (unsigned)lines;
}

// A change of the border empties the cache, but keeps translations; so does one between the codes that mean the same.
static void carveout_empties(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 1 };
    const unsigned lines = lines_anywhere();
    for (unsigned after = 0; after < CARVEOUTS; after++)
        for (unsigned before = 0; before < CARVEOUTS; before++)
            for (unsigned changed = 0; changed < 2; changed++) {
                const struct shape s = carved(changed ? after : before, UL1_FETCH_LINE, LATENCY);
                struct part *part = changed ? cached_part(b, s) : warmed_part(b, s);
                const bool there = changed && before == after;
                for (unsigned line = 0; line < lines; line++)
                    load_line(b, line, line);
                expect(part, .hits = there ? lines : 0, .misses = there ? 0 : lines);
            }
}

// So does one of the page's size, or of the page table: and translations go too. Other settings may change. The size changes
// together with the table, or alone.
static void page_empties(struct build *b, unsigned same_root)
{
    enum { LATENCY = 1 };
    enum { BEFORE, CHANGED, OTHERS, STEPS };
    const unsigned lines = lines_anywhere();
    for (unsigned after = 0; after < PAGE_SIZES; after++)
        for (unsigned before = 0; before < PAGE_SIZES; before++) {
            if (same_root && before == after)
                continue;
            for (unsigned step = BEFORE; step < STEPS; step++) {
                const unsigned page = step == BEFORE ? before : after;
                struct shape s = paged(page, LATENCY);
                s.fetch = step == OTHERS ? UL1_FETCH_SECTOR : UL1_FETCH_LINE;
                struct part *part = cached_part(b, s);
                part->fresh = step == CHANGED && before == after;
                part->same_root = step == CHANGED && same_root;
                part->set.home = step == OTHERS;
                part->set.interval = (uint8_t)(1 + step);
                for (unsigned line = 0; line < lines; line++)
                    load_line(b, line, line);
                if (step == BEFORE)
                    continue;
                const bool there = step == OTHERS;
                expect(part, .hits = there ? lines : 0, .misses = there ? 0 : lines);
                part->expected.walk_reads = there ? 0 : levels_of(page);
            }
        }
}

const struct test tests_cached_page[] = {
    DIRECTED("walk_code3", walk, 3, "the reserved page size is like 2 MB"),
    DIRECTED("inval_walk_4k", moved_during_walk, UL1_PAGE_P4K,
             "a page moved, and a command for it, in each cycle of a walk"),
    DIRECTED("inval_walk_64k", moved_during_walk, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("inval_walk_2m", moved_during_walk, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_fault_4k", removed_during_walk, UL1_PAGE_P4K, "a page removed in each cycle of a walk: a fault, or not"),
    DIRECTED("inval_fault_2m", removed_during_walk, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_lines_4k", inval_lines, UL1_PAGE_P4K, "lines of an invalidated page go, others stay"),
    DIRECTED("inval_lines_2m", inval_lines, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_fetched", inval_under_fetch, 0, "lines under fetch when invalidated: who waits gets them, nobody else"),
    DIRECTED("fault_4k", page_fault, UL1_PAGE_P4K, "page faults at each level, alone and merged: lanes and addresses"),
    DIRECTED("fault_64k", page_fault, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("fault_2m", page_fault, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("fault_many", page_faults_many, UL1_PAGE_P4K, "as many faults as entries, twice: no entry is lost"),
    DIRECTED("bus_error", bus_error, 12, "lines that the memory cannot deliver, alone and merged"),
    DIRECTED("bus_walk_4k", walk_error, UL1_PAGE_P4K, "page table entries that it cannot deliver, at each level"),
    DIRECTED("bus_walk_2m", walk_error, UL1_PAGE_P2M, "the same with 2 MB"),
#if TWO_ERRORS
    DIRECTED("two_errors_4k", second_error, UL1_PAGE_P4K, "a line fails on the bus, then its page is absent"),
    DIRECTED("two_errors_2m", second_error, UL1_PAGE_P2M, "the same with 2 MB"),
#endif
    DIRECTED("mixed_lanes_32", mixed_lanes, UL1_WIDTH_B32, "lanes of one load that hit, fault and fail on the bus"),
    DIRECTED("mixed_lanes_128", mixed_lanes, UL1_WIDTH_B128, "the same in four sub-warps"),
    DIRECTED("cached_bits_4k", line_bits, UL1_PAGE_P4K, "lines that differ in one address bit: nothing is shared"),
    DIRECTED("cached_bits_64k", line_bits, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("cached_bits_2m", line_bits, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_places_4k", inval_places, UL1_PAGE_P4K, "each place of a translation: an invalidation empties it alone"),
    DIRECTED("fault_beside_fill", fault_beside_fill, UL1_PAGE_P4K, "a fault and a fill complete two entries in one cycle"),
    DIRECTED("cached_carveout", carveout_empties, 0, "every change of the border empties the cache, not the translations"),
    DIRECTED("cached_settings", page_empties, 0, "so does every change of the page size and of the table, these too"),
    DIRECTED("cached_page_size", page_empties, 1, "and one of the page size while the table stays in place"),
};
const unsigned tests_cached_page_count = COUNT_OF(tests_cached_page);
