// Tests of the memory checker's cached loads: right histories, which it must accept, and histories broken in
// one way each, to which it must object with the right words. The right event is offered after a broken one,
// and must be accepted: so the broken one left no trace.
//
// The right histories come from a machine that follows the rules literally, one slot at a time. Memory is
// bytes, accesses are coalesced slot by slot, and a diary of all changes and invalidations gives what a load
// may see.
//
// (Nothing is stored here; stores_test.c tests stores.)
#include "check.h"

#include <stdlib.h>

enum { SUBS = 4, LINE = 4 * LANES, PAGES = 6, DIARY = 4000 };
enum { B8, B16, B32, B64, B128 };
enum { NONE, MISALIGNED, RANGE, SPACE, PAGE, BUS, READONLY, OP };
enum { SHARED, GLOBAL, LOCAL, RESERVED };
enum { COMMAND_PAGE = 4 };

// ---- Memory: bytes by their address, and lines that fail ----

static uint64_t failing[4]; // addresses of lines; 0: none
static unsigned failings;

static uint8_t byte_at(uint64_t pa)
{
    return (uint8_t)((pa * UINT64_C(0x9e3779b97f4a7c15) + 12345) >> 40);
}

static bool delivers(uint64_t pa)
{
    for (unsigned n = 0; n < failings; n++)
        if (pa / LINE == failing[n] / LINE)
            return false;
    return true;
}

static bool line_at(const void *memory, uint64_t addr, uint32_t *word)
{
    check(memory == failing && addr % LINE == 0 && addr >> shape.physical_bits == 0,
          "the memory checker asks for a line", __FILE__, __LINE__);
    for (unsigned n = 0; n < LANES; n++)
        word[n] = rnd32();
    for (unsigned n = 0; n < LANES && delivers(addr); n++) {
        word[n] = 0;
        for (unsigned b = 0; b < 4; b++)
            word[n] |= (uint32_t)byte_at(addr + 4 * n + b) << 8 * b;
    }
    return delivers(addr);
}

static bool writable_at(const void *memory, uint64_t addr)
{
    return memory == failing && addr % LINE == 0;
}

// ---- Pages: a diary of their changes ----

static unsigned page_bits;
static unsigned now; // the number of the event

// The state of a page from `from` to `until`. `forgotten`: no load taken later can have seen it.
struct entry {
    uint64_t page, frame;
    enum memcheck_walk state;
    unsigned from, until;
    bool forgotten;
};

struct invalidation {
    uint64_t page;
    unsigned begun, complete;
};

static struct entry diary[DIARY];
static struct invalidation invalidation[DIARY];
static unsigned entries, invalidations;

// ---- Loads ----

struct job {
    bool flying;
    unsigned taken;
    struct memcheck_instr in;
    uint64_t given[LANES], addr[LANES]; // addresses of the instruction; those in memory
    unsigned bytes, words;              // of a lane
    uint32_t written;                   // lanes
};

static struct job jobs[MEMCHECK_ENTRIES];

static unsigned slot_lane(const struct job *j, unsigned k, unsigned s)
{
    return k * LANES / j->words + s / j->words;
}

static uint64_t slot_addr(const struct job *j, unsigned k, unsigned s)
{
    return j->addr[slot_lane(j, k, s)] + 4 * (s % j->words);
}

// The slots of the access that contains slot s; none if it is not active.
static uint32_t access_of(const struct job *j, unsigned k, unsigned s)
{
    const unsigned words = j->words * shape.groups;
    uint32_t slots = 0;
    for (unsigned t = 0; t < LANES; t++)
        if (j->in.mask >> slot_lane(j, k, t) & 1 && slot_addr(j, k, t) / LINE == slot_addr(j, k, s) / LINE
            && slot_lane(j, k, t) * words / LANES == slot_lane(j, k, s) * words / LANES)
            slots |= UINT32_C(1) << t;
    return slots >> s & 1 ? slots : 0;
}

static uint32_t access_lanes(const struct job *j, unsigned k, uint32_t slots)
{
    uint32_t lanes = 0;
    for (unsigned s = 0; s < LANES; s++)
        lanes |= (slots >> s & 1) << slot_lane(j, k, s);
    return lanes;
}

static bool wanted(uint64_t page)
{
    for (unsigned e = 0; e < shape.entries; e++)
        for (unsigned lane = 0; lane < LANES; lane++)
            if (jobs[e].flying && jobs[e].in.mask >> lane & 1 && jobs[e].addr[lane] >> page_bits == page)
                return true;
    return false;
}

// ---- Values that a load may see ----

static bool legal(const struct job *j, const struct entry *d)
{
    if (d->until < j->taken && d->forgotten)
        return false;
    for (unsigned n = 0; n < invalidations; n++)
        if (invalidation[n].page == d->page && d->until < invalidation[n].begun
            && invalidation[n].complete < j->taken)
            return false;
    return true;
}

// The n-th diary entry that is legal for an address, the latest first; null if there are fewer.
static const struct entry *choice(const struct job *j, uint64_t va, unsigned n)
{
    for (unsigned e = entries; e-- > 0;)
        if (diary[e].page == va >> page_bits && legal(j, &diary[e]) && n-- == 0)
            return &diary[e];
    return NULL;
}

static unsigned choices(const struct job *j, uint64_t va)
{
    unsigned n = 0;
    while (choice(j, va, n))
        n++;
    return n;
}

static uint64_t physical(const struct entry *d, uint64_t va)
{
    return d->frame + (va - (d->page << page_bits));
}

static bool has_frame(enum memcheck_walk state)
{
    return state == MEMCHECK_PRESENT || state == MEMCHECK_READONLY;
}

static bool gives(const struct entry *d, uint64_t va)
{
    return has_frame(d->state) && delivers(physical(d, va));
}

