// Tests watching: the events of an instruction against its completion, its mask and its words.
#include "common_test.h"

#include <stdlib.h>
#include <string.h>

struct told {
    unsigned count[UL1_SIM_BEAT + 1];
    uint32_t err_mask;
    unsigned again, misses, merges, sectors;
    // a slot had two passes; an event of another instruction; an event behind the end
    bool twice, wrong_tag, late;
    uint32_t slots[UL1_WORDS]; // slots of each sub-warp that had a pass
    uint32_t word[UL1_WORDS * UL1_SIM_LANES];
    uint64_t taken, retired;
};

enum { TAG = 77 };

static void see(void *user, const struct ul1_sim_seen *seen)
{
    struct told *t = user;
    t->wrong_tag |= seen->tag != TAG;
    t->late |= t->count[UL1_SIM_RETIRED] != 0;
    t->count[seen->event]++;
    switch (seen->event) {
    case UL1_SIM_TAKEN:
        t->taken = seen->cycle;
        break;
    case UL1_SIM_RETIRED:
        t->retired = seen->cycle;
        t->err_mask = seen->err_mask;
        break;
    case UL1_SIM_READ:
        t->sectors += (unsigned)__builtin_popcount(seen->sectors);
        break;
    case UL1_SIM_WORDS:
        for (unsigned s = 0; s < lanes; s++)
            if (seen->slots >> s & 1)
                t->word[seen->sub * lanes + s] = seen->data[s];
        break;
    case UL1_SIM_LOOKUP:
        t->misses += seen->outcome == UL1_SIM_MISS;
        t->merges += seen->outcome == UL1_SIM_MERGE;
        if (seen->outcome == UL1_SIM_REPLAY || seen->outcome == UL1_SIM_DEFER)
            break;
        // fall through
    case UL1_SIM_PASS:
        t->again += seen->again;
        t->twice |= (t->slots[seen->sub] & seen->slots) != 0;
        t->slots[seen->sub] |= seen->slots;
        break;
    }
}

static void watched(struct ul1_sim *s, struct ul1_sim_instr i, struct told *t, struct ul1_sim_done *d)
{
    memset(t, 0, sizeof *t);
    i.tag = TAG;
    CHECK(ul1_sim_watch(s, see, t) == UL1_SIM_OK);
    *d = perform(s, &i);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_watch(s, NULL, NULL) == UL1_SIM_OK);
    CHECK(!t->wrong_tag && !t->late && !t->twice);
    CHECK(t->count[UL1_SIM_TAKEN] == 1 && t->taken == d->taken);
    CHECK(t->count[UL1_SIM_RETIRED] == 1 && t->retired == d->retired);
}

// Each word of an active lane has one pass, and is loaded once.
static void check_words(const struct ul1_sim_instr *i, const struct told *t, const struct ul1_sim_done *d,
                        unsigned words)
{
    for (unsigned n = 0; n < lanes * words; n++) {
        const bool active = i->mask >> n / words & 1;
        CHECK((t->slots[n / lanes] >> n % lanes & 1) == active);
        CHECK(!active || i->op != UL1_OP_LOAD || t->word[n] == d->data[n % words][n / words]);
    }
}

static void test_shared(struct ul1_sim *s)
{
    for (unsigned width = UL1_WIDTH_B32; width <= UL1_WIDTH_B128; width++)
        for (unsigned op = UL1_OP_LOAD; op <= UL1_OP_STORE; op++) {
            const unsigned words = 1u << (width - UL1_WIDTH_B32);
            struct ul1_sim_instr i = access(op, UL1_SPACE_SHARED, 0, 16 * lanes);
            struct told t;
            struct ul1_sim_done d;
            i.width = (uint8_t)width;
            i.mask = all_lanes() & 0xeeeeeeee;
            watched(s, i, &t, &d);
            CHECK(t.count[UL1_SIM_PASS] == d.passes && d.passes == lanes / 4 * 3);
            CHECK(t.again == d.passes - words);
            CHECK(t.count[UL1_SIM_BEAT] == (op == UL1_OP_STORE ? words : 0));
            CHECK(t.count[UL1_SIM_LOOKUP] + t.count[UL1_SIM_READ] + t.count[UL1_SIM_WRITE] == 0);
            check_words(&i, &t, &d, words);
        }
}

static void test_cached(struct ul1_sim *s)
{
    struct ul1_sim_instr i = load(UL1_SPACE_GLOBAL, 0, 8);
    struct told t;
    struct ul1_sim_done d;
    watched(s, i, &t, &d);
    CHECK(t.misses == 2 && d.misses == 2 && t.count[UL1_SIM_READ] == 2 && t.sectors == 2 * UL1_SECTORS);
    CHECK(t.count[UL1_SIM_PASS] == 0);
    check_words(&i, &t, &d, 1);
    watched(s, i, &t, &d);
    CHECK(t.misses == 0 && t.count[UL1_SIM_LOOKUP] == 2 && t.count[UL1_SIM_READ] == 0);
}

