// Tests the documented behaviour of the calls besides values and costs: order, queues, refusals, snapshots,
// and that skipped cycles are equivalent.
#include "common_test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SHARED = UL1_SPACE_SHARED, GLOBAL = UL1_SPACE_GLOBAL, LOCAL = UL1_SPACE_LOCAL };

// ---- random traffic

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

static struct ul1_sim_instr any(void)
{
    unsigned width = draw(5), bytes = 1u << width;
    struct ul1_sim_instr i = store(draw(3), 0, 0, draw(1u << 30));
    i.op = (uint8_t)(draw(16) ? draw(2) : UL1_OP_FENCE);
    i.width = (uint8_t)width;
    i.hint = (uint8_t)draw(5);
    i.level = (uint8_t)draw(3);
    i.sign = (uint8_t)draw(2);
    i.warp = (uint8_t)draw(4);
    i.reg = (uint8_t)(draw(64) * 4);
    i.mask = draw(3) ? all_lanes() : draw((uint32_t)all_lanes());
    unsigned first = draw(64) * bytes, pitch = draw(4) ? bytes : draw(80) * bytes;
    for (unsigned lane = 0; lane < lanes; lane++)
        i.addr[lane] = (first + pitch * lane) % 4096 + (draw(200) ? 0 : 1);
    return i;
}

enum { MANY = 300 };

static void draw_many(struct ul1_sim_instr *i)
{
    for (unsigned n = 0; n < MANY; n++) {
        i[n] = any();
        i[n].tag = n;
    }
}

static struct ul1_sim_config slow(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = 200;
    c.memory_bytes = 65536;
    c.capacity = MANY;
    return c;
}

// Member by member, because padding is undefined.
static bool alike(const struct ul1_sim_done *x, const struct ul1_sim_done *y)
{
    return x->tag == y->tag && x->op == y->op && x->warp == y->warp && x->reg == y->reg && x->mask == y->mask
        && x->err == y->err && x->err_lane == y->err_lane && x->err_mask == y->err_mask
        && x->err_addr == y->err_addr && x->submitted == y->submitted && x->taken == y->taken
        && x->first_pass == y->first_pass && x->first_data == y->first_data && x->retired == y->retired
        && x->passes == y->passes && x->replays == y->replays && x->hits == y->hits && x->misses == y->misses
        && x->merges == y->merges && x->deferred_cycles == y->deferred_cycles && x->reads == y->reads
        && x->writes == y->writes && !memcmp(x->deferrals, y->deferrals, sizeof x->deferrals)
        && !memcmp(x->data, y->data, sizeof x->data);
}

static bool all_alike(const struct ul1_sim_done *x, const struct ul1_sim_done *y)
{
    for (unsigned n = 0; n < MANY; n++)
        if (!alike(&x[n], &y[n]))
            return false;
    return true;
}

static bool same_state(struct ul1_sim *a, struct ul1_sim *b)
{
    size_t bytes = ul1_sim_snapshot_size(a);
    void *x = calloc(1, bytes), *y = calloc(1, bytes);
    if (!x || !y)
        exit(2);
    CHECK(bytes == ul1_sim_snapshot_size(b));
    CHECK(ul1_sim_snapshot(a, x, bytes) == UL1_SIM_OK && ul1_sim_snapshot(b, y, bytes) == UL1_SIM_OK);
    bool same = !memcmp(x, y, bytes);
    free(x);
    free(y);
    return same;
}

// ---- running