// ---- Events ----

static void begin_page(uint64_t page)
{
    diary[entries++] = (struct entry){ .page = page, .until = UINT32_MAX };
}

static bool map(uint64_t va, enum memcheck_walk state, uint64_t frame)
{
    struct entry *d = &diary[entries];
    while (d-- > diary)
        if (d->page == va >> page_bits) {
            d->until = ++now;
            d->forgotten = !has_frame(d->state) && !wanted(d->page);
            break;
        }
    diary[entries++] = (struct entry){ va >> page_bits, frame, state, ++now, UINT32_MAX, false };
    return memcheck_page(w, va, state, frame);
}

static bool invalidate(uint64_t va)
{
    invalidation[invalidations++] = (struct invalidation){ va >> page_bits, ++now, UINT32_MAX };
    return memcheck_command(w, COMMAND_PAGE, va, 0);
}

static bool invalidated(void)
{
    invalidation[invalidations - 1].complete = ++now;
    return memcheck_completed(w);
}

static bool accept(unsigned entry, struct memcheck_instr in)
{
    struct job *j = &jobs[entry];
    memset(j, 0, sizeof *j);
    j->flying = true;
    j->taken = ++now;
    j->in = in;
    memcpy(j->given, in.addr, sizeof j->given);
    j->in.addr = j->given;
    const bool own = shape.interleaves && in.interleave && in.space == LOCAL;
    for (unsigned lane = 0; lane < LANES; lane++)
        j->addr[lane] =
            own ? (j->given[lane] >> 2) * LINE + (lane << 2 | (j->given[lane] & 3)) : j->given[lane];
    j->bytes = in.width > B128 ? 16 : 1u << in.width;
    j->words = j->bytes > 4 ? j->bytes / 4 : 1;
    return memcheck_accept(w, entry, &j->in);
}

struct writeback {
    unsigned entry, sub, warp, reg;
    uint32_t mask;
    uint8_t lane[LANES], ofs[LANES];
    uint32_t data[LANES];
};

static uint32_t value(const struct job *j, uint64_t pa)
{
    uint32_t word = 0;
    for (unsigned b = 0; b < 4 && b < j->bytes; b++)
        word |= (uint32_t)byte_at(pa + b) << 8 * b;
    if (j->in.sign && j->bytes < 4)
        return j->bytes == 1 ? (uint32_t)(int8_t)word : (uint32_t)(int16_t)word;
    return word;
}

// Shows the words of this diary entry in the slots of the given sectors.
static void fetch(struct writeback *b, const struct entry *d, unsigned sectors)
{
    const struct job *j = &jobs[b->entry];
    for (unsigned s = 0; s < LANES; s++) {
        uint64_t va = slot_addr(j, b->sub, s);
        if (b->mask >> s & 1 && sectors >> va % LINE / LANES & 1)
            b->data[s] = value(j, physical(d, va));
    }
}

// The write-back of the access that contains slot s, with the words of the latest mapping.
static struct writeback next_writeback(unsigned entry, unsigned k, unsigned s)
{
    const struct job *j = &jobs[entry];
    struct writeback b = {
        .entry = entry, .sub = k, .warp = j->in.warp, .reg = j->in.reg, .mask = access_of(j, k, s)
    };
    for (unsigned t = 0; t < LANES; t++) {
        bool shown = b.mask >> t & 1;
        b.lane[t] = (uint8_t)(shown ? slot_lane(j, k, t) : rnd(LANES));
        b.ofs[t] = (uint8_t)(shown ? t % j->words : rnd(4));
        b.data[t] = rnd32();
    }
    const struct entry *d = choice(j, slot_addr(j, k, s), 0);
    if (d)
        fetch(&b, d, 0xf);
    return b;
}

static bool show(struct writeback b)
{
    return memcheck_writeback(w, b.entry, b.sub, b.warp, b.reg, b.mask, b.lane, b.ofs, b.data);
}

static bool write_back(struct writeback b)
{
    jobs[b.entry].written |= access_lanes(&jobs[b.entry], b.sub, b.mask);
    return show(b);
}

// Writes back all accesses of an instruction that are not done.
static bool write_all(unsigned entry)
{
    struct job *j = &jobs[entry];
    bool ok = true;
    for (unsigned k = 0; k < j->words; k++)
        for (unsigned s = 0; ok && s < LANES; s++)
            if (access_of(j, k, s) && !(j->written >> slot_lane(j, k, s) & 1))
                ok = write_back(next_writeback(entry, k, s));
    return ok;
}

static bool fail(unsigned entry, unsigned err, uint32_t mask)
{
    const struct job *j = &jobs[entry];
    unsigned lane = mask ? (unsigned)__builtin_ctz(mask) : 0;
    return memcheck_retire(w, entry, j->in.warp, err, lane, mask, j->addr[lane]);
}

static bool retire(unsigned entry, unsigned err)
{
    struct job *j = &jobs[entry];
    j->flying = false;
    return fail(entry, err, j->in.mask & ~j->written);
}

static bool all(unsigned entry, struct memcheck_instr in)
{
    return accept(entry, in) && write_all(entry) && retire(entry, NONE);
}

// ---- Instructions ----

static uint64_t addr[LANES];

static void stride(uint64_t base, uint64_t step)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        addr[lane] = base + lane * step;
}

static struct memcheck_instr load(uint8_t width, uint8_t warp, uint32_t mask)
{
    return (struct memcheck_instr){
        .space = GLOBAL, .width = width, .warp = warp, .reg = (uint8_t)(4 * warp), .mask = mask, .addr = addr
    };
}

static uint64_t A, B, F, G; // addresses of pages and of frames

static struct memcheck_world *world;

