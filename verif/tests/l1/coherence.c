// Two L1s on one memory: what software must do so that one sees what the other has stored, and what it sees if not.
#include "tests/l1/cached.h"

enum {
    FIRST = 20, LATENCY = 7,
    WRITER = 0, READER = 1, TWO = 2,
    // Twelve, or as many as can be under fetch at a time.
    MOST = UL1_PRT < S48_LINES ? UL1_PRT : S48_LINES,
    LINES = MOST < 12 ? MOST : 12,
};

// How the writer makes sure that memory has its words, and the reader that it asks memory.
struct way {
    bool back;                  // stores are written back, else through
    bool fence;                 // a fence of level gpu, else the command
    uint8_t writers, readers;   // command
};

static struct part *on(struct build *b, unsigned machine)
{
    build_machine(b, machine);
    return cached_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
}

static void store_all(struct build *b, const struct way *w, uint32_t data)
{
    on(b, WRITER);
    for (unsigned n = 0; n < LINES; n++) {
        struct instr *i = store_line(b, n, FIRST + n);
        i->data = data + n;
        i->hint = w->back ? UL1_HINT_WB : UL1_HINT_CA;
    }
}

static void publish(struct build *b, const struct way *w)
{
    struct part *part = on(b, WRITER);
    if (w->fence)
        build_fence(b, 3, UL1_LEVEL_GPU);
    else
        build_command(b, w->writers, FIRST * LINE);
    part->expected.fences = 1;
    expect_writes(part, .writes = w->back ? LINES : 0, .bytes = w->back ? LINES * LINE : 0);
}

static void drop_copies(struct build *b, const struct way *w)
{
    on(b, READER);
    for (unsigned n = 0; n < (w->readers == UL1_CMD_LINE ? LINES : 1); n++)
        build_command(b, w->readers, (FIRST + n) * LINE);
}

// All words are those of this store; they are there, or have to be fetched.
static void load_all(struct build *b, uint32_t data, bool there)
{
    struct part *part = on(b, READER);
    for (unsigned n = 0; n < LINES; n++)
        build_pin(load_line(b, n, FIRST + n), data + n);
    expect(part, .hits = there ? LINES : 0, .misses = there ? 0 : LINES);
    part->expected.walk_reads = -1;
}

// The reader has a copy of what was stored first. It keeps that until the writer has made sure that memory has the new words
// *and* the reader has dropped its copies: neither is enough.
static void coherence(struct build *b, unsigned which)
{
    static const struct way ways[] = {
        { .fence = true, .readers = UL1_CMD_ALL },
        { .writers = UL1_CMD_FLUSH, .readers = UL1_CMD_LINE },
        { .back = true, .writers = UL1_CMD_FLUSH, .readers = UL1_CMD_ALL },
        { .back = true, .writers = UL1_CMD_BOTH, .readers = UL1_CMD_BOTH },
        { .back = true, .writers = UL1_CMD_PAGE, .readers = UL1_CMD_PAGE },
    };
    const struct way *w = &ways[which];
    const uint32_t old = (uint32_t)rng_next(build_rng(b)), new = old + 1000;
    on(b, WRITER)->fresh = true;
    store_all(b, w, old);
    publish(b, w);
    load_all(b, old, false);
    store_all(b, w, new);
    load_all(b, old, true);         // not published, not dropped
    if (w->back) {
        drop_copies(b, w);
        load_all(b, old, false);    // dropped, but memory does not have it
    }
    publish(b, w);
    load_all(b, old, true);         // published, not dropped
    drop_copies(b, w);
    load_all(b, new, false);
}

// ---- a message with a flag

// A store that is taken in cycle 0 has its pass in LEAD and retires HLAT later; a fence behind it is next in the cycle after
// that, and is answered so much later. What is behind the fence can have the turn in the next.
enum { DATA = 30, FLAG = 41, FENCE_TIME = LATENCY + 4, PUBLISHED = LEAD + UL1_HLAT + 1 + FENCE_TIME };

