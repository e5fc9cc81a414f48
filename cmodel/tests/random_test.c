// Any calls in any order, valid and invalid, in any configuration: nothing hangs, and each accepted
// instruction and command is completed once.
#include "common_test.h"

#include <stdlib.h>

enum { ROUNDS = 25, CALLS = 500, OWED = 512 };

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)((state >> 32) * below >> 32);
}

// ---- a memory with random behaviour

static uint64_t owed[OWED];
static unsigned owes;

static enum ul1_sim_taken moody(void *user, struct ul1_sim_request *r)
{
    (void)user;
    enum ul1_sim_taken taken = (enum ul1_sim_taken)draw(4);
    if (taken == UL1_SIM_LATER && owes == OWED)
        return UL1_SIM_NOT_NOW;
    if (taken == UL1_SIM_LATER)
        owed[owes++] = r->id;
    for (unsigned w = 0; w < r->lanes && r->op == UL1_MEMOP_READ; w++)
        r->word[w] = draw(4) ? draw(1u << 30) | 3 : 0; // as a page table entry: present and writable
    return taken;
}

static void answer(struct ul1_sim *s)
{
    uint32_t word[UL1_SIM_LANES];
    for (unsigned w = 0; w < UL1_SIM_LANES; w++)
        word[w] = draw(1u << 30);
    while (owes) {
        unsigned n = draw(owes);
        CHECK(ul1_sim_answer(s, owed[n], word, draw(5) == 0) == UL1_SIM_OK);
        owed[n] = owed[--owes];
    }
}

// ---- calls

struct run {
    struct ul1_sim *sim;
    uint64_t taken, completed;
    void *kept; // a snapshot, with the numbers of accepted and completed instructions
    uint64_t kept_taken, kept_completed;
};

static struct ul1_sim_config any_config(void)
{
    struct ul1_sim_config c = config();
    c.home = draw(2);
    c.interval = 1 + draw(5);
    c.again_after = 1 + draw(20);
    c.policy = draw(2);
    c.fetch = draw(2);
    c.carveout = draw(3);
    c.capacity = 1 + draw(100);
    c.memory_queue = 1 + draw(40);
    c.memory_latency = 1 + draw(60);
    c.memory_rate = draw(3) ? 0 : 1 + draw(64);
    c.translate = draw(2);
    c.page = draw(3);
    c.root = draw(100) * (uint64_t)4096;
    c.memory = draw(2) ? moody : NULL;
    c.memory_bytes = c.memory || draw(2) ? 0 : 1 << 16;
    return c;
}

static void submit(struct run *r)
{
    struct ul1_sim_instr i = access(draw(30) ? draw(3) : draw(16), draw(4), 0, 0);
    i.width = (uint8_t)(draw(20) ? draw(5) : draw(8));
    i.hint = (uint8_t)draw(8);
    i.level = (uint8_t)draw(4);
    i.sign = (uint8_t)draw(2);
    i.warp = (uint8_t)draw(draw(50) ? UL1_WARPS : 256);
    i.mask = all_lanes();
    if (!draw(3))
        i.mask =
            (draw(UINT32_MAX) | (uint64_t)draw(UINT32_MAX) << 32) & (draw(50) ? all_lanes() : UINT64_MAX);
    unsigned pitch = draw(200) * 4;
    for (unsigned lane = 0; lane < lanes; lane++)
        i.addr[lane] =
            draw(100) ? (draw(4) * 2048 + lane * pitch) & ~15u : (uint64_t)draw(UINT32_MAX) << draw(10);
    r->taken += ul1_sim_submit(r->sim, &i) == UL1_SIM_OK;
}

static void collect(struct run *r, size_t count)
{
    struct ul1_sim_done d[8];
    size_t came = ul1_sim_collect_many(r->sim, d, count);
    for (size_t n = 0; n < came; n++)
        CHECK(d[n].retired < ul1_sim_cycle(r->sim) && d[n].taken <= d[n].retired
              && d[n].submitted <= d[n].taken);
    r->completed += came;
}

static void snapshot(struct run *r, bool own_memory)
{
    size_t bytes = ul1_sim_snapshot_size(r->sim);
    if (!r->kept_taken || draw(2)) {
        CHECK(ul1_sim_snapshot(r->sim, r->kept, bytes) == UL1_SIM_OK);
        r->kept_taken = r->taken;
        r->kept_completed = r->completed;
    } else if (!own_memory) { // a caller's memory would have to be restored, too
        CHECK(ul1_sim_restore(r->sim, r->kept, bytes) == UL1_SIM_OK);
        r->taken = r->kept_taken;
        r->completed = r->kept_completed;
    }
}

static void reset(struct run *r)
{
    CHECK(ul1_sim_reset(r->sim) == UL1_SIM_OK && ul1_sim_idle(r->sim));
    owes = 0;
    r->taken = r->completed + ul1_sim_waiting(r->sim);
}

static void call(struct run *r, bool own_memory)
{
    uint32_t word[8] = { 0 };
    switch (draw(18)) {
    default:
        submit(r);
        break;
    case 0:
        r->taken += ul1_sim_command(r->sim, 1, draw(9), draw(1u << 20), draw(4)) == UL1_SIM_OK;
        break;
    case 1:
        ul1_sim_step(r->sim, draw(200));
        break;
    case 2:
        ul1_sim_run(r->sim, draw(3000));
        break;
    case 3:
        collect(r, draw(8));
        break;
    case 4:
        ul1_sim_set(r->sim, (enum ul1_sim_setting)draw(10), draw(70));
        break;
    case 5:
        ul1_sim_peek(r->sim, draw(70000), word, draw(8));
        break;
    case 6:
        ul1_sim_poke(r->sim, draw(draw(2) ? 16 : 16000) * 4, word, draw(8));
        break;
    case 7:
        answer(r->sim);
        break;
    case 8:
        snapshot(r, own_memory);
        break;
    case 9:
        if (!draw(20))
            reset(r);
        break;
    }
}

static void finish(struct run *r)
{
    for (unsigned n = 0; n < 10000 && !ul1_sim_idle(r->sim); n++) {
        ul1_sim_step(r->sim, 20);
        answer(r->sim);
    }
    CHECK(ul1_sim_idle(r->sim));
    while (ul1_sim_waiting(r->sim))
        collect(r, 8);
    CHECK(r->completed == r->taken);
}

void test_random(void)
{
    state = lanes;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct ul1_sim_config c = any_config();
        struct run r = { .sim = make(&c) };
        r.kept = malloc(ul1_sim_snapshot_size(r.sim));
        if (!r.kept)
            exit(2);
        owes = 0;
        for (unsigned n = 0; n < CALLS; n++)
            call(&r, c.memory != NULL);
        finish(&r);
        CHECK(ul1_sim_room(r.sim) == c.capacity);
        free(r.kept);
        ul1_sim_free(r.sim);
    }
}