// All pages absent; the tests use those of A and B.
static void fresh(void)
{
    A = placed(0x7654321000, shape.virtual_bits);
    B = placed(0x8000000000, shape.virtual_bits);
    F = placed(0xabcde12000, shape.physical_bits);
    G = placed(0x1230000000, shape.physical_bits);
    memcheck_free(w);
    memcheck_world_free(world);
    world = memcheck_world_new(line_at, writable_at, failing);
    w = world ? memcheck_new(world, &shape) : NULL;
    if (!w)
        exit(2);
    memset(jobs, 0, sizeof jobs);
    page_bits = 12;
    now = entries = invalidations = failings = 0;
    begin_page(A >> page_bits);
    begin_page(B >> page_bits);
}

static bool finish(void)
{
    return memcheck_finish(w);
}

// ---- Right histories ----

static void test_widths(void)
{
    static const unsigned steps[] = { 0, 1, 2, 4, LANES, LANES + 1 };
    for (uint8_t width = 0; width < 8; width++)
        for (unsigned n = 0; n < sizeof steps / sizeof *steps; n++) {
            unsigned bytes = width > B128 ? 16 : 1u << width;
            uint64_t lines = 0;
            fresh();
            CHECK(map(A, MEMCHECK_PRESENT, F) && map(A + 0x1000, MEMCHECK_PRESENT, G));
            stride(A + 0x800, bytes * steps[n] % 200);
            for (unsigned lane = 0; lane < LANES; lane++)
                addr[lane] = addr[lane] / bytes * bytes;
            struct memcheck_instr in = load(width, 1, n % 2 ? rnd32() & ALL : ALL);
            in.sign = n % 3 == 0;
            in.space = n % 2 ? GLOBAL : LOCAL;
            CHECK(accept(3, in));
            for (unsigned k = 0; k < jobs[3].words; k++)
                for (unsigned s = 0; s < LANES; s++)
                    // s is its lowest slot
                    lines += (access_of(&jobs[3], k, s) & ((UINT32_C(2) << s) - 1)) == UINT32_C(1) << s;
            CHECK(write_all(3) && retire(3, NONE));
            CHECK(finish());
            CHECK(memcheck_counts(w).lines == lines);
            CHECK(memcheck_counts(w).values == (uint64_t)__builtin_popcount(in.mask) * jobs[3].words);
        }
}

// Each page size uses other bits of the address.
// Words of the lanes' own memory lie side by side. The bit matters in local memory alone.
static void test_interleaved(void)
{
    if (!shape.interleaves)
        return;
    for (uint8_t width = B8; width <= B32; width++) {
        fresh();
        for (unsigned lane = 0; lane < LANES; lane++)
            addr[lane] = A / LANES + 16 + (lane % 4 << width);
        struct memcheck_instr in = load(width, 3, ALL);
        in.space = LOCAL;
        in.interleave = true;
        CHECK(map(A, MEMCHECK_PRESENT, F) && all(0, in));
        CHECK(accept(1, in));
        struct writeback b = next_writeback(1, 0, 1);
        b.data[1] ^= 1u << width;
        OBJECT(say("of the physical address 0x%llx", shown(F + jobs[1].addr[1] % 0x1000)), show(b));
        CHECK(write_all(1) && retire(1, NONE));
        stride(A, 1u << width);
        in.space = GLOBAL;
        CHECK(all(2, in));
        stride(A / LANES, 16);
        in.width = B64;
        in.space = LOCAL;
        CHECK(accept(3, in));
        OBJECT("expected op in lane 0", memcheck_retire(w, 3, 3, NONE, 0, ALL, addr[0]));
        OBJECT("expected op in lane 0", memcheck_retire(w, 3, 3, OP, 0, ALL, jobs[3].addr[0] + 1));
        CHECK(memcheck_retire(w, 3, 3, OP, 0, ALL, addr[0]) && finish());
    }
}

static void test_page_sizes(void)
{
    static const unsigned bits[] = { 12, 16, 21, 21 };
    for (unsigned page = 0; page < 4; page++) {
        fresh();
        CHECK(memcheck_pages(w, page));
        page_bits = bits[page];
        uint64_t size = UINT64_C(1) << page_bits,
                 base = placed(0x9999600000, shape.virtual_bits) & ~UINT64_C(0x1fffff);
        CHECK(map(base, MEMCHECK_PRESENT, 0) && map(base + size, MEMCHECK_PRESENT, size * 3));
        stride(base + size - 4, 4);
        CHECK(all(0, load(B32, 0, ALL)));
        OBJECT("expected the address of a frame, seen",
               memcheck_page(w, base, MEMCHECK_PRESENT, size + size / 2));
        OBJECT("expected the address of a frame, seen",
               memcheck_page(w, base, MEMCHECK_PRESENT, UINT64_C(1) << shape.physical_bits));
        OBJECT(say("expected a virtual address of %u bits, seen", shape.virtual_bits),
               memcheck_page(w, UINT64_C(1) << shape.virtual_bits, MEMCHECK_PRESENT, size));
        CHECK(finish());
    }
}

static void test_old_errors(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 4);
    addr[3] += 2;
    addr[5]++;
    CHECK(accept(0, load(B32, 0, ALL)));
    OBJECT("expected nothing but its retirement, as it fails", show(next_writeback(0, 0, 0)));
    OBJECT(say("expected misaligned in lane 3 (address 0x%llx) of lanes 0x28, seen page in lane 3 (0x%llx) "
               "of lanes 0x28",
               shown(A + 14), shown(A + 14)),
           fail(0, PAGE, 0x28));
    OBJECT(say("lane 3 (0x%llx)", shown(A + 12)), memcheck_retire(w, 0, 0, MISALIGNED, 3, 0x28, A + 12));
    CHECK(fail(0, MISALIGNED, 0x28));
    // failing lanes that are not active
    CHECK(accept(0, load(B32, 0, 0x81)) && write_all(0) && retire(0, NONE));
    struct memcheck_instr in = load(B8, 0, 0xf0);
    in.space = RESERVED;
    CHECK(accept(0, in));
    OBJECT("expected space in lane 4", fail(0, NONE, 0));
    CHECK(fail(0, SPACE, 0xf0));
    in.mask = 0;
    CHECK(accept(0, in) && fail(0, NONE, 0));
    CHECK(accept(0, load(B32, 0, 0)) && fail(0, NONE, 0));
    stride((UINT64_C(1) << shape.virtual_bits) - 0x1000, 4); // no address is out of range
    CHECK(accept(0, load(B32, 0, ALL)) && retire(0, PAGE));
    CHECK(finish());
}

