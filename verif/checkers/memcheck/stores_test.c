// Tests of the memory checker's cached stores, fences, commands, and several L1s on one memory: right
// histories, and histories broken in one way each, to which it must object with the right words.
//
// The random histories come from simple machines: bytes in copies of lines, and a queue of writes to memory.
#include "check.h"

#include <stdlib.h>

enum { LINE = 4 * LANES, PAGE = 4096, FRAMES = 4, MACHINES = 2, ENTRIES = 10, SECTOR = LANES };
enum { B8, B16, B32, B64, B128 };
enum { NONE, NO_PAGE = 4, BUS = 5, READ_ONLY = 6 };
enum { GLOBAL = 1, LOCAL = 2 };
enum { CA, CG, WB, WT, NC, ORD };
enum { CTA, GPU, SYS };
enum { C_LINE, C_ALL, C_FLUSH, C_BOTH, C_PAGE, C_CARVEOUT };

// ---- Memory: a few frames ----

static uint8_t memory[FRAMES][PAGE];
static uint64_t no_loads, no_stores; // addresses of lines that cannot be read, written; 0: none

static uint64_t frame(unsigned n)
{
    return placed(0x9120000000, shape.physical_bits) + n * 7 * PAGE;
}

static uint8_t *byte_of(uint64_t pa)
{
    for (unsigned n = 0; n < FRAMES; n++)
        if (pa / PAGE == frame(n) / PAGE)
            return &memory[n][pa % PAGE];
    return NULL;
}

static bool line_at(const void *unused, uint64_t addr, uint32_t *word)
{
    const uint8_t *byte = byte_of(addr);
    check(!unused && byte && addr % LINE == 0, "the memory checker asks for a line", __FILE__, __LINE__);
    memset(word, 0, LINE);
    for (unsigned n = 0; byte && n < LINE; n++)
        word[n / 4] |= (uint32_t)byte[n] << n % 4 * 8;
    return !no_loads || addr != no_loads;
}

static bool writable_at(const void *unused, uint64_t addr)
{
    return !unused && (!no_stores || addr != no_stores);
}

static uint32_t get(uint64_t pa)
{
    const uint8_t *b = byte_of(pa);
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void put(uint64_t pa, uint32_t value)
{
    for (unsigned n = 0; n < 4; n++)
        byte_of(pa)[n] = (uint8_t)(value >> 8 * n);
}

// ---- Machines ----

static struct memcheck_world *world;
static struct memcheck *l1[MACHINES];

static void use(unsigned machine)
{
    w = l1[machine];
}

static uint64_t A, B, C; // addresses of pages

// Pages A and B have frames 0 and 1, C is absent.
static void fresh(unsigned machines)
{
    A = placed(0x7654321000, shape.virtual_bits);
    B = placed(0x8000000000, shape.virtual_bits);
    C = placed(0x9000000000, shape.virtual_bits);
    for (unsigned m = 0; m < MACHINES; m++) {
        memcheck_free(l1[m]);
        l1[m] = NULL;
    }
    memcheck_world_free(world);
    world = memcheck_world_new(line_at, writable_at, NULL);
    for (unsigned m = 0; m < machines; m++)
        l1[m] = world ? memcheck_new(world, &shape) : NULL;
    if (!world || !l1[0] || (machines > 1 && !l1[1]))
        exit(2);
    no_loads = no_stores = 0;
    for (unsigned n = 0; n < FRAMES * PAGE; n++)
        memory[n / PAGE][n % PAGE] = (uint8_t)(rnd(128) * 2);
    for (unsigned m = machines; m-- > 0;) {
        use(m);
        CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, frame(0))
              && memcheck_page(w, B, MEMCHECK_PRESENT, frame(1)));
    }
}

// ---- One word, by lane 0 ----

static bool take(unsigned entry, unsigned warp, bool store, unsigned hint, uint64_t addr)
{
    uint64_t lanes[LANES] = { addr };
    struct memcheck_instr in = { .op = store ? MEMCHECK_STORE : MEMCHECK_LOAD,
                                 .space = GLOBAL,
                                 .width = B32,
                                 .warp = (uint8_t)warp,
                                 .hint = (uint8_t)hint,
                                 .mask = 1,
                                 .addr = lanes };
    return memcheck_accept(w, entry, &in);
}

static bool beat(unsigned entry, uint32_t value)
{
    uint32_t data[LANES] = { value };
    return memcheck_beat(w, entry, 0, data);
}

static bool retire(unsigned entry, unsigned warp)
{
    return memcheck_retire(w, entry, warp, NONE, 0, 0, 0);
}

static bool store(unsigned entry, unsigned warp, unsigned hint, uint64_t addr, uint32_t value)
{
    return take(entry, warp, true, hint, addr) && beat(entry, value);
}

static bool stored(unsigned warp, unsigned hint, uint64_t addr, uint32_t value)
{
    return store(12, warp, hint, addr, value) && retire(12, warp);
}

static bool see(unsigned entry, unsigned warp, uint32_t value)
{
    const uint8_t zero[LANES] = { 0 };
    uint32_t data[LANES] = { value };
    return memcheck_writeback(w, entry, 0, warp, 0, 1, zero, zero, data);
}

// A load that is taken, sees a value, and retires; one that is objected to, and then sees the right value.
static bool loads(unsigned warp, uint64_t addr, uint32_t value)
{
    return take(13, warp, false, CA, addr) && see(13, warp, value) && retire(13, warp);
}

static bool takes_offence(unsigned warp, uint64_t addr, uint32_t wrong, uint32_t right)
{
    bool objects = take(14, warp, false, CA, addr) && !see(14, warp, wrong);
    return see(14, warp, right) && retire(14, warp) && objects;
}

static bool fence(unsigned entry, unsigned warp, unsigned level)
{
    struct memcheck_instr in = { .op = MEMCHECK_FENCE, .warp = (uint8_t)warp, .level = (uint8_t)level };
    return memcheck_accept(w, entry, &in);
}

static bool fenced(unsigned warp, unsigned level)
{
    return fence(15, warp, level) && retire(15, warp);
}

static bool command(unsigned op, uint64_t addr)
{
    return memcheck_command(w, op, addr, 0) && memcheck_completed(w);
}

// ---- Order within an L1 ----

static void test_own_warp(void)
{
    fresh(1);
    const uint32_t old = get(frame(0));
    CHECK(take(0, 1, false, CA, A)); // before the store
    CHECK(store(1, 1, CA, A, 2));
    CHECK(take(2, 1, false, CA, A) && take(3, 1, false, CA, A)); // behind it
    OBJECT(say("expected the value 0x00000002, the newest of 2 stored at physical address 0x%llx",
               shown(frame(0))),
           see(2, 1, old));
    OBJECT("; legal: 0x2 by warp 1", see(2, 1, old));
    CHECK(see(2, 1, 2));
    OBJECT("expected the value", see(0, 1, 2)); // never a later store
    CHECK(see(0, 1, old));
    CHECK(store(4, 1, CA, A, 4));
    OBJECT("expected the value", see(3, 1, 4));
    CHECK(see(3, 1, 2));
    CHECK(retire(0, 1) && retire(1, 1) && retire(2, 1) && retire(3, 1) && retire(4, 1));
    CHECK(takes_offence(1, A, 2, 4) && takes_offence(2, A, old, 4));
    CHECK(loads(2, A + 4, get(frame(0) + 4)));
    CHECK(memcheck_finish(w));
}

static void test_other_warps(void)
{
    fresh(1);
    const uint32_t old = get(frame(0));
    CHECK(take(0, 2, false, CA, A) && take(1, 2, false, CA, A) && take(2, 2, false, CA, A));
    OBJECT("expected the value", see(0, 2, 2)); // not stored yet
    CHECK(store(5, 1, CA, A, 2));
    CHECK(see(0, 2, old) && see(1, 2, 2));
    CHECK(retire(5, 1));
    CHECK(see(2, 2, old)); // was taken before the store retired
    CHECK(retire(0, 2) && retire(1, 2) && retire(2, 2));
    CHECK(takes_offence(2, A, old, 2));
    CHECK(memcheck_counts(w).older >= 1);

    CHECK(store(5, 1, CA, A, 4) && store(6, 2, CA, A, 6)); // overlapping: either may be the last
    CHECK(retire(5, 1) && retire(6, 2));
    CHECK(loads(3, A, 4) && loads(3, A, 6) && takes_offence(3, A, 2, 4));
    CHECK(takes_offence(2, A, 2, 6)); // its own store is overwritten
    CHECK(stored(1, CA, A, 8));
    CHECK(takes_offence(3, A, 6, 8) && takes_offence(3, A, 4, 8));
    CHECK(memcheck_finish(w));
}

