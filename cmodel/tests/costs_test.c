// Tests the costs of docs/microarchitecture.md on the transaction level. An instruction that an empty machine
// accepts in cycle c has its first pass in c + BEFORE; a store has it a cycle later, behind its beat.
#include "common_test.h"

#include <string.h>

enum {
    SHARED = UL1_SPACE_SHARED,
    GLOBAL = UL1_SPACE_GLOBAL,
    LOCAL = UL1_SPACE_LOCAL,
    LEVELS_2M = 2,
    M = 20,
    BEFORE = 1 + UL1_FRONT
};

// Misses: cycles from pass to registers, with a TLB hit; cycles of a walk of this number of levels, with
// memory latency m.
static uint64_t miss(uint64_t m)
{
    return m + 5 + UL1_FRONT + UL1_HLAT;
}

static uint64_t walk(uint64_t levels, uint64_t m)
{
    return 1 + levels * (m + 3);
}

static bool timed(const struct ul1_sim_done *d, uint64_t pass, uint64_t data, uint64_t retired)
{
    return d->first_pass == d->taken + pass && d->first_data == d->taken + data
        && d->retired == d->taken + retired;
}

static void shared_accesses(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr st = store(SHARED, 0, 4, 100), ld = load(SHARED, 0, 4);
    struct ul1_sim_done d = perform(s, &st);
    CHECK(timed(&d, 1 + BEFORE, d.first_data - d.taken, 1 + BEFORE + UL1_HLAT));
    CHECK(d.first_data == UL1_SIM_NEVER && d.passes == 1);
    d = perform(s, &ld);
    CHECK(timed(&d, BEFORE, BEFORE + UL1_LAT, BEFORE + UL1_HLAT) && d.passes == 1 && words_are(&d, 0, 100));
    CHECK(d.submitted == d.taken);

    // a pitch of this number of words puts this number of lanes in a bank
    for (unsigned ways = 2; ways <= lanes; ways *= 2) {
        st = store(SHARED, 0, 4 * ways, 7 * ways);
        ld = load(SHARED, 0, 4 * ways);
        d = perform(s, &st);
        CHECK(d.passes == ways);
        if (UL1_WDB >= 8) // with fewer entries its passes wait for credits
            CHECK(d.retired == d.taken + 1 + BEFORE + ways - 1 + UL1_HLAT);
        d = perform(s, &ld);
        CHECK(d.passes == ways && words_are(&d, 0, 7 * ways));
        CHECK(timed(&d, BEFORE, BEFORE + UL1_LAT, BEFORE + ways - 1 + UL1_HLAT));
    }
    ld = load(SHARED, 64, 0); // all lanes access one word
    d = perform(s, &ld);
    CHECK(d.passes == 1);
    struct ul1_sim_counters n;
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK);
    unsigned passes = 3, conflicts = 0; // all of n passes but the last leave a remainder
    for (unsigned ways = 2; ways <= lanes; ways *= 2) {
        passes += 2 * ways;
        conflicts += 2 * (ways - 1);
    }
    CHECK(n.shared_passes == passes && n.conflicts == conflicts && n.cached_passes == 0);
    ul1_sim_free(s);
}

// 64 and 128 bits: one sub-warp after another, with as many words per lane as the width.
static void wide_accesses(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    for (unsigned words = 2; words <= UL1_WORDS; words *= 2) {
        struct ul1_sim_instr st = store(SHARED, 0, 4 * words, 9), ld = load(SHARED, 0, 4 * words);
        st.width = ld.width = words == 2 ? UL1_WIDTH_B64 : UL1_WIDTH_B128;
        struct ul1_sim_done d = perform(s, &st);
        CHECK(d.passes == words);
        d = perform(s, &ld);
        CHECK(d.passes == words && d.retired == d.taken + BEFORE + words - 1 + UL1_HLAT);
        for (unsigned r = 0; r < words; r++)
            CHECK(words_are(&d, r, 9 + 1000 * r));
    }
    ul1_sim_free(s);
}