// ---- Broken histories ----

static void test_objects_to_order(void)
{
    stride(A, 4);
    struct memcheck_instr in = load(B32, 1, ALL);
    memcheck_free(w);
    w = memcheck_new(NULL, &shape);
    OBJECT("expected no cached access, as there is no memory", memcheck_accept(w, 0, &in));
    CHECK(invalidate(A) && invalidated());
    fresh();
    OBJECT("expected no end of a command, as none is under way", memcheck_completed(w));
    CHECK(invalidate(A));
    OBJECT("expected one command at a time", memcheck_command(w, COMMAND_PAGE, A, 0));
    OBJECT("pages: expected no command in progress", memcheck_pages(w, 1));
    OBJECT("finish: expected no command in progress", finish());
    OBJECT("accept: entry 7: expected nothing taken while a command is under way",
           memcheck_accept(w, 7, &in));
    CHECK(invalidated());
    CHECK(map(A, MEMCHECK_PRESENT, F));
    CHECK(accept(7, in));
    OBJECT("pages: entry 7 (cached load of warp 1): expected nothing in flight", memcheck_pages(w, 1));
    OBJECT("policy: entry 7 (cached load of warp 1): expected nothing in flight", memcheck_policy(w, 1));
    OBJECT("this one with slots not written back", finish());
    CHECK(memcheck_command(w, COMMAND_PAGE, B, 0));
    OBJECT("completed: entry 7 (cached load of warp 1): expected nothing in flight", memcheck_completed(w));
    OBJECT("expected one command at a time", memcheck_command(w, COMMAND_PAGE, A, 0));
    static const uint32_t data[LANES];
    OBJECT("expected nothing but write-backs, beats and its retirement, as it is cached",
           memcheck_pass(w, 7, 0, false, ALL));
    OBJECT("expected no beat for a load", memcheck_beat(w, 7, 0, data));
    OBJECT("as it is cached", memcheck_returned(w, 7, 0, 1));
    OBJECT("as it is cached", memcheck_again(w, 7, 0, 1, addr));
    CHECK(write_all(7));
    OBJECT("expected warp 1, seen warp 2", memcheck_retire(w, 7, 2, NONE, 0, 0, 0));
    CHECK(retire(7, NONE) && memcheck_completed(w));
    CHECK(accept(7, in) && write_all(7));
    OBJECT("with its retirement to come", finish());
    CHECK(retire(7, NONE));
    CHECK(finish());
}

// Two lines in the first sub-warp; lane 4 is not active.
static void test_objects_to_slots(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 8);
    addr[1] += LINE;
    addr[3] += LINE;
    CHECK(accept(0, load(B64, 1, ALL & ~0x10u)));
    struct writeback b = next_writeback(0, 0, 0);
    b.sub = 2;
    OBJECT("expected a sub-warp below 2", show(b));
    b = next_writeback(0, 0, 0);
    b.mask = 0;
    OBJECT("seen an empty one", show(b));
    b.mask = UINT32_C(1) << (LANES > 8 ? 8 : 0);
    b.sub = LANES > 8 ? 0 : 1;
    OBJECT("(lane 4, register offset 0): expected active slots of", show(b));
    b = next_writeback(0, 0, 0);
    b.mask &= ~0x20u;
    OBJECT(say("slot 5 (lane 2, register offset 1, address 0x%llx): expected all active slots on the line "
               "0x%llx",
               shown(A + 20), shown(A)),
           show(b));
    b = next_writeback(0, 0, 2);
    b.mask &= ~4u;
    // the lowest slot of the access is missing
    OBJECT("slot 2 (lane 1, register offset 0, address 0x", show(b));
    b = next_writeback(0, 0, 0);
    b.mask |= 4;
    OBJECT("slot 2 (lane 1, register offset 0, address 0x", show(b)); // a slot of another line
    OBJECT("and no others, 0x", show(b));
    CHECK(write_back(next_writeback(0, 0, 2)));
    OBJECT("expected each line of a sub-warp once", show(next_writeback(0, 0, 2)));
    OBJECT("a second time", show(next_writeback(0, 0, 6)));
    CHECK(write_all(0) && retire(0, NONE));
    CHECK(finish());
}