// A load that is in flight for long may see any of many values, each of which is overwritten for later loads.
static void test_long_load(void)
{
    for (unsigned seen = 0; seen < 20; seen++) {
        fresh(1);
        put(frame(0), 0);
        CHECK(take(0, 1, false, CA, A));
        for (uint32_t n = 1; n < 20; n++) {
            CHECK(stored(2 + n % 3, CA, A, 2 * n));
            CHECK(takes_offence(5, A, 2 * n - 2, 2 * n));
        }
        CHECK(see(0, 1, 2 * seen) && retire(0, 1));
        CHECK(takes_offence(5, A, 2 * (seen % 19), 38));
        CHECK(memcheck_finish(w));
    }
}

// Bytes are independent, and sectors and lines that were not stored to stay unchanged.
static void test_bytes(void)
{
    fresh(1);
    put(frame(0), 0x10203040);
    CHECK(store(5, 1, CA, A, 0x50607080) && store(6, 2, CA, A, 0x11223344));
    CHECK(retire(5, 1) && retire(6, 2));
    CHECK(loads(3, A, 0x11607044));
    CHECK(takes_offence(3, A, 0x10607044, 0x50223344));
    for (unsigned n = 1; n < 3 * LANES; n++)
        CHECK(loads(3, A + 4 * n, get(frame(0) + 4 * n)));
    uint64_t lanes[LANES] = { A + 2 };
    const uint8_t zero[LANES] = { 0 };
    struct memcheck_instr in = {
        .space = GLOBAL, .width = B16, .sign = true, .warp = 3, .mask = 1, .addr = lanes
    };
    uint32_t data[LANES] = { 0x1122 };
    CHECK(memcheck_accept(w, 0, &in) && memcheck_writeback(w, 0, 0, 3, 0, 1, zero, zero, data)
          && retire(0, 3));
    in.warp = 4;
    CHECK(store(6, 2, CA, A, 0x91223344) && retire(6, 2) && memcheck_accept(w, 0, &in));
    data[0] = 0x9122;
    // not extended
    OBJECT("expected the value 0xffff9122", memcheck_writeback(w, 0, 0, 4, 0, 1, zero, zero, data));
    data[0] = 0xffff9122;
    CHECK(memcheck_writeback(w, 0, 0, 4, 0, 1, zero, zero, data) && retire(0, 4));
    CHECK(memcheck_finish(w));
}

