// A change of the page's size while the page table stays in place, and of one bit of its root. (In programs,
// another size is another table, at an arbitrary place.)
#include "tests/l1/cached.h"

enum { CARVEOUTS = UL1_CARVEOUTS + 1, PAGE_SIZES = 1 << UL1_PAGE_W }; // codes, and a reserved one

// As many adjacent lines as have an entry each, and ways in any cache.
static unsigned lines_anywhere(void)
{
    int64_t lines = least(12, UL1_PRT);
    for (unsigned carveout = 0; carveout < CARVEOUTS; carveout++)
        lines = least(lines, carveout_lines(carveout));
    return (unsigned)lines;
}

// Empties the cache and the translations. Other settings may change.
static void page_size(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 1 };
    enum { BEFORE, CHANGED, OTHERS, STEPS };
    const unsigned lines = lines_anywhere();
    for (unsigned after = 0; after < PAGE_SIZES; after++)
        for (unsigned before = 0; before < PAGE_SIZES; before++) {
            if (before == after)
                continue;
            for (unsigned step = BEFORE; step < STEPS; step++) {
                const unsigned page = step == BEFORE ? before : after;
                struct shape s = paged(page, LATENCY);
                s.fetch = step == OTHERS ? UL1_FETCH_SECTOR : UL1_FETCH_LINE;
                struct part *part = cached_part(b, s);
                part->same_root = step == CHANGED;
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

// Each bit of the root counts: with other tables, even cached lines and translations are requested again.
static void root_bits(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 1, PAGE = UL1_PAGE_P64K };
    const unsigned lines = lines_anywhere();
    for (unsigned bit = 0; bit <= UL1_PN_W; bit++) {
        struct part *part = cached_part(b, paged(PAGE, LATENCY));
        part->fresh = true;
        part->root_bit = (uint8_t)bit;
        for (unsigned line = 0; line < lines; line++)
            load_line(b, line, line);
        expect(part, .hits = 0, .misses = lines);
        part->expected.walk_reads = levels_of(PAGE);
    }
}

const struct test tests_cached_page[] = {
    DIRECTED("cached_page_size", page_size, 0,
             "a change of the page size while the table stays in place empties the cache, and translations "
             "go too"),
    DIRECTED("cached_root_bits", root_bits, 0,
             "a change of the page table in one bit of its place, each of them, empties the cache, and "
             "translations go too"),
};
const unsigned tests_cached_page_count = COUNT_OF(tests_cached_page);