enum { LINES = 2 * UL1_S48_SETS * UL1_S48_WAYS };

// Dirty lines evicted for other lines name their stores as origin. Lines read out by a command have no
// origin, nor have their writes, whichever instruction used the WDB entries before. A store's tag (tags
// ascend) is not reported after the store has retired.
struct owners {
    unsigned nobody[UL1_SIM_BEAT + 1], all[UL1_SIM_BEAT + 1];
    uint64_t retired;
    bool stale;
};

static void see_owner(void *user, const struct ul1_sim_seen *seen)
{
    struct owners *o = user;
    o->nobody[seen->event] += seen->origin == UL1_SIM_NOBODY;
    o->all[seen->event]++;
    o->stale |= seen->tag != UL1_SIM_NOBODY && (seen->tag != seen->origin || seen->tag <= o->retired);
    o->retired = seen->event == UL1_SIM_RETIRED && !seen->command ? seen->tag : o->retired;
}

static void test_commands(struct ul1_sim *s)
{
    struct owners o = { .nobody = { 0 } };
    CHECK(ul1_sim_watch(s, see_owner, &o) == UL1_SIM_OK);
    for (unsigned n = 0; n < LINES; n++) {
        struct ul1_sim_instr i = store(UL1_SPACE_GLOBAL, n * line_bytes(), 4, n);
        i.hint = UL1_HINT_WB;
        i.tag = n + 1;
        perform(s, &i);
    }
    CHECK(ul1_sim_run(s, 10000) == UL1_SIM_OK);
    CHECK(o.all[UL1_SIM_EVICT] == LINES / 2 && o.all[UL1_SIM_WRITE] == LINES / 2);
    CHECK(o.nobody[UL1_SIM_EVICT] == 0 && o.nobody[UL1_SIM_WRITE] == 0 && !o.stale);
    o.retired = 0; // commands have their own tags
    command(s, UL1_CMD_FLUSH, 0, 0);
    CHECK(o.nobody[UL1_SIM_EVICT] == LINES / 2 && o.nobody[UL1_SIM_WRITE] == LINES / 2);
}

// Stores to an absent line: one of part of a line causes a fetch; one behind it is held with it, and joins; a
// load in between is deferred, because the entry is closed. The replay of the line belongs to no instruction
// then.
struct fate {
    unsigned stored[64], closed, bare;
};

static void see_fate(void *user, const struct ul1_sim_seen *seen)
{
    struct fate *f = user;
    if (seen->event != UL1_SIM_LOOKUP)
        return;
    f->stored[seen->stored]++;
    f->closed += seen->outcome == UL1_SIM_DEFER && seen->cause == UL1_CAUSE_CLOSED;
    f->bare += seen->outcome == UL1_SIM_REPLAY && seen->tag == UL1_SIM_NOBODY && !seen->slots;
}

static void submit(struct ul1_sim *s, struct ul1_sim_instr i, uint8_t warp)
{
    i.warp = warp;
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_OK);
}

static void run_out(struct ul1_sim *s)
{
    struct ul1_sim_done d;
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    while (ul1_sim_collect(s, &d) == UL1_SIM_OK)
        continue;
}

static void test_stores(struct ul1_sim *s)
{
    struct fate f = { .bare = 0 };
    const uint64_t at = LINES * line_bytes(), beyond = UINT64_C(1) << 32;
    struct ul1_sim_instr words = store(UL1_SPACE_LOCAL, at, 4, 1);
    words.mask = 1;
    CHECK(ul1_sim_watch(s, see_fate, &f) == UL1_SIM_OK);
    submit(s, words, 0);
    submit(s, words, 1);
    submit(s, load(UL1_SPACE_LOCAL, at, 4), 2);
    run_out(s);
    CHECK(f.stored[UL1_SIM_HELD] == 1 && f.stored[UL1_SIM_HELD | UL1_SIM_JOINED] == 1 && f.closed == 1
          && f.bare == 1);
    submit(s, store(UL1_SPACE_GLOBAL, at + line_bytes(), 4, 1), 0);
    run_out(s);
    CHECK(f.stored[UL1_SIM_THROUGH] == 1);
    words.addr[0] = beyond; // its line cannot be fetched
    submit(s, words, 0);
    run_out(s);
    CHECK(f.bare == 2);
    CHECK(ul1_sim_watch(s, NULL, NULL) == UL1_SIM_OK);
}

// The failing lanes, not only the lowest.
static void test_failing(struct ul1_sim *s)
{
    struct ul1_sim_instr i = load(UL1_SPACE_SHARED, 0, 4);
    struct told t;
    struct ul1_sim_done d;
    i.addr[2]++;
    i.addr[5] += 2;
    watched(s, i, &t, &d);
    CHECK(d.err == UL1_ERR_MISALIGNED && t.err_mask == 0x24 && t.err_mask == d.err_mask);
}