// Sub-warps have beats of their own. In a byte, later sub-warps win, and within each the highest lane.
static void test_wide_stores(void)
{
    fresh(1);
    uint64_t lanes[LANES];
    uint32_t data[2][LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes[lane] = A + lane % 3 * 8;
    for (unsigned n = 0; n < 2 * LANES; n++)
        data[n / LANES][n % LANES] = 2 * n + 2;
    struct memcheck_instr in = {
        .op = MEMCHECK_STORE, .space = LOCAL, .width = B64, .warp = 1, .mask = ALL, .addr = lanes
    };
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected a sub-warp below 2", memcheck_beat(w, 0, 2, data[0]));
    CHECK(memcheck_beat(w, 0, 0, data[0]));
    OBJECT("expected one beat, seen a second", memcheck_beat(w, 0, 0, data[0]));
    OBJECT("expected the data of every lane before, seen none of the lanes", retire(0, 1));
    OBJECT("as it is cached", memcheck_pass(w, 0, 0, true, 1));
    const uint8_t zero[LANES] = { 0 };
    OBJECT("expected no write-back of a store", memcheck_writeback(w, 0, 0, 1, 0, ALL, zero, zero, data[0]));
    CHECK(memcheck_beat(w, 0, 1, data[1]) && retire(0, 1));
    for (unsigned n = 0; n < 6; n++) {
        unsigned lane = LANES - 1;
        while (lane % 3 != n / 2)
            lane--;
        CHECK(takes_offence(2, A + 4 * n, 4 * (lane - 3) + 2 * (n % 2) + 2, 4 * lane + 2 * (n % 2) + 2));
    }
    in.mask = 1;
    CHECK(memcheck_accept(w, 0, &in));
    OBJECT("expected a sub-warp with active lanes", memcheck_beat(w, 0, 1, data[1]));
    CHECK(memcheck_beat(w, 0, 0, data[1]) && retire(0, 1));
    in.mask = 0;
    CHECK(memcheck_accept(w, 0, &in) && retire(0, 1));
    lanes[3]++;
    in.mask = 8;
    CHECK(memcheck_accept(w, 0, &in)); // has an error of its own
    OBJECT("expected nothing but its retirement, as it fails", memcheck_beat(w, 0, 0, data[0]));
    CHECK(memcheck_retire(w, 0, 1, 1, 3, 8, lanes[3]));
    CHECK(memcheck_finish(w));
}

// ---- Fences and commands ----

static void test_fences(void)
{
    fresh(1);
    CHECK(stored(1, CA, A, 2));
    CHECK(fenced(1, CTA)); // performs nothing
    CHECK(fence(9, 1, GPU));
    OBJECT(say("expected 0x00000002 in memory at 0x%llx, or other bytes that are not overwritten, seen",
               shown(frame(0))),
           retire(9, 1));
    OBJECT("of which 0x", retire(9, 1));
    put(frame(0), 2);
    CHECK(retire(9, 1));
    CHECK(memcheck_counts(w).fences == 1);

    const uint64_t far = A + 3 * LINE, pa = frame(0) + 3 * LINE;
    CHECK(store(5, 2, CA, A, 4) && store(6, 3, CA, far, 6) && retire(6, 3)); // 6 had retired, 5 had not
    CHECK(fence(9, 1, SYS));
    CHECK(retire(5, 2));
    OBJECT(say("expected 0x00000006 in memory at 0x%llx", shown(pa)), retire(9, 1));
    put(pa, 6);
    CHECK(retire(9, 1));
    put(frame(0), 4);
    CHECK(store(5, 2, CA, A, 8) && fence(9, 2, 3) && retire(5, 2)); // its own warp's; the reserved level
    OBJECT("expected 0x00000008 in memory", retire(9, 2));
    put(frame(0), 8);
    CHECK(retire(9, 2));
    CHECK(stored(1, WB, A, 10) && fenced(1, SYS)); // may stay in the cache
    CHECK(memcheck_memory(w));                     // the old value or the new one
    put(frame(0), 4);                              // an earlier value, which was overwritten
    OBJECT("memory: expected 0x0000000a in memory", memcheck_memory(w));
    put(frame(0), 10);
    CHECK(memcheck_memory(w) && memcheck_finish(w));
}

// ---- Ordered loads ----

#define BEHIND \
    "expected what an ordered load before it of its warp has seen, or something newer, seen the value"

// A warp's ordered loads are written back after the earlier ones have retired. Plain loads, and those of
// other warps, are written back at any time.
static void test_ordered_turn(void)
{
    fresh(1);
    CHECK(take(0, 1, false, ORD, A) && take(1, 1, false, CA, B) && take(2, 2, false, ORD, B)
          && take(3, 1, false, ORD, B));
    const uint32_t a = get(frame(0)), b = get(frame(1));
    CHECK(see(1, 1, b) && see(2, 2, b));
    OBJECT("expected the ordered load before it in entry 0 of its warp to have retired", see(3, 1, b));
    CHECK(see(0, 1, a));
    OBJECT("expected the ordered load before it in entry 0 of its warp to have retired", see(3, 1, b));
    CHECK(retire(0, 1) && see(3, 1, b) && retire(3, 1) && retire(1, 1) && retire(2, 2));
    uint64_t lanes[LANES] = { A };
    struct memcheck_instr in = {
        .op = MEMCHECK_LOAD, .width = B32, .warp = 1, .hint = ORD, .mask = 0, .addr = lanes
    };
    CHECK(memcheck_accept(w, 0, &in)); // of shared memory
    CHECK(take(1, 1, false, ORD, B) && see(1, 1, b) && retire(1, 1) && retire(0, 1));
    CHECK(memcheck_finish(w));
}

// Loads taken before two stores may see the old value and each of the stores. Ordered loads of a warp do not
// go back from what they have seen. Plain loads may, and so may ordered ones of another warp or of another
// word.
static void test_ordered_values(void)
{
    for (unsigned kind = 0; kind < 5; kind++) {
        fresh(1);
        const uint32_t old = get(frame(0)), beside = get(frame(0) + 4);
        const unsigned first = kind == 3 ? CA : ORD, second = kind == 4 ? CA : ORD, warp = kind == 2 ? 2 : 1;
        CHECK(take(0, 1, false, first, A) && take(1, warp, false, second, A) && take(2, 1, false, ORD, A));
        CHECK(take(3, 1, false, ORD, A + 4));
        CHECK(stored(5, CA, A, 2) && stored(5, CA, A + 4, 6) && stored(6, CA, A, 4));
        CHECK(see(0, 1, kind == 1 ? 2 : 4) && retire(0, 1));
        if (kind < 2) {
            OBJECT(BEHIND, see(1, 1, old));
            if (kind == 0)
                OBJECT(BEHIND " 0x00000002", see(1, 1, 2));
            OBJECT("expected the value", see(1, 1, 8));
            CHECK(see(1, 1, kind == 1 ? 2 : 4) && retire(1, 1));
        } else {
            CHECK(see(1, warp, old) && retire(1, warp));
        }
        if (kind == 1)
            OBJECT(BEHIND, see(2, 1, old));
        CHECK(see(2, 1, 4) && retire(2, 1));
        CHECK(see(3, 1, beside) && retire(3, 1));
        CHECK(memcheck_finish(w));
    }
}

// Bytes are independent. Stores without a known order may be seen in any order.
static void test_ordered_bytes(void)
{
    fresh(1);
    put(frame(0), 0x10203040);
    uint64_t lanes[LANES] = { A + 1 };
    const uint8_t zero[LANES] = { 0 };
    struct memcheck_instr in = {
        .space = GLOBAL, .width = B8, .warp = 1, .hint = ORD, .mask = 1, .addr = lanes
    };
    uint32_t data[LANES] = { 0x70 };
    CHECK(memcheck_accept(w, 0, &in) && take(1, 1, false, ORD, A) && take(2, 1, false, ORD, A));
    CHECK(store(5, 2, CA, A, 0x50607080));
    CHECK(memcheck_writeback(w, 0, 0, 1, 0, 1, zero, zero, data) && retire(0, 1));
    OBJECT(BEHIND, see(1, 1, 0x10203040));
    CHECK(see(1, 1, 0x10207040) && retire(1, 1) && see(2, 1, 0x50607080) && retire(2, 1));
    CHECK(store(6, 3, CA, A, 0x11223344)); // overlapping
    for (unsigned n = 0; n < 3; n++)
        CHECK(take(1, 1, false, ORD, A) && see(1, 1, n % 2 ? 0x11223344 : 0x50607080) && retire(1, 1));
    CHECK(retire(5, 2) && retire(6, 3) && memcheck_finish(w));
}

// A value that was seen and then lost is not seen any more.
static void test_ordered_lost(void)
{
    fresh(1);
    no_stores = frame(2);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    const uint32_t old = get(frame(2));
    CHECK(take(0, 1, false, ORD, C) && take(1, 1, false, ORD, C) && store(5, 2, CA, C, 2));
    CHECK(see(0, 1, 2) && retire(0, 1) && see(1, 1, old) && retire(1, 1) && retire(5, 2));
    CHECK(memcheck_failed(w, C, BUS) && fenced(2, GPU));

    fresh(2);
    CHECK(take(0, 1, false, ORD, A) && store(5, 2, CA, A, 2) && see(0, 1, 2) && retire(0, 1));
    CHECK(memcheck_reset(w)); // with the store
    CHECK(take(0, 1, false, ORD, A) && see(0, 1, get(frame(0))) && retire(0, 1));
}

// Stores of another L1.
static void test_ordered_two(void)
{
    fresh(2);
    const uint32_t old = get(frame(0));
    use(0);
    CHECK(stored(1, CA, A, 2));
    use(1);
    CHECK(take(0, 1, false, ORD, A) && take(1, 1, false, ORD, A) && take(2, 1, false, CA, A)
          && take(3, 2, false, ORD, A));
    CHECK(see(0, 1, 2) && retire(0, 1) && see(2, 1, old) && retire(2, 1) && see(3, 2, old) && retire(3, 2));
    OBJECT(BEHIND, see(1, 1, old));
    CHECK(see(1, 1, 2) && retire(1, 1));
    CHECK(memcheck_finish(w));
}

static void test_fence_order(void)
{
    fresh(1);
    CHECK(take(0, 1, false, CA, A) && fence(1, 1, CTA) && take(2, 1, false, CA, A)
          && take(3, 2, false, CA, A));
    CHECK(see(0, 1, get(frame(0))) && see(2, 1, get(frame(0))) && see(3, 2, get(frame(0))));
    OBJECT("retire: entry 1 (fence of warp 1): expected the instruction before it in entry 0 of its warp",
           retire(1, 1));
    OBJECT("expected the fence before it in entry 1 of its warp to have retired", retire(2, 1));
    CHECK(retire(3, 2)); // another warp
    CHECK(retire(0, 1));
    OBJECT("expected the fence before it", retire(2, 1));
    OBJECT("expected no error, seen page", memcheck_retire(w, 1, 1, NO_PAGE, 0, 1, 0));
    uint32_t data[LANES] = { 0 };
    OBJECT("as it is a fence", memcheck_beat(w, 1, 0, data));
    OBJECT("as it is a fence", memcheck_pass(w, 1, 0, false, 1));
    CHECK(retire(1, 1) && retire(2, 1));
    CHECK(memcheck_finish(w));
    CHECK(fence(1, 1, CTA) && memcheck_reset(w) && take(2, 1, false, CA, A)); // a reset forgets it
    CHECK(see(2, 1, get(frame(0))) && retire(2, 1));
}

// The effect of each command on memory.
static void test_commands(void)
{
    static const bool performs_back[] = { false, false, true, true, false, true, true }; // for all pages
    for (unsigned op = 0; op < 7; op++) {
        fresh(1);
        const uint64_t back = A + LINE, other = B, through = B + LINE;
        const uint32_t old[] = { get(frame(0) + LINE), get(frame(1)), get(frame(1) + LINE) };
        CHECK(stored(1, WB, back, 2) && stored(1, WB, other, 4) && stored(1, WT, through, 6));
        CHECK(memcheck_command(w, op, A, 0));
        if (op >= C_FLUSH && op != C_CARVEOUT) { // after a carveout it need not be performed yet
            OBJECT("expected 0x00000002 in memory", memcheck_completed(w));
            put(frame(0) + LINE, 2);
            if (performs_back[op]) {
                OBJECT("expected 0x00000004 in memory", memcheck_completed(w));
                put(frame(1), 4);
            }
            OBJECT("expected 0x00000006 in memory", memcheck_completed(w));
            put(frame(1) + LINE, 6);
        }
        CHECK(memcheck_completed(w));
        CHECK(memcheck_counts(w).commands == 1);
        if (op != C_PAGE) // its own store is visible, unless the command removes the mapping
            CHECK(takes_offence(2, back, old[0], 2));
        CHECK(takes_offence(2, other, old[1], 4) && takes_offence(2, through, old[2], 6));
        CHECK(memcheck_finish(w));
    }
}

// Write-back by hint and space, write-through by policy.
static void test_policies(void)
{
    static const struct {
        uint8_t space, hint, policy;
        bool through;
    } cases[] = {
        { GLOBAL, CA, 0, true }, { GLOBAL, CG, 0, true }, { GLOBAL, WB, 0, false }, { GLOBAL, WT, 0, true },
        { LOCAL, CA, 0, false }, { LOCAL, CG, 0, true },  { LOCAL, WB, 0, false },  { LOCAL, WT, 0, true },
        { LOCAL, 4, 0, false },  { GLOBAL, 4, 0, true },  { GLOBAL, WB, 1, true },  { LOCAL, WB, 1, false },
        { LOCAL, CA, 1, false }, { GLOBAL, WB, 2, true }, { LOCAL, CA, 2, true },   { GLOBAL, WB, 3, true },
        { LOCAL, WB, 3, true },
    };
    for (unsigned n = 0; n < sizeof cases / sizeof *cases; n++) {
        fresh(1);
        CHECK(memcheck_policy(w, cases[n].policy));
        uint64_t lanes[LANES] = { A };
        struct memcheck_instr in = { .op = MEMCHECK_STORE,
                                     .space = cases[n].space,
                                     .hint = cases[n].hint,
                                     .width = B32,
                                     .warp = 1,
                                     .mask = 1,
                                     .addr = lanes };
        CHECK(memcheck_accept(w, 0, &in) && beat(0, 2) && retire(0, 1));
        CHECK(fence(1, 1, GPU));
        if (cases[n].through)
            OBJECT("expected 0x00000002 in memory", retire(1, 1));
        else
            CHECK(retire(1, 1));
    }
}

// ---- Failures ----

static void test_failures(void)
{
    static const struct {
        enum memcheck_walk walk;
        bool back;
        unsigned err;
    } cases[] = {
        { MEMCHECK_ABSENT, false, NO_PAGE },    { MEMCHECK_READONLY, false, READ_ONLY },
        { MEMCHECK_BROKEN, false, BUS },        { MEMCHECK_PRESENT, false, BUS },
        { MEMCHECK_READONLY, true, READ_ONLY }, { MEMCHECK_PRESENT, true, BUS },
    };
    for (unsigned n = 0; n < sizeof cases / sizeof *cases; n++) {
        const bool there = cases[n].walk == MEMCHECK_READONLY || cases[n].walk == MEMCHECK_PRESENT;
        fresh(1);
        no_stores = frame(2);
        CHECK(memcheck_page(w, C, cases[n].walk, there ? frame(2) : 0));
        const uint32_t old = get(frame(2));
        OBJECT(
            say("expected no such failure, as no store to the line 0x%llx that is under way has cause for it",
                shown(C)),
            memcheck_failed(w, C, cases[n].err));
        CHECK(store(0, 1, cases[n].back ? WB : CA, C, 2));
        for (unsigned err = 0; err < 8; err++)
            if (err != cases[n].err)
                OBJECT("expected no such failure", memcheck_failed(w, C, err));
        OBJECT("expected no such failure", memcheck_failed(w, C + LINE, cases[n].err));
        OBJECT("expected no such failure", memcheck_failed(w, A, cases[n].err));
        CHECK(retire(0, 1));
        CHECK(!there || takes_offence(2, C, old, 2)); // it has not failed yet
        if (!cases[n].back) {
            CHECK(fence(3, 1, GPU));
            OBJECT(say("expected it to be reported before that the store of warp 1 to the line 0x%llx failed "
                       "with",
                       shown(C)),
                   retire(3, 1));
        }
        CHECK(memcheck_failed(w, C, cases[n].err) && memcheck_counts(w).reported == 1);
        CHECK(cases[n].back || retire(3, 1));
        CHECK(!there || (loads(2, C, old) && loads(2, C, 2) && takes_offence(2, C, 4, 2)));
        put(frame(2), 2); // as if it had not failed
        CHECK(memcheck_command(w, C_BOTH, 0, 0));
        if (there)
            OBJECT("in memory", memcheck_completed(w));
        put(frame(2), old);
        CHECK(memcheck_completed(w));
        CHECK(!there || takes_offence(2, C, 2, old));
        OBJECT("expected no such failure", memcheck_failed(w, C, cases[n].err)); // it was performed
        CHECK(memcheck_finish(w));
    }
}

static void test_unreported_failures(void)
{
    for (unsigned op = C_FLUSH; op <= C_PAGE; op++) {
        fresh(1);
        CHECK(memcheck_page(w, C, MEMCHECK_READONLY, frame(2)));
        CHECK(stored(1, WB, C, 2));
        CHECK(fenced(1, GPU)); // it may still be in the cache
        CHECK(memcheck_command(w, op, C, 0));
        OBJECT(say("completed: expected it to be reported before that the store of warp 1 to the line 0x%llx "
                   "failed with "
                   "readonly, as it must",
                   shown(C)),
               memcheck_completed(w));
        CHECK(memcheck_failed(w, C, READ_ONLY) && memcheck_completed(w));
        CHECK(takes_offence(1, C, 4, get(frame(2))));
    }
}

// Stores behind one that may fail: a failed store may hide nothing, and a store that hides it must itself be
// certain.
static void test_repeated_failures(void)
{
    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_READONLY, frame(2)));
    const uint32_t old = get(frame(2));
    for (uint32_t n = 1; n < 200; n++) {
        CHECK(stored(n % 3, CA, C, 2 * n));
        CHECK(n % 4 || memcheck_failed(w, C, READ_ONLY));
        CHECK(n % 4 || loads(1, C, old));
        CHECK(takes_offence(1, C, 1, 2 * n));
    }
    CHECK(memcheck_failed(w, C, READ_ONLY) && memcheck_failed(w, C, READ_ONLY)); // one for each of the last
    CHECK(fenced(1, GPU) && command(C_BOTH, 0));
    CHECK(takes_offence(1, C, 2 * 199, old));
    CHECK(memcheck_finish(w));
}

