// Errors, resets and the carveout.
#include "tests/l1/build.h"

static void expect_error(struct instr *i, unsigned err, unsigned lane, uint32_t lanes)
{
    i->err = (uint8_t)err;
    i->err_lane = (uint8_t)lane;
    i->err_mask = lanes;
    i->passes = 0;
}

static uint32_t lane_bit(unsigned lane)
{
    return UINT32_C(1) << lane;
}

// Lanes that are off do not fail, whatever their addresses.
static void off(struct build *b, unsigned *n)
{
    const uint64_t behind = carveout_size(UL1_CARVEOUT_S48);
    for (unsigned store = 0; store < 2; store++) {
        struct instr *i = build_access(b, store, ++*n);
        strided(i, 0, WORD);
        i->addr[0] += 1;
        i->addr[1] = behind;
        i->addr[6] += 3;
        i->mask &= ~lane_bit(0);
        expect_error(i, UL1_ERR_RANGE, 1, lane_bit(1) | lane_bit(6));
        i = build_load(b, ++*n);
        strided(i, 1, WORD);
        i->mask = lane_bit(3);
        i->addr[3] = behind - WORD;
        i = build_cached(b, *n);
        strided(i, 1, WORD);
        i->mask = 0;
        i->passes = 0;
    }
}

// Reserved operations: every active lane fails, and nothing else is looked at, not the space either.
static void other_op(struct build *b, unsigned *n)
{
    for (uint8_t op = UL1_OP_FENCE + 1; op < 1 << UL1_OP_W; op++, ++*n) {
        struct instr *i = build_access(b, false, *n);
        strided(i, 0, WORD);
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
        strided(i, 0, WORD);
        i->space = 3;
        i->addr[0] += 1;
        i->mask &= ~lane_bit(store);
        expect_error(i, UL1_ERR_SPACE, store == 0, i->mask);
        i = build_access(b, store, *n); // but with an empty mask nothing fails
        strided(i, 0, WORD);
        i->space = 3;
        i->mask = 0;
        i->passes = 0;
    }
}

// An instruction that fails takes the place of one pass in the pipeline and does nothing else: no pass, no data read.
static void errors_coded(struct build *b, unsigned unused)
{
    (void)unused;
    struct part *part = build_part(b);
    unsigned n = 0;
    strided(build_load(b, 0), 0, WORD);
    off(b, &n);
    other_op(b, &n);
    other_space(b, &n);
    part->expected.data_reads = part->expected.reads = part->expected.walk_reads = part->expected.writes = 0;
    build_expect_busy(b);
}

// Of loads and stores of all widths, in turn: shared ones with a conflict of all lanes, a row for each; every third is
// cached, with so many bytes from lane to lane, and some of these stores are written back.
static const struct {
    bool store, cached;
    uint8_t hint, stride;
} any_kind[] = {
    { .store = false },
    { .store = true, .cached = true, .hint = UL1_HINT_WB, .stride = 64 },
    { .store = false },
    { .store = true },
    { .store = false, .cached = true, .stride = 0 },
    { .store = true },
    { .store = false },
    { .store = true, .cached = true, .hint = UL1_HINT_CA, .stride = 192 },
    { .store = false },
    { .store = true },
    { .store = false, .cached = true, .stride = 128 },
    { .store = true },
};

enum { ANY_KIND = 60 }; // each with each width

