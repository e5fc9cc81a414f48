// Fuzzes libul1's transaction level: any calls in any order with any arguments, as the bytes say. A refusal
// must have a reason. An accepted instruction must be completed once and in order. A damaged snapshot must be
// refused, and an intact one must continue like the original.
#include "stimulus/fuzz/common.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ul1_sim.h"

enum {
    CALLS = 60,
    OWED = 64,
    COLLECT = 8,
    CYCLES = 400, // cycles of one call, at most
    MEMORY = 1 << 14,
};

const char *const fuzz_words[] = { NULL };

struct script {
    const uint8_t *at;
    size_t left;
};

// The script's bytes are the random draws. Behind their end all draws are 0.
static uint64_t draw_bits(struct script *s, unsigned bytes)
{
    uint64_t v = 0;
    for (; bytes; bytes--) {
        v = v << 8 | (s->left ? *s->at : 0);
        s->at += s->left > 0;
        s->left -= s->left > 0;
    }
    return v;
}

// Usually a valid value, and sometimes any value.
static unsigned draw(struct script *s, unsigned below)
{
    const unsigned v = (unsigned)draw_bits(s, 1);
    return v == 255 ? (unsigned)draw_bits(s, 4) : v % below;
}

struct run {
    struct script script;
    struct ul1_sim *sim;
    uint64_t owed[OWED];
    unsigned owes;
    uint64_t taken, completed, retired;
    bool own;
    bool slow; // a setting delays it beyond the limit of this test
    struct {
        void *bytes;
        size_t count;
        uint64_t taken, completed;
    } kept;
};

static enum ul1_sim_taken memory(void *user, struct ul1_sim_request *request)
{
    struct run *r = user;
    const enum ul1_sim_taken taken = (enum ul1_sim_taken)(draw_bits(&r->script, 1) % 4);
    if (!r->script.left)
        return UL1_SIM_FAILED; // the last answer
    if (taken == UL1_SIM_LATER && r->owes == OWED)
        return UL1_SIM_NOT_NOW;
    if (taken == UL1_SIM_LATER)
        r->owed[r->owes++] = request->id;
    for (unsigned w = 0; w < request->lanes && request->op == UL1_MEMOP_READ; w++)
        request->word[w] = 0x1003 + 0x1000 * w; // valid as a page table entry: present and writable
    return taken;
}

static bool start(struct run *r)
{
    struct ul1_sim_config c;
    struct script *s = &r->script;
    const char *why = NULL;
    ul1_sim_defaults(&c, sizeof c);
    c.lanes = draw_bits(s, 1) % 8 ? 8u << draw_bits(s, 1) % 3 : draw(s, 40);
    c.carveout = draw(s, 4);
    c.policy = draw(s, 3);
    c.home = draw(s, 3);
    c.again_after = draw(s, 20);
    c.interval = draw(s, 66);
    c.fetch = draw(s, 3);
    c.capacity = 1 + draw(s, 20);
    c.translate = draw(s, 3);
    c.page = draw(s, 4);
    c.root = draw_bits(s, 2) << 12;
    c.memory_bytes = draw(s, 4) ? MEMORY : draw_bits(s, 2);
    c.memory_latency = draw(s, 60);
    c.memory_rate = draw(s, 60);
    c.memory_queue = 1 + draw(s, 20);
    r->slow = c.memory_latency > CYCLES || c.again_after > CYCLES;
    r->own = draw_bits(s, 1) & 1;
    if (r->own)
        c.memory = memory, c.user = r, c.memory_bytes = 0;
    if (c.capacity > 1000 || c.memory_queue > 1000)
        return false; // longer runs cost time and show nothing
    r->sim = ul1_sim_new(&c, &why);
    if (!r->sim && (errno != EINVAL || !why || !*why))
        fuzz_complain("refused without a word", "ul1_sim_new");
    if (!r->sim != !ul1_sim_size(&c))
        fuzz_complain("has a size or has none", "ul1_sim_size");
    return r->sim != NULL;
}

static bool fine(struct run *r, enum ul1_sim_status status)
{
    if ((status == UL1_SIM_WRONG || status == UL1_SIM_BUSY || status == UL1_SIM_FOREIGN)
        && !*ul1_sim_error(r->sim))
        fuzz_complain("refused without a word", "a call");
    if (status > UL1_SIM_NO_MEMORY)
        fuzz_complain("no status", "a call");
    return status == UL1_SIM_OK;
}