// A line that cannot be read: a written-back store may fetch it, and fail, or not.
static void test_unreadable_lines(void)
{
    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    no_loads = frame(2);
    CHECK(stored(1, CA, C, 2));
    OBJECT("expected no such failure", memcheck_failed(w, C, BUS)); // written through: not fetched
    CHECK(stored(1, WB, C + 4, 4));
    CHECK(loads(1, C + 4, 4));
    CHECK(memcheck_failed(w, C, BUS));
    put(frame(2), 2);
    CHECK(command(C_BOTH, 0));
    CHECK(memcheck_finish(w));
}

// A cached copy of such a line survives a flush, and memory does not show its contents.
static void test_unreadable_copies(void)
{
    static const unsigned empties[] = { C_BOTH, C_PAGE };
    for (unsigned n = 0; n < 2; n++) {
        fresh(1);
        CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
        no_loads = frame(2);
        CHECK(stored(1, WB, C, 2));
        put(frame(2), 2);
        CHECK(command(C_FLUSH, 0) && takes_offence(1, C, 4, 2));
        CHECK(command(C_PAGE, A) && takes_offence(1, C, 4, 2));
        CHECK(stored(1, CA, C, 6)); // in the copy and in memory
        put(frame(2), 6);
        CHECK(fenced(1, GPU) && command(C_FLUSH, 0) && takes_offence(2, C, 2, 6));
        CHECK(command(empties[n], C) && take(0, 1, false, CA, C));
        OBJECT("expected it to fail with bus, seen the value 0x00000006", see(0, 1, 6));
        CHECK(memcheck_retire(w, 0, 1, BUS, 0, 1, C) && memcheck_finish(w));
    }
}

// With further caches in front of memory, what was stored stays legal, and so does a failure.
static void test_unreadable_below(void)
{
    fresh(1);
    memcheck_world_cached(world);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    no_loads = frame(2);
    CHECK(stored(1, CA, C, 6));
    put(frame(2), 6);
    CHECK(fenced(1, GPU) && command(C_BOTH, 0) && loads(2, C, 6) && take(0, 1, false, CA, C));
    OBJECT("expected", see(0, 1, 4));
    CHECK(memcheck_retire(w, 0, 1, BUS, 0, 1, C) && memcheck_finish(w));
}

// The same for two overlapping write-through stores of two warps to such a copy: neither is certainly the
// older.
static void test_unreadable_at_once(void)
{
    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    no_loads = frame(2);
    CHECK(stored(1, WB, C, 2) && command(C_ALL, 0)); // dirty, so it stays
    CHECK(store(0, 1, WT, C, 4) && store(1, 2, WT, C, 6) && retire(0, 1) && retire(1, 2));
    put(frame(2), 6);
    CHECK(command(C_FLUSH, 0) && loads(3, C, 6) && loads(3, C, 4) && takes_offence(3, C, 2, 6));
    CHECK(command(C_PAGE, A) && takes_offence(3, C, 2, 6));
    CHECK(command(C_BOTH, 0) && take(0, 3, false, CA, C));
    OBJECT("expected it to fail with bus, seen the value 0x00000006", see(0, 3, 6));
    CHECK(memcheck_retire(w, 0, 3, BUS, 0, 1, C) && memcheck_finish(w));
}

// Dirty data may fail until they are written back, even if other stores to the same bytes were performed, or
// failed, long ago.
static void test_late_failures(void)
{
    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    CHECK(stored(1, WB, C, 2) && stored(2, WB, C, 4) && stored(1, CA, C, 6));
    put(frame(2), 6);
    CHECK(fenced(1, GPU));
    OBJECT("expected no such failure", memcheck_failed(w, C, READ_ONLY));
    CHECK(memcheck_page(w, C, MEMCHECK_READONLY, frame(2)));
    CHECK(memcheck_failed(w, C, READ_ONLY) && command(C_FLUSH, 0));
    OBJECT("expected no such failure", memcheck_failed(w, C, READ_ONLY));
    CHECK(memcheck_finish(w));

    fresh(1); // it takes its sector elsewhere
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    CHECK(stored(1, WB, C, 2) && stored(1, CA, C, 6));
    put(frame(2), 6);
    CHECK(fenced(1, GPU) && memcheck_page(w, C, MEMCHECK_PRESENT, frame(3)));
    CHECK(stored(2, CA, C, 8) && loads(2, C + 4, 77)
          && takes_offence(2, C + SECTOR, 77, get(frame(3) + SECTOR)));

    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_READONLY, frame(2)));
    CHECK(stored(1, WB, C, 2));
    for (uint32_t n = 2; n < 20; n++)
        CHECK(stored(1, CA, C, 2 * n) && memcheck_failed(w, C, READ_ONLY));
    CHECK(fenced(1, GPU));
    CHECK(memcheck_failed(w, C, READ_ONLY) && command(C_FLUSH, 0));
    OBJECT("expected no such failure", memcheck_failed(w, C, READ_ONLY));
    CHECK(memcheck_finish(w));
}

// ---- Pages that change ----

