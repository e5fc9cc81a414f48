// Several chips in one process, from a library that was made with CHIPS='v100 mi300x sm1x k80 a100'. With an
// argument it prints a digest of random traffic on that chip ("" is the default machine), which a library of
// this chip alone must give, too.
#include "common_test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGURES "19 21 25 33 49 81" // figures in v100.chip: shared, at degrees of conflict 1 to 32

static struct ul1_sim_config of(const char *chip)
{
    struct ul1_sim_config c;
    const char *why = "unchanged";
    ul1_sim_defaults(&c, sizeof c);
    CHECK(ul1_sim_chip(&c, chip, &why) == UL1_SIM_OK && !why);
    lanes = c.lanes;
    return c;
}

static const struct ul1_sizes *sizes(const char *chip)
{
    const struct ul1_block *blocks = ul1_config(chip, 32, NULL);
    CHECK(blocks != NULL);
    return blocks->sizes;
}

// ---- names

static void test_names(void)
{
    static const char *const names[] = { "textbook", "v100", "mi300x", "sm1x", "k80", "a100" };
    struct ul1_sim_config c, kept;
    const char *why;
    for (unsigned n = 0; n < 6; n++)
        CHECK(ul1_sim_chip_name(n) && !strcmp(ul1_sim_chip_name(n), names[n]));
    CHECK(!ul1_sim_chip_name(6) && !ul1_sim_chip_name(UINT32_MAX));
    ul1_sim_defaults(&c, sizeof c);
    kept = c;
    CHECK(ul1_sim_chip(&c, "v10", &why) == UL1_SIM_WRONG
          && strstr(why, "textbook, v100, mi300x, sm1x, k80, a100"));
    CHECK(ul1_sim_chip(&c, "small", NULL) == UL1_SIM_WRONG);
    CHECK(ul1_sim_chip(&c, "", NULL) == UL1_SIM_WRONG && ul1_sim_chip(&c, NULL, NULL) == UL1_SIM_WRONG);
    CHECK(ul1_sim_chip(NULL, "v100", &why) == UL1_SIM_WRONG && strstr(why, "ul1_sim_defaults"));
    CHECK(!memcmp(&c, &kept, sizeof c));
    c.chip = "v10";
    CHECK(!ul1_sim_new(&c, &why) && strstr(why, "textbook, v100, mi300x, sm1x, k80, a100"));
    CHECK(ul1_sim_size(&c) == 0);
    CHECK(of("v100").interval == 2 && of("v100").fetch == UL1_FETCH_SECTOR && of("v100").lanes == 32);
    CHECK(of("sm1x").lanes == 16 && of("textbook").interval == 1 && of("textbook").lanes == 32);
    CHECK(sizes("v100")->lat == 15 && sizes("v100")->instrs == 63 && sizes("")->lat == UL1_LAT);
    CHECK(!ul1_config("v10", 32, NULL) && !ul1_config("v100", 12, NULL));
}

// ---- cycles of two chips, side by side

// Cycles from a load of shared memory to the next that needs its words.
static unsigned dependent(const struct ul1_sim_done *d, const struct ul1_sizes *z)
{
    return (unsigned)(d->retired - z->hlat + z->lat - d->taken) + 1;
}