// Cycles give the same results whether they run one by one or together, skipped or not, and so does the final
// state. A poke of shared memory, even of no word, executes skipped cycles. Afterwards the search for an idle
// state takes longer than a cycle, so `a` skips none.
static void skipping(void)
{
    static struct ul1_sim_instr i[MANY];
    struct ul1_sim_config c = slow();
    for (unsigned home = 0; home < 2; home++) {
        c.home = home;
        c.again_after = home ? 50 : 1;
        struct ul1_sim *a = make(&c), *b = make(&c), *one = make(&c);
        draw_many(i);
        size_t taken;
        CHECK(ul1_sim_submit_many(a, i, MANY, &taken) == UL1_SIM_OK && taken == MANY);
        CHECK(ul1_sim_submit_many(b, i, MANY, &taken) == UL1_SIM_OK && taken == MANY);
        CHECK(ul1_sim_submit_many(one, i, MANY, &taken) == UL1_SIM_OK && taken == MANY);
        for (unsigned round = 0; round < 40; round++) {
            unsigned cycles = 1 + draw(700);
            for (unsigned n = 0; n < cycles; n++) {
                ul1_sim_poke(a, 0, NULL, 0);
                ul1_sim_step(a, 1);
                ul1_sim_step(one, 1);
            }
            CHECK(ul1_sim_step(b, cycles) == UL1_SIM_OK);
            CHECK(same_state(a, b) && same_state(a, one));
        }
        ul1_sim_free(a);
        ul1_sim_free(b);
        ul1_sim_free(one);
    }
}

// A batch gives the results of single calls, apart from the times of submission. It accepts more than the
// capacity.
static void batches(void)
{
    static struct ul1_sim_instr i[MANY];
    static struct ul1_sim_done x[MANY], y[MANY];
    struct ul1_sim_config c = slow();
    struct ul1_sim *a = make(&c);
    c.capacity = 64;
    struct ul1_sim *b = make(&c);
    size_t taken, came;
    draw_many(i);
    CHECK(ul1_sim_submit_many(a, i, MANY, &taken) == UL1_SIM_OK && taken == MANY && ul1_sim_room(a) == 0);
    CHECK(ul1_sim_run(a, 1000000) == UL1_SIM_OK && ul1_sim_collect_many(a, x, MANY) == MANY
          && ul1_sim_idle(a));
    CHECK(ul1_sim_batch(b, i, MANY, y, MANY - 1, &came, 1000000) == UL1_SIM_WRONG && came == 0);
    CHECK(ul1_sim_batch(b, i, MANY, y, MANY, &came, 10) == UL1_SIM_LIMIT && ul1_sim_cycle(b) == 10);
    CHECK(ul1_sim_reset(b) == UL1_SIM_OK);
    ul1_sim_free(b);
    b = make(&c);
    CHECK(ul1_sim_batch(b, i, MANY, y, MANY, &came, 1000000) == UL1_SIM_OK && came == MANY);
    for (unsigned n = 0; n < MANY; n++)
        y[n].submitted = x[n].submitted;
    CHECK(all_alike(x, y));
    struct ul1_sim_counters p;
    CHECK(ul1_sim_counters(a, &p) == UL1_SIM_OK && p.retired == MANY
          && p.loads + p.stores + p.fences == MANY);
    CHECK(p.cycles == ul1_sim_cycle(a));
    i[3].warp = UL1_WARPS; // the fourth is wrong: those before it are submitted
    CHECK(ul1_sim_submit_many(a, i, MANY, &taken) == UL1_SIM_WRONG && taken == 3);
    ul1_sim_free(a);
    ul1_sim_free(b);
}

static void full(void)
{
    struct ul1_sim_config c = config();
    c.capacity = 3;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(SHARED, 0, 4);
    struct ul1_sim_done d;
    for (unsigned n = 0; n < 3; n++) {
        ld.tag = n;
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    }
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_FULL && ul1_sim_command(s, 0, UL1_CMD_ALL, 0, 0) == UL1_SIM_FULL);
    CHECK(strstr(ul1_sim_error(s), "full"));
    // completions keep their entries
    CHECK(ul1_sim_run(s, 100) == UL1_SIM_OK && ul1_sim_submit(s, &ld) == UL1_SIM_FULL);
    for (unsigned n = 0; n < 3; n++)
        CHECK(ul1_sim_collect(s, &d) == UL1_SIM_OK && d.tag == n);
    CHECK(ul1_sim_collect(s, &d) == UL1_SIM_EMPTY && ul1_sim_room(s) == 3);
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    ul1_sim_free(s);
}