static void test_moved_pages(void)
{
    fresh(1);
    const uint32_t old = get(frame(0)), elsewhere = get(frame(2));
    CHECK(stored(1, CA, A, 2));
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, frame(2)));
    CHECK(loads(2, A, old) && loads(2, A, elsewhere) && loads(2, A, 2)); // it may have gone to either
    CHECK(takes_offence(2, A, 4, 2));
    put(frame(2), 2);
    CHECK(memcheck_memory(w));
    put(frame(2), 4);
    OBJECT(say("in memory at 0x%llx", shown(frame(2))), memcheck_memory(w));
    put(frame(2), elsewhere);
    put(frame(0), 2);
    CHECK(command(C_PAGE, A) && takes_offence(2, A, 2, elsewhere));

    fresh(1); // with write-back, whole sectors may have
    CHECK(stored(1, WB, A, 2));
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, frame(2)));
    CHECK(loads(2, A, 77) && loads(2, A + SECTOR - 4, 77));
    CHECK(takes_offence(2, A + SECTOR, 77, get(frame(2) + SECTOR)));
    put(frame(2) + 4, 1234);
    CHECK(command(C_PAGE, A) && takes_offence(2, A + 4, 1236, 1234));

    shape.sectors = 1; // which may be a line
    fresh(1);
    CHECK(stored(1, WB, A, 2));
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, frame(2)));
    CHECK(loads(2, A + LINE - 4, 77));
    shape.sectors = 4;

    fresh(1); // while it is taken
    CHECK(take(0, 1, true, CA, A) && memcheck_page(w, A, MEMCHECK_PRESENT, frame(2)) && beat(0, 2)
          && retire(0, 1));
    CHECK(loads(1, A, get(frame(0))) && loads(1, A, get(frame(2))) && loads(1, A, 2));
    CHECK(memcheck_page(w, A, MEMCHECK_ABSENT, 0)); // in the end perhaps nowhere
    CHECK(memcheck_failed(w, A, NO_PAGE) && command(C_PAGE, A));

    fresh(1); // the page becomes writable, or read-only
    CHECK(memcheck_page(w, C, MEMCHECK_READONLY, frame(2)) && stored(1, CA, C, 2));
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    put(frame(2), 2);
    CHECK(fenced(1, GPU)); // so it need not fail
    CHECK(stored(1, CA, C, 4) && memcheck_page(w, C, MEMCHECK_READONLY, frame(2)));
    CHECK(memcheck_failed(w, C, READ_ONLY) && loads(1, C, 2) && loads(1, C, 4));
    CHECK(fenced(1, GPU) && memcheck_finish(w));
}

// An absent page: a store to it may be in the cache, and nowhere else.
static void test_absent_pages(void)
{
    fresh(1);
    CHECK(stored(1, WB, C, 2));
    CHECK(loads(2, C, 2) && take(0, 2, false, CA, C));
    OBJECT("expected the value", see(0, 2, 4));
    CHECK(memcheck_retire(w, 0, 2, NO_PAGE, 0, 1, C));
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(2)));
    CHECK(loads(2, C, 2) && loads(2, C, get(frame(2))));
    put(frame(2), 2);
    CHECK(command(C_BOTH, 0) && takes_offence(2, C, 4, 2));
}

// ---- Resets and settings ----

static void test_reset(void)
{
    fresh(1);
    const uint32_t old = get(frame(0));
    CHECK(stored(1, CA, A, 2) && store(0, 1, CA, A, 4) && stored(2, WB, A + LINE, 6));
    put(frame(0), 6);
    OBJECT("reset: expected 0x00000004 in memory", memcheck_reset(w));
    for (unsigned n = 0; n < 3; n++) {
        fresh(1);
        CHECK(stored(1, CA, A, 2) && store(0, 1, CA, A, 4));
        put(frame(0), n == 0 ? old : 2 * n);
        if (n)
            CHECK(memcheck_reset(w) && takes_offence(1, A, old + 2, 2 * n)
                  && takes_offence(1, A, 6 - 2 * n, 2 * n));
    }
    fresh(1);
    CHECK(stored(1, CA, A, 2) && fenced(1, CTA));
    CHECK(memcheck_pages(w, 0)); // memory may have other contents
    CHECK(memcheck_page(w, A, MEMCHECK_PRESENT, frame(3)));
    CHECK(loads(1, A, get(frame(3))) && memcheck_memory(w) && memcheck_finish(w));
}

// ---- Two L1s ----

static void test_two_machines(void)
{
    for (unsigned back = 0; back < 2; back++) {
        fresh(2);
        const uint32_t old = get(frame(0));
        use(1);
        CHECK(loads(1, A, old));
        use(0);
        CHECK(stored(1, back ? WB : CA, A, 2) && takes_offence(2, A, old, 2));
        use(1);
        CHECK(loads(1, A, old) && loads(1, A, 2) && takes_offence(1, A, 4, old));
        CHECK(command(C_ALL, 0) && loads(1, A, old)); // not performed
        CHECK(memcheck_command(w, C_ALL, 0, 0));
        put(frame(0), 2);
        use(0);
        CHECK(back ? command(C_FLUSH, 0) : fenced(1, GPU));
        use(1);
        CHECK(memcheck_completed(w) && loads(1, A, old));     // begun before that
        CHECK(command(C_LINE, A + LINE) && loads(1, A, old)); // of another line
        CHECK(command(C_PAGE, B) && loads(1, A, old));        // of another page
        CHECK(command(C_FLUSH, 0) && loads(1, A, old));       // invalidates nothing
        static const unsigned ops[] = { C_LINE, C_ALL, C_BOTH, C_PAGE, C_CARVEOUT };
        CHECK(command(ops[seed % 5], A + 8) && takes_offence(1, A, old, 2));
        seed++;

        CHECK(stored(3, CA, A, 6)); // in the other direction
        use(0);
        CHECK(loads(1, A, 2) && loads(1, A, 6) && takes_offence(1, A, old, 2));
        put(frame(0), 6);
        use(1);
        CHECK(fenced(3, SYS));
        use(0);
        CHECK(loads(1, A, 2) && command(C_ALL, 0) && takes_offence(1, A, 2, 6));
        CHECK(memcheck_memory(w) && memcheck_finish(w));
    }
}

// A load with a hint that sees a value; one that is objected to, and then sees the right value.
static bool hinted(unsigned warp, unsigned hint, uint64_t addr, uint32_t value)
{
    return take(13, warp, false, hint, addr) && see(13, warp, value) && retire(13, warp);
}

static bool hinted_offence(unsigned warp, unsigned hint, uint64_t addr, uint32_t wrong, uint32_t right)
{
    bool objects = take(14, warp, false, hint, addr) && !see(14, warp, wrong);
    return see(14, warp, right) && retire(14, warp) && objects;
}

// A message from one L1 to another, performed or not when the fence of `reader` begins.
static void test_fenced_bypass(void)
{
    for (unsigned policy = 0; policy < 2; policy++) {
        const unsigned hint = policy ? CA : CG, copies = policy ? NC : CA;
        fresh(2);
        const uint32_t old = get(frame(0));
        use(1);
        CHECK(memcheck_policy(w, policy) && hinted(1, hint, A, old));
        CHECK(fence(2, 1, GPU) && take(3, 1, false, CA, B)); // begins before the store is performed
        use(0);
        CHECK(stored(1, CA, A, 2));
        put(frame(0), 2);
        CHECK(fenced(1, GPU));
        use(1);
        CHECK(retire(2, 1) && see(3, 1, get(frame(1))) && retire(3, 1));
        CHECK(hinted(1, hint, A, old) && hinted(2, hint, A, 2)); // no fence was sent to memory since: either
        CHECK(fenced(1, CTA) && hinted(1, hint, A, old));        // sends nothing to memory
        CHECK(take(4, 3, false, hint, A));                       // taken before the fence below retires
        CHECK(fence(2, 1, GPU) && take(5, 1, false, hint, A) && retire(2, 1)); // behind it in its warp
        CHECK(see(4, 3, old) && retire(4, 3));
        CHECK(!see(5, 1, old) && see(5, 1, 2) && retire(5, 1));
        CHECK(hinted_offence(2, hint, A, old, 2)); // any warp
        CHECK(hinted(2, copies, A, old));          // a copy may be old
        CHECK(hinted_offence(2, CG, A, old, 2));
        CHECK(memcheck_memory(w) && memcheck_finish(w));
    }
}

// A fence that was taken early is sent to memory when the earlier instructions of its warp have retired.
static void test_fence_begins_late(void)
{
    fresh(2);
    const uint32_t old = get(frame(0));
    use(1);
    CHECK(take(1, 1, false, CG, B) && fence(2, 1, SYS) && take(3, 1, false, CG, A));
    use(0);
    CHECK(stored(1, CA, A, 2));
    put(frame(0), 2);
    CHECK(fenced(1, GPU));
    use(1);
    CHECK(see(1, 1, get(frame(1))) && retire(1, 1) && retire(2, 1));
    CHECK(!see(3, 1, old) && see(3, 1, 2) && retire(3, 1));
    CHECK(memcheck_memory(w) && memcheck_finish(w));
}

// An inval or a flush of the lines of two addresses.
static bool cmo(unsigned entry, unsigned warp, unsigned op, uint64_t addr, uint64_t other)
{
    uint64_t lanes[LANES] = { addr, other };
    struct memcheck_instr in = {
        .op = (uint8_t)op, .space = GLOBAL, .width = B128, .warp = (uint8_t)warp, .mask = 3, .addr = lanes
    };
    return memcheck_accept(w, entry, &in);
}