// Lookups in order: the line, and whether it was deferred.
struct lookups {
    unsigned count;
    uint64_t line[8];
    bool deferred[8];
};

static void see_lookups(void *user, const struct ul1_sim_seen *seen)
{
    struct lookups *l = user;
    if (seen->event != UL1_SIM_LOOKUP || seen->outcome == UL1_SIM_REPLAY || seen->outcome == UL1_SIM_STORE
        || l->count == 8)
        return;
    l->line[l->count] = seen->addr / line_bytes();
    l->deferred[l->count++] = seen->outcome == UL1_SIM_DEFER;
}

// A load of lines 0, 1 and 2. Line 0 has a held store, so it is deferred. The others are prepared and looked
// up directly behind it, and so is a later load of the warp, of line 3. Line 0 is looked up again when the
// load is woken.
static void test_order(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = 50;
    struct ul1_sim *s = make(&c);
    struct lookups l = { .count = 0 };
    struct ul1_sim_instr st = store(UL1_SPACE_LOCAL, 0, 4, 1), ld = load(UL1_SPACE_LOCAL, 0, line_bytes());
    st.mask = 1;
    ld.mask = 7;
    submit(s, st, 1);
    CHECK(ul1_sim_step(s, 30) == UL1_SIM_OK && ul1_sim_watch(s, see_lookups, &l) == UL1_SIM_OK);
    submit(s, ld, 0);
    submit(s, load(UL1_SPACE_LOCAL, 3 * line_bytes(), 4), 0);
    run_out(s);
    static const unsigned order[] = { 0, 1, 2, 3, 0 };
    CHECK(l.count == 5);
    for (unsigned n = 0; n < 5; n++)
        CHECK(l.line[n] == order[n] && l.deferred[n] == (n == 0));
    ul1_sim_free(s);
}

static void see_again(void *user, const struct ul1_sim_seen *seen)
{
    unsigned *passes = user;
    if (seen->event == UL1_SIM_PASS)
        passes[seen->again]++;
}

// A watcher that starts in the middle of an access is told that its passes are not the first: here, and after
// a restore.
static void test_begun(void)
{
    const struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c), *t = make(&c);
    const struct ul1_sim_instr i = load(UL1_SPACE_SHARED, 0, line_bytes());
    unsigned here[2] = { 0 }, there[2] = { 0 };
    const size_t bytes = ul1_sim_snapshot_size(s);
    void *kept = malloc(bytes);
    if (!kept)
        exit(2);
    CHECK(ul1_sim_submit(s, &i) == UL1_SIM_OK && ul1_sim_step(s, 2 + UL1_FRONT + 2) == UL1_SIM_OK);
    CHECK(ul1_sim_snapshot(s, kept, bytes) == UL1_SIM_OK && ul1_sim_restore(t, kept, bytes) == UL1_SIM_OK);
    CHECK(ul1_sim_watch(s, see_again, here) == UL1_SIM_OK
          && ul1_sim_watch(t, see_again, there) == UL1_SIM_OK);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK && ul1_sim_run(t, 1000) == UL1_SIM_OK);
    CHECK(here[0] == 0 && here[1] > 0 && here[1] < lanes && there[0] == 0 && there[1] == here[1]);
    free(kept);
    ul1_sim_free(s);
    ul1_sim_free(t);
}

static void see_tag(void *user, const struct ul1_sim_seen *seen)
{
    bool *told = user;
    *told |= seen->tag == TAG || seen->origin == TAG;
}

// An instruction ended by a reset has no more events, whenever the reset comes.
static void test_reset(void)
{
    const struct ul1_sim_config c = config();
    struct ul1_sim_instr first = load(UL1_SPACE_GLOBAL, 0, 4),
                         second = load(UL1_SPACE_GLOBAL, line_bytes(), 4);
    first.tag = TAG;
    for (unsigned cycles = 0; cycles < 20; cycles++) {
        struct ul1_sim *s = make(&c);
        bool told = false;
        CHECK(ul1_sim_submit(s, &first) == UL1_SIM_OK && ul1_sim_watch(s, see_tag, &told) == UL1_SIM_OK);
        CHECK(ul1_sim_step(s, cycles) == UL1_SIM_OK && told == (cycles > 0));
        CHECK(ul1_sim_reset(s) == UL1_SIM_OK);
        told = false;
        perform(s, &second);
        CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK && !told);
        ul1_sim_free(s);
    }
}

void test_watch(void)
{
    const struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    test_shared(s);
    test_cached(s);
    test_commands(s);
    test_stores(s);
    test_failing(s);
    test_order();
    test_begun();
    test_reset();
    CHECK(ul1_sim_watch(NULL, see, NULL) == UL1_SIM_WRONG);
    ul1_sim_free(s);
}