static void test_objects_to_registers_and_values(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 8);
    CHECK(accept(0, load(B64, 3, ALL)));
    struct writeback b = next_writeback(0, 1, 0);
    b.warp = 2;
    OBJECT("expected warp 3, register 12, seen warp 2, register 12", show(b));
    b = next_writeback(0, 1, 0);
    b.reg++;
    OBJECT("expected warp 3, register 12, seen warp 3, register 13", show(b));
    b = next_writeback(0, 1, 0);
    b.lane[3]--;
    OBJECT("sub-warp 1, slot 3 (lane ", show(b));
    OBJECT("expected this lane and offset, seen lane", show(b));
    b = next_writeback(0, 1, 0);
    b.ofs[2] = 1;
    OBJECT("offset 1", show(b));
    b = next_writeback(0, 1, 0);
    for (unsigned s = 0; s < LANES; s++)
        for (unsigned n = 0; n < 32; n++) {
            if (!(b.mask >> s & 1))
                continue;
            b.data[s] ^= UINT32_C(1) << n;
            OBJECT("expected the value 0x", show(b));
            b.data[s] ^= UINT32_C(1) << n;
        }
    CHECK(write_back(b) && write_all(0) && retire(0, NONE));

    stride(A + 1, 0);
    while (!(byte_at(F + addr[0] % 0x1000) & 0x80))
        addr[0]++;
    CHECK(accept(0, load(B8, 0, 1)));
    b = next_writeback(0, 0, 0);
    b.data[0] |= 0xffffff00;
    OBJECT(say("of the physical address 0x%llx", shown(F + addr[0] % 0x1000)), show(b)); // extended
    CHECK(write_back(next_writeback(0, 0, 0)) && retire(0, NONE));
    struct memcheck_instr in = load(B8, 0, 1);
    in.sign = true;
    CHECK(accept(0, in));
    b.data[0] &= 0xff;
    OBJECT("expected the value 0xffffff", show(b)); // not extended
    CHECK(write_all(0) && retire(0, NONE));
    CHECK(finish());
}

// Shows the words of another diary entry, counted from A's first.
static bool show_by(unsigned entry, unsigned n)
{
    struct writeback b = next_writeback(entry, 0, 0);
    unsigned e = 0;
    while (diary[e].page != A >> page_bits || diary[e].state != MEMCHECK_PRESENT || n--)
        e++;
    fetch(&b, &diary[e], 0xf);
    return show(b);
}

// A maps to F, then to G, then to F + 4 KB, then to F.
static void test_objects_to_old_mappings(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 4);
    CHECK(accept(0, load(B32, 0, ALL)));
    CHECK(map(A, MEMCHECK_PRESENT, G));
    CHECK(accept(1, load(B32, 1, ALL)) && accept(2, load(B32, 1, ALL)));
    CHECK(show_by(0, 0) && show_by(1, 0)); // not invalidated when it was taken
    CHECK(invalidate(A));
    CHECK(map(A, MEMCHECK_PRESENT, F + 0x1000)); // after the command was taken, which does not end it
    CHECK(show_by(2, 2));
    for (unsigned e = 0; e < 3; e++)
        CHECK(memcheck_retire(w, e, jobs[e].in.warp, NONE, 0, 0, 0));
    memset(jobs, 0, sizeof jobs);
    CHECK(invalidated());
    CHECK(accept(5, load(B32, 2, ALL)) && accept(6, load(B32, 2, ALL)));
    OBJECT("expected the value 0x", show_by(5, 0));
    OBJECT("or one by 1 older legal mappings", show_by(5, 0));
    CHECK(show_by(5, 1));
    CHECK(show_by(6, 2));
    for (unsigned e = 5; e < 7; e++)
        CHECK(memcheck_retire(w, e, jobs[e].in.warp, NONE, 0, 0, 0));
    CHECK(memcheck_counts(w).stale == 3);
    memset(jobs, 0, sizeof jobs);
    CHECK(invalidate(A) && invalidated());
    CHECK(accept(0, load(B32, 0, ALL)));
    OBJECT("or one by 0 older", show_by(0, 1));
    CHECK(show_by(0, 2));
    CHECK(memcheck_retire(w, 0, 0, NONE, 0, 0, 0));
    memset(jobs, 0, sizeof jobs);
    CHECK(invalidate(B) && map(A, MEMCHECK_PRESENT, F) && invalidated()); // of another page
    CHECK(accept(0, load(B32, 0, ALL)));
    CHECK(show_by(0, 2));
    CHECK(memcheck_retire(w, 0, 0, NONE, 0, 0, 0));
    CHECK(finish());
    CHECK(memcheck_pages(w, 0)); // a new root: all pages are absent, and always were
    CHECK(accept(0, load(B32, 0, ALL)));
    OBJECT("expected it to fail with page, seen the value 0x", show_by(0, 2));
    OBJECT("which 0 older legal mappings do not give either", show_by(0, 2));
    CHECK(memcheck_retire(w, 0, 0, PAGE, 0, ALL, A));
    CHECK(finish());
}

// Sectors of a line may have different mappings, words of a sector may not.
static void test_objects_to_mixed_sectors(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 4);
    CHECK(accept(0, load(B32, 0, ALL)) && accept(1, load(B32, 0, ALL)));
    CHECK(map(A, MEMCHECK_PRESENT, G));
    struct writeback b = next_writeback(0, 0, 0);
    fetch(&b, &diary[2], 0x6);
    uint32_t last = b.data[LANES - 1];
    b.data[LANES - 1] = value(&jobs[0], physical(&diary[2], addr[LANES - 1]));
    OBJECT(say("expected the words of a sector by one mapping, seen 0x%08x at 0x%llx", b.data[LANES - 1],
               shown(addr[LANES - 1])),
           show(b));
    b.data[LANES - 1] = last;
    // the objection names the wrong word, not the sector's first
    for (unsigned slot = 0; slot < LANES; slot++) {
        b.data[slot] ^= 0x100;
        OBJECT(say("seen 0x%08x", b.data[slot]), show(b));
        OBJECT(say("slot %u", slot), show(b));
        b.data[slot] ^= 0x100;
    }
    CHECK(show(b));
    b = next_writeback(1, 0, 0);
    fetch(&b, &diary[2], 0x6);
    b.data[LANES / 4] ^= 4; // right by neither mapping
    OBJECT("or one by 1 older legal mappings", show(b));
    CHECK(show_by(1, 1));
    CHECK(memcheck_retire(w, 0, 0, NONE, 0, 0, 0) && memcheck_retire(w, 1, 0, NONE, 0, 0, 0));
    CHECK(memcheck_counts(w).stale == 1);
    CHECK(finish());
}

