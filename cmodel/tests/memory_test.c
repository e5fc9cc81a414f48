// Tests the memory side: the built-in memory, a memory function, translation, and access to shared memory
// from outside.
#include "common_test.h"

#include <stdlib.h>
#include <string.h>

enum { SHARED = UL1_SPACE_SHARED, GLOBAL = UL1_SPACE_GLOBAL, LOCAL = UL1_SPACE_LOCAL, M = 30 };

static void built_in(void)
{
    struct ul1_sim_config c = config();
    c.memory_bytes = 65536;
    struct ul1_sim *s = make(&c);
    uint32_t word[UL1_SIM_LANES];
    for (unsigned lane = 0; lane < lanes; lane++)
        word[lane] = 40 + lane;
    CHECK(ul1_sim_write(s, 65536 - line_bytes(), word, line_bytes()) == UL1_SIM_OK);
    struct ul1_sim_instr ld = load(GLOBAL, 65536 - line_bytes(), 4);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(!d.err && words_are(&d, 0, 40));
    CHECK(ul1_sim_write(s, 65536 - 4, word, 8) == UL1_SIM_WRONG);
    CHECK(ul1_sim_read(s, 65537, word, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_read(s, 65536, word, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_read(s, 0, NULL, 1) == UL1_SIM_WRONG);
    ul1_sim_free(s);
}

// Lines from a memory with this rate in bytes per cycle: their distance is the time of a line.
static void rate(void)
{
    enum { LINES = 8, SLOW = 16 };
    uint64_t last[2];
    for (unsigned slow = 0; slow < 2; slow++) {
        struct ul1_sim_config c = config();
        c.memory_latency = M;
        c.memory_rate = slow ? line_bytes() / SLOW : 0;
        struct ul1_sim *s = make(&c);
        struct ul1_sim_instr i[LINES];
        struct ul1_sim_done d[LINES];
        size_t came;
        for (unsigned n = 0; n < LINES; n++) {
            i[n] = load(GLOBAL, n * line_bytes(), 4);
            i[n].warp = (uint8_t)(n % UL1_WARPS);
        }
        CHECK(ul1_sim_batch(s, i, LINES, d, LINES, &came, 10000) == UL1_SIM_OK && came == LINES);
        last[slow] = d[LINES - 1].retired - d[0].retired;
        ul1_sim_free(s);
    }
    CHECK(last[1] == SLOW * (LINES - 1));
    CHECK(last[0] < last[1]);
}

// ---- a memory function

enum { LINES = 64, KEPT = 128 };

struct own {
    uint32_t line[LINES][UL1_SIM_LANES];
    struct ul1_sim *sim;
    enum ul1_sim_taken as; // how it accepts requests
    unsigned refusals;     // number of requests that it refuses first
    struct ul1_sim_request kept[KEPT];
    unsigned keeps;
    unsigned reads, writes, fences, walks;
    enum ul1_sim_status from_within;
};

static bool perform_own(struct own *o, struct ul1_sim_request *r)
{
    uint64_t line = r->addr / (4 * r->lanes);
    if (r->op == UL1_MEMOP_FENCE)
        return true;
    if (line >= LINES)
        return false;
    for (unsigned w = 0; w < r->lanes; w++) {
        uint32_t bits = 0;
        for (unsigned b = 0; b < UL1_WORD_BYTES; b++)
            bits |= r->enable[w] >> b & 1 ? 0xffu << 8 * b : 0;
        if (r->op == UL1_MEMOP_WRITE)
            o->line[line][w] = (o->line[line][w] & ~bits) | (r->word[w] & bits);
        else
            r->word[w] = o->line[line][w];
    }
    return true;
}

static enum ul1_sim_taken own_memory(void *user, struct ul1_sim_request *r)
{
    struct own *o = user;
    if (o->refusals) {
        o->refusals--;
        return UL1_SIM_NOT_NOW;
    }
    o->reads += r->op == UL1_MEMOP_READ;
    o->walks += r->walk;
    o->writes += r->op == UL1_MEMOP_WRITE;
    o->fences += r->op == UL1_MEMOP_FENCE;
    o->from_within = ul1_sim_step(o->sim, 1);
    if (o->as == UL1_SIM_LATER && o->keeps < KEPT) {
        o->kept[o->keeps++] = *r;
        return UL1_SIM_LATER;
    }
    return perform_own(o, r) ? UL1_SIM_DONE : UL1_SIM_FAILED;
}

static struct own *own_new(struct ul1_sim_config *c)
{
    struct own *o = calloc(1, sizeof *o);
    if (!o)
        exit(2);
    for (unsigned n = 0; n < LINES; n++)
        for (unsigned w = 0; w < UL1_SIM_LANES; w++)
            o->line[n][w] = 1000 * n + w;
    c->memory = own_memory;
    c->user = o;
    c->memory_bytes = 0;
    return o;
}

static void at_once(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    struct own *o = own_new(&c);
    struct ul1_sim *s = o->sim = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 3 * line_bytes(), 4), st = store(GLOBAL, 5 * line_bytes(), 4, 70);
    o->as = UL1_SIM_DONE;
    struct ul1_sim_done d = perform(s, &ld);
    // without translation, walks do not reach memory
    CHECK(words_are(&d, 0, 3000) && o->reads == 1 && !o->walks);
    CHECK(o->from_within == UL1_SIM_BUSY);
    uint64_t took = d.retired - d.taken;
    o->refusals = 7; // each is a cycle
    ld = load(GLOBAL, 4 * line_bytes(), 4);
    d = perform(s, &ld);
    CHECK(d.retired - d.taken == took + 7 - (1 + 2 * (1 + 3)));
    st.width = UL1_WIDTH_B8;
    st.mask = 3;
    st.addr[1] = st.addr[0] + 1;
    perform(s, &st);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK && o->writes == 1);
    CHECK(o->line[5][0] == ((5000 & ~0xffffu) | 71 << 8 | 70) && o->line[5][1] == 5001);
    ld = load(GLOBAL, (LINES + 1) * (uint64_t)line_bytes(), 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_BUS);
    CHECK(ul1_sim_read(s, 0, &took, 1) == UL1_SIM_WRONG);
    ul1_sim_free(s);
    free(o);
}