static void test_cycles(void)
{
    struct ul1_sim_config c = of("textbook"), d = of("v100");
    struct ul1_sim *book = make(&c), *v100 = make(&d);
    char measured[100] = "";
    for (unsigned degree = 1; degree <= 32; degree *= 2) {
        const struct ul1_sim_instr i = load(UL1_SPACE_SHARED, 0, 4 * degree);
        struct ul1_sim_done of_book, of_v100;
        CHECK(ul1_sim_submit(book, &i) == UL1_SIM_OK && ul1_sim_submit(v100, &i) == UL1_SIM_OK);
        for (unsigned cycle = 0; cycle < 100; cycle++) // in alternation
            CHECK(ul1_sim_step(book, 1) == UL1_SIM_OK && ul1_sim_step(v100, 1) == UL1_SIM_OK);
        CHECK(ul1_sim_collect(book, &of_book) == UL1_SIM_OK);
        CHECK(ul1_sim_collect(v100, &of_v100) == UL1_SIM_OK);
        CHECK(of_book.passes == degree && of_v100.passes == degree);
        CHECK(of_book.retired - of_book.taken == 1 + UL1_FRONT + degree - 1 + UL1_HLAT);
        snprintf(measured + strlen(measured), 20, "%s%u", degree > 1 ? " " : "",
                 dependent(&of_v100, sizes("v100")));
    }
    CHECK(!strcmp(measured, FIGURES));
    const struct ul1_sim_instr i = load(UL1_SPACE_GLOBAL, 0, 4);
    perform(v100, &i);
    const struct ul1_sim_done hit = perform(v100, &i);
    CHECK(hit.hits == 1 && hit.retired - hit.taken + 1 == 28);
    CHECK(command(v100, UL1_CMD_CARVEOUT, 0, UL1_CARVEOUT_C3).err == 0);
    CHECK(ul1_sim_shared_bytes(v100) == 16 << 10 && ul1_sim_shared_bytes(book) == 48 << 10);
    const size_t bytes = ul1_sim_snapshot_size(v100);
    void *kept = malloc(bytes + ul1_sim_snapshot_size(book));
    CHECK(ul1_sim_snapshot(v100, kept, bytes) == UL1_SIM_OK);
    CHECK(ul1_sim_restore(book, kept, bytes) == UL1_SIM_FOREIGN
          && ul1_sim_restore(v100, kept, bytes) == UL1_SIM_OK);
    free(kept);
    ul1_sim_free(book);
    ul1_sim_free(v100);
}

// ---- barriers of v100, which the textbook lacks

struct opened {
    uint64_t cycle, warps, retired;
    unsigned openings, faults, count, all, any, barrier, cause, warp;
};

static void see_barriers(void *user, const struct ul1_sim_seen *seen)
{
    struct opened *o = user;
    if (seen->event == UL1_SIM_RETIRED)
        o->retired = seen->cycle;
    if (seen->event == UL1_SIM_FAULTY) {
        o->faults++;
        o->cause = seen->cause;
        o->warp = seen->warp;
    }
    if (seen->event != UL1_SIM_OPENED)
        return;
    o->openings++;
    o->cycle = seen->cycle;
    o->warps = seen->warps;
    o->count = seen->count;
    o->all = seen->all;
    o->any = seen->any;
    o->barrier = seen->barrier;
}

static void test_barriers(void)
{
    struct ul1_sim_config c = of("textbook"), d = of("v100");
    struct ul1_sim *book = make(&c), *v100 = make(&d);
    struct opened o = { 0 };
    struct ul1_sim_instr i = {
        .op = UL1_OP_FENCE, .mask = 7, .pred = 13, .bar = 1, .barrier = 15, .expects = 2
    };
    CHECK(ul1_sim_submit(book, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(book), "no barriers"));
    CHECK(ul1_sim_watch(v100, see_barriers, &o) == UL1_SIM_OK);
    i.barrier = 16;
    CHECK(ul1_sim_submit(v100, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(v100), "barrier"));
    i.barrier = 15;
    CHECK(ul1_sim_submit(v100, &i) == UL1_SIM_OK && ul1_sim_run(v100, 1000) == UL1_SIM_OK && !o.openings);
    i.expects = 3;
    CHECK(ul1_sim_submit(v100, &i) == UL1_SIM_OK && ul1_sim_run(v100, 1000) == UL1_SIM_OK);
    CHECK(o.faults == 1 && o.cause == UL1_BARFAIL_DIFFERS && o.warp == 0);
    i.expects = 2, i.warp = 5, i.waits = 1, i.pred = 7;
    CHECK(ul1_sim_submit(v100, &i) == UL1_SIM_OK && ul1_sim_run(v100, 1000) == UL1_SIM_OK);
    CHECK(o.openings == 1 && o.faults == 1 && o.cycle == o.retired + 1 && o.warps == 1 << 5);
    CHECK(o.barrier == 15 && o.count == 5 && !o.all && o.any);
    ul1_sim_free(book);
    ul1_sim_free(v100);
}

// ---- lanes of mi300x that share a pass, one word a pass of sm1x

static unsigned passes(const char *chip, const struct ul1_sim_instr *i)
{
    struct ul1_sim_config c = of(chip);
    struct ul1_sim *s = make(&c);
    const unsigned found = perform(s, i).passes;
    ul1_sim_free(s);
    return found;
}

