// Pages under cached loads: walks, translations kept, commands, faults, and lines that the memory cannot deliver.
#include "tests/l1/cached.h"

// A load of a line of a page.
static struct instr *load_of(struct build *b, unsigned page, unsigned number, unsigned line)
{
    struct instr *i = load_line(b, number, line);
    strided(i, ((uint64_t)number << page_bits(page)) + (uint64_t)line * LINE, 4);
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
            strided(load_line(b, bit, 0), UINT64_C(1) << bit, 4);
            expect_walks(part, 1, levels);
            part->expected.cycles = until_pass(1 + REPLAY(latency) + WALK(levels, latency));
            part = cached_part(b, paged(page, latency));
            strided(load_line(b, bit, 0), (UINT64_C(1) << bit) + (UINT64_C(1) << (page_bits(page) - 1)), 4);
            expect_walks(part, 1, 0);
            part->expected.cycles = until_pass(1 + REPLAY(latency));
        }
}

// Loads of several lines while nothing is known of their pages: a walk for each page, in the order of the requests. Those
// behind wait, also for a page that is known.
static void walk_shared(struct build *b, unsigned page)
{
    enum { N = 20, LATENCY = 7 };
    const unsigned levels = levels_of(page);
    for (unsigned pages = 1; pages <= 3; pages++) {
        struct part *part = cached_part(b, paged(page, LATENCY));
        part->fresh = true;
        for (unsigned n = 0; n < N; n++)
            load_of(b, page, n % pages, n);
        expect_walks(part, N, pages * levels);
        part->expected.cycles = until_pass(N + REPLAY(LATENCY) + pages * WALK(levels, LATENCY));
    }
    struct part *part = warmed_part(b, paged(page, LATENCY));
    load_of(b, page, 200, 0);
    for (unsigned n = 1; n < N; n++)
        load_line(b, n, WARMED - n);
    expect_walks(part, N, levels);
    part->expected.cycles = until_pass(N + REPLAY(LATENCY) + WALK(levels, LATENCY));
}