// A line of one sector comes by one mapping.
static void test_objects_to_mixed_lines(void)
{
    for (shape.sectors = 1; shape.sectors < 4; shape.sectors *= 2) {
        fresh();
        CHECK(map(A, MEMCHECK_PRESENT, F));
        stride(A, 4);
        CHECK(accept(0, load(B32, 0, ALL)));
        CHECK(map(A, MEMCHECK_PRESENT, G));
        struct writeback b = next_writeback(0, 0, 0);
        fetch(&b, &diary[2], 0x3);
        if (shape.sectors == 2)
            CHECK(show(b));
        else
            OBJECT("expected the words of a sector by one mapping", show(b));
        CHECK(shape.sectors == 2 || show_by(0, 1));
        CHECK(memcheck_retire(w, 0, 0, NONE, 0, 0, 0) && finish());
    }
    shape.sectors = 4;
}

// Page faults that the machine cannot have seen, or does not keep.
static void test_objects_to_forgotten_faults(void)
{
    fresh();
    stride(A, 4);
    CHECK(map(A, MEMCHECK_PRESENT, F)); // before any load was taken
    CHECK(map(A, MEMCHECK_PRESENT, G));
    CHECK(accept(0, load(B32, 0, ALL)));
    OBJECT("or one by 0 older", show_by(0, 0));
    OBJECT("as no legal mapping lets it fail", fail(0, PAGE, ALL));
    CHECK(map(B, MEMCHECK_PRESENT, F)); // while no load needed it
    CHECK(write_all(0) && retire(0, NONE));
    stride(B, 4);
    CHECK(accept(0, load(B32, 0, ALL)));
    OBJECT("as no legal mapping lets it fail", fail(0, PAGE, ALL));
    CHECK(map(B, MEMCHECK_ABSENT, 0) && map(B, MEMCHECK_PRESENT, G)); // while a load needed it
    CHECK(accept(1, load(B32, 0, ALL)) && accept(2, load(B32, 0, ALL)));
    CHECK(retire(0, PAGE) && retire(1, PAGE) && write_all(2) && retire(2, NONE));
    CHECK(accept(0, load(B32, 0, 1)) && retire(0, PAGE)); // it is not invalidated yet
    CHECK(invalidate(B) && invalidated());
    CHECK(accept(0, load(B32, 0, 1)));
    OBJECT("as no legal mapping lets it fail", fail(0, PAGE, 1));
    CHECK(write_all(0) && retire(0, NONE));

    CHECK(map(A, MEMCHECK_ABSENT, 0));
    stride(A, 4);
    CHECK(accept(0, load(B32, 0, 1)) && retire(0, PAGE));
    CHECK(invalidate(A) && invalidated());
    // a shared instruction in the entry of a cached load of the page
    struct memcheck_instr in = load(B32, 0, 1);
    in.space = SHARED;
    in.op = MEMCHECK_STORE;
    CHECK(memcheck_accept(w, 0, &in));
    CHECK(map(A, MEMCHECK_PRESENT, F));
    CHECK(memcheck_retire(w, 0, 0, RANGE, 0, 1, A));
    CHECK(accept(0, load(B32, 0, 1)));
    OBJECT("as no legal mapping lets it fail", fail(0, PAGE, 1));
    CHECK(write_all(0) && retire(0, NONE));
    CHECK(finish());
}

// After a reset, and with a new root, the machine holds no translation.
static void test_objects_to_what_was_lost(void)
{
    fresh();
    CHECK(map(A, MEMCHECK_PRESENT, F) && map(B, MEMCHECK_PRESENT, F));
    stride(B, 4);
    CHECK(accept(1, load(B32, 0, 1)));
    CHECK(map(B, MEMCHECK_PRESENT, G));
    CHECK(invalidate(B));
    CHECK(memcheck_reset(w));
    jobs[1].flying = false;
    CHECK(finish());
    CHECK(accept(0, load(B32, 0, 1)));
    struct writeback b = next_writeback(0, 0, 0);
    b.data[0] = value(&jobs[0], F);
    OBJECT("or one by 0 older", show(b)); // from before
    b.data[0] = value(&jobs[0], G);
    CHECK(write_back(b) && retire(0, NONE));
    CHECK(memcheck_reset(w));
    CHECK(map(B, MEMCHECK_PRESENT, F)); // while no translation is held
    CHECK(accept(0, load(B32, 0, 1)));
    b.data[0] = value(&jobs[0], G);
    OBJECT("or one by 0 older", show(b));
    b.data[0] = value(&jobs[0], F);
    CHECK(write_back(b) && retire(0, NONE));
    CHECK(map(B, MEMCHECK_PRESENT, G));
    CHECK(memcheck_pages(w, 0));
    CHECK(memcheck_page(w, B, MEMCHECK_PRESENT, F) && memcheck_page(w, B, MEMCHECK_PRESENT, G));
    CHECK(accept(0, load(B32, 0, 1)));
    OBJECT("or one by 0 older", show(b));
    b.data[0] = value(&jobs[0], G);
    CHECK(show(b) && memcheck_retire(w, 0, 0, NONE, 0, 0, 0));
    CHECK(finish());
}