static enum ul1_sim_taken never_answered(void *user, struct ul1_sim_request *r)
{
    (void)user, (void)r;
    return UL1_SIM_LATER;
}

// Without anything to wait for, a wait ends immediately. Otherwise it ends with the last cycle that has a
// number, and no later cycle runs.
static void endless(void)
{
    struct ul1_sim_config c = config();
    c.memory = never_answered;
    c.memory_bytes = 0;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), sh = load(SHARED, 0, 4);
    struct ul1_sim_done d;
    CHECK(ul1_sim_wait(s, &d, UINT64_MAX) == UL1_SIM_EMPTY && ul1_sim_cycle(s) == 0);
    perform(s, &sh);
    uint64_t cycle = ul1_sim_cycle(s);
    CHECK(ul1_sim_wait(s, &d, UINT64_MAX) == UL1_SIM_EMPTY && ul1_sim_cycle(s) == cycle);
    CHECK(ul1_sim_step(s, UINT64_MAX) == UL1_SIM_WRONG && ul1_sim_cycle(s) == cycle);
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    CHECK(ul1_sim_wait(s, &d, UINT64_MAX) == UL1_SIM_LIMIT && ul1_sim_cycle(s) == UL1_SIM_NEVER - 1);
    CHECK(ul1_sim_wait(s, &d, UINT64_MAX) == UL1_SIM_LIMIT && ul1_sim_run(s, 1) == UL1_SIM_LIMIT);
    CHECK(ul1_sim_step(s, 1) == UL1_SIM_WRONG && ul1_sim_cycle(s) == UL1_SIM_NEVER - 1);
    ul1_sim_free(s);
}

// Two loads of shared memory, of its own warp or another, are behind a load without a free entry. They do
// have entries.
static void passing(bool other)
{
    struct ul1_sim_config c = slow();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), sh = load(SHARED, 0, 4);
    struct ul1_sim_done d[2 * UL1_INSTRS] = { 0 };
    uint64_t taken[4] = { 0 }; // by tag
    CHECK(ul1_sim_takes(s, &ld) && ul1_sim_takes(s, &sh) && !ul1_sim_takes(NULL, &ld)
          && !ul1_sim_takes(s, NULL));
    size_t n = 0;
    for (; ul1_sim_takes(s, &ld) && n < UL1_INSTRS; n++) {
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK && ul1_sim_step(s, 1) == UL1_SIM_OK);
        ld.addr[0] += (uint64_t)line_bytes();
    }
    CHECK(!ul1_sim_takes(s, &ld) && ul1_sim_takes(s, &sh));
    ld.tag = 1;
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    for (sh.tag = 2; sh.tag < 4; sh.tag++) {
        sh.warp = (uint8_t)(ld.warp + other);
        CHECK(ul1_sim_submit(s, &sh) == UL1_SIM_OK);
    }
    CHECK(ul1_sim_run(s, 100000) == UL1_SIM_OK && ul1_sim_collect_many(s, d, 2 * UL1_INSTRS) == n + 3);
    for (size_t i = 0; i < n + 3; i++)
        taken[d[i].tag] = d[i].taken;
    CHECK(taken[3] == taken[2] + 1 && (taken[2] < taken[1]) == other);
    ul1_sim_free(s);
}

static void reset(void)
{
    struct ul1_sim_config c = slow();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), sh = load(SHARED, 0, 4);
    struct ul1_sim_done d;
    sh.tag = 9;
    command(s, UL1_CMD_CARVEOUT, 0, UL1_CARVEOUT_S16);
    CHECK(ul1_sim_submit(s, &sh) == UL1_SIM_OK && ul1_sim_step(s, 20) == UL1_SIM_OK);
    for (unsigned n = 0; n < 100; n++)
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    CHECK(ul1_sim_step(s, 40) == UL1_SIM_OK && !ul1_sim_idle(s));
    uint64_t cycle = ul1_sim_cycle(s);
    CHECK(ul1_sim_reset(s) == UL1_SIM_OK && ul1_sim_idle(s) && ul1_sim_cycle(s) == cycle + 1);
    CHECK(ul1_sim_waiting(s) == 1 && ul1_sim_room(s) == c.capacity - 1);
    CHECK(ul1_sim_collect(s, &d) == UL1_SIM_OK && d.tag == 9);
    CHECK(ul1_sim_shared_bytes(s) == (size_t)UL1_S48_ROWS * line_bytes());
    d = perform(s, &ld);
    CHECK(d.misses == 1 && !d.err);
    d = perform(s, &ld);
    CHECK(d.hits == 1);
    ul1_sim_free(s);
}