// A fence of each level comes among them.
static void add_any_kind(struct build *b, unsigned n)
{
    static const uint8_t widths[] = { UL1_WIDTH_B8, UL1_WIDTH_B16, UL1_WIDTH_B32, UL1_WIDTH_B64, UL1_WIDTH_B128 };
    static const struct {
        uint8_t at, level;
    } fences[] = { { 17, UL1_LEVEL_CTA }, { 37, UL1_LEVEL_GPU }, { 57, UL1_LEVEL_SYS } };
    _Static_assert(COUNT_OF(any_kind) * COUNT_OF(widths) == ANY_KIND, "they have no common divisor");
    for (unsigned k = 0; k < COUNT_OF(fences); k++)
        if (fences[k].at == n)
            build_fence(b, n, fences[k].level);
    const unsigned kind = n % COUNT_OF(any_kind);
    const bool store = any_kind[kind].store, cached = any_kind[kind].cached;
    struct instr *i = !cached ? build_access(b, store, n) : store ? build_cached_store(b, n) : build_cached(b, n);
    i->hint = any_kind[kind].hint;
    i->width = widths[n % COUNT_OF(widths)];
    strided(i, 0, cached ? any_kind[kind].stride : ROW);
    i->passes = traffic_passes(i);
}

enum { NO_COMMAND = 1 << UL1_CMD_W };

// A reset comes so many cycles after the first instruction is offered, sooner, later and much later, under settings of all
// kinds: percent of the reads in pieces, of the cycles booked; a command that is given in some cycle before.
static const struct reset {
    uint8_t at, home, interval, latency, pieces, booked, command, from;
} resets[] = {
    {   0, UL1_HOME_LSU,      0,  0,   0,  0, UL1_CMD_LINE, 0 },
    {   1, UL1_HOME_INSTR,    1, 10,  50, 10, NO_COMMAND, 0 },
    {   2, UL1_HOME_LSU,      2, 20, 100, 20, NO_COMMAND, 0 },
    {   3, UL1_HOME_INSTR,    3, 30,   0, 30, UL1_CMD_BOTH, 1 },
    {   4, UL1_HOME_LSU,      0, 40,  50, 40, NO_COMMAND, 0 },
    {   5, UL1_HOME_INSTR,    1,  0, 100,  0, NO_COMMAND, 0 },
    {   6, UL1_HOME_LSU,      2, 10,   0, 10, UL1_CMD_LINE, 3 },
    {   7, UL1_HOME_INSTR,    3, 20,  50, 20, NO_COMMAND, 0 },
    {   8, UL1_HOME_LSU,      0, 30, 100, 30, NO_COMMAND, 0 },
    {   9, UL1_HOME_INSTR,    1, 40,   0, 40, UL1_CMD_BOTH, 4 },
    {  10, UL1_HOME_LSU,      2,  0,  50,  0, NO_COMMAND, 0 },
    {  11, UL1_HOME_INSTR,    3, 10, 100, 10, NO_COMMAND, 0 },
    {  12, UL1_HOME_LSU,      0, 20,   0, 20, UL1_CMD_LINE, 6 },
    {  13, UL1_HOME_INSTR,    1, 30,  50, 30, NO_COMMAND, 0 },
    {  14, UL1_HOME_LSU,      2, 40, 100, 40, NO_COMMAND, 0 },
    {  15, UL1_HOME_INSTR,    3,  0,   0,  0, UL1_CMD_BOTH, 7 },
    {  16, UL1_HOME_LSU,      0, 10,  50, 10, NO_COMMAND, 0 },
    {  23, UL1_HOME_INSTR,    3, 30, 100, 30, NO_COMMAND, 0 },
    {  30, UL1_HOME_LSU,      2,  0,   0,  0, UL1_CMD_LINE, 15 },
    {  37, UL1_HOME_INSTR,    1, 20,  50, 20, NO_COMMAND, 0 },
    {  44, UL1_HOME_LSU,      0, 40, 100, 40, NO_COMMAND, 0 },
    {  67, UL1_HOME_INSTR,    3, 20,  50, 20, NO_COMMAND, 0 },
    {  90, UL1_HOME_LSU,      2,  0,   0,  0, UL1_CMD_LINE, 45 },
    { 113, UL1_HOME_INSTR,    1, 30, 100, 30, NO_COMMAND, 0 },
    { 136, UL1_HOME_LSU,      0, 10,  50, 10, NO_COMMAND, 0 },
    { 159, UL1_HOME_INSTR,    3, 40,   0, 40, UL1_CMD_BOTH, 79 },
    { 182, UL1_HOME_LSU,      2, 20, 100, 20, NO_COMMAND, 0 },
};