static void store_value(struct build *b, unsigned line, uint32_t data)
{
    store_line(b, 5, line)->data = data;
}

static struct instr *load_value(struct build *b, unsigned line, uint32_t data)
{
    struct instr *i = load_line(b, 5, line);
    build_pin(i, data);
    return i;
}

// Data, a fence, the flag, a fence: the flag's beat is in the cycle after the first answer, as the data's is in the cycle
// after its being taken, its pass behind it; and so on.
static struct part *send(struct build *b, uint32_t data)
{
    struct part *part = on(b, WRITER);
    store_value(b, DATA, data);
    build_fence(b, 5, UL1_LEVEL_GPU);
    store_value(b, FLAG, data);
    build_fence(b, 5, UL1_LEVEL_SYS);
    expect(part, .through = 2, .writes = 2, .bytes = 2 * LINE);
    part->expected.fences = 2;
    part->expected.cycles = 2 * PUBLISHED + UL1_HLAT + 1;
    return part;
}

// The reader has copies of an earlier message. It sees the new flag as it asks memory for it, and the old data all the same,
// until it has dropped them, in whatever way.
static void message(struct build *b, unsigned op)
{
    const uint32_t old = 5, new = 6;
    on(b, WRITER)->fresh = true;
    load_line(b, 0, FIRST);
    send(b, old);
    struct part *part = on(b, READER);
    load_value(b, DATA, old);
    load_value(b, FLAG, old);
    part->expected.misses = 2;
    send(b, new);
    part = on(b, READER);
    load_value(b, FLAG, new)->hint = UL1_HINT_CG;
    alone(b, load_value(b, DATA, old));
    expect(part, .hits = 1, .misses = 1);
    part->expected.cycles = 2 * until_pass(1) + REPLAY(LATENCY);
    part = on(b, READER);
    build_command(b, op, DATA * LINE);
    load_value(b, DATA, new)->from = 1;
    expect(part, .misses = 1);
    const unsigned levels = op == UL1_CMD_PAGE ? levels_of(UL1_PAGE_P2M) : 0; // of a page that is forgotten
    part->expected.walk_reads = levels;
    part->expected.cycles = until_pass(1) + REPLAY(LATENCY) + (levels ? WALK(levels, LATENCY) : 0);
}

// The same while both run: the reader asks for the flag before it is sent, and again when it must have come.
static void message_beside(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATER = 4 * PUBLISHED };
    const uint32_t old = 7, new = 8;
    on(b, WRITER)->fresh = true;
    load_line(b, 0, FIRST);
    send(b, old);
    on(b, READER);
    load_value(b, DATA, old);
    load_value(b, FLAG, old);
    send(b, new)->beside = true;
    struct part *part = on(b, READER);
    build_command(b, UL1_CMD_LINE, DATA * LINE)->from = LATER + 50;
    load_value(b, FLAG, old)->hint = UL1_HINT_CG;
    load_value(b, DATA, old);
    struct instr *i = load_value(b, FLAG, new);
    i->hint = UL1_HINT_CG;
    i->from = LATER;
    load_value(b, DATA, old);
    load_value(b, DATA, new)->from = LATER + 51;
    expect(part, .hits = 2, .misses = 3);
}

// ---- sectors and words of one line

static struct part *on_sectors(struct build *b, unsigned machine)
{
    build_machine(b, machine);
    return cached_part(b, shape_of(UL1_FETCH_SECTOR, LATENCY));
}

static void write_sectors(struct build *b, unsigned machine, unsigned sectors, uint32_t data, bool beside)
{
    struct part *part = on_sectors(b, machine);
    part->beside = beside;
    struct instr *i = store_sectors(b, 1, DATA, sectors);
    i->hint = UL1_HINT_WB;
    i->data = data;
    expect(part, .allocated = 1);
    part->expected.cycles = until_pass(LEAD);
}

