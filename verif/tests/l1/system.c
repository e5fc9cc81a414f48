// Resets. Errors and the carveout are programs.
#include "tests/l1/build.h"

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

const struct test tests_system[] = {
    DIRECTED("reset_mid", reset_mid, 0, "a reset at any time leaves a fresh machine"),
};
const unsigned tests_system_count = COUNT_OF(tests_system);
