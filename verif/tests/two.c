// Two L1s on one memory: what software must do so that one sees what the other has stored, and what it sees if not.
#include "cached.h"

enum { LINES = 12, FIRST = 20, LATENCY = 7, WRITER = 0, READER = 1 };

// How the writer makes sure that memory has its words, and the reader that it asks memory.
struct way {
    bool back;                  // stores are written back, else through
    bool barrier;               // a barrier of level gpu, else the command
    uint8_t writers, readers;   // command
};

static struct sm_part *on(struct build *b, unsigned machine)
{
    build_machine(b, machine);
    return cached_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
}

static void store_all(struct build *b, const struct way *w, uint32_t data)
{
    on(b, WRITER);
    for (unsigned n = 0; n < LINES; n++) {
        struct sm_instr *i = store_line(b, n, FIRST + n);
        i->data = data + n;
        i->hint = w->back ? UL1_HINT_WB : UL1_HINT_CA;
    }
}

static void publish(struct build *b, const struct way *w)
{
    struct sm_part *part = on(b, WRITER);
    if (w->barrier)
        build_barrier(b, 3, UL1_LEVEL_GPU);
    else
        build_command(b, w->writers, FIRST * LINE);
    part->expected.fences = 1;
    expect_writes(part, w->back ? LINES : 0, w->back ? LINES * LINE : 0);
}

static void drop_copies(struct build *b, const struct way *w)
{
    on(b, READER);
    for (unsigned n = 0; n < (w->readers == UL1_CMD_LINE ? LINES : 1); n++)
        build_command(b, w->readers, (FIRST + n) * LINE);
}

// All words are those of this store; they are there, or have to be fetched.
static void load_all(struct build *b, uint32_t data, bool there)
{
    struct sm_part *part = on(b, READER);
    for (unsigned n = 0; n < LINES; n++)
        build_pin(load_line(b, n, FIRST + n), data + n);
    expect_accesses(part, there ? LINES : 0, there ? 0 : LINES, 0);
    part->expected.walk_reads = -1;
}

// The reader has a copy of what was stored first. It keeps that until the writer has made sure that memory has the new words
// *and* the reader has dropped its copies: neither is enough.
static void coherence(struct build *b, unsigned which)
{
    static const struct way ways[] = {
        { false, true, 0, UL1_CMD_ALL },
        { false, false, UL1_CMD_FLUSH, UL1_CMD_LINE },
        { true, false, UL1_CMD_FLUSH, UL1_CMD_ALL },
        { true, false, UL1_CMD_BOTH, UL1_CMD_BOTH },
        { true, false, UL1_CMD_PAGE, UL1_CMD_PAGE },
    };
    const struct way *w = &ways[which];
    const uint32_t old = (uint32_t)rng_next(build_rng(b)), new = old + 1000;
    on(b, WRITER)->fresh = true;
    store_all(b, w, old);
    publish(b, w);
    load_all(b, old, false);
    store_all(b, w, new);
    load_all(b, old, true);         // not published, not dropped
    if (w->back) {
        drop_copies(b, w);
        load_all(b, old, false);    // dropped, but memory does not have it
    }
    publish(b, w);
    load_all(b, old, true);         // published, not dropped
    drop_copies(b, w);
    load_all(b, new, false);
}

// Both at the same time, each with lines of its own in the same sets: neither disturbs the other, in its hits or what it
// finds.
static void beside(struct build *b, unsigned unused)
{
    (void)unused;
    enum { STEPS = 4, OWN = 64 };
    on(b, WRITER)->fresh = true;
    load_line(b, 0, FIRST);
    for (unsigned step = 0; step < STEPS; step++)
        for (unsigned machine = 0; machine < SM_MACHINES; machine++) {
            struct sm_part *part = on(b, machine);
            part->beside = machine + 1 < SM_MACHINES;
            const bool stores = (step + machine) % 2;
            for (unsigned n = 0; n < LINES; n++) {
                const unsigned line = OWN * (machine + 1) + n;
                struct sm_instr *i = step < 2 && stores ? local(store_line(b, n, line)) : load_line(b, n, line);
                i->data = line;
                i->pinned = !i->store && step >= 2;
            }
            if (step >= 2)
                part->expected.hits = LINES;
        }
}

const struct test tests_two[] = {
    DIRECTED("two_through", coherence, 0, "two L1s, stores written through: a barrier there, all invalidated here"),
    DIRECTED("two_line", coherence, 1, "the same with flush, and line by line"),
    DIRECTED("two_back", coherence, 2, "stores written back: flush there, all invalidated here, and neither alone"),
    DIRECTED("two_both", coherence, 3, "the same with both in one command"),
    DIRECTED("two_page", coherence, 4, "the same by page"),
    DIRECTED("two_beside", beside, 0, "both at once on lines of their own: neither sees anything of the other"),
};
const unsigned tests_two_count = COUNT_OF(tests_two);
