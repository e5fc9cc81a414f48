// Errors, resets, settings, and the other users of what the machine shares.
#include "tests/l1/build.h"

static void expect_error(struct instr *i, unsigned err, unsigned lane, uint32_t lanes)
{
    i->err = (uint8_t)err;
    i->err_lane = (uint8_t)lane;
    i->err_mask = lanes;
    i->passes = 0;
}

// A load or store of neighbours that is to fail.
static struct instr *candidate(struct build *b, unsigned n, unsigned width)
{
    struct instr *i = build_access(b, n % 2, n);
    i->width = (uint8_t)width;
    strided(i, 0, width_bytes(width));
    return i;
}

static uint32_t lane_bit(unsigned lane)
{
    return UINT32_C(1) << lane;
}

// An address off by each amount that is not a multiple of the width, in each lane.
static void misaligned(struct build *b, unsigned *n)
{
    for (unsigned width = UL1_WIDTH_B16; width <= UL1_WIDTH_B128; width++)
        for (unsigned off = 1; off < width_bytes(width); off++, ++*n) {
            unsigned lane = (*n * 5 + off) % LANES;
            struct instr *i = candidate(b, *n, width);
            i->addr[lane] += off;
            expect_error(i, UL1_ERR_MISALIGNED, lane, lane_bit(lane));
        }
}

static void outside(struct build *b, unsigned n, uint64_t address)
{
    unsigned lane = n % LANES;
    struct instr *i = candidate(b, n, n % 5);
    i->addr[lane] = address;
    expect_error(i, UL1_ERR_RANGE, lane, lane_bit(lane));
}

// The first address behind the memory, each single bit that leads out of the array, and the last address: all 40 bits
// count.
static void out_of_range(struct build *b, unsigned *n)
{
    outside(b, ++*n, carveout_size(UL1_CARVEOUT_S48));
    for (unsigned bit = UL1_ADDR_W; bit < UL1_VA_W; bit++)
        outside(b, ++*n, UINT64_C(1) << bit);
    outside(b, ++*n, (UINT64_C(1) << UL1_VA_W) - 16);
}

// Several lanes fail: all are in the mask, and the lowest says why, also if both reasons hold for it. Lanes that are off do
// not fail.
static void several(struct build *b, unsigned *n)
{
    const uint64_t behind = carveout_size(UL1_CARVEOUT_S48);
    struct instr *i = candidate(b, ++*n, UL1_WIDTH_B32);
    i->addr[2] += 1;
    i->addr[5] = behind;
    expect_error(i, UL1_ERR_MISALIGNED, 2, lane_bit(2) | lane_bit(5));
    i = candidate(b, ++*n, UL1_WIDTH_B32);
    i->addr[2] = behind;
    i->addr[5] += 1;
    expect_error(i, UL1_ERR_RANGE, 2, lane_bit(2) | lane_bit(5));
    i = candidate(b, ++*n, UL1_WIDTH_B64);
    i->addr[LANES - 1] = behind + 4;
    expect_error(i, UL1_ERR_MISALIGNED, LANES - 1, lane_bit(LANES - 1));
    i = candidate(b, ++*n, UL1_WIDTH_B32);
    i->addr[0] += 1;
    i->addr[1] = behind;
    i->addr[6] += 3;
    i->mask &= ~lane_bit(0);
    expect_error(i, UL1_ERR_RANGE, 1, lane_bit(1) | lane_bit(6));
    i = candidate(b, ++*n, UL1_WIDTH_B16);
    strided(i, behind, 2);
    expect_error(i, UL1_ERR_RANGE, 0, ALL_LANES);
    // No error: the last bytes inside, and nonsense where the mask is off.
    i = build_load(b, ++*n);
    i->width = UL1_WIDTH_B8;
    strided(i, behind - LANES, 1);
    i = build_load(b, ++*n);
    strided(i, 1, 4);
    i->mask = lane_bit(3);
    i->addr[3] = behind - 4;
}

// Reserved operations: every active lane fails, and nothing else is looked at, not the space either.
static void other_op(struct build *b, unsigned *n)
{
    for (uint8_t op = UL1_OP_FENCE + 1; op < 1 << UL1_OP_W; op++, ++*n) {
        struct instr *i = build_access(b, false, *n);
        strided(i, 0, 4);
        i->op = op;
        i->space = op % 4;
        i->addr[0] += 1;
        i->mask &= ~lane_bit(op % 2);
        expect_error(i, UL1_ERR_OP, op % 2 == 0, i->mask);
        i = build_access(b, false, *n); // but with an empty mask nothing fails
        i->op = op;
        i->mask = 0;
        i->passes = 0;
    }
}