static void settings(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(SHARED, 0, 8), g = load(GLOBAL, 0, 4);
    CHECK(ul1_sim_set(s, UL1_SIM_INTERVAL, 5) == UL1_SIM_OK);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.retired == d.taken + 1 + UL1_FRONT + 5 + UL1_HLAT);
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK && ul1_sim_set(s, UL1_SIM_INTERVAL, 1) == UL1_SIM_BUSY);
    CHECK(ul1_sim_wait(s, &d, 100) == UL1_SIM_OK);
    CHECK(ul1_sim_set(s, UL1_SIM_INTERVAL, 0) == UL1_SIM_WRONG
          && ul1_sim_set(s, UL1_SIM_INTERVAL, 64) == UL1_SIM_WRONG);
    CHECK(ul1_sim_set(s, UL1_SIM_ROOT, 0) == UL1_SIM_WRONG
          && ul1_sim_set(s, UL1_SIM_PAGE, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_set(s, (enum ul1_sim_setting)99, 0) == UL1_SIM_WRONG
          && ul1_sim_set(s, UL1_SIM_HOME, 2) == UL1_SIM_WRONG);
    CHECK(ul1_sim_set(s, UL1_SIM_FETCH, UL1_FETCH_SECTOR) == UL1_SIM_OK); // a lane's sector alone
    g.mask = 1;
    perform(s, &g);
    struct ul1_sim_counters n;
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.read_bytes == line_bytes() / UL1_SECTORS);
    CHECK(ul1_sim_set(s, UL1_SIM_POLICY, UL1_POLICY_KEPLER) == UL1_SIM_OK);
    CHECK(ul1_sim_set(s, UL1_SIM_MEMORY_LATENCY, 90) == UL1_SIM_OK);
    g = load(GLOBAL, 4096, 4);
    d = perform(s, &g);
    CHECK(d.retired == d.taken + 1 + UL1_FRONT + 90 + 5 + UL1_FRONT + UL1_HLAT);
    d = perform(s, &g); // it bypasses
    CHECK(d.misses == 1);
    ul1_sim_free(s);
}

// Reserved codes have the same effect in the configuration and in settings as in commands and in translation.
static void reserved(void)
{
    struct ul1_sim_config c = config();
    c.carveout = 3;
    struct ul1_sim *s = make(&c);
    CHECK(ul1_sim_shared_bytes(s) == (size_t)UL1_S16_ROWS * line_bytes());
    command(s, UL1_CMD_CARVEOUT, 0, UL1_CARVEOUT_S48);
    command(s, UL1_CMD_CARVEOUT, 0, 3);
    CHECK(ul1_sim_shared_bytes(s) == (size_t)UL1_S16_ROWS * line_bytes());
    ul1_sim_free(s);
    c = config();
    c.translate = 1;
    for (unsigned set = 0; set < 2; set++) { // pages of 2 MB, as the second level has the frame
        c.page = set ? UL1_PAGE_P4K : 3;
        s = make(&c);
        const uint64_t table = 0x2000 | 1, frame = 3;
        CHECK(!ul1_sim_write(s, 0, &table, 8) && !ul1_sim_write(s, 0x2000, &frame, 8));
        CHECK(!set || (ul1_sim_set(s, UL1_SIM_PAGE, 3) == UL1_SIM_OK && ul1_sim_run(s, 1000) == UL1_SIM_OK));
        const struct ul1_sim_instr ld = load(GLOBAL, 0x2000, 4);
        const struct ul1_sim_done d = perform(s, &ld);
        CHECK(!d.err && d.data[0][0] == 3);
        CHECK(ul1_sim_set(s, UL1_SIM_PAGE, 4) == UL1_SIM_WRONG);
        ul1_sim_free(s);
    }
}