static void later(void)
{
    struct ul1_sim_config c = config();
    struct own *o = own_new(&c);
    struct ul1_sim *s = o->sim = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), st = store(GLOBAL, line_bytes(), 4, 9);
    struct ul1_sim_instr f = { .op = UL1_OP_FENCE, .level = UL1_LEVEL_GPU, .warp = 0 };
    struct ul1_sim_done d;
    o->as = UL1_SIM_LATER;
    CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    CHECK(ul1_sim_run(s, 500) == UL1_SIM_LIMIT && ul1_sim_cycle(s) == 500 && o->keeps == 1);
    CHECK(ul1_sim_answer(s, o->kept[0].id + 1, NULL, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_answer(s, o->kept[0].id, NULL, 0) == UL1_SIM_WRONG);
    perform_own(o, &o->kept[0]);
    CHECK(ul1_sim_answer(s, o->kept[0].id, o->kept[0].word, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_answer(s, o->kept[0].id, o->kept[0].word, 0) == UL1_SIM_WRONG);
    CHECK(ul1_sim_wait(s, &d, 100) == UL1_SIM_OK && words_are(&d, 0, 0));
    CHECK(d.retired == 500 + 2 + UL1_FRONT + UL1_HLAT); // from the response on

    // A fence is answered behind earlier writes, whatever the order of the answers.
    CHECK(ul1_sim_submit(s, &st) == UL1_SIM_OK && ul1_sim_submit(s, &f) == UL1_SIM_OK);
    CHECK(ul1_sim_run(s, 500) == UL1_SIM_LIMIT && o->keeps == 3);
    CHECK(ul1_sim_answer(s, o->kept[2].id, NULL, 0) == UL1_SIM_OK);
    CHECK(ul1_sim_collect(s, &d) == UL1_SIM_OK && d.op == UL1_OP_STORE);
    CHECK(ul1_sim_step(s, 100) == UL1_SIM_OK && ul1_sim_waiting(s) == 0);
    CHECK(ul1_sim_answer(s, o->kept[1].id, NULL, 1) == UL1_SIM_OK); // it fails
    CHECK(ul1_sim_wait(s, &d, 100) == UL1_SIM_OK && d.op == UL1_OP_FENCE);
    struct ul1_sim_lost lost;
    CHECK(ul1_sim_next_lost(s, &lost) == UL1_SIM_OK && lost.addr == line_bytes() && lost.err == UL1_ERR_BUS);
    CHECK(ul1_sim_idle(s));
    ul1_sim_free(s);
    free(o);
}

// A memory function that returns an invalid enum ul1_sim_taken once, and then a valid one.
struct nonsense {
    unsigned calls;
    int first;
};

static enum ul1_sim_taken nonsense_memory(void *user, struct ul1_sim_request *r)
{
    struct nonsense *n = user;
    memset(r->word, 0, sizeof r->word);
    return n->calls++ ? UL1_SIM_DONE : (enum ul1_sim_taken)n->first;
}

// The call that runs cycles reports it, and the request is offered again.
static void nonsense(int first)
{
    struct nonsense n = { .first = first };
    struct ul1_sim_config c = config();
    c.memory = nonsense_memory;
    c.user = &n;
    c.memory_bytes = 0;
    for (unsigned call = 0; call < 4; call++) {
        n.calls = 0;
        struct ul1_sim *s = make(&c);
        struct ul1_sim_instr ld = load(GLOBAL, 0, 4);
        struct ul1_sim_done d;
        size_t came;
        CHECK(call == 3 || ul1_sim_submit(s, &ld) == UL1_SIM_OK);
        CHECK((call == 0       ? ul1_sim_wait(s, &d, 1000)
                   : call == 1 ? ul1_sim_run(s, 1000)
                   : call == 2 ? ul1_sim_step(s, 1000)
                               : ul1_sim_batch(s, &ld, 1, &d, 1, &came, 1000))
              == UL1_SIM_WRONG);
        CHECK(n.calls == 1 && strstr(ul1_sim_error(s), "memory function") && ul1_sim_cycle(s) < 100);
        CHECK(ul1_sim_wait(s, &d, 1000) == UL1_SIM_OK && n.calls == 2 && !d.err && !d.data[0][0]
              && d.reads == 1);
        ul1_sim_free(s);
    }
}

// More requests in flight than the function has room for: the machine waits, and nothing is lost.
static void few_places(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = M;
    c.memory_queue = 1;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, line_bytes());
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.reads == lanes && !d.err && d.retired - d.taken > (uint64_t)(lanes - 1) * M);
    ul1_sim_free(s);
}