// A reset at any time loses what is in flight, commands among it, and nothing of it is seen again: what runs after it costs
// what it costs on a fresh machine, where no line and no translation is kept. So the first load walks for its page: three
// levels, as it is of the smallest size.
static void reset_mid(struct build *b, unsigned unused)
{
    (void)unused;
    for (const struct reset *r = resets; r < resets + COUNT_OF(resets); r++) {
        struct part *part = build_part(b);
        part->reset_at = r->at;
        part->set.home = r->home;
        part->set.interval = r->interval;
        part->set.memory = (struct memory_settings){ .latency = r->latency, .pieces = r->pieces };
        part->set.book.percent = r->booked;
        if (r->command != NO_COMMAND)
            build_command(b, r->command, 0)->from = r->from;
        for (unsigned n = 0; n < ANY_KIND; n++)
            add_any_kind(b, n);
        build_part(b);
        for (unsigned n = 0; n < 12; n++)
            strided(build_access(b, n % 3 == 0, n), word_at(n, 0), WORD);
        build_expect_busy(b);
        part = build_part(b);
        strided(build_cached(b, 0), 0, WORD);
        part->expected.misses = part->expected.reads = 1;
        part->expected.walk_reads = 3;
    }
}

// Every border after every other, the reserved code too, which is like s16.
enum { RESERVED = UL1_CARVEOUT_S16 + 1 };
static const uint8_t every_carveout[] = {
    UL1_CARVEOUT_S48, UL1_CARVEOUT_S32, UL1_CARVEOUT_S16, RESERVED, UL1_CARVEOUT_S48, RESERVED, UL1_CARVEOUT_S32
};

// Each border: the last row inside works, the first behind it fails.
static void borders(struct build *b)
{
    for (unsigned k = 0; k < COUNT_OF(every_carveout); k++) {
        const unsigned rows = carveout_rows(every_carveout[k]);
        build_part(b)->set.carveout = every_carveout[k];
        for (unsigned load = 0; load < 2; load++) {
            strided(build_access(b, !load, load), word_at(rows - 1, 0), WORD);
            struct instr *i = build_access(b, !load, load);
            strided(i, word_at(rows, 0), WORD);
            expect_error(i, UL1_ERR_RANGE, 0, ALL_LANES);
        }
    }
}

// With each border the cache holds a line for each way of each set: all of them hit when they are loaded again, and none
// when the command has moved it. (The reserved code's is the same border, but the command empties the cache all the same.)
static void carveout_change(struct build *b, unsigned unused)
{
    (void)unused;
    borders(b);
    for (unsigned k = 0; k < COUNT_OF(every_carveout); k++)
        for (unsigned again = 0; again < 2; again++) {
            struct part *part = build_part(b);
            part->set.carveout = every_carveout[k];
            part->set.page = UL1_PAGE_P64K;
            const unsigned lines = carveout_sets(every_carveout[k]) * carveout_ways(every_carveout[k]);
            for (unsigned n = 0; n < lines; n++)
                strided(build_cached(b, n), ROW * n, WORD);
            part->expected.hits = again ? lines : 0;
            part->expected.reads = part->expected.misses = again ? 0 : lines;
            if (again)
                build_expect_busy(b);
        }
}

const struct test tests_system[] = {
    DIRECTED("errors_coded", errors_coded, 0, "reserved operations and spaces, and addresses of lanes that are off"),
    DIRECTED("reset_mid", reset_mid, 0, "a reset at any time leaves a fresh machine"),
    DIRECTED("carveout_change", carveout_change, 0, "every border between shared memory and cache; once it moves, that is empty"),
};
const unsigned tests_system_count = COUNT_OF(tests_system);