static void test_order(void)
{
    struct ul1_sim_config book = of("textbook"), c = of("mi300x");
    CHECK(lanes == 64);
    struct ul1_sim_instr i = store(UL1_SPACE_SHARED, 0, 16, 7);
    i.width = UL1_WIDTH_B128;
    struct ul1_sim *s = make(&c);
    perform(s, &i);
    i.op = UL1_OP_LOAD;
    const struct ul1_sim_done d = perform(s, &i);
    for (unsigned r = 0; r < UL1_WORDS; r++)
        CHECK(words_are(&d, r, 7 + 1000 * r));
    ul1_sim_free(s);
    // The lanes 0 to 3 and 20 to 23 share a pass, and so do those of the other half of the wave.
    CHECK(ul1_sim_lane(&c, &i, 4) == 20 && ul1_sim_lane(&c, &i, 36) == 52);
    i.mask = UINT64_C(1) << 32 | UINT64_C(1) << 52;
    CHECK(passes("mi300x", &i) == 1);
    i.mask = 1 | UINT64_C(1) << 32;
    CHECK(passes("mi300x", &i) == 2);
    CHECK(ul1_sim_lane(&book, &i, 4) == 4 && ul1_sim_lane(NULL, &i, 4) == 4);
    i.mask = 1 | 1u << 20;
    CHECK(passes("mi300x", &i) == 1 && passes("textbook", &i) == 2);
    i.mask = 1 | 1u << 4;
    CHECK(passes("mi300x", &i) == 2 && passes("textbook", &i) == 1);
    lanes = 16;
    i = load(UL1_SPACE_SHARED, 0, 0);
    for (unsigned lane = 0; lane < 16; lane++)
        i.addr[lane] = 4 * (lane / 8);
    CHECK(passes("sm1x", &i) == 2 && passes("textbook", &i) == 1);
}

// ---- lanes of v100 that pair up

static void test_pairs(void)
{
    struct ul1_sim_config c = of("v100"), book = of("textbook");
    struct ul1_sim_instr i = store(UL1_SPACE_SHARED, 0, 16, 7);
    i.width = UL1_WIDTH_B128;
    struct ul1_sim *s = make(&c);
    perform(s, &i);
    i.op = UL1_OP_LOAD;
    CHECK(ul1_sim_lanes(&c, &i, 5) == 1u << 5 && perform(s, &i).passes == 4);
    for (unsigned lane = 0; lane < 32; lane++)
        i.addr[lane] = 16 * (lane / 4 * 2 + lane % 2);
    i.mask = ~4u;
    const struct ul1_sim_done d = perform(s, &i);
    CHECK(d.passes == 2 && d.mask == ~4u);
    for (unsigned lane = 0; lane < 32; lane++)
        CHECK(lane == 2 || d.data[1][lane] == 7 + 1000 + lane / 4 * 2 + lane % 2);
    CHECK(ul1_sim_lanes(&c, &i, 0) == 1 && ul1_sim_lanes(&c, &i, 3) == (1u << 5 | 1u << 7));
    CHECK(ul1_sim_lanes(&c, &i, 15) == (1u << 29 | 1u << 31) && !ul1_sim_lanes(&c, &i, 16));
    CHECK(ul1_sim_lanes(&book, &i, 16) == 1u << 16 && !ul1_sim_lanes(&book, &i, 32));
    CHECK(passes("textbook", &i) == 4);
    ul1_sim_free(s);
}

// ---- local memory of v100: words of all lanes side by side

static void test_interleave(void)
{
    enum { OWN = 0x408 };
    struct ul1_sim_config c = of("v100");
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr st = store(UL1_SPACE_LOCAL, OWN, 0, 900);
    uint32_t word[32];
    st.interleave = 1;
    CHECK(perform(s, &st).passes == 1);
    CHECK(ul1_sim_read(s, OWN * 32, word, sizeof word) == UL1_SIM_OK); // written through
    for (unsigned lane = 0; lane < 32; lane++)
        CHECK(word[lane] == 900 + lane);
    struct ul1_sim_instr ld = load(UL1_SPACE_LOCAL, OWN, 0);
    ld.interleave = 1;
    const struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.passes == 1 && words_are(&d, 0, 900));
    ld.width = UL1_WIDTH_B64;
    const struct ul1_sim_done wide = perform(s, &ld);
    CHECK(wide.err == UL1_ERR_OP && wide.err_mask == UINT32_MAX && wide.err_addr == OWN);
    ul1_sim_free(s);
}

// ---- random traffic

static uint64_t state = 1;

static unsigned draw(unsigned below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((state >> 32) * below >> 32);
}