static void flush_sectors(struct build *b, unsigned machine, unsigned sectors, bool beside)
{
    struct part *part = on_sectors(b, machine);
    part->beside = beside;
    build_command(b, UL1_CMD_FLUSH, 0);
    expect_writes(part, .writes = 1, .bytes = count_of(sectors) * SECTOR);
    part->expected.evictions = part->expected.fences = 1;
}

// Its own sectors are there still, the other's are fetched.
static void load_sectors_of(struct build *b, unsigned machine, unsigned own, uint32_t data, uint32_t others)
{
    struct part *part = on_sectors(b, machine);
    build_pin(load_sectors(b, 1, DATA, own), data);
    build_pin(load_sectors(b, 1, DATA, ALL_SECTORS & ~own), others);
    expect(part, .hits = 1, .misses = 1);
    part->expected.sectors = UL1_SECTORS - count_of(own);
}

// Two L1s write different sectors of one line back, one after the other or at the same time: memory gets both.
static void sectors(struct build *b, unsigned beside)
{
    for (unsigned own = 1; own < ALL_SECTORS; own++) {
        struct part *part = on_sectors(b, WRITER);
        part->fresh = true;
        load_line(b, 0, FIRST);
        on_sectors(b, READER);
        load_line(b, 0, FIRST);
        write_sectors(b, WRITER, own, 3, beside);
        write_sectors(b, READER, ALL_SECTORS & ~own, 4, false);
        flush_sectors(b, WRITER, own, beside);
        flush_sectors(b, READER, ALL_SECTORS & ~own, false);
        load_sectors_of(b, WRITER, own, 3, 4);
        load_sectors_of(b, READER, ALL_SECTORS & ~own, 4, 3);
    }
}

// The reader has dirty sectors of its own in the line that it must drop: these stay, the others are fetched anew. Then it
// writes its own back, and the writer, who has no copy, finds both.
static void own_stay(struct build *b, unsigned op)
{
    for (unsigned own = 1; own < ALL_SECTORS; own++) {
        const unsigned rest = ALL_SECTORS & ~own;
        struct part *part = on_sectors(b, WRITER);
        part->fresh = true;
        store_line(b, 1, DATA)->data = 1;
        build_fence(b, 1, UL1_LEVEL_GPU);
        on_sectors(b, READER);
        build_pin(load_line(b, 1, DATA), 1);
        struct instr *i = store_sectors(b, 1, DATA, own);
        i->hint = UL1_HINT_WB;
        i->data = 2;
        part = on_sectors(b, WRITER);
        store_sectors(b, 1, DATA, rest)->data = 3;
        build_fence(b, 1, UL1_LEVEL_GPU);
        expect(part, .through = 1, .writes = 1, .bytes = count_of(rest) * SECTOR);
        part = on_sectors(b, READER);
        build_pin(load_sectors(b, 1, DATA, own), 2);
        build_pin(load_sectors(b, 1, DATA, rest), 1); // stale
        expect(part, .hits = 2);
        part = on_sectors(b, READER);
        build_command(b, op, DATA * LINE);
        i = load_sectors(b, 1, DATA, own);
        build_pin(i, 2);
        i->from = 1;
        build_pin(load_sectors(b, 1, DATA, rest), 3);
        expect(part, .hits = 1, .misses = 1);
        part->expected.sectors = count_of(rest);
        flush_sectors(b, READER, own, false);
        part = on_sectors(b, WRITER);
        build_pin(load_sectors(b, 1, DATA, own), 2);
        build_pin(load_sectors(b, 1, DATA, rest), 3);
        if (UL1_MERGE > 1) {
            expect(part, .misses = 1, .merges = 1);
        } else { // the second load is deferred, and asks for its own sectors then
            expect(part, .misses = 2);
            part->expected.deferrals[UL1_CAUSE_MERGE] = 1;
        }
        part->expected.reads = 2;
        part->expected.sectors = UL1_SECTORS;
    }
}