// An inval takes effect for its own warp when taken, for others when it has retired. A flush makes a later
// fence perform its lines.
static void test_cmo(void)
{
    fresh(2);
    const uint32_t old = get(frame(0)), line = get(frame(0) + LINE);
    use(1);
    CHECK(loads(1, A, old));
    use(0);
    CHECK(stored(1, WB, A, 2) && stored(2, WB, A + LINE, 4));
    CHECK(cmo(5, 1, MEMCHECK_FLUSH, B, A) && fence(9, 1, GPU) && fence(10, 2, GPU));
    OBJECT("as it has no words", memcheck_pass(w, 5, 0, false, 1));
    OBJECT("as it has no words", see(5, 1, 0));
    OBJECT("expected no error, seen space", memcheck_retire(w, 5, 1, 3, 0, 1, A));
    OBJECT("expected the instruction before it in entry 5", retire(9, 1));
    CHECK(retire(10, 2)); // another warp's, taken before the flush has retired
    CHECK(retire(5, 1) && fence(10, 2, GPU));
    OBJECT("expected 0x00000002 in memory", retire(9, 1));
    OBJECT("expected 0x00000002 in memory", retire(10, 2)); // taken behind it
    put(frame(0), 2);
    CHECK(retire(9, 1) && retire(10, 2)); // the other line is dirty
    CHECK(get(frame(0) + LINE) == line);

    use(1);
    CHECK(loads(1, A, old) && take(0, 1, false, CA, A) && take(1, 2, false, CA, A));
    CHECK(cmo(5, 1, MEMCHECK_INVAL, B, A + 8));
    CHECK(take(2, 2, false, CA, A) && take(3, 1, false, CA, A));
    OBJECT("expected the value 0x00000002", see(3, 1, old)); // its own warp's, behind it
    CHECK(see(3, 1, 2) && retire(3, 1));
    CHECK(retire(5, 1) && take(3, 3, false, CA, A));
    OBJECT("expected the value 0x00000002", see(3, 3, old)); // taken after it had retired
    CHECK(see(3, 3, 2) && retire(3, 3));
    // before
    CHECK(see(0, 1, old) && retire(0, 1) && see(1, 2, old) && retire(1, 2) && see(2, 2, old) && retire(2, 2));

    CHECK(stored(3, CA, A, 6)); // by a command beside instructions
    put(frame(0), 6);
    CHECK(fenced(3, SYS));
    use(0);
    CHECK(take(0, 1, false, CA, A) && memcheck_command(w, C_LINE, A, 0) && take(1, 2, false, CA, A)
          && memcheck_completed(w));
    CHECK(see(0, 1, 2) && retire(0, 1) && see(1, 2, 2) && retire(1, 2) && takes_offence(3, A, 2, 6));
    CHECK(memcheck_command(w, C_ALL, 0, 0));
    OBJECT("expected nothing taken while a command is under way", take(0, 1, false, CA, A));
    CHECK(memcheck_completed(w) && cmo(5, 1, MEMCHECK_FLUSH + 1, A, A));
    OBJECT("of lanes 0x3, seen no error", retire(5, 1));
    CHECK(memcheck_retire(w, 5, 1, 7, 0, 3, A) && memcheck_memory(w) && memcheck_finish(w));
}

// Caches behind may keep copies: an inval promises nothing about stores of the other L1, nor does a fence to
// a load that bypasses by the policy. A command does, and a fence to a load with cg.
static void test_caches_behind(void)
{
    static const unsigned ops[] = { C_LINE, C_ALL, C_BOTH, C_PAGE, C_CARVEOUT };
    shape.caches_behind = true;
    for (unsigned n = 0; n < sizeof ops / sizeof *ops; n++) {
        fresh(2);
        const uint32_t old = get(frame(0));
        use(1);
        CHECK(memcheck_policy(w, 1) && loads(1, A, old));
        use(0);
        CHECK(stored(1, CA, A, 2));
        put(frame(0), 2);
        CHECK(fenced(1, GPU));
        use(1);
        CHECK(cmo(5, 1, MEMCHECK_INVAL, A, A) && take(1, 1, false, NC, A) && retire(5, 1));
        CHECK(see(1, 1, old) && retire(1, 1) && hinted(2, NC, A, old));
        CHECK(fenced(1, GPU) && hinted(1, CA, A, old) && hinted_offence(2, CG, A, old, 2));
        CHECK(hinted(1, CA, A, old) && hinted(1, NC, A, old));
        CHECK(command(ops[n], A + 8));
        CHECK(hinted_offence(1, CA, A, old, 2) && hinted_offence(2, NC, A, old, 2));

        CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(0))
              && stored(1, CA, C, 4)); // its own, by another page
        put(frame(0), 4);
        CHECK(fenced(1, GPU) && hinted(1, CA, A, 2)); // the fence performs it, the next one counts
        CHECK(fenced(1, GPU) && hinted_offence(1, CA, A, 2, 4) && hinted(1, NC, A, 2));
        CHECK(cmo(5, 1, MEMCHECK_INVAL, A, A) && retire(5, 1) && hinted_offence(1, NC, A, 2, 4));

        use(0);
        CHECK(stored(1, CA, A, 6));
        put(frame(0), 6);
        CHECK(fenced(1, GPU));
        use(1);
        CHECK(memcheck_reset_alone(w) && hinted(1, NC, A, 4)); // the caches behind were not reset
        CHECK(memcheck_reset(w) && hinted_offence(1, NC, A, 4, 6));
        CHECK(memcheck_memory(w) && memcheck_finish(w));
    }
    shape.caches_behind = false;
}

// Shortened histories keep flushed and unflushed versions apart: when the words of one line are flushed one
// by one, and when none is flushed after the first.
static void test_flushed(void)
{
    for (unsigned all = 0; all < 2; all++) {
        fresh(1);
        CHECK(stored(1, WB, A, 1) && cmo(5, 2, MEMCHECK_FLUSH, A, A) && retire(5, 2));
        for (uint32_t n = 1; n < 8; n++) {
            CHECK(stored(n % 4, WB, A + 4 * n, n + 1) && loads(3, A + 4 * n, n + 1));
            CHECK(!all || (cmo(5, n % 3, MEMCHECK_FLUSH, A, A) && retire(5, n % 3)));
        }
        CHECK(fence(10, 3, GPU));
        OBJECT("expected 0x00000001 in memory", retire(10, 3));
        put(frame(0), 1);
        if (all) {
            OBJECT("expected 0x00000002 in memory", retire(10, 3));
            for (uint32_t n = 1; n < 8; n++)
                put(frame(0) + 4 * n, n + 1);
        }
        CHECK(retire(10, 3));
        for (uint32_t n = 1; n < 8; n++)
            put(frame(0) + 4 * n, n + 1);
        CHECK(memcheck_memory(w) && memcheck_finish(w));
    }
}

// An evicted line is on its way: a fence taken then performs it. Data stored to it later are dirty again.
static void test_leaving(void)
{
    fresh(1);
    CHECK(stored(1, WB, A, 2) && fence(9, 2, GPU) && store(0, 3, WB, A + 4, 8));
    OBJECT("expected an address of", memcheck_evicted(w, UINT64_C(1) << 63));
    CHECK(memcheck_evicted(w, A + LINE) && fence(11, 1, SYS) && retire(11, 1)); // another line
    CHECK(memcheck_evicted(w, A + 8) && retire(0, 3) && fence(10, 3, GPU));
    CHECK(retire(9, 2)); // taken before
    OBJECT("expected 0x00000002 in memory", retire(10, 3));
    put(frame(0), 2);
    CHECK(retire(10, 3)); // stores that had not retired may be dirty
    CHECK(stored(1, WB, A, 4) && fenced(1, SYS) && fenced(3, GPU));
    put(frame(0), 4);
    put(frame(0) + 4, 8);
    CHECK(memcheck_memory(w) && memcheck_finish(w));
}

// Two L1s store: the last one performed is unknown, unless one was performed before the other was taken.
static void test_two_writers(void)
{
    fresh(2);
    const uint32_t old = get(frame(0));
    use(0);
    CHECK(stored(1, CA, A, 2));
    use(1);
    CHECK(stored(1, CA, A, 4));
    CHECK(loads(1, A, 2) && loads(1, A, 4) && takes_offence(1, A, old, 4));
    put(frame(0), 2);
    CHECK(fenced(1, GPU));
    use(0);
    CHECK(fenced(1, GPU) && command(C_ALL, 0) && loads(1, A, 4) && takes_offence(1, A, old, 2));
    put(frame(0), 4);
    CHECK(memcheck_memory(w));
    put(frame(0), old);
    OBJECT("in memory", memcheck_memory(w));
    put(frame(0), 6);
    CHECK(stored(1, CA, A, 6) && fenced(1, GPU));
    CHECK(command(C_ALL, 0) && takes_offence(1, A, 4, 6) && takes_offence(1, A, 2, 6));
    use(1);
    CHECK(loads(1, A, 2) && loads(1, A, 4) && loads(1, A, 6) && command(C_LINE, A)
          && takes_offence(1, A, 4, 6));
    CHECK(memcheck_memory(w) && memcheck_finish(w));
}