static void remainders_elsewhere(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim_instr ld = load(SHARED, 0, 4 * lanes), st = store(SHARED, 0, 4 * lanes, 0);
    uint64_t more = lanes - 1;
    c.interval = 3;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.passes == lanes && d.retired == d.taken + BEFORE + 3 * more + UL1_HLAT);
    ul1_sim_free(s);

    c = config();
    c.home = UL1_HOME_INSTR;
    c.again_after = 2; // D: p + (D + 2 + FRONT)(n - 1); for stores (D + 3 + FRONT)(n - 1)
    s = make(&c);
    d = perform(s, &ld);
    CHECK(d.passes == lanes && d.retired == d.taken + BEFORE + (4 + UL1_FRONT) * more + UL1_HLAT);
    d = perform(s, &st);
    CHECK(d.passes == lanes && d.retired == d.taken + 1 + BEFORE + (5 + UL1_FRONT) * more + UL1_HLAT);
    d = perform(s, &ld);
    CHECK(words_are(&d, 0, 0));
    ul1_sim_free(s);
}

static void cached_loads(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 4096, 4), next = load(GLOBAL, 4096 + line_bytes(), 4);
    struct ul1_sim_done d = perform(s, &ld); // without translation a walk is answered in the same cycle
    uint64_t first = miss(M) + walk(LEVELS_2M, 1);
    CHECK(timed(&d, BEFORE, BEFORE + first, BEFORE + first));
    CHECK(d.misses == 1 && d.passes == 1 && d.replays == 1 && d.reads == 1 && !d.hits);
    d = perform(s, &next);
    CHECK(timed(&d, BEFORE, BEFORE + miss(M), BEFORE + miss(M)) && d.misses == 1);
    d = perform(s, &ld);
    CHECK(timed(&d, BEFORE, BEFORE + UL1_HLAT, BEFORE + UL1_HLAT) && d.hits == 1 && !d.misses && !d.reads
          && !d.replays);

    ld = load(GLOBAL, 65536, line_bytes()); // one line per lane
    d = perform(s, &ld);
    CHECK(d.passes == lanes && d.misses + d.hits + d.merges == lanes && d.reads == lanes);
    struct ul1_sim_counters n;
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK);
    CHECK(n.misses == 2 + lanes && n.hits == 1 && n.reads == 2 + lanes && n.walk_reads == 0
          && n.replays == 2 + lanes);
    // each fetches the line, because all of it is absent
    CHECK(n.read_bytes == n.reads * line_bytes() && n.loads == 4 && n.retired == 4);
    ul1_sim_free(s);
}

static void merges_and_deferred(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_done d[UL1_MERGE + 2];
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4);
    // the first opens an entry, others merge, the last two find it full
    for (unsigned n = 0; n < UL1_MERGE + 2; n++) {
        ld.warp = (uint8_t)(n % UL1_WARPS);
        ld.tag = n;
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    }
    CHECK(ul1_sim_run(s, 10000) == UL1_SIM_OK);
    CHECK(ul1_sim_waiting(s) == UL1_MERGE + 2);
    CHECK(ul1_sim_collect_many(s, d, UL1_MERGE + 2) == UL1_MERGE + 2);
    unsigned merges = 0, deferrals = 0, deferred = 0, reads = 0;
    for (unsigned n = 0; n < UL1_MERGE + 2; n++) {
        merges += d[n].merges;
        deferrals += d[n].deferrals[UL1_CAUSE_MERGE];
        deferred += d[n].deferred_cycles > 0;
        reads += d[n].reads;
    }
    CHECK(merges == UL1_MERGE - 1 && deferrals == 2 && deferred == 2 && reads == 1);
    ul1_sim_free(s);
}