static struct instr *words(struct instr *i, unsigned odd)
{
    i->mask &= odd ? UINT32_C(0xaaaaaaaa) : UINT32_C(0x55555555);
    return i;
}

// Every other word of a line is one L1's, and stored through: memory gets each byte from whom it is. Each has a copy, which
// has its own words and the other's old ones, until it drops that.
static void every_other(struct build *b, unsigned beside)
{
    on(b, WRITER)->fresh = true;
    store_value(b, DATA, 1);
    build_fence(b, 5, UL1_LEVEL_GPU);
    for (unsigned m = 0; m < TWO; m++) {
        on(b, m);
        load_value(b, DATA, 1);
    }
    for (unsigned m = 0; m < TWO; m++) {
        struct part *part = on(b, m);
        part->beside = beside && m == 0;
        words(store_line(b, 5, DATA), m)->data = 2 + m;
        build_fence(b, 5, UL1_LEVEL_GPU);
        expect(part, .through = 1, .writes = 1, .bytes = LINE / 2);
        part->expected.fences = 1;
        part->expected.cycles = PUBLISHED + UL1_HLAT + 1;
    }
    for (unsigned dropped = 0; dropped < 2; dropped++)
        for (unsigned m = 0; m < TWO; m++) {
            struct part *part = on(b, m);
            if (dropped)
                build_command(b, UL1_CMD_ALL, 0);
            struct instr *own = words(load_value(b, DATA, 2 + m), m);
            own->from = 1;
            words(load_value(b, DATA, dropped ? 3 - m : 1), !m);
            const bool merges = dropped && UL1_MERGE > 1, deferred = dropped && !merges; // and hits then
            expect(part, .hits = dropped ? deferred : 2, .misses = dropped, .merges = merges);
            part->expected.deferrals[UL1_CAUSE_MERGE] = deferred;
        }
}

const struct test tests_coherence[] = {
    DIRECTED_ON("pair", "two_through", coherence, 0, "two L1s, stores written through: a fence there, all invalidated here"),
    DIRECTED_ON("pair", "two_line", coherence, 1, "the same with flush, and line by line"),
    DIRECTED_ON("pair", "two_back", coherence, 2,
                "stores written back: flush there, all invalidated here, and neither alone"),
    DIRECTED_ON("pair", "two_both", coherence, 3, "the same with both in one command"),
    DIRECTED_ON("pair", "two_page", coherence, 4, "the same by page"),
    DIRECTED_ON("pair", "two_message_line", message, UL1_CMD_LINE,
                "a flag is seen, the data behind it not, until they are dropped"),
    DIRECTED_ON("pair", "two_message_all", message, UL1_CMD_ALL, "the same, all dropped"),
    DIRECTED_ON("pair", "two_message_both", message, UL1_CMD_BOTH, "the same with both in one command"),
    DIRECTED_ON("pair", "two_message_page", message, UL1_CMD_PAGE, "the same by page"),
    DIRECTED_ON("pair", "two_message_beside", message_beside, 0, "the same while both run"),
    DIRECTED_ON("pair", "two_sectors", sectors, 0, "sectors of one line written back by two L1s, one after the other"),
    DIRECTED_ON("pair", "two_sectors_beside", sectors, 1, "the same at once"),
    DIRECTED_ON("pair", "two_own_line", own_stay, UL1_CMD_LINE,
                "a line is dropped of which some sectors are dirty here: these stay"),
    DIRECTED_ON("pair", "two_own_all", own_stay, UL1_CMD_ALL, "the same when all is dropped"),
    DIRECTED_ON("pair", "two_words", every_other, 0, "every other word of a line written through by each of two L1s"),
    DIRECTED_ON("pair", "two_words_beside", every_other, 1, "the same at once"),
};
const unsigned tests_coherence_count = COUNT_OF(tests_coherence);