// There is no fourth space: every active lane fails, and nothing else is looked at.
static void other_space(struct build *b, unsigned *n)
{
    for (unsigned store = 0; store < 2; store++, ++*n) {
        struct instr *i = build_access(b, store, *n);
        strided(i, 0, 4);
        i->space = 3;
        i->addr[0] += 1;
        i->mask &= ~lane_bit(store);
        expect_error(i, UL1_ERR_SPACE, store == 0, i->mask);
        i = build_access(b, store, *n); // but with an empty mask nothing fails
        strided(i, 0, 4);
        i->space = 3;
        i->mask = 0;
        i->passes = 0;
    }
}

// A cached load or store that is misaligned is not looked up. There is no address that is out of range for it.
static void cached(struct build *b, unsigned *n)
{
    for (unsigned width = UL1_WIDTH_B16; width <= UL1_WIDTH_B128; width++, ++*n) {
        struct instr *i = width % 2 ? build_cached(b, *n) : build_cached_store(b, *n);
        i->width = (uint8_t)width;
        strided(i, (UINT64_C(1) << UL1_VA_W) - LANES * 16, width_bytes(width));
        i->addr[LANES - 1 - width] += width_bytes(width) / 2;
        expect_error(i, UL1_ERR_MISALIGNED, LANES - 1 - width, lane_bit(LANES - 1 - width));
        i = build_cached(b, *n);
        strided(i, 1, 4);
        i->mask = 0;
        i->passes = 0;
    }
}

// An instruction that fails takes the place of one pass in the pipeline and does nothing else: no pass, no data read.
static void errors(struct build *b, unsigned unused)
{
    (void)unused;
    struct part *part = build_part(b);
    unsigned n = 0;
    strided(build_load(b, 0), 0, 4);
    misaligned(b, &n);
    out_of_range(b, &n);
    several(b, &n);
    other_op(b, &n);
    other_space(b, &n);
    cached(b, &n);
    part->expected.data_reads = part->expected.reads = part->expected.walk_reads = part->expected.writes = 0;
    part->expected.cycles = busy_from_load(build_instrs(b));
}

// Loads and stores of all widths with a conflict of all lanes; every third is a cached load or store of a column, some of
// them written back; now and then a fence.
static void any_kind(struct build *b, unsigned n)
{
    bool cached = n % 3 == 1;
    if (n % 20 == 17)
        build_fence(b, n, n / 20);
    struct instr *i = cached ? build_cached(b, n) : build_access(b, n % 2, n);
    if (cached && n % 2) {
        i->op = UL1_OP_STORE;
        i->hint = n % 4 == 1 ? UL1_HINT_WB : UL1_HINT_CA;
    }
    i->width = (uint8_t)(n % 5);
    strided(i, 0, cached ? 64 * (n % 4) : 4 * LANES);
    i->passes = traffic_passes(i);
}

// A reset at any time loses what is in flight, commands among it, and nothing of it is seen again: what runs after it costs
// what it costs on a fresh machine, where no line and no translation is kept.
static void reset_mid(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned at = 0; at < 200; at += at < 16 ? 1 : at < 40 ? 7 : 23) {
        struct part *part = build_part(b);
        part->reset_at = at;
        part->set.home = at % 2;
        part->set.interval = (uint8_t)(at % 4);
        part->set.memory = (struct memory_settings){ .latency = at % 5 * 10, .pieces = at % 3 * 50 };
        part->set.book.percent = at % 5 * 10;
        if (at % 3 == 0)
            build_command(b, at % 6, 0)->from = at / 2;
        for (unsigned n = 0; n < 60; n++)
            any_kind(b, n);
        build_part(b);
        for (unsigned n = 0; n < 12; n++)
            strided(build_access(b, n % 3 == 0, n), 4 * LANES * n, 4);
        build_expect_busy(b);
        part = build_part(b);
        strided(build_cached(b, 0), 0, 4);
        part->expected.misses = part->expected.reads = 1;
        part->expected.walk_reads = 3;
    }
}

static const uint8_t every_split[] = { UL1_CARVEOUT_S48, UL1_CARVEOUT_S32, UL1_CARVEOUT_S16, 3, UL1_CARVEOUT_S48, 3, UL1_CARVEOUT_S32 };