// A hit in every cycle of a walk, and of the fetch behind it.
static void walk_hits_under(struct build *b, unsigned page)
{
    enum { LATENCY = 4 };
    const int64_t replay = REPLAY(LATENCY) + WALK(levels_of(page), LATENCY);
    struct part *part = warmed_part(b, paged(page, LATENCY));
    load_of(b, page, 300, 0);
    for (unsigned n = 1; n < replay; n++)
        load_line(b, n, WARMED);
    expect(part, .hits = (unsigned)replay - 1, .misses = 1);
    part->expected.walk_reads = levels_of(page);
    part->expected.cycles = until_pass(1 + replay);
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

// As many pages as translations are kept: each is walked for once. One page more displaces the first. An invalid place is
// not filled before its turn.
static void translations(struct build *b, unsigned page)
{
    enum { LATENCY = 2, N = UL1_TLB, HOLE = 5 };
    const struct shape s = paged(page, LATENCY);
    struct part *part = cached_part(b, s);
    part->fresh = true;
    visit(b, page, 0, N, 0);
    expect_visits(part, page, LATENCY, N, N);

    part = cached_part(b, s);
    visit(b, page, 0, N, 1);
    expect_visits(part, page, LATENCY, N, 0);

    part = cached_part(b, s); // page N in the place of page 0
    visit(b, page, N, 1, 2);
    visit(b, page, 1, N - 1, 2);
    expect_visits(part, page, LATENCY, N, 1);

    part = cached_part(b, s);
    visit(b, page, N, 1, 3);
    build_command(b, UL1_CMD_PAGE, ((uint64_t)HOLE << page_bits(page)) + 77)->after = 1;
    expect_visits(part, page, LATENCY, 1, 0);

    part = cached_part(b, s); // page 0 in the place of page 1, not in the hole
    visit(b, page, 0, 1, 4);
    visit(b, page, 2, HOLE - 2, 4);
    visit(b, page, HOLE + 1, N - HOLE, 4);
    expect_visits(part, page, LATENCY, N - 1, 1);

    part = cached_part(b, s); // the hole's page in the place of page 2, and so on
    visit(b, page, HOLE, 1, 5);
    visit(b, page, 1, 4, 5);
    expect_visits(part, page, LATENCY, 5, 5);
}

// ---- commands for a page

// A page is moved, and a command given for it, in each cycle from that in which a load of it is taken to some after its
// retirement. The command waits for the load, which is not disturbed by it. Afterwards neither line nor translation are
// there. (That no old word is loaded then, the witness sees to.)
static void moved_during_walk(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned levels = levels_of(page), end = 4 + levels * (LATENCY + 3) + LATENCY + 12;
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
    const unsigned levels = levels_of(page), end = 4 + levels * (LATENCY + 3) + LATENCY + 12;
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

// A command for another page disturbs nothing: the line is there afterwards.
static void other_page_during_walk(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned levels = levels_of(page), end = 4 + levels * (LATENCY + 3) + LATENCY + 12;
    for (unsigned taken = 0; taken < end; taken += 3) {
        struct part *part = cached_part(b, paged(page, LATENCY));
        part->fresh = true;
        load_of(b, page, 7, 0);
        build_command(b, UL1_CMD_PAGE, (uint64_t)6 << page_bits(page))->from = taken;
        expect_walks(part, 1, levels);
        part->expected.cycles = until_pass(1 + REPLAY(LATENCY) + WALK(levels, LATENCY));

        part = cached_part(b, paged(page, LATENCY));
        load_of(b, page, 7, 0);
        expect(part, .hits = 1);
        part->expected.cycles = until_pass(1);
    }
}

// Of lines that are there, those of the page go.
static void inval_lines(struct build *b, unsigned page)
{
    enum { LATENCY = 2, LINES = 24 };
    const struct shape s = paged(page, LATENCY);
    cached_part(b, s)->fresh = true;
    for (unsigned n = 0; n < 2 * LINES; n++)
        alone(b, load_of(b, page, 8 + n % 2, n / 2));

    struct part *part = cached_part(b, s);
    strided(build_load(b, 0), 0, 4);
    build_command(b, UL1_CMD_PAGE, (uint64_t)9 << page_bits(page) | 123)->change = PAGE_MOVED;
    expect_walks(part, 0, 0);

    part = cached_part(b, s);
    for (unsigned n = 0; n < LINES; n++)
        load_of(b, page, 8, n);
    expect(part, .hits = LINES);
    build_expect_busy(b);

    part = cached_part(b, s);
    for (unsigned n = 0; n < LINES; n++)
        alone(b, load_of(b, page, 9, n));
    expect_visits(part, page, LATENCY, LINES, 1);
}

// In a cache that is full of them, with each carveout.
static void inval_sets(struct build *b, unsigned carveout)
{
    const unsigned lines = carveout_sets(carveout) * carveout_ways(carveout);
    struct shape s = shape_of(UL1_FETCH_LINE, 1);
    s.carveout = (uint8_t)carveout;
    for (unsigned again = 0; again < 3; again++) {
        struct part *part = cached_part(b, s);
        part->fresh = again == 0;
        if (again == 1)
            build_command(b, UL1_CMD_PAGE, 0)->after = lines;
        for (unsigned n = 0; n < lines; n++)
            load_line(b, n, n);
        part->expected.hits = again == 1 ? lines : 0;
        part->expected.misses = again == 1 ? 0 : lines;
    }
}

// A line under fetch, for some that wait: they get it, then the command is carried out, and a load behind it walks and
// fetches the line again, from where the page is now. That load is offered in vain until the command is complete.
static void inval_fetched(struct build *b, unsigned waiting, unsigned there)
{
    enum { LATENCY = 30, TAKEN = 12 };
    const unsigned levels = levels_of(UL1_PAGE_P2M);
    const struct shape s = shape_of(UL1_FETCH_SECTOR, LATENCY);
    struct part *part = warmed_part(b, s);
    if (there) {
        load_sectors(b, 0, 0, there);
        part = cached_part(b, s);
    }
    for (unsigned n = 0; n < waiting; n++)
        load_sectors(b, n, 0, 15 & ~there);
    struct command *c = build_command(b, UL1_CMD_PAGE, 0);
    c->from = TAKEN;
    c->change = PAGE_MOVED;
    load_sectors(b, 40, 0, there ? there : 15)->from = TAKEN + 1;
    expect(part, .misses = 2, .merges = waiting - 1);
    part->expected.sectors = there ? 4 : 8;
    part->expected.walk_reads = levels;
    part->expected.fences = 1;

    part = cached_part(b, s);
    load_sectors(b, 0, 0, there ? there : 15);
    expect(part, .hits = 1);
}

static void inval_under_fetch(struct build *b, unsigned unused)
{
    (void)unused;
    inval_fetched(b, 1, 0);
    inval_fetched(b, UL1_MERGE, 0);
    for (unsigned q = 0; q < 4; q++)
        inval_fetched(b, 2, 1u << q);
}

// ---- faults

// A page that is absent by the first, the second or the third entry that its walk reads, all before it being there for the
// sake of WARMED.
static uint64_t absent_page(unsigned reads)
{
    return UINT64_C(1) << (reads == 1 ? 33 : reads == 2 ? 23 : 20);
}

// The walk fails in the cycle after its last entry has come, in 4 + reads (M + 3); all who wait are replayed from the next
// on, and fail, each with lanes and an address of its own. Nothing is asked of the memory, and nothing is left: it is the
// same the second time.
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
                    strided(i, addr + 3 * LINE, 4);
                    i->mask = ALL_LANES << n & ALL_LANES;
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

// As many lines of an absent page as there are entries: each has a walk of its own, which asks first in the second cycle
// after the one before has failed. Then there is an entry for each of as many misses.
static void page_faults_many(struct build *b, unsigned page)
{
    enum { LATENCY = 3 };
    const unsigned levels = levels_of(page), level = LATENCY + 3;
    const uint64_t addr = absent_page(levels);
    for (unsigned again = 0; again < 2; again++) {
        struct part *part = again ? cached_part(b, paged(page, LATENCY)) : warmed_part(b, paged(page, LATENCY));
        build_absent(b, addr);
        for (unsigned n = 0; n < UL1_PRT; n++) {
            struct instr *i = load_line(b, n, 0);
            strided(i, addr + n * LINE, 4);
            expect_failing(i, UL1_ERR_PAGE, i->mask);
        }
        expect_walks(part, UL1_PRT, UL1_PRT * levels);
        part->expected.reads = 0;
        part->expected.cycles = until_pass(4 + levels * level + (UL1_PRT - 1) * (2 + levels * level) + 1);
    }
    struct part *part = cached_part(b, paged(page, 2 * UL1_PRT));
    for (unsigned n = 0; n < UL1_PRT; n++)
        load_line(b, n, n);
    expect(part, .misses = UL1_PRT);
    part->expected.walk_reads = -1;
}

// The memory cannot deliver a line: it costs what any other does, but nobody gets it, and the next finds nothing.
static void bus_error(struct build *b, unsigned latency)
{
    for (unsigned fetch = 0; fetch < 2; fetch++)
        for (unsigned merged = 0; merged < UL1_MERGE; merged++) {
            struct part *part = warmed_part(b, shape_of(fetch, latency));
            build_failing(b, 10 * LINE);
            for (unsigned again = 0; again < 2; again++)
                for (unsigned n = 0; n <= merged; n++) {
                    struct instr *i = load_line(b, n, 10);
                    i->mask = ALL_LANES << n & ALL_LANES;
                    i->after = again * (merged + 1);
                    expect_failing(i, UL1_ERR_BUS, i->mask);
                }
            expect(part, .misses = 2, .merges = 2 * merged);
            part->expected.cycles = 2 * until_pass(1 + merged + REPLAY(latency));
        }
}

// It cannot deliver an entry of a page table: likewise after the cycles of a page fault.
static void walk_error(struct build *b, unsigned page)
{
    enum { LATENCY = 4 };
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

// An instruction whose lanes fare differently: some get their words, some have no page, some fail on the bus. It reports all
// that failed, and of the lowest the kind and the address, in whatever order the lines come.
static void mixed_lanes(struct build *b, unsigned width)
{
    enum { LATENCY = 3, KINDS = 3 };
    static const uint8_t err[KINDS] = { UL1_ERR_NONE, UL1_ERR_PAGE, UL1_ERR_BUS };
    static const uint64_t base[KINDS] = { 20 * LINE, UINT64_C(1) << 23, 40 * LINE };
    for (unsigned n = 0; n < KINDS * KINDS * KINDS; n++) {
        warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
        build_absent(b, base[1]);
        build_failing(b, base[2]);
        struct instr *i = build_cached(b, n);
        i->width = (uint8_t)width;
        i->mask = ALL_LANES & ~(n % 2); // the lowest lane is off, or not
        const unsigned lanes = LANES / width_words(width), kind[3] = { n % 3, n / 3 % 3, n / 9 };
        uint32_t failing = 0;
        i->passes = 0;
        for (unsigned k = 0; k < width_words(width); k++) {
            unsigned kinds = 0;
            for (unsigned lane = k * lanes; lane < (k + 1) * lanes; lane++) {
                const unsigned kd = kind[lane % 3];
                i->addr[lane] = base[kd] + lane * width_bytes(width) % LINE;
                if (i->mask >> lane & 1) {
                    kinds |= 1u << kd;
                    failing |= (uint32_t)(kd != 0) << lane;
                }
            }
            i->passes += (unsigned)__builtin_popcount(kinds);
        }
        if (failing)
            expect_failing(i, err[kind[__builtin_ctz(failing) % 3]], failing);
    }
}

// ---- address bits

// Lines whose addresses differ in one bit, each bit in turn: an access and an entry for each, a walk for the other's page
// if the bit is one of the page's number. An invalidation of that page leaves the one.
static void line_bits(struct build *b, unsigned page)
{
    enum { LATENCY = 2, THIS = WARMED ^ 3 }; // in the page of WARMED
    const unsigned levels = levels_of(page);
    for (unsigned bit = UL1_LANE_W + 2; bit < UL1_VA_W; bit++) {
        const struct shape s = paged(page, LATENCY);
        const uint64_t one = (uint64_t)THIS * LINE, other = one ^ UINT64_C(1) << bit;
        const bool walks = bit >= page_bits(page);
        for (unsigned again = 0; again < 2; again++) {
            struct part *part = again ? cached_part(b, s) : warmed_part(b, s);
            struct instr *i = build_cached(b, bit);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = (lane % 2 ? other : one) + 4 * lane;
            i->passes = 2;
            expect(part, .hits = again ? 2 : 0, .misses = again ? 0 : 2);
            part->expected.walk_reads = walks && !again ? levels : 0;
            part->expected.cycles = until_pass(2 + (again ? 0 : REPLAY(LATENCY) + (walks ? WALK(levels, LATENCY) : 0)));
        }
        if (!walks)
            continue;
        struct part *part = cached_part(b, s);
        strided(build_load(b, 0), 0, 4);
        build_command(b, UL1_CMD_PAGE, other)->change = PAGE_MOVED;
        expect_walks(part, 0, 0);

        part = cached_part(b, s);
        strided(build_cached(b, 0), one, 4);
        struct instr *i = build_cached(b, 1);
        strided(i, other, 4);
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
        strided(build_load(b, 0), 0, 4);
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
            struct shape s = paged(page, latency);
            struct part *part = warmed_part(b, s);
            part->set.memory.pieces = 100;
            part->set.memory.order = MEMORY_YOUNGEST;
            build_absent(b, addr);
            load_line(b, 1, WARMED ^ 1);
            struct instr *i = load_line(b, 2, 0);
            strided(i, addr, 4);
            i->from = from;
            expect_failing(i, UL1_ERR_PAGE, i->mask);
        }
}

// ---- settings

// A change of the border empties the cache, but keeps translations; so does one between the codes that mean the same.
static void split_empties(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 1, LINES = 12 };
    for (unsigned n = 0; n < 16; n++) {
        struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
        for (unsigned k = 0; k < 2; k++) {
            s.carveout = (uint8_t)(k ? n / 4 : n % 4);
            struct part *part = k ? cached_part(b, s) : warmed_part(b, s);
            const bool there = k && n / 4 == n % 4;
            for (unsigned line = 0; line < LINES; line++)
                load_line(b, line, line);
            expect(part, .hits = there ? LINES : 0, .misses = there ? 0 : LINES);
        }
    }
}

// So does one of the page's size, or of the page table: and translations go too. Other settings may change.
static void page_empties(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 1, LINES = 12 };
    for (unsigned n = 0; n < 16; n++)
        for (unsigned k = 0; k < 3; k++) {
            const unsigned page = k ? n / 4 : n % 4;
            struct shape s = paged(page, LATENCY);
            s.fetch = (uint8_t)(k == 2);
            struct part *part = cached_part(b, s);
            part->fresh = k == 1 && n % 4 == n / 4;
            part->set.home = k == 2;
            part->set.interval = (uint8_t)(k + 1);
            for (unsigned line = 0; line < LINES; line++)
                load_line(b, line, line);
            if (k == 0)
                continue;
            expect(part, .hits = k == 2 ? LINES : 0, .misses = k == 2 ? 0 : LINES);
            part->expected.walk_reads = k == 2 ? 0 : levels_of(page);
        }
}

const struct test tests_cached_page[] = {
    DIRECTED("walk_4k", walk, UL1_PAGE_P4K, "a page of 4 KB that is not known: a walk of three levels, once"),
    DIRECTED("walk_64k", walk, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("walk_2m", walk, UL1_PAGE_P2M, "2 MB: two levels"),
    DIRECTED("walk_code3", walk, 3, "the reserved page size is like 2 MB"),
    DIRECTED("walk_shared", walk_shared, UL1_PAGE_P4K, "many lines of one page, of two, of three: a walk for each page"),
    DIRECTED("walk_hits_under", walk_hits_under, UL1_PAGE_P4K, "hits pass in every cycle of a walk"),
    DIRECTED("translations_4k", translations, UL1_PAGE_P4K, "as many pages as are kept, and more: places filled in turn"),
    DIRECTED("translations_2m", translations, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_walk_4k", moved_during_walk, UL1_PAGE_P4K, "a page moved, and a command for it, in each cycle of a walk"),
    DIRECTED("inval_walk_64k", moved_during_walk, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("inval_walk_2m", moved_during_walk, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_fault_4k", removed_during_walk, UL1_PAGE_P4K, "a page removed in each cycle of a walk: a fault, or not"),
    DIRECTED("inval_fault_2m", removed_during_walk, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_other", other_page_during_walk, UL1_PAGE_P4K, "a walk for another page is not disturbed"),
    DIRECTED("inval_lines_4k", inval_lines, UL1_PAGE_P4K, "lines of an invalidated page go, others stay"),
    DIRECTED("inval_lines_2m", inval_lines, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_sets_48", inval_sets, UL1_CARVEOUT_S48, "a cache full of the page's lines: all go"),
    DIRECTED("inval_sets_32", inval_sets, UL1_CARVEOUT_S32, "the same with 64 sets of 4 ways"),
    DIRECTED("inval_sets_16", inval_sets, UL1_CARVEOUT_S16, "the same with 64 sets of 6 ways"),
    DIRECTED("inval_fetched", inval_under_fetch, 0, "lines under fetch when invalidated: who waits gets them, nobody else"),
    DIRECTED("fault_4k", page_fault, UL1_PAGE_P4K, "page faults at each level, alone and merged: lanes and addresses"),
    DIRECTED("fault_64k", page_fault, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("fault_2m", page_fault, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("fault_many", page_faults_many, UL1_PAGE_P4K, "as many faults as entries, twice: no entry is lost"),
    DIRECTED("bus_error", bus_error, 12, "lines that the memory cannot deliver, alone and merged"),
    DIRECTED("bus_walk_4k", walk_error, UL1_PAGE_P4K, "page table entries that it cannot deliver, at each level"),
    DIRECTED("bus_walk_2m", walk_error, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("mixed_lanes_32", mixed_lanes, UL1_WIDTH_B32, "lanes of one load that hit, fault and fail on the bus"),
    DIRECTED("mixed_lanes_128", mixed_lanes, UL1_WIDTH_B128, "the same in four sub-warps"),
    DIRECTED("cached_bits_4k", line_bits, UL1_PAGE_P4K, "lines that differ in one address bit: nothing is shared"),
    DIRECTED("cached_bits_64k", line_bits, UL1_PAGE_P64K, "the same with 64 KB"),
    DIRECTED("cached_bits_2m", line_bits, UL1_PAGE_P2M, "the same with 2 MB"),
    DIRECTED("inval_places_4k", inval_places, UL1_PAGE_P4K, "each place of a translation: an invalidation empties it alone"),
    DIRECTED("fault_beside_fill", fault_beside_fill, UL1_PAGE_P4K, "a fault and a fill complete two entries in one cycle"),
    DIRECTED("cached_split", split_empties, 0, "every change of the border empties the cache, not the translations"),
    DIRECTED("cached_settings", page_empties, 0, "so does every change of the page size and of the table, these too"),
};
const unsigned tests_cached_page_count = COUNT_OF(tests_cached_page);