// ---- translation

// Page tables of 64 KB pages at 0: pages 0 and 1 exchanged, page 1 read-only, page 2 absent.
static void translation(void)
{
    struct ul1_sim_config c = config();
    c.translate = 1;
    c.page = UL1_PAGE_P64K;
    c.root = 0x10000;
    c.memory_latency = M;
    struct ul1_sim *s = make(&c);
    const uint64_t there = 1, writable = 2;
    uint64_t entry[3] = { 0x80000 | there | writable, 0x70000 | there, 0 }, table = 0x20000 | there,
             last = 0x30000 | there;
    CHECK(ul1_sim_write(s, 0x10000, &table, 8) == UL1_SIM_OK
          && ul1_sim_write(s, 0x20000, &last, 8) == UL1_SIM_OK);
    CHECK(ul1_sim_write(s, 0x30000, entry, sizeof entry) == UL1_SIM_OK);
    uint32_t word = 12345;
    CHECK(ul1_sim_write(s, 0x70004, &word, 4) == UL1_SIM_OK);

    struct ul1_sim_instr ld = load(GLOBAL, 0x10000, 4), st = store(GLOBAL, 0, 4, 60);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.data[0][1] == 12345
          && d.retired == d.taken + 1 + UL1_FRONT + 1 + 3 * (M + 3) + M + 5 + UL1_FRONT + UL1_HLAT);
    perform(s, &st);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_read(s, 0x80004, &word, 4) == UL1_SIM_OK && word == 61);
    st = store(GLOBAL, 0x10000, 4, 0);
    perform(s, &st);
    struct ul1_sim_lost lost = { 0 };
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK && ul1_sim_next_lost(s, &lost) == UL1_SIM_OK);
    CHECK(lost.addr == 0x10000 && lost.err == UL1_ERR_READONLY);
    ld = load(GLOBAL, 0x20000, 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_PAGE && d.err_addr == 0x20000);
    struct ul1_sim_counters n;
    // tables are kept, the absent page is not
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.walk_reads == 3 + 1 + 1);
    CHECK(ul1_sim_set(s, UL1_SIM_ROOT, 0x40000) == UL1_SIM_OK); // an empty one
    ld = load(GLOBAL, 0x10000, 4);
    d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_PAGE);
    CHECK(ul1_sim_set(s, UL1_SIM_ROOT, 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_set(s, UL1_SIM_PAGE, UL1_PAGE_P4K) == UL1_SIM_OK);
    ul1_sim_free(s);
}

// Without translation every address is mapped to itself, including the highest of the memory.
static void no_translation(void)
{
    struct ul1_sim_config c = config();
    c.memory_bytes = 1u << 24;
    struct ul1_sim *s = make(&c);
    for (uint64_t at = 2u << 20; at < c.memory_bytes; at += 2u << 20) {
        uint32_t word = (uint32_t)at + 5;
        CHECK(ul1_sim_write(s, at + 4, &word, 4) == UL1_SIM_OK);
        struct ul1_sim_instr ld = load(GLOBAL, at, 4);
        struct ul1_sim_done d = perform(s, &ld);
        CHECK(!d.err && d.data[0][1] == word && !d.data[0][0]);
    }
    struct ul1_sim_instr ld = load(GLOBAL, UINT64_C(0x8000000000), 4); // no page is absent: memory fails
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.err == UL1_ERR_BUS);
    ul1_sim_free(s);
}