// ---- snapshots

static void snapshots(void)
{
    static struct ul1_sim_instr i[MANY];
    static struct ul1_sim_done x[MANY], y[MANY];
    struct ul1_sim_config c = slow();
    struct ul1_sim *a = make(&c), *b = make(&c);
    size_t bytes = ul1_sim_snapshot_size(a), taken;
    unsigned char *kept = malloc(bytes);
    if (!kept)
        exit(2);
    draw_many(i);
    CHECK(ul1_sim_submit_many(a, i, MANY, &taken) == UL1_SIM_OK && ul1_sim_step(a, 777) == UL1_SIM_OK);
    CHECK(ul1_sim_submit(b, &i[0]) == UL1_SIM_OK && ul1_sim_step(b, 3) == UL1_SIM_OK); // different traffic
    CHECK(ul1_sim_snapshot(a, kept, bytes - 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_snapshot(a, kept, bytes) == UL1_SIM_OK && ul1_sim_restore(b, kept, bytes) == UL1_SIM_OK);
    CHECK(ul1_sim_cycle(b) == 777);
    CHECK(ul1_sim_run(a, 1000000) == UL1_SIM_OK && ul1_sim_run(b, 1000000) == UL1_SIM_OK);
    CHECK(same_state(a, b));
    CHECK(ul1_sim_collect_many(a, x, MANY) == MANY && ul1_sim_collect_many(b, y, MANY) == MANY);
    CHECK(all_alike(x, y));

    struct ul1_sim_config other = c;
    other.capacity--;
    struct ul1_sim *s = make(&other);
    CHECK(ul1_sim_restore(s, kept, bytes) == UL1_SIM_FOREIGN);
    ul1_sim_free(s);
    other = c;
    other.lanes = lanes == 8 ? 16 : lanes / 2;
    s = make(&other);
    CHECK(ul1_sim_restore(s, kept, bytes) == UL1_SIM_FOREIGN);
    ul1_sim_free(s);
    CHECK(ul1_sim_restore(b, kept, 8) == UL1_SIM_FOREIGN
          && ul1_sim_restore(b, NULL, bytes) == UL1_SIM_FOREIGN);
    uint64_t before = ul1_sim_cycle(b);
    for (size_t at = 0; at < bytes; at += at < 64 ? 1 : bytes / 7) { // with a changed bit, nothing happens
        kept[at] ^= 4;
        CHECK(ul1_sim_restore(b, kept, bytes) == UL1_SIM_FOREIGN && ul1_sim_cycle(b) == before);
        kept[at] ^= 4;
    }
    CHECK(ul1_sim_restore(b, kept, bytes) == UL1_SIM_OK && ul1_sim_cycle(b) == 777);
    free(kept);
    ul1_sim_free(a);
    ul1_sim_free(b);
}

// ---- wrong use

static void wrong_configurations(void)
{
    static const struct {
        size_t offset;
        unsigned value;
    } wrong[] = {
#define WRONG(member, value) { offsetof(struct ul1_sim_config, member), value }
        WRONG(lanes, 12),         WRONG(carveout, 16),    WRONG(policy, 4),
        WRONG(home, 2),           WRONG(fetch, 2),        WRONG(interval, 0),
        WRONG(interval, 64),      WRONG(again_after, 0),  WRONG(capacity, 0),
        WRONG(capacity, 65535),   WRONG(memory_queue, 0), WRONG(memory_queue, 65535),
        WRONG(memory_latency, 0), WRONG(translate, 2),    WRONG(memory_bytes, 65537),
#undef WRONG
    };
    const char *why;
    struct ul1_sim_config c;
    for (unsigned n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        c = config();
        memcpy((char *)&c + wrong[n].offset, &wrong[n].value, sizeof wrong[n].value);
        why = NULL;
        errno = 0;
        CHECK(!ul1_sim_new(&c, &why) && why && *why && errno == EINVAL && !ul1_sim_size(&c));
    }
    c = config();
    c.size--;
    CHECK(!ul1_sim_new(&c, NULL) && !ul1_sim_new(NULL, &why));
    c = config();
    c.translate = 1;
    c.page = 4;
    CHECK(!ul1_sim_new(&c, &why));
    c.page = 0;
    c.root = 0x10800;
    CHECK(!ul1_sim_new(&c, &why));
    c = config();
    c.memory_bytes = UINT64_C(1) << UL1_PA_W;
    CHECK(!ul1_sim_new(&c, &why));
}

// More than the process may have.
static void no_memory(void)
{
    struct ul1_sim_config c = config();
    c.memory_bytes = UINT64_C(4) << 30;
    struct rlimit before, less;
    CHECK(!getrlimit(RLIMIT_AS, &before));
    less = before;
    less.rlim_cur = UINT64_C(3) << 30;
    const char *why = NULL;
    errno = 0;
    CHECK(!setrlimit(RLIMIT_AS, &less));
    CHECK(!ul1_sim_new(&c, &why) && why && *why && errno == ENOMEM);
    CHECK(!setrlimit(RLIMIT_AS, &before));
}

// Memory of the caller, not too small and aligned; the simulation in it works equally.
static void callers_memory(void)
{
    struct ul1_sim_config c = config();
    size_t bytes = ul1_sim_size(&c);
    const char *why;
    char *memory = aligned_alloc(64, bytes + 64);
    if (!memory)
        exit(2);
    memset(memory, 0x5a, bytes + 64);
    errno = 0;
    CHECK(!ul1_sim_init(&c, memory, bytes - 1, &why) && why && errno == EINVAL);
    CHECK(!ul1_sim_init(&c, memory + 8, bytes, &why) && !ul1_sim_init(&c, NULL, bytes, &why));
    struct ul1_sim *s = ul1_sim_init(&c, memory, bytes, &why), *t = make(&c);
    CHECK(s && !why);
    CHECK(memory[bytes] == 0x5a);
    CHECK(same_state(s, t));
    struct ul1_sim_instr st = store(SHARED, 0, 4, 3), ld = load(SHARED, 0, 4);
    perform(s, &st);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(words_are(&d, 0, 3));
    ul1_sim_free(s); // frees nothing
    ul1_sim_free(t);
    free(memory);
}

// Widths 64 and 128 need an aligned pair or quad of registers; other accesses do not check them.
static void registers(struct ul1_sim *s)
{
    struct ul1_sim_done d;
    for (unsigned op = UL1_OP_LOAD; op <= UL1_OP_FLUSH; op++)
        for (unsigned width = UL1_WIDTH_B8; width < 8; width++) {
            const unsigned words = width <= UL1_WIDTH_B32 ? 1 : width == UL1_WIDTH_B64 ? 2 : 4;
            for (unsigned reg = 0; reg < 256; reg += reg == 4 ? 248 : 1) {
                struct ul1_sim_instr i = access(op, GLOBAL, 0, 16);
                i.width = (uint8_t)width;
                i.reg = (uint8_t)reg;
                const bool wrong = op <= UL1_OP_STORE && reg % words;
                CHECK(ul1_sim_submit(s, &i) == (wrong ? UL1_SIM_WRONG : UL1_SIM_OK));
                CHECK(wrong ? strstr(ul1_sim_error(s), "reg") != NULL
                            : ul1_sim_wait(s, &d, 1000) == UL1_SIM_OK && d.reg == reg);
            }
        }
}

// Nonexistent lanes, addresses of a fence, and unused fields of a command may have any value.
static void unlooked_at(struct ul1_sim *s)
{
    struct ul1_sim_instr i = load(SHARED, 0, 4),
                         f = { .op = UL1_OP_FENCE, .mask = UINT32_MAX, .level = UL1_LEVEL_GPU };
    struct ul1_sim_done d;
    i.mask = UINT32_MAX;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_OK && ul1_sim_wait(s, &d, 1000) == UL1_SIM_OK);
    CHECK(!d.err && d.passes == 1 && d.mask == all_lanes());
    memset(f.addr, 0xff, sizeof f.addr);
    CHECK(ul1_sim_submit(s, &f) == UL1_SIM_OK && ul1_sim_wait(s, &d, 1000) == UL1_SIM_OK && !d.err);
    for (unsigned which = UL1_CMD_ALL; which < 8; which++)
        if (which != UL1_CMD_PAGE)
            command(s, which, UINT64_MAX, which == UL1_CMD_CARVEOUT ? UL1_CARVEOUT_S48 : 99);
    CHECK(ul1_sim_command(s, 0, UL1_CMD_PAGE, UINT64_MAX, 0) == UL1_SIM_WRONG);
    command(s, UL1_CMD_LINE, 0, 99);
}