static void cached_stores(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    struct ul1_sim *s = make(&c);
    uint32_t word[UL1_SIM_LANES] = { 0 };
    struct ul1_sim_instr st = store(GLOBAL, 8192, 4, 500), ld = load(GLOBAL, 8192, 4);
    struct ul1_sim_done d = perform(s, &st); // written through: a write, and no line
    CHECK(d.retired == d.taken + 1 + BEFORE + UL1_HLAT && d.writes == 1 && d.misses == 0 && d.passes == 1);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_read(s, 8192, word, line_bytes()) == UL1_SIM_OK && word[lanes - 1] == 500 + lanes - 1);
    d = perform(s, &ld);
    CHECK(d.misses == 1 && words_are(&d, 0, 500));

    st = store(LOCAL, 16384, 4, 900); // written back: a line without a fetch; memory has it after a flush
    ld = load(LOCAL, 16384, 4);
    d = perform(s, &st);
    CHECK(!d.writes && !d.misses && d.retired == d.taken + 1 + BEFORE + UL1_HLAT);
    d = perform(s, &ld);
    CHECK(d.hits == 1 && words_are(&d, 0, 900));
    CHECK(ul1_sim_read(s, 16384, word, line_bytes()) == UL1_SIM_OK && word[1] == 0);
    command(s, UL1_CMD_FLUSH, 0, 0);
    CHECK(ul1_sim_read(s, 16384, word, line_bytes()) == UL1_SIM_OK && word[1] == 901);

    st = store(GLOBAL, 24576, 4, 3); // a hint makes it written back
    st.hint = UL1_HINT_WB;
    d = perform(s, &st);
    CHECK(!d.writes);
    // a bypassing load has a dirty line written back, and every line fetched again
    ld = load(GLOBAL, 24576, 4);
    ld.hint = UL1_HINT_CG;
    for (unsigned again = 0; again < 2; again++) {
        d = perform(s, &ld);
        CHECK(d.misses == 1 && words_are(&d, 0, 3));
        CHECK(ul1_sim_read(s, 24576, word, line_bytes()) == UL1_SIM_OK && word[1] == 4);
    }

    st = store(LOCAL, 32768, 4, 1); // part of a sector: its line is fetched
    st.mask = 1;
    d = perform(s, &st);
    CHECK(d.misses == 1);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);

    st = store(GLOBAL, 40961, 4, 0x55); // bytes of words
    st.width = UL1_WIDTH_B8;
    memset(word, 0xaa, sizeof word);
    CHECK(ul1_sim_write(s, 40960, word, line_bytes()) == UL1_SIM_OK);
    perform(s, &st);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK && ul1_sim_read(s, 40960, word, line_bytes()) == UL1_SIM_OK);
    CHECK(word[0] == 0xaaaa55aa && word[2] == 0xaaaa57aa);
    ul1_sim_free(s);
}

// A store that causes a fetch, and has retired before memory accepts the request. The request then belongs to
// no instruction, not to the one that now has the store's entry in the instruction table.
static void nobodys_requests(void)
{
    struct ul1_sim_config c = config();
    c.memory_rate = 1;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), st = store(LOCAL, 4096, 4, 1);
    struct ul1_sim_instr f = { .op = UL1_OP_FENCE, .level = UL1_LEVEL_GPU, .warp = 2 };
    perform(s, &ld); // loads the translation
    ld = load(GLOBAL, 8192, 4);
    ld.warp = 1;
    st.mask = 1;
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK && ul1_sim_submit(s, &st) == UL1_SIM_OK);
    struct ul1_sim_done d[3];
    while (ul1_sim_waiting(s) < 1)
        ul1_sim_step(s, 1);
    CHECK(ul1_sim_collect(s, &d[0]) == UL1_SIM_OK);
    struct ul1_sim_counters n;
    CHECK(ul1_sim_submit(s, &f) == UL1_SIM_OK && ul1_sim_run(s, 10000) == UL1_SIM_OK);
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.reads == 3);
    CHECK(ul1_sim_collect_many(s, &d[1], 2) == 2);
    for (unsigned k = 0; k < 3; k++)
        CHECK(d[k].op != UL1_OP_FENCE || d[k].reads == 0);
    ul1_sim_free(s);
}