static struct ul1_sim_instr any_instr(struct script *s)
{
    struct ul1_sim_instr i = { .op = (uint8_t)draw(s, 6),
                               .space = (uint8_t)draw(s, 4),
                               .width = (uint8_t)draw(s, 6),
                               .hint = (uint8_t)draw(s, 8) };
    i.level = (uint8_t)draw(s, 4);
    i.sign = (uint8_t)draw(s, 2);
    i.warp = (uint8_t)draw(s, UL1_WARPS);
    i.reg = (uint8_t)(draw(s, 4) ? draw(s, 64) * 4 : draw(s, 253));
    i.mask = (uint32_t)(draw(s, 3) ? 0xff : draw_bits(s, 4));
    const uint64_t pitch = draw(s, 140), first = draw(s, 8) ? (uint64_t)draw(s, 200) * 16 : draw_bits(s, 8);
    for (unsigned lane = 0; lane < UL1_SIM_LANES; lane++)
        i.addr[lane] = first + pitch * lane;
    memset(i.data, (int)pitch, sizeof i.data);
    return i;
}

static void look(struct run *r, const struct ul1_sim_done *d, size_t count)
{
    for (size_t n = 0; n < count; n++) {
        if (d[n].retired >= ul1_sim_cycle(r->sim) || d[n].retired < r->retired || d[n].taken > d[n].retired
            || d[n].submitted > d[n].taken)
            fuzz_complain("times make no sense", "a completion");
        r->retired = d[n].retired;
    }
    r->completed += count;
}

static void collect(struct run *r, size_t count)
{
    struct ul1_sim_done d[COLLECT];
    look(r, d, ul1_sim_collect_many(r->sim, d, count < COLLECT ? count : COLLECT));
}

static void batch(struct run *r)
{
    struct ul1_sim_instr i[COLLECT];
    struct ul1_sim_done d[64];
    size_t came = 0;
    const size_t count = draw_bits(&r->script, 1) % COLLECT, before = ul1_sim_room(r->sim);
    for (size_t n = 0; n < count; n++)
        i[n] = any_instr(&r->script);
    if (ul1_sim_waiting(r->sim) + count + 40 > 64)
        return;
    const uint64_t waiting = r->taken - r->completed;
    ul1_sim_batch(r->sim, i, count, d, 64, &came, CYCLES);
    // The call does not return how many it accepted: those with room now, or with room when they came.
    r->taken = r->completed + came + (before + waiting - ul1_sim_room(r->sim));
    look(r, d, came);
}

static void damage(struct run *r)
{
    unsigned char *bytes = r->kept.bytes;
    const size_t at = draw_bits(&r->script, 4) % r->kept.count;
    const unsigned char by = (unsigned char)(1 + draw_bits(&r->script, 1) % 255);
    bytes[at] ^= by;
    if (ul1_sim_restore(r->sim, bytes, r->kept.count) != UL1_SIM_FOREIGN)
        fuzz_complain("a damaged snapshot is taken", "ul1_sim_restore");
    bytes[at] ^= by;
    if (ul1_sim_restore(r->sim, bytes, at) != UL1_SIM_FOREIGN)
        fuzz_complain("a snapshot that is cut off is taken", "ul1_sim_restore");
}

static void keep(struct run *r)
{
    r->kept.count = ul1_sim_snapshot_size(r->sim);
    if (!r->kept.bytes && !(r->kept.bytes = malloc(r->kept.count)))
        exit(2);
    if (ul1_sim_snapshot(r->sim, r->kept.bytes, r->kept.count) != UL1_SIM_OK)
        fuzz_complain("cannot be kept", ul1_sim_error(r->sim));
    r->kept.taken = r->taken;
    r->kept.completed = r->completed;
}

static void snapshots(struct run *r)
{
    const unsigned which = draw(&r->script, 3);
    if (!which || !r->kept.bytes) {
        keep(r);
    } else if (which == 1) {
        damage(r);
    } else if (!r->own) { // requests in flight of a caller's memory would have to be restored, too
        if (ul1_sim_restore(r->sim, r->kept.bytes, r->kept.count) != UL1_SIM_OK)
            fuzz_complain("not restored", ul1_sim_error(r->sim));
        r->taken = r->kept.taken;
        r->completed = r->kept.completed;
        r->retired = 0;
    }
}

static void answer(struct run *r)
{
    const uint32_t word[UL1_SIM_LANES] = { 0x2003 };
    if (r->owes && draw(&r->script, 4)) {
        const unsigned n = (unsigned)draw_bits(&r->script, 1) % r->owes;
        if (!fine(r, ul1_sim_answer(r->sim, r->owed[n], word, draw_bits(&r->script, 1) % 5 == 0)))
            fuzz_complain("an answer is refused", ul1_sim_error(r->sim));
        r->owed[n] = r->owed[--r->owes];
    } else if (fine(r, ul1_sim_answer(r->sim, draw_bits(&r->script, 8) | UINT64_C(1) << 63, word, 0)))
        fuzz_complain("an answer to nothing is taken", "ul1_sim_answer");
}