static void wrong_calls(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr i = load(SHARED, 0, 4);
    struct ul1_sim_done d;
    i.warp = UL1_WARPS;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(s), "warp"));
    i.warp = 0;
    i.op = 1 << UL1_OP_W;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_WRONG);
    i.op = UL1_OP_LOAD;
    i.interleave = 2;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(s), "more bits"));
    i.interleave = 1;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(s), "LOCAL_INTERLEAVE"));
    i.interleave = 0;
    i.addr[1] = UINT64_C(1) << UL1_VA_W;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_WRONG);
    i.mask &= ~2u; // the address of an inactive lane is not read
    d = perform(s, &i);
    CHECK(!d.err && d.passes == 1);
    registers(s);
    unlooked_at(s);
    CHECK(ul1_sim_submit(s, NULL) == UL1_SIM_WRONG && ul1_sim_collect(s, NULL) == UL1_SIM_WRONG);
    CHECK(ul1_sim_wait(s, NULL, 1) == UL1_SIM_WRONG && ul1_sim_wait(s, &d, 5) == UL1_SIM_EMPTY);
    CHECK(ul1_sim_command(s, 0, 8, 0, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_command(s, 0, UL1_CMD_CARVEOUT, 0, 1 << UL1_CARVEOUT_W) == UL1_SIM_WRONG);
    CHECK(ul1_sim_command(s, 0, 0, UINT64_C(1) << UL1_VA_W, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_batch(s, NULL, 1, &d, 1, NULL, 1) == UL1_SIM_WRONG
          && ul1_sim_collect_many(s, NULL, 1) == 0);
    CHECK(ul1_sim_next_lost(s, NULL) == UL1_SIM_WRONG && ul1_sim_counters(s, NULL) == UL1_SIM_WRONG);
    ul1_sim_free(s);
    CHECK(ul1_sim_submit(NULL, &i) == UL1_SIM_WRONG && ul1_sim_step(NULL, 1) == UL1_SIM_WRONG
          && *ul1_sim_error(NULL));
    CHECK(ul1_sim_run(NULL, 1) == UL1_SIM_WRONG && ul1_sim_wait(NULL, &d, 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_reset(NULL) == UL1_SIM_WRONG);
    CHECK(ul1_sim_snapshot(NULL, &d, 1) == UL1_SIM_WRONG && ul1_sim_restore(NULL, &d, 1) == UL1_SIM_WRONG);
    CHECK(!ul1_sim_snapshot_size(NULL) && !ul1_sim_cycle(NULL) && !ul1_sim_room(NULL)
          && !ul1_sim_waiting(NULL));
    CHECK(ul1_sim_idle(NULL));
    CHECK(!ul1_sim_shared_bytes(NULL) && ul1_sim_answer(NULL, 0, NULL, 0) == UL1_SIM_WRONG);
    ul1_sim_free(NULL);
    ul1_sim_defaults(NULL, 8);
}

void test_calls(void)
{
    seed = lanes;
    skipping();
    batches();
    full();
    endless();
    passing(true);
    passing(false);
    reset();
    settings();
    reserved();
    snapshots();
    wrong_configurations();
    no_memory();
    callers_memory();
    wrong_calls();
}