// Each border: the last row inside works, the first behind it fails.
static void borders(struct build *b)
{
    static const uint16_t rows[] = { 384, 256, 128, 128 }; // of shared memory, with each code
    for (unsigned k = 0; k < COUNT_OF(every_split); k++) {
        uint64_t behind = rows[every_split[k]] * 4 * LANES;
        build_part(b)->set.carveout = every_split[k];
        for (unsigned n = 0; n < 2; n++) {
            strided(build_access(b, n == 0, n), behind - 4 * LANES, 4);
            struct instr *i = build_access(b, n == 0, n);
            strided(i, behind, 4);
            expect_error(i, UL1_ERR_RANGE, 0, ALL_LANES);
        }
    }
}

// With each border the cache holds as many lines as there are rows behind it: all of them hit when they are loaded again,
// and none when the command has moved it. (Codes 2 and 3 are the same border, but the command empties the cache all the
// same.)
static void split_change(struct build *b, unsigned unused)
{
    (void)unused;
    static const uint16_t lines[] = { 128, 256, 384, 384 };
    borders(b);
    for (unsigned k = 0; k < COUNT_OF(every_split); k++)
        for (unsigned again = 0; again < 2; again++) {
            struct part *part = build_part(b);
            part->set.carveout = every_split[k];
            part->set.page = UL1_PAGE_P64K;
            unsigned count = lines[every_split[k]];
            for (unsigned n = 0; n < count; n++)
                strided(build_cached(b, n), n * 4 * LANES, 4);
            part->expected.hits = again ? count : 0;
            part->expected.reads = part->expected.misses = again ? 0 : count;
            if (again)
                build_expect_busy(b);
        }
}

// Another unit books the register write port in every second cycle. What is booked in cycle c is the port in c + AHEAD,
// which is the pass in c + AHEAD - LAT = c + 5. With bookings in even cycles, loads pass in even ones. The first is taken
// in an even cycle, passes two later, and the others two apart. Stores need no slot: of store, load, store, load, ... the
// first store passes 2 after it is taken, in an even cycle; the load behind it in the next even cycle; from then on stores
// pass in odd and loads in even cycles, and no cycle is lost.
static void booked_slots(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 20 };
    _Static_assert(PART_LEAD % 2 == 0 && (UL1_AHEAD - UL1_LAT) % 2 == 1 && PART_LEAD >= UL1_AHEAD, "even and odd as said");
    for (unsigned k = 0; k < 3; k++) { // loads, stores, both in turn
        struct part *part = build_part(b);
        part->set.book = (struct pattern){ .period = 2, .on = 1 };
        for (unsigned n = 0; n < N; n++) {
            if (k != 0)
                strided(build_store(b, 2 * n), 4 * LANES * n, 4);
            if (k != 1)
                strided(build_load(b, 2 * n + 1), 4 * LANES * n, 4);
        }
        part->expected.cycles = k == 0 ? 2 + 2 * (N - 1) + UL1_HLAT + 1
            : k == 1 ? busy_from_store(N) : busy_from_store(2 * N) + 1;
    }
}

// The register write port is booked away for a long time. PT loads are taken and no more. The first pass is 5 cycles after
// the last booking, in cycle UNTIL + 4 of the part, and retires HLAT later; its entry is taken again in the cycle after
// that; from then on one load a cycle is taken and passes.
static void pending_full(struct build *b, unsigned unused)
{
    (void)unused;
    enum {
        N = 64,
        UNTIL = 100,
        FIRST_PASS = UNTIL - 1 + UL1_AHEAD - UL1_LAT + 1 - PART_LEAD, // counted from the first instruction's being taken
        TAKEN_AGAIN = FIRST_PASS + UL1_HLAT + 1
    };
    _Static_assert(TAKEN_AGAIN > UL1_PT && N > UL1_PT, "the table runs full before");
    struct part *part = build_part(b);
    part->set.book = (struct pattern){ .period = UINT32_MAX, .on = UNTIL };
    for (unsigned n = 0; n < N; n++)
        strided(build_load(b, n), 4 * LANES * n, 4);
    part->expected.cycles = FIRST_PASS + N - 1 + UL1_HLAT + 1;
    part->expected.stalls = TAKEN_AGAIN - UL1_PT;
}

const struct test tests_system[] = {
    DIRECTED("errors", errors, 0, "each kind of error: the lowest lane, the mask of all, nothing done"),
    DIRECTED("reset_mid", reset_mid, 0, "a reset at any time leaves a fresh machine"),
    DIRECTED("split_change", split_change, 0, "every border between shared memory and cache; once it moves, that is empty"),
    DIRECTED("booked_slots", booked_slots, 0, "booked register write-backs hold up loads, never stores"),
    DIRECTED("pending_full", pending_full, 0, "the pending table runs full: no more are taken until one retires"),
};
const unsigned tests_system_count = COUNT_OF(tests_system);