static void test_objects_to_retirements(void)
{
    fresh();
    failing[failings++] = F + LINE;
    CHECK(map(A, MEMCHECK_PRESENT, F));
    stride(A, 4);
    addr[2] = B;        // absent
    addr[4] = A + LINE; // fails
    addr[5] = A + LINE + 4;
    addr[6] = A + 0x1000; // never mapped
    CHECK(accept(0, load(B32, 5, ALL)));
    OBJECT(say("expected every line written back, seen lane 0 (address 0x%llx) not, and no error", shown(A)),
           fail(0, NONE, 0));
    OBJECT(say("expected lane 0 (address 0x%llx) written back, as no legal mapping lets it fail, seen page "
               "in lane 2 of "
               "lanes 0x74",
               shown(A)),
           fail(0, PAGE, 0x74));
    OBJECT("expected it to fail with page, seen the value", show(next_writeback(0, 0, 2)));
    OBJECT("expected it to fail with bus, seen the value", show(next_writeback(0, 0, 4)));
    CHECK(write_back(next_writeback(0, 0, 0)));
    OBJECT(say("seen lane 2 (address 0x%llx) not, and no error", shown(B)), fail(0, NONE, 0));
    OBJECT(say("expected failing lane 2 (address 0x%llx) of lanes 0x74, those not written back, seen lane 2 "
               "(0x%llx) of "
               "lanes 0x54",
               shown(B), shown(B)),
           fail(0, PAGE, 0x54));
    OBJECT("of lanes 0x75", fail(0, PAGE, 0x75)); // one lane was written back
    OBJECT(say("seen lane 4 (0x%llx) of lanes 0x74", shown(B)), memcheck_retire(w, 0, 5, PAGE, 4, 0x74, B));
    OBJECT(say("seen lane 2 (0x%llx) of lanes 0x74", shown(A + 8)),
           memcheck_retire(w, 0, 5, PAGE, 2, 0x74, A + 8));
    OBJECT(say("expected page in lane 2 (address 0x%llx) of lanes 0x74, seen bus", shown(B)),
           fail(0, BUS, 0x74));
    OBJECT("seen misaligned", fail(0, MISALIGNED, 0x74));
    OBJECT("seen op", fail(0, 7, 0x74));
    OBJECT("seen readonly", fail(0, 6, 0x74));
    CHECK(map(B, MEMCHECK_BROKEN, 0));
    OBJECT("expected page or bus in lane 2", fail(0, SPACE, 0x74));
    CHECK(retire(0, PAGE));
    CHECK(memcheck_counts(w).failed == 4);

    CHECK(accept(0, load(B32, 5, 0x30)));
    OBJECT("expected bus in lane 4", fail(0, PAGE, 0x30));
    CHECK(retire(0, BUS));
    CHECK(invalidate(B) && invalidated());
    CHECK(accept(0, load(B32, 5, 0x4)));
    OBJECT("expected bus in lane 2", fail(0, PAGE, 0x4)); // the walk fails
    CHECK(retire(0, BUS));
    CHECK(accept(0, load(B32, 5, 0x41)) && write_all(0) == false); // lane 6 is active too
    jobs[0].written = 1;
    OBJECT("expected page in lane 6", fail(0, BUS, 0x40));
    CHECK(retire(0, PAGE));

    CHECK(all(0, load(B32, 5, 3)));
    CHECK(accept(0, load(B32, 5, 3)) && write_all(0));
    OBJECT("expected no error, as all lanes were written back, seen bus in lane 0 of lanes 0x0",
           fail(0, BUS, 0));
    CHECK(retire(0, NONE));
    CHECK(finish());
}

// ---- Random histories ----

// Two neighbours, the last, and one more.
static uint64_t some_frame(unsigned n)
{
    const uint64_t first = placed(0x0123450000, shape.physical_bits);
    const uint64_t frames[] = { first, first + 0x1000, (UINT64_C(1) << shape.physical_bits) - 0x1000,
                                placed(0x0ee0000000, shape.physical_bits) };
    return frames[n];
}

static uint64_t page_addr(unsigned n)
{
    return (n < PAGES / 2 ? A : B) + n % (PAGES / 2) * UINT64_C(0x1000);
}

static struct memcheck_instr random_load(void)
{
    uint32_t mask = rnd(2) ? ALL : rnd32() & ALL;
    uint8_t width = (uint8_t)rnd(8), warp = (uint8_t)rnd(shape.warps);
    struct memcheck_instr in = load(width, warp, mask);
    unsigned bytes = in.width > B128 ? 16 : 1u << in.width;
    in.sign = rnd(2);
    in.space = (uint8_t)(1 + rnd(2));
    in.reg = (uint8_t)rnd(256);
    in.interleave = shape.interleaves && bytes <= 4 && rnd(2);
    if (in.interleave && in.space == LOCAL) {
        for (unsigned lane = 0; lane < LANES; lane++)
            addr[lane] = page_addr(rnd(2)) / LANES + rnd(16) / bytes * bytes;
        return in;
    }
    uint64_t base = page_addr(rnd(PAGES));
    base += rnd(2) * 2 * LINE;
    stride(base, rnd(3) * bytes);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (!rnd(8)) {
            addr[lane] = page_addr(rnd(PAGES));
            addr[lane] += rnd(64) * bytes;
        }
    return in;
}

// The sectors with a word that differs from this diary entry.
static unsigned wrong_sectors(const struct writeback *b, const struct entry *d)
{
    const struct job *j = &jobs[b->entry];
    unsigned wrong = 0;
    for (unsigned s = 0; s < LANES; s++) {
        uint64_t va = slot_addr(j, b->sub, s);
        if (b->mask >> s & 1 && b->data[s] != value(j, physical(d, va)))
            wrong |= 1u << va % LINE / LANES;
    }
    return wrong;
}

// Whether each sector shown has a legal mapping. `va` is an address in the access.
static bool acceptable(const struct writeback *b, uint64_t va)
{
    unsigned wrong = 0xf;
    for (unsigned n = 0; n < choices(&jobs[b->entry], va); n++) {
        const struct entry *d = choice(&jobs[b->entry], va, n);
        if (gives(d, va))
            wrong &= wrong_sectors(b, d);
    }
    return !wrong;
}