// One L1 is reset, or gets other settings: its stores that were not performed may be lost.
static void test_one_of_two_reset(void)
{
    for (unsigned n = 0; n < 3; n++) {
        fresh(2);
        const uint32_t old = get(frame(0));
        use(0);
        CHECK(stored(1, WB, A, 2) && store(0, 2, CA, A + LINE, 4));
        CHECK(n == 2 ? memcheck_reset_alone(w)
                  : n
                  ? memcheck_reset(w)
                  : retire(0, 2) && memcheck_pages(w, 0) && memcheck_page(w, A, MEMCHECK_PRESENT, frame(0)));
        CHECK(loads(1, A, old) && loads(1, A, 2) && takes_offence(1, A, 6, 2));
        CHECK(command(C_FLUSH, 0));
        use(1);
        CHECK(command(C_ALL, 0) && loads(1, A, old) && loads(1, A, 2) && memcheck_finish(w));
    }
    memcheck_world_clear(world);
    CHECK(loads(1, A, get(frame(0))));
    CHECK(takes_offence(1, A, get(frame(0)) + 1, get(frame(0))));
}

// So many stores of an L1 to one word that older ones are forgotten, as the L1 cannot see them. Behind a
// reset of the L1 alone it can, because newer ones may be lost.
static void test_forgotten_before_reset(void)
{
    fresh(2);
    use(1);
    CHECK(loads(1, A, get(frame(0)))); // two L1s see the line
    use(0);
    for (uint32_t n = 1; n <= 60; n++)
        CHECK(stored(1, CA, A, 1000 + n));
    CHECK(takes_offence(1, A, 1001, 1060));
    CHECK(memcheck_reset_alone(w) && loads(1, A, 1001) && loads(1, A, 1060));
    CHECK(memcheck_settled(w));
}

// Two pages on one frame are to each other like two L1s.
static void test_two_pages(void)
{
    fresh(1);
    CHECK(memcheck_page(w, C, MEMCHECK_PRESENT, frame(0)));
    const uint32_t old = get(frame(0));
    CHECK(stored(1, CA, A, 2));
    CHECK(takes_offence(1, A, old, 2));
    CHECK(loads(1, C, old) && loads(1, C, 2) && takes_offence(1, C, 4, 2));
    put(frame(0), 2);
    CHECK(fenced(1, GPU) && loads(1, C, old) && command(C_LINE, C) && takes_offence(1, C, old, 2));
    CHECK(memcheck_finish(w));
}

// ---- Random histories ----

enum { PAGES = 2, LINES = 3, DEEP = 400 };

// A write on its way to memory.
struct write {
    uint64_t pa;
    uint8_t byte;
};

struct copy {
    uint8_t byte[LINE];
    bool valid[4], dirty[4];
};

struct flight {
    bool flying, pulled, fence; // pulled: a store's beat
    unsigned warp, order;
    struct memcheck_instr in;
    uint64_t addr[LANES];
    uint32_t data[LANES], left; // lanes left
};

// A machine: copies of lines, and writes on their way, in order. Addresses lie on page A or B, and lines are
// numbered through both.
static struct machine {
    struct copy copy[PAGES * LINES];
    struct write queue[DEEP * LINE];
    unsigned head, tail;
    struct flight flight[ENTRIES];
    unsigned order;
} machine[MACHINES];

static uint64_t virtual_of(unsigned line)
{
    return (line < LINES ? A : B) + line % LINES * LINE;
}

static uint64_t physical_of(unsigned line)
{
    return frame(line / LINES) + line % LINES * LINE;
}

static unsigned line_of(uint64_t va)
{
    return (unsigned)((va >= B ? LINES : 0) + va % PAGE / LINE);
}

static void perform(struct machine *m, unsigned writes)
{
    for (; writes && m->head < m->tail; writes--, m->head++) {
        uint8_t *byte = byte_of(m->queue[m->head].pa);
        if (!byte)
            abort(); // it writes to its frames alone
        *byte = m->queue[m->head].byte;
    }
    if (m->head == m->tail)
        m->head = m->tail = 0;
}

static void send(struct machine *m, uint64_t pa, uint8_t byte)
{
    m->queue[m->tail++] = (struct write){ pa, byte };
}

static void write_back(struct machine *m, unsigned line)
{
    struct copy *c = &m->copy[line];
    for (unsigned n = 0; n < LINE; n++)
        if (c->dirty[n / SECTOR])
            send(m, physical_of(line) + n, c->byte[n]);
    memset(c->dirty, 0, sizeof c->dirty);
}

static void drop(struct machine *m, unsigned line)
{
    for (unsigned s = 0; s < 4; s++)
        m->copy[line].valid[s] &= m->copy[line].dirty[s];
}

// Fetches all sectors, in order with what was sent before.
static void fetch(struct machine *m, unsigned line)
{
    struct copy *c = &m->copy[line];
    perform(m, UINT32_MAX);
    for (unsigned n = 0; n < LINE; n++)
        if (!c->valid[n / SECTOR])
            c->byte[n] = *byte_of(physical_of(line) + n);
    memset(c->valid, 1, sizeof c->valid);
}

static unsigned bytes_of(const struct flight *f)
{
    return 1u << f->in.width;
}

static bool goes_back(const struct flight *f)
{
    return f->in.hint == WB;
}

// The lanes of the next access.
static uint32_t next_access(const struct flight *f)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (f->left >> lane & 1 && f->addr[lane] / LINE == f->addr[__builtin_ctz(f->left)] / LINE)
            lanes |= UINT32_C(1) << lane;
    return lanes;
}

// In each byte the highest lane wins, before any load sees it.
static void do_store(struct machine *m, struct flight *f, uint32_t lanes)
{
    unsigned line = line_of(f->addr[__builtin_ctz(lanes)]);
    struct copy *c = &m->copy[line];
    bool stored[LINE] = { false };
    if (goes_back(f))
        fetch(m, line);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned b = 0; lanes >> lane & 1 && b < bytes_of(f); b++) {
            unsigned n = (unsigned)(f->addr[lane] + b) % LINE;
            c->byte[n] = (uint8_t)(f->data[lane] >> 8 * b);
            c->dirty[n / SECTOR] |= goes_back(f);
            stored[n] = true;
        }
    for (unsigned n = 0; n < LINE; n++)
        if (stored[n] && !goes_back(f))
            send(m, physical_of(line) + n, c->byte[n]);
    f->left &= ~lanes;
}

// The newest value of each byte that is now overwritten, so that no load taken from now on may see it; while
// nothing else is in flight.
static uint8_t before[PAGES * LINES][LINE];

static uint32_t loaded(const struct flight *f, unsigned lane, const uint8_t *line)
{
    uint32_t value = 0;
    for (unsigned b = 0; b < bytes_of(f); b++)
        value |= (uint32_t)line[(f->addr[lane] + b) % LINE] << 8 * b;
    return value;
}

static bool tell(unsigned e, const struct flight *f, uint32_t lanes, const uint32_t *data)
{
    uint8_t lane[LANES], zero[LANES] = { 0 };
    for (unsigned s = 0; s < LANES; s++)
        lane[s] = (uint8_t)s;
    return memcheck_writeback(w, e, 0, f->warp, 0, lanes, lane, zero, data);
}

// Offers a value that no store has (those have even bytes), and, in a single quiet machine, an overwritten
// value.
static void offer_wrong(unsigned e, const struct flight *f, uint32_t lanes, const uint32_t *data, bool quiet)
{
    uint32_t wrong[LANES];
    unsigned lane = (unsigned)__builtin_ctz(lanes), line = line_of(f->addr[lane]);
    memcpy(wrong, data, sizeof wrong);
    wrong[lane] ^= UINT32_C(1) << rnd(bytes_of(f)) * 8;
    if (l1[1] == NULL)
        OBJECT("expected the value", tell(e, f, lanes, wrong));
    wrong[lane] = loaded(f, lane, before[line]);
    if (quiet && wrong[lane] != data[lane] && l1[1] == NULL)
        OBJECT("expected the value", tell(e, f, lanes, wrong));
}

static void do_load(struct machine *m, unsigned e, struct flight *f, bool quiet)
{
    uint32_t data[LANES], lanes = next_access(f);
    unsigned line = line_of(f->addr[__builtin_ctz(lanes)]);
    fetch(m, line);
    for (unsigned lane = 0; lane < LANES; lane++)
        data[lane] = lanes >> lane & 1 ? loaded(f, lane, m->copy[line].byte) : rnd32();
    if (!rnd(4))
        offer_wrong(e, f, lanes, data, quiet);
    CHECK(tell(e, f, lanes, data));
    f->left &= ~lanes;
}