static void commands(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_done d = command(s, UL1_CMD_ALL, 0, 0);
    CHECK(d.retired == d.taken + 4 + UL1_S48_SETS);
    d = command(s, UL1_CMD_FLUSH, 0, 0);
    CHECK(d.retired == d.taken + 8 + UL1_S48_SETS + 1);

    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), other = load(GLOBAL, line_bytes(), 4);
    perform(s, &ld);
    perform(s, &other);
    command(s, UL1_CMD_LINE, 0, 0);
    d = perform(s, &ld);
    CHECK(d.misses == 1);
    d = perform(s, &other);
    CHECK(d.hits == 1);
    command(s, UL1_CMD_PAGE, 0, 0);
    d = perform(s, &ld); // the translation is dropped, too
    CHECK(d.misses == 1 && d.retired == d.taken + BEFORE + miss(1) + walk(LEVELS_2M, 1));
    command(s, UL1_CMD_BOTH, 0, 0);
    d = perform(s, &ld);
    CHECK(d.misses == 1);

    CHECK(ul1_sim_shared_bytes(s) == (size_t)UL1_S48_ROWS * line_bytes());
    command(s, UL1_CMD_CARVEOUT, 0, UL1_CARVEOUT_S16);
    CHECK(ul1_sim_shared_bytes(s) == (size_t)UL1_S16_ROWS * line_bytes());
    d = command(s, UL1_CMD_ALL, 0, 0);
    CHECK(d.retired == d.taken + 4 + UL1_S16_SETS);
    ul1_sim_free(s);

    // commands in sequence, and an instruction behind them: each is complete when the next is accepted
    s = make(&c);
    struct ul1_sim_done ends[3];
    CHECK(ul1_sim_command(s, 1, UL1_CMD_ALL, 0, 0) == UL1_SIM_OK
          && ul1_sim_command(s, 2, UL1_CMD_ALL, 0, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK && ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_collect_many(s, ends, 3) == 3 && ends[0].tag == 1 && ends[1].tag == 2
          && ends[2].op == UL1_OP_LOAD);
    CHECK(ends[1].taken == ends[0].retired && ends[2].taken == ends[1].retired);
    CHECK(ul1_sim_room(s) == c.capacity);
    ul1_sim_free(s);

    c.carveout = UL1_CARVEOUT_S32;
    s = make(&c);
    CHECK(ul1_sim_cycle(s) == 0 && ul1_sim_shared_bytes(s) == (size_t)UL1_S32_ROWS * line_bytes());
    ul1_sim_free(s);
}