static struct ul1_sim_instr any(uint64_t tag)
{
    struct ul1_sim_instr i = { .tag = tag,
                               .op = (uint8_t)(draw(50) ? draw(2) : UL1_OP_FENCE),
                               .space = (uint8_t)draw(2),
                               .width = (uint8_t)(UL1_WIDTH_B32 + draw(3)),
                               .warp = (uint8_t)draw(8),
                               .mask = draw(2) ? UINT32_MAX : draw(UINT32_MAX) };
    const uint64_t pitch = 16 * (draw(3) ? draw(4) : draw(64)),
                   first = 16
        * draw(draw(2)                           ? 64
                   : i.space == UL1_SPACE_SHARED ? 400
                                                 : 40000);
    for (unsigned lane = 0; lane < UL1_SIM_LANES; lane++) {
        i.addr[lane] = first + pitch * lane;
        for (unsigned r = 0; r < UL1_WORDS; r++)
            i.data[r][lane] = draw(UINT32_MAX);
    }
    return i;
}

static uint64_t digest(uint64_t d, uint64_t value)
{
    return (d ^ value) * UINT64_C(0x100000001b3) + (d >> 40);
}

static int print_digest(const char *chip)
{
    uint64_t d = 0;
    for (unsigned n = 8; n <= 32; n *= 2) {
        struct ul1_sim_config c;
        ul1_sim_defaults(&c, sizeof c);
        if (*chip)
            c = of(chip);
        c.lanes = lanes = n;
        c.memory_latency = 200;
        struct ul1_sim *s = make(&c);
        struct ul1_sim_done done = { 0 };
        for (unsigned i = 0; i < 4000; i++) {
            const struct ul1_sim_instr instr = any(i);
            while (ul1_sim_submit(s, &instr) == UL1_SIM_FULL
                   && ul1_sim_wait(s, &done, 100000) == UL1_SIM_OK) {
                d = digest(digest(digest(d, done.tag), done.retired), done.passes + done.hits + done.err);
                for (unsigned r = 0; r < UL1_WORDS && done.op == UL1_OP_LOAD; r++)
                    for (unsigned lane = 0; lane < n; lane++)
                        d = digest(d, done.data[r][lane]);
            }
        }
        ul1_sim_free(s);
    }
    printf("%016" PRIx64 "\n", d);
    return failed != 0;
}

// ---- locks of k80

static void see_had(void *user, const struct ul1_sim_seen *seen)
{
    if (seen->event == UL1_SIM_WORDS)
        *(uint32_t *)user = seen->pred;
}

// Lanes share words in pairs, so the even ones get the locks, and give them back.
static void test_locks(void)
{
    struct ul1_sim_config c = of("k80"), d = of("textbook");
    struct ul1_sim *k80 = make(&c), *book = make(&d);
    struct ul1_sim_instr i = store(UL1_SPACE_SHARED, 0, 4, 7);
    uint32_t seen = 0;
    perform(k80, &i);
    CHECK(ul1_sim_watch(k80, see_had, &seen) == UL1_SIM_OK);
    i.op = UL1_OP_LOAD;
    i.atom = UL1_ATOM_LOCK;
    for (unsigned lane = 0; lane < 32; lane++)
        i.addr[lane] = 4 * (lane / 2);
    struct ul1_sim_done done = perform(k80, &i);
    CHECK(done.pred == 0x55555555 && seen == done.pred && done.data[0][3] == 8 && done.passes == 1);
    CHECK(perform(k80, &i).pred == 0 && seen == 0);
    i.op = UL1_OP_STORE;
    i.atom = UL1_ATOM_CUNLOCK;
    CHECK(perform(k80, &i).pred == 0x55555555 && seen == 0x55555555);
    i.atom = UL1_ATOM_UNLOCK;
    CHECK(perform(k80, &i).pred == 0);
    i.op = UL1_OP_LOAD;
    i.atom = UL1_ATOM_LOCK;
    i.mask = 0xf0;
    CHECK(perform(k80, &i).pred == 0x50);
    CHECK(perform(book, &i).err == UL1_ERR_OP);
    ul1_sim_free(k80);
    ul1_sim_free(book);
}

// ---- banks of 64 bits of k80