// Whether an earlier instruction of its warp must go first; for a store, only loads.
static bool must_wait(const struct machine *m, const struct flight *f)
{
    bool wait = false;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const struct flight *o = &m->flight[e];
        bool older = o->flying && o->warp == f->warp && o->order < f->order;
        wait |= older && o->in.hint == ORD && f->in.hint == ORD;
        wait |= older
            && (o->fence || f->fence
                || (((o->in.op == MEMCHECK_STORE) || (f->in.op == MEMCHECK_STORE)) && o->left));
    }
    return wait;
}

static void random_accept(struct machine *m, unsigned e, bool alone)
{
    struct flight *f = &m->flight[e];
    memset(f, 0, sizeof *f);
    f->flying = true;
    f->order = m->order++;
    f->warp = rnd(4);
    f->fence = !rnd(25);
    f->in = (struct memcheck_instr){ .op = f->fence ? MEMCHECK_FENCE : MEMCHECK_LOAD,
                                     .space = GLOBAL,
                                     .warp = (uint8_t)f->warp,
                                     .addr = f->addr };
    f->in.level = (uint8_t)rnd(3);
    f->in.op = rnd(2) ? MEMCHECK_STORE : MEMCHECK_LOAD;
    f->in.width = (uint8_t)rnd(3);
    uint32_t mask = rnd32() & ALL;
    mask &= rnd32();
    unsigned hints[] = { CA, CG, WB, WT };
    f->in.hint = (uint8_t)((f->in.op == MEMCHECK_STORE) ? hints[rnd(4)] : rnd(2) ? ORD : CA);
    // the sector that this machine writes back, if there are several
    unsigned own = 2 + (unsigned)(m - machine);
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned sector = alone            ? rnd(4)
            : (f->in.op == MEMCHECK_STORE) ? f->in.hint == WB ? own : rnd(2)
                                           : rnd(4);
        f->addr[lane] = virtual_of(rnd(PAGES * LINES)) + sector * SECTOR;
        f->addr[lane] += rnd(SECTOR / bytes_of(f)) * bytes_of(f);
        f->data[lane] = rnd32() & 0xfefefefe;
    }
    f->in.mask = f->fence ? 0 : mask;
    f->left = f->in.mask;
    CHECK(memcheck_accept(w, e, &f->in));
}

static bool all_quiet(const struct machine *m, unsigned but)
{
    bool quiet = true;
    for (unsigned e = 0; e < ENTRIES; e++)
        quiet &= e == but || !m->flight[e].flying;
    return quiet;
}

// Overwrites the values in `before` when a store begins alone.
static void note_before(struct machine *m, const struct flight *f)
{
    for (unsigned line = 0; line < PAGES * LINES; line++)
        for (unsigned n = 0; n < LINE; n++)
            before[line][n] =
                m->copy[line].valid[n / SECTOR] ? m->copy[line].byte[n] : *byte_of(physical_of(line) + n);
    // bytes that it does not store to are not overwritten
    for (unsigned line = 0; line < PAGES * LINES; line++)
        for (unsigned n = 0; n < LINE; n++) {
            bool hit = false;
            for (unsigned lane = 0; lane < LANES; lane++)
                hit |= f->left >> lane & 1 && virtual_of(line) + n - f->addr[lane] < bytes_of(f);
            if (!hit)
                before[line][n] = 1; // no store's value
        }
}

static void random_step(struct machine *m, unsigned e, bool alone)
{
    struct flight *f = &m->flight[e];
    if (must_wait(m, f))
        return;
    if (f->fence) {
        if (f->in.level != CTA)
            perform(m, UINT32_MAX);
    } else if ((f->in.op == MEMCHECK_STORE) && f->left) {
        if (!f->pulled) {
            if (alone && all_quiet(m, e)) {
                perform(m, UINT32_MAX);
                note_before(m, f);
            } else {
                memset(before, 1, sizeof before);
            }
            CHECK(memcheck_beat(w, e, 0, f->data));
        }
        f->pulled = true;
        do_store(m, f, next_access(f));
        return;
    } else if (f->left) {
        do_load(m, e, f, alone && all_quiet(m, e));
        return;
    }
    CHECK(retire(e, f->warp));
    f->flying = false;
}

static void finish_all(struct machine *m, bool alone)
{
    for (unsigned n = 0; n < 100000 && !all_quiet(m, ENTRIES); n++)
        for (unsigned e = 0; e < ENTRIES; e++)
            if (m->flight[e].flying)
                random_step(m, e, alone);
}

static void random_command(struct machine *m, bool alone)
{
    unsigned op = rnd(6), line = rnd(PAGES * LINES);
    uint64_t addr = virtual_of(line);
    CHECK(memcheck_command(w, op, addr + rnd(LINE), 0));
    finish_all(m, alone);
    for (unsigned n = 0; n < PAGES * LINES; n++) {
        bool named = op == C_LINE ? n == line : op != C_PAGE || n / LINES == line / LINES;
        if (named && op >= C_FLUSH)
            write_back(m, n);
        if (named && op != C_FLUSH)
            drop(m, n);
    }
    if (op >= C_FLUSH || rnd(2))
        perform(m, UINT32_MAX);
    CHECK(memcheck_completed(w));
}

static void random_reset(struct machine *m)
{
    perform(m, rnd(m->tail - m->head + 1));
    m->head = m->tail = 0;
    memset(m->copy, 0, sizeof m->copy);
    memset(m->flight, 0, sizeof m->flight);
    CHECK(memcheck_reset(w));
}

static void random_event(unsigned n, bool alone)
{
    struct machine *m = &machine[n];
    use(n);
    unsigned e = rnd(ENTRIES);
    if (!rnd(alone ? 300 : 100))
        random_command(m, alone);
    else if (!rnd(2000))
        random_reset(m);
    else if (!rnd(10) && m->tail - m->head)
        perform(m, rnd(40));
    else if (!rnd(30)) {
        unsigned line = rnd(PAGES * LINES);
        write_back(m, line);
        drop(m, line);
    } else if (m->tail > DEEP * LINE / 2)
        perform(m, UINT32_MAX);
    else if (!m->flight[e].flying)
        random_accept(m, e, alone);
    else
        random_step(m, e, alone);
}

static void test_random(unsigned machines)
{
    uint64_t older = 0;
    for (unsigned run = 1; run <= 12; run++) {
        seed = run;
        fresh(machines);
        memset(machine, 0, sizeof machine);
        memset(before, 1, sizeof before);
        for (unsigned n = 0; n < 12000; n++)
            random_event(rnd(machines), machines == 1);
        for (unsigned n = 0; n < machines; n++) {
            use(n);
            finish_all(&machine[n], false);
            CHECK(memcheck_command(w, C_FLUSH, 0, 0));
            for (unsigned line = 0; line < PAGES * LINES; line++)
                write_back(&machine[n], line);
            perform(&machine[n], UINT32_MAX);
            CHECK(memcheck_completed(w) && memcheck_finish(w));
            older += memcheck_counts(w).older;
        }
        CHECK(memcheck_memory(w));
        if (machines == 1) { // a byte that no store has, in memory, under the next store
            CHECK(stored(1, CA, virtual_of(1), 2) && memcheck_command(w, C_FLUSH, 0, 0));
            put(physical_of(1), 3);
            OBJECT("expected 0x00000002 in memory", memcheck_completed(w));
            put(physical_of(1), 2);
            CHECK(memcheck_completed(w));
        }
        CHECK(memcheck_counts(w).stores > 200);
    }
    CHECK(older > 100);
}

static void tests(void)
{
    test_own_warp();
    test_other_warps();
    test_long_load();
    test_bytes();
    test_wide_stores();
    test_fences();
    test_ordered_turn();
    test_ordered_values();
    test_ordered_bytes();
    test_ordered_lost();
    test_ordered_two();
    test_fence_order();
    test_commands();
    test_policies();
    test_failures();
    test_unreported_failures();
    test_repeated_failures();
    test_unreadable_lines();
    test_unreadable_copies();
    test_unreadable_below();
    test_unreadable_at_once();
    test_late_failures();
    test_moved_pages();
    test_absent_pages();
    test_reset();
    for (unsigned n = 0; n < 5; n++)
        test_two_machines();
    test_fenced_bypass();
    test_fence_begins_late();
    test_cmo();
    test_caches_behind();
    test_flushed();
    test_leaving();
    test_two_writers();
    test_one_of_two_reset();
    test_forgotten_before_reset();
    test_two_pages();
    test_random(1);
    test_random(2);
    for (unsigned m = 0; m < MACHINES; m++) {
        memcheck_free(l1[m]);
        l1[m] = NULL;
    }
    memcheck_world_free(world);
    w = NULL;
    world = NULL;
}

int main(void)
{
    return test_shapes("memory checker, cached stores", tests);
}