// A write-back in which each sector has any mapping that the page ever had, now and then with a wrong bit.
static void random_writeback(unsigned e, unsigned k, unsigned s)
{
    uint64_t va = slot_addr(&jobs[e], k, s);
    struct writeback b = next_writeback(e, k, s);
    unsigned back = rnd(4);
    for (unsigned sector = 0; sector < 4; sector++)
        for (unsigned n = entries, skip = rnd(back + 1); n-- > 0;)
            if (diary[n].page == va >> page_bits && has_frame(diary[n].state) && skip-- == 0) {
                fetch(&b, &diary[n], 1u << sector);
                break;
            }
    if (!rnd(4))
        b.data[s] ^= UINT32_C(1) << rnd(32);
    if (acceptable(&b, va))
        CHECK(write_back(b));
    else
        OBJECT("expected", show(b));
}

// A bit for each error with which a lane may fail.
static unsigned may_fail(const struct job *j, unsigned lane)
{
    unsigned errors = 0;
    for (unsigned n = 0; n < choices(j, j->addr[lane]); n++) {
        const struct entry *d = choice(j, j->addr[lane], n);
        if (!gives(d, j->addr[lane]))
            errors |= 1u << (d->state == MEMCHECK_ABSENT ? PAGE : BUS);
    }
    return errors;
}

// Retires with the lanes written back so far, if that is right.
static void random_retirement(unsigned e)
{
    struct job *j = &jobs[e];
    uint32_t unwritten = j->in.mask & ~j->written;
    unsigned err = NONE, lanes = 0, can = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (unwritten >> lane & 1) {
            unsigned errors = may_fail(j, lane);
            if (!lanes++)
                err = errors >> PAGE & 1 && !(errors >> BUS & rnd(2)) ? PAGE : errors ? BUS : 1 + rnd(6);
            can += errors != 0;
            if (__builtin_ctz(unwritten) == (int)lane && can && !(errors >> (PAGE + BUS - err) & 1))
                OBJECT("expected", fail(e, PAGE + BUS - err, unwritten));
        }
    if (can == lanes)
        CHECK(retire(e, err));
    else
        OBJECT("expected", fail(e, err, unwritten));
}

static void random_change(void)
{
    uint64_t va = page_addr(rnd(PAGES));
    const struct entry *last = &diary[entries - 1];
    while (last->page != va >> page_bits)
        last--;
    static const enum memcheck_walk rarer[] = { MEMCHECK_ABSENT, MEMCHECK_BROKEN, MEMCHECK_READONLY };
    enum memcheck_walk state = rnd(3) ? MEMCHECK_PRESENT : rarer[rnd(3)];
    uint64_t frame = has_frame(state) ? some_frame(rnd(4)) : 0;
    if (state != last->state || frame != last->frame)
        CHECK(map(va, state, frame));
}

static bool drained(void)
{
    bool flying = false;
    for (unsigned e = 0; e < shape.entries; e++)
        flying |= jobs[e].flying;
    return !flying;
}

static void drain(void)
{
    for (unsigned n = 0; n < 1000000 && !drained(); n++) {
        unsigned e = rnd(8), k = rnd(SUBS), s = rnd(LANES);
        struct job *j = &jobs[e];
        if (j->flying && !rnd(8))
            random_retirement(e);
        else if (j->flying && k < j->words && access_of(j, k, s) && !(j->written >> slot_lane(j, k, s) & 1))
            random_writeback(e, k, s);
    }
}

// A command `page`: instructions in flight end while it is in progress.
static void random_command(void)
{
    CHECK(invalidate(page_addr(rnd(PAGES))));
    if (rnd(2))
        random_change();
    drain();
    if (rnd(2))
        random_change();
    CHECK(invalidated());
}

static void random_step(void)
{
    unsigned e = rnd(8), k = rnd(SUBS), s = rnd(LANES);
    struct job *j = &jobs[e];
    if (!rnd(20)) {
        random_change();
    } else if (!rnd(60)) {
        random_command();
    } else if (!j->flying) {
        CHECK(accept(e, random_load()));
    } else if (!rnd(8)) {
        random_retirement(e);
    } else if (k < j->words && access_of(j, k, s)) {
        if (j->written >> slot_lane(j, k, s) & 1)
            OBJECT("a second time", show(next_writeback(e, k, s)));
        else
            random_writeback(e, k, s);
    }
}

static void test_random(void)
{
    uint64_t stale = 0, failures = 0;
    for (unsigned run = 1; run <= 20; run++) {
        seed = run;
        shape.groups = 1u << run % 3;
        fresh();
        for (unsigned n = 0; n < PAGES; n++) // those of A and B have begun
            if (n % (PAGES / 2))
                begin_page(page_addr(n) >> page_bits);
        failing[failings++] = some_frame(1);
        failing[failings++] = some_frame(0) + 2 * LINE;
        for (unsigned n = 0; n < 3000; n++)
            random_step();
        drain();
        CHECK(finish());
        stale += memcheck_counts(w).stale;
        failures += memcheck_counts(w).failed;
    }
    shape.groups = 1;
    CHECK(stale > 100);
    CHECK(failures > 100);
}

static void tests(void)
{
    test_widths();
    test_interleaved();
    test_page_sizes();
    test_old_errors();
    test_objects_to_order();
    test_objects_to_slots();
    test_objects_to_registers_and_values();
    test_objects_to_old_mappings();
    test_objects_to_mixed_sectors();
    test_objects_to_mixed_lines();
    test_objects_to_forgotten_faults();
    test_objects_to_what_was_lost();
    test_objects_to_retirements();
    test_random();
    memcheck_free(w);
    memcheck_world_free(world);
    w = NULL;
    world = NULL;
}

int main(void)
{
    return test_shapes("memory checker, cached loads", tests);
}