// With either setting, words are found where they were stored, and loaded from where they were poked.
static void test_places(void)
{
    for (unsigned width = UL1_BANKWIDTH_B32; width <= UL1_BANKWIDTH_B64; width++) {
        struct ul1_sim_config c = of("k80");
        c.bankwidth = width;
        struct ul1_sim *k80 = make(&c);
        const struct ul1_sim_instr st = store(UL1_SPACE_SHARED, 128, 4, 7);
        uint32_t word[64] = { 0 };
        perform(k80, &st);
        CHECK(ul1_sim_peek(k80, 128, word, 32) == UL1_SIM_OK && word[0] == 7 && word[1] == 8
              && word[31] == 38);
        for (unsigned n = 0; n < 64; n++)
            word[n] = 50 + n;
        CHECK(ul1_sim_poke(k80, 256, word, 64) == UL1_SIM_OK);
        const struct ul1_sim_instr ld = load(UL1_SPACE_SHARED, 256, 8);
        const struct ul1_sim_done done = perform(k80, &ld);
        CHECK(done.data[0][0] == 50 && done.data[0][1] == 52 && done.data[0][31] == 112 && done.passes == 1);
        ul1_sim_free(k80);
    }
}

// ---- asynchronous copies of a100

struct halves {
    unsigned taken, retired;
};

static void see_halves(void *user, const struct ul1_sim_seen *seen)
{
    struct halves *h = user;
    h->taken += seen->event == UL1_SIM_TAKEN;
    h->retired += seen->event == UL1_SIM_RETIRED;
}

static void test_copies(void)
{
    struct ul1_sim_config c = of("a100"), d = of("textbook");
    struct ul1_sim *a100 = make(&c), *book = make(&d);
    struct ul1_sim_instr i = store(UL1_SPACE_GLOBAL, 4096, 4, 70);
    struct halves seen = { 0 };
    perform(a100, &i);
    CHECK(ul1_sim_watch(a100, see_halves, &seen) == UL1_SIM_OK);
    i.op = UL1_OP_LOAD;
    i.copy = 1;
    for (unsigned lane = 0; lane < 32; lane++)
        i.data[0][lane] = 256 + 4 * lane;
    CHECK(ul1_sim_submit(book, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(book), "no asynchronous copies"));
    i.space = UL1_SPACE_SHARED;
    CHECK(ul1_sim_submit(a100, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(a100), "global or local"));
    i.space = UL1_SPACE_GLOBAL;
    i.width = UL1_WIDTH_B16;
    CHECK(ul1_sim_submit(a100, &i) == UL1_SIM_WRONG && strstr(ul1_sim_error(a100), "32, 64 or 128"));
    i.width = UL1_WIDTH_B32;
    CHECK(ul1_sim_submit(a100, &i) == UL1_SIM_OK);
    const struct ul1_sim_instr wait = { .op = UL1_OP_FENCE, .group = UL1_SIM_CLOSES | UL1_SIM_WAITS };
    struct ul1_sim_instr wrong = wait;
    wrong.leaves = 7;
    CHECK(ul1_sim_submit(a100, &wrong) == UL1_SIM_WRONG && strstr(ul1_sim_error(a100), "fewer groups"));
    CHECK(!ul1_sim_idle(a100));
    struct ul1_sim_done done = { 0 };
    CHECK(ul1_sim_submit(a100, &wait) == UL1_SIM_OK && ul1_sim_run(a100, 10000) == UL1_SIM_OK);
    CHECK(ul1_sim_collect(a100, &done) == UL1_SIM_OK && !done.err && done.passes == 2);
    const uint64_t stored = done.retired;
    CHECK(ul1_sim_collect(a100, &done) == UL1_SIM_OK && done.retired == stored + 1);
    CHECK(seen.taken == 2 && seen.retired == 2);
    const struct ul1_sim_instr ld = load(UL1_SPACE_SHARED, 256, 4);
    const struct ul1_sim_done words = perform(a100, &ld);
    CHECK(words_are(&words, 0, 70));
    i.data[0][3] = UINT32_MAX;
    const struct ul1_sim_done behind = perform(a100, &i);
    CHECK(behind.err == UL1_ERR_MISALIGNED && behind.err_lane == 3);
    ul1_sim_free(a100);
    ul1_sim_free(book);
}

int main(int count, char **arg)
{
    if (count > 1)
        return print_digest(arg[1]);
    test_names();
    test_cycles();
    test_barriers();
    test_order();
    test_pairs();
    test_interleave();
    test_locks();
    test_places();
    test_copies();
    printf("chips: %u passed, %u failed\n", passed, failed);
    return failed != 0 || !passed;
}