// ---- shared memory from outside

static void peek_and_poke(void)
{
    struct ul1_sim_config c = config();
    c.carveout = UL1_CARVEOUT_S16;
    struct ul1_sim *s = make(&c);
    size_t bytes = ul1_sim_shared_bytes(s);
    uint32_t word[UL1_SIM_LANES + 1];
    for (unsigned n = 0; n <= lanes; n++)
        word[n] = 300 + n;
    CHECK(ul1_sim_poke(s, (unsigned)bytes - 4 * lanes, word, lanes + 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_poke(s, 2, word, 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_peek(s, (unsigned)bytes, word, 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_poke(s, 64, NULL, 1) == UL1_SIM_WRONG);
    CHECK(ul1_sim_poke(s, (unsigned)bytes - 4 * lanes, word, lanes) == UL1_SIM_OK);
    struct ul1_sim_instr ld = load(SHARED, bytes - 4 * lanes, 4), st = store(SHARED, 8, 4, 800);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(words_are(&d, 0, 300));

    // At any time while the store is in flight, the words around its words can be poked, and its words cannot
    // until the array has them. Words poked afterwards stay.
    CHECK(ul1_sim_submit(s, &st) == UL1_SIM_OK);
    CHECK(ul1_sim_poke(s, 8, word, 1) == UL1_SIM_OK); // not accepted yet: it comes later
    unsigned busy = 0;
    for (unsigned cycle = 0; cycle < 2 + UL1_FRONT + UL1_HLAT + 4; cycle++) {
        ul1_sim_step(s, 1);
        uint32_t old = 1;
        CHECK(ul1_sim_poke(s, 4, &old, 1) == UL1_SIM_OK
              && ul1_sim_poke(s, 8 + 4 * lanes, &old, 1) == UL1_SIM_OK);
        enum ul1_sim_status status = ul1_sim_poke(s, 4 + 4 * lanes, &old, 1);
        busy += status == UL1_SIM_BUSY;
        CHECK(status == UL1_SIM_BUSY || status == UL1_SIM_OK);
        if (ul1_sim_waiting(s) && !ul1_sim_collect(s, &d)) {
            CHECK(ul1_sim_peek(s, 8, word, lanes - 1) == UL1_SIM_OK && word[0] == 800
                  && word[lanes - 2] == 800 + lanes - 2);
        }
    }
    CHECK(busy == 2 + UL1_FRONT + UL1_HLAT);
    CHECK(ul1_sim_idle(s));
    ld = load(SHARED, 8, 4);
    d = perform(s, &ld);
    CHECK(d.data[0][0] == 800 && d.data[0][lanes - 2] == 800 + lanes - 2 && d.data[0][lanes - 1] == 1);
    ul1_sim_free(s);
}

// A retired store waits for the array's port behind fills, some bytes of a word only: peek returns its bytes
// in any case.
static void peek_behind_fills(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = 40;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, line_bytes()), st = store(SHARED, 0, 4, 0),
                         half = store(SHARED, 1, 4, 0x77);
    half.width = UL1_WIDTH_B8;
    ld.warp = 2;
    bool waited = false;
    for (unsigned round = 0; round < 80; round++) {
        struct ul1_sim_done d;
        uint32_t word[1] = { 0 };
        st.warp = half.warp = 1;
        st.data[0][0] = 0x11220000 + round;
        for (unsigned lane = 0; lane < lanes; lane++) // one line per lane, other lines in each round
            ld.addr[lane] = (uint64_t)(round * lanes + lane) * line_bytes();
        // the fills occur in one of the rounds
        CHECK(ul1_sim_submit(s, &ld) == UL1_SIM_OK && ul1_sim_step(s, round) == UL1_SIM_OK);
        CHECK(ul1_sim_submit(s, &st) == UL1_SIM_OK && ul1_sim_submit(s, &half) == UL1_SIM_OK);
        for (unsigned stores = 0; stores < 2;) {
            CHECK(ul1_sim_wait(s, &d, 1000) == UL1_SIM_OK);
            stores += d.op == UL1_OP_STORE;
        }
        CHECK(ul1_sim_peek(s, 0, word, 1) == UL1_SIM_OK
              && word[0] == ((0x11220000 + round) & ~0xff00u) + 0x7700);
        waited |= ul1_sim_poke(s, 0, word, 1) == UL1_SIM_BUSY;
    }
    if (UL1_HLAT == 4) // with a later retirement the array has it by then
        CHECK(waited);
    ul1_sim_free(s);
}

void test_memory(void)
{
    built_in();
    rate();
    at_once();
    later();
    nonsense(-1);
    nonsense(UL1_SIM_NOT_NOW + 1);
    few_places();
    translation();
    no_translation();
    peek_and_poke();
    peek_behind_fills();
}