// Lines that memory delays fill the instruction table, so the instruction behind them is refused. A command
// among instructions waits for it. Commands beside instructions are accepted one after another, and no
// instruction waits for them.
static void commands_beside(void)
{
    enum { TAG = 1000, LOADS = UL1_INSTRS + 1 };
    struct ul1_sim_config c = config();
    c.memory_latency = 500;
    struct ul1_sim *s = make(&c);
    for (unsigned n = 0; n < LOADS; n++) {
        struct ul1_sim_instr ld = load(GLOBAL, n % UL1_PRT * line_bytes(), 4);
        ld.warp = (uint8_t)(n % UL1_WARPS);
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    }
    CHECK(ul1_sim_step(s, 200) == UL1_SIM_OK && !ul1_sim_waiting(s));
    CHECK(ul1_sim_command(s, TAG, UL1_CMD_LINE, 0, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_command_beside(s, TAG + 1, UL1_CMD_LINE, 0, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_command_beside(s, TAG + 2, UL1_CMD_LINE, 0, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_command_beside(s, 0, 8, 0, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_run(s, 10000) == UL1_SIM_OK);
    struct ul1_sim_done d[LOADS + 3], of[3] = { { .tag = 0 } };
    uint64_t last = 0;
    CHECK(ul1_sim_collect_many(s, d, LOADS + 3) == LOADS + 3);
    for (unsigned n = 0; n < LOADS + 3; n++)
        if (d[n].op == UL1_SIM_COMMAND)
            of[d[n].tag % 3] = d[n];
        else
            last = d[n].taken > last ? d[n].taken : last;
    const struct ul1_sim_done *among = &of[TAG % 3], *one = &of[(TAG + 1) % 3], *two = &of[(TAG + 2) % 3];
    CHECK(one->taken == one->submitted && two->taken == one->retired && last > 500);
    CHECK(among->taken > last && among->taken >= two->retired);
    ul1_sim_free(s);
}

static void fences(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr f = { .op = UL1_OP_FENCE, .level = UL1_LEVEL_CTA };
    struct ul1_sim_done d = perform(s, &f);
    CHECK(d.retired == d.taken + 3 + UL1_HLAT && d.first_pass == UL1_SIM_NEVER);
    f.level = UL1_LEVEL_GPU;
    d = perform(s, &f);
    CHECK(d.retired == d.taken + 6 + UL1_HLAT + M);
    struct ul1_sim_instr st = store(GLOBAL, 0, 4, 5);
    CHECK(ul1_sim_submit(s, &st) == UL1_SIM_OK && ul1_sim_submit(s, &f) == UL1_SIM_OK);
    CHECK(ul1_sim_run(s, 10000) == UL1_SIM_OK);
    CHECK(ul1_sim_collect(s, &d) == UL1_SIM_OK && d.op == UL1_OP_STORE);
    CHECK(ul1_sim_collect(s, &d) == UL1_SIM_OK && d.op == UL1_OP_FENCE);
    // chosen when the fence has left, not when it has retired
    const struct ul1_sim_instr ld = load(SHARED, 0, 4);
    CHECK(ul1_sim_submit(s, &f) == UL1_SIM_OK && ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    CHECK(ul1_sim_wait(s, &d, 10000) == UL1_SIM_OK && d.op == UL1_OP_FENCE);
    const uint64_t left = d.retired - UL1_HLAT;
    CHECK(ul1_sim_wait(s, &d, 10000) == UL1_SIM_OK && d.first_pass == left + 1 + UL1_FRONT);
    ul1_sim_free(s);
}

static void errors(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(SHARED, 0, 4);
    ld.addr[3] = 13;
    ld.addr[5] = 17;
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_MISALIGNED && d.err_lane == 3 && d.err_mask == 0x28 && d.err_addr == 13
          && !d.passes);
    ld = load(SHARED, UL1_S48_ROWS * (uint64_t)line_bytes() - 4, 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_RANGE && d.err_lane == 1 && d.err_mask == (all_lanes() & ~1u));
    ld = load(3, 0, 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_SPACE && d.err_mask == all_lanes());
    ld = access(5, SHARED, 0, 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_OP);
    ld = load(GLOBAL, c.memory_bytes, 4); // behind the memory
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_BUS && d.err_mask == all_lanes() && d.err_addr == c.memory_bytes);

    struct ul1_sim_lost lost;
    struct ul1_sim_instr st = store(GLOBAL, c.memory_bytes, 4, 0);
    CHECK(ul1_sim_next_lost(s, &lost) == UL1_SIM_EMPTY);
    d = perform(s, &st);
    CHECK(!d.err && ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_next_lost(s, &lost) == UL1_SIM_OK && lost.addr == c.memory_bytes
          && lost.err == UL1_ERR_BUS);
    CHECK(ul1_sim_next_lost(s, &lost) == UL1_SIM_EMPTY);
    st = store(LOCAL, c.memory_bytes + 4096, 4, 0); // held for a line that cannot be fetched
    st.mask = 1;
    perform(s, &st);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_next_lost(s, &lost) == UL1_SIM_OK && lost.addr == c.memory_bytes + 4096
          && lost.err == UL1_ERR_BUS);
    struct ul1_sim_counters n;
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.failed == 5 && n.lost == 2 && n.lost_untold == 0);
    ul1_sim_free(s);
}

// 8 and 16 bits, with and without sign, and stores of them.
static void narrow(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr st = store(SHARED, 0, 1, 0xf0), ld = load(SHARED, 0, 1);
    st.width = ld.width = UL1_WIDTH_B8;
    struct ul1_sim_done d = perform(s, &st);
    CHECK(d.passes == 1);
    d = perform(s, &ld);
    CHECK(d.passes == 1 && d.data[0][1] == 0xf1);
    ld.sign = 1;
    d = perform(s, &ld);
    CHECK(d.data[0][1] == 0xfffffff1);
    ul1_sim_free(s);
}

void test_costs(void)
{
    shared_accesses();
    wide_accesses();
    remainders_elsewhere();
    cached_loads();
    merges_and_deferred();
    cached_stores();
    nobodys_requests();
    commands();
    commands_beside();
    fences();
    errors();
    narrow();
}