static void outside(struct run *r)
{
    uint32_t word[COLLECT] = { 0 };
    struct script *s = &r->script;
    struct ul1_sim_lost lost;
    struct ul1_sim_counters counters;
    const size_t count = draw_bits(s, 1) % (COLLECT + 1);
    switch (draw_bits(s, 1) % 7) {
    case 0:
        fine(r, ul1_sim_read(r->sim, draw(s, 4) ? draw_bits(s, 2) : draw_bits(s, 8), word, count));
        break;
    case 1:
        fine(r, ul1_sim_write(r->sim, draw(s, 4) ? draw_bits(s, 2) : draw_bits(s, 8), word, count));
        break;
    case 2:
        fine(r,
             ul1_sim_peek(r->sim, draw(s, 4) ? (unsigned)draw_bits(s, 2) * 4 : (unsigned)draw_bits(s, 4),
                          word, count));
        break;
    case 3:
        fine(r,
             ul1_sim_poke(r->sim, draw(s, 4) ? (unsigned)draw_bits(s, 2) * 4 : (unsigned)draw_bits(s, 4),
                          word, count));
        break;
    case 4:
        fine(r, ul1_sim_next_lost(r->sim, &lost));
        break;
    case 5:
        fine(r, ul1_sim_perf(r->sim, draw(s, UL1_COUNTERS + 2), word));
        break;
    default:
        fine(r, ul1_sim_counters(r->sim, &counters));
        break;
    }
}

static void reset(struct run *r)
{
    if (!fine(r, ul1_sim_reset(r->sim)) || !ul1_sim_idle(r->sim))
        fuzz_complain("not idle behind a reset", "ul1_sim_reset");
    r->owes = 0;
    r->taken = r->completed + ul1_sim_waiting(r->sim);
}

static void set(struct run *r)
{
    const enum ul1_sim_setting setting = (enum ul1_sim_setting)draw(&r->script, 10);
    const uint64_t value = draw(&r->script, 2) ? draw(&r->script, 70) : draw_bits(&r->script, 8);
    r->slow |= fine(r, ul1_sim_set(r->sim, setting, value)) && value > CYCLES;
}

static void call(struct run *r)
{
    struct script *s = &r->script;
    struct ul1_sim_instr i;
    struct ul1_sim_done d;
    switch (draw_bits(s, 1) % 16) {
    default:
        i = any_instr(s), r->taken += fine(r, ul1_sim_submit(r->sim, &i));
        break;
    case 0:
        r->taken += fine(r, ul1_sim_command(r->sim, 1, draw(s, 9), draw(s, 200) * 128u, draw(s, 4)));
        break;
    case 1:
        r->taken += fine(r, ul1_sim_command_beside(r->sim, 1, draw(s, 9), draw(s, 200) * 128u, draw(s, 4)));
        break;
    case 2:
        fine(r, ul1_sim_step(r->sim, draw_bits(s, 2) % CYCLES));
        break;
    case 3:
        fine(r, ul1_sim_run(r->sim, draw_bits(s, 2) % CYCLES));
        break;
    case 4:
        if (fine(r, ul1_sim_wait(r->sim, &d, CYCLES)))
            look(r, &d, 1);
        break;
    case 5:
        collect(r, draw_bits(s, 1) % (COLLECT + 1));
        break;
    case 6:
        set(r);
        break;
    case 7:
        answer(r);
        break;
    case 8:
        snapshots(r);
        break;
    case 9:
        outside(r);
        break;
    case 10:
        i = any_instr(s), ul1_sim_takes(r->sim, &i);
        break;
    case 11:
        batch(r);
        break;
    case 12:
        if (draw_bits(s, 1) % 8 == 0)
            reset(r);
        break;
    }
}

// No instruction waits forever; accepted ones complete.
static void finish(struct run *r)
{
    const uint32_t word[UL1_SIM_LANES] = { 0 };
    r->script.left = 0;
    for (unsigned n = 0; n < 4000 && !ul1_sim_idle(r->sim); n++) {
        ul1_sim_step(r->sim, 50);
        while (r->owes)
            ul1_sim_answer(r->sim, r->owed[--r->owes], word, 1);
        collect(r, COLLECT);
    }
    if (r->slow)
        reset(r);
    if (!ul1_sim_idle(r->sim))
        fuzz_complain("it does not come to rest", "ul1_sim_step");
    while (ul1_sim_waiting(r->sim))
        collect(r, COLLECT);
    if (r->taken != r->completed)
        fuzz_complain("not completed once each", "ul1_sim_collect");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct run r = { .script = { bytes, count } };
    if (start(&r)) {
        for (unsigned n = 0; n < CALLS && r.script.left; n++)
            call(&r);
        finish(&r);
    }
    ul1_sim_free(r.sim);
    free(r.kept.bytes);
    return 0;
}
