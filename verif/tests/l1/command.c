// Random commands among loads and stores: the expected values need a memory of all stores. The programs
// command_* cover all other properties of commands.
#include "tests/l1/cached.h"

enum { CODES = 1 << UL1_CMD_W, CARVEOUTS = UL1_CARVEOUTS + 1 };

static bool fenced(unsigned op)
{
    return UL1_CACHES_BEHIND || (op >= UL1_CMD_FLUSH && op != UL1_CMD_CARVEOUT);
}

// Commands of every kind among loads and stores. Each line belongs to a warp, so each load must return the
// last value stored there.
static void in_traffic(struct build *b, unsigned slow)
{
    enum { LINES = 40, OWNERS = 8, ACCESSES = 2000, EVERY = 25, AT = 24 };
    static const uint8_t hints[] = { UL1_HINT_CA, UL1_HINT_WB, UL1_HINT_CG };
    struct rng *r = build_rng(b);
    struct part *part = cached_part(b, shape_of(slow ? UL1_FETCH_SECTOR : UL1_FETCH_LINE, 6));
    part->fresh = true;
    if (slow)
        part->set.memory = (struct memory_settings){
            .latency = 20, .spread = 30, .order = MEMORY_RANDOM, .pieces = 50, .stall = 50
        };
    uint32_t stored[LINES] = { 0 };
    for (unsigned n = 0; n < ACCESSES; n++) {
        const unsigned at = n < LINES ? n : rng_below(r, LINES);
        const bool store = n < LINES || rng_percent(r, 30);
        struct instr *i = store ? store_line(b, at % OWNERS, AT + at) : load_line(b, at % OWNERS, AT + at);
        i->hint = hints[rng_below(r, COUNT_OF(hints))];
        i->data = store ? n : stored[at];
        stored[at] = i->data;
        i->pinned = !store;
    }
    unsigned fences = 0;
    for (unsigned n = 0; n < ACCESSES / EVERY; n++) {
        struct command *c = build_command(b, n % CODES, (uint64_t)(AT + rng_below(r, LINES)) * LINE);
        c->after = EVERY * n;
        c->carveout = (uint8_t)carveout_any(&compiled, rng_below(r, CARVEOUTS));
        fences += fenced(c->op);
    }
    part->expected.fences = fences;
}

const struct test tests_command[] = {
    DIRECTED("command_traffic", in_traffic, 0,
             "all commands amid loads and stores: loads find what was stored"),
    DIRECTED("command_traffic_slow", in_traffic, 1, "the same, the memory slow and in any order"),
};
const unsigned tests_command_count = COUNT_OF(tests_command);
