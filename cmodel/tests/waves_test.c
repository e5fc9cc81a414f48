// Tests waves of 64 lanes: passes and conflicts by their formula, and masks and words of the upper half.
#include "common_test.h"

#include <string.h>

enum { HALF = 32 }; // words that a pass serves

static uint64_t gcd(uint64_t a, uint64_t b)
{
    return b ? gcd(b, a % b) : a;
}

// Lanes are `stride` accesses apart. In each half of a sub-warp the greatest common divisor of that and its
// lanes have words in one bank.
static void test_strides(struct ul1_sim *s)
{
    uint64_t passes = 0, parts = 0;
    struct ul1_sim_counters n;
    for (unsigned words = 1; words <= UL1_WORDS; words *= 2)
        for (unsigned stride = 1; stride <= 40; stride++) {
            struct ul1_sim_instr i = load(UL1_SPACE_SHARED, 0, 4 * words * stride);
            i.width = (uint8_t)(words == 4 ? UL1_WIDTH_B128 : words == 2 ? UL1_WIDTH_B64 : UL1_WIDTH_B32);
            const struct ul1_sim_done d = perform(s, &i);
            CHECK(d.passes == 2 * words * gcd(stride, HALF / words) && !d.err);
            passes += d.passes;
            parts += words;
        }
    // Each pass but the last of a sub-warp leaves some of its words.
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.shared_passes == passes
          && n.conflicts == passes - parts);
}

static uint64_t seen[UL1_WORDS];

static void see(void *user, const struct ul1_sim_seen *e)
{
    unsigned *events = user;
    if (e->event == UL1_SIM_PASS) {
        CHECK(!(seen[e->sub] & e->slots) && !(e->slots & UINT32_MAX && e->slots >> HALF));
        seen[e->sub] |= e->slots;
        (*events)++;
    }
    if (e->event == UL1_SIM_WORDS)
        for (unsigned slot = 0; slot < 64; slot++)
            CHECK(!(e->slots >> slot & 1)
                  || e->data[slot] == 7 + 1000 * (slot % 2) + HALF * e->sub + slot / 2);
}

// A pass has slots of one half, and each slot a pass.
static void test_slots(struct ul1_sim *s)
{
    unsigned events = 0;
    struct ul1_sim_instr i = store(UL1_SPACE_SHARED, 0, 8, 7);
    i.width = UL1_WIDTH_B64;
    perform(s, &i);
    i.op = UL1_OP_LOAD;
    memset(seen, 0, sizeof seen);
    CHECK(ul1_sim_watch(s, see, &events) == UL1_SIM_OK);
    const struct ul1_sim_done d = perform(s, &i);
    CHECK(ul1_sim_watch(s, NULL, NULL) == UL1_SIM_OK);
    CHECK(words_are(&d, 0, 7) && words_are(&d, 1, 1007));
    CHECK(events == 4 && seen[0] == UINT64_MAX && seen[1] == UINT64_MAX && !seen[2]);
}

static void test_masks(struct ul1_sim *s)
{
    const uint64_t upper = UINT64_MAX << 40;
    struct ul1_sim_instr i = load(UL1_SPACE_SHARED, 0, 4);
    i.mask = upper;
    struct ul1_sim_done d = perform(s, &i);
    CHECK(d.mask == upper && d.passes == 1 && !d.data[0][39] && d.data[0][63] == 1007 + 31);
    for (unsigned lane = 50; lane < 64; lane++)
        i.addr[lane]++;
    d = perform(s, &i);
    CHECK(d.err == UL1_ERR_MISALIGNED && d.err_lane == 50 && d.err_mask == UINT64_MAX << 50 && !d.passes);
    i = load(UL1_SPACE_CONST, 0, 4);
    d = perform(s, &i);
    CHECK(d.err == UL1_ERR_SPACE && d.err_mask == UINT64_MAX);
    i = load(UL1_SPACE_GLOBAL, UINT64_C(1) << 39, 4);
    d = perform(s, &i);
    CHECK(d.err == UL1_ERR_BUS && d.err_mask == UINT64_MAX && d.passes == 2 && d.reads == 2);
}

// Lines are of 32 words, and bytes of all lanes on one.
static void test_lines(struct ul1_sim *s)
{
    struct ul1_sim_instr i = store(UL1_SPACE_GLOBAL, 4096, 4, 500);
    CHECK(perform(s, &i).passes == 2);
    i.op = UL1_OP_LOAD;
    const struct ul1_sim_done d = perform(s, &i);
    CHECK(d.passes == 2 && d.misses == 2 && words_are(&d, 0, 500));
    i = load(UL1_SPACE_GLOBAL, 4096, 1);
    i.width = UL1_WIDTH_B8;
    CHECK(perform(s, &i).passes == 1);
}

void test_waves(void)
{
    struct ul1_sim_config c = config(), other = c;
    struct ul1_sim *s = make(&c);
    test_strides(s);
    test_slots(s);
    test_masks(s);
    test_lines(s);
    CHECK(ul1_sim_lanes(&c, &(struct ul1_sim_instr){ .mask = UINT64_MAX }, 63) == UINT64_C(1) << 63);
    ul1_sim_free(s);
    CHECK(ul1_find(64, "l1") && !ul1_find(64, "pair") && ul1_blocks(64, NULL)->lanes == 64);
    other.lanes = 128;
    CHECK(!ul1_sim_new(&other, NULL));
}
