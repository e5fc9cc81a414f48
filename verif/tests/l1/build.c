#include "tests/l1/build.h"

#include <stdlib.h>
#include <string.h>

#include "environment/sm/environment.h"

// A list of items of a part, beside its instructions.
struct list {
    void *item;
    size_t count, room;
};

// A part and the index of its first instruction.
struct built {
    struct part part;
    size_t first, end;
    size_t at; // the next instruction
    struct build *build;
    struct list absent, failing, command;
};

struct build {
    struct program program; // must be first: a pointer to one is a pointer to the other
    struct rng rng;
    bool failed; // out of memory
    struct built *part;
    size_t parts, parts_room;
    struct instr *instr;
    size_t instrs, instrs_room;
    size_t running;         // the next part
    struct part spare_part; // a dummy to write to when memory has run out
    struct instr spare_instr;
    struct command spare_command;
};

// Makes room for one more item. Returns false if memory runs out.
static bool grow(void **list, size_t size, size_t used, size_t *room)
{
    if (used < *room)
        return true;
    size_t more = *room ? 2 * *room : 64;
    void *grown = realloc(*list, more * size);
    if (!grown)
        return false;
    *list = grown;
    *room = more;
    return true;
}

struct rng *build_rng(struct build *b)
{
    return &b->rng;
}

struct part *build_part(struct build *b)
{
    void *list = b->part;
    if (!grow(&list, sizeof *b->part, b->parts, &b->parts_room)) {
        b->failed = true;
        return &b->spare_part;
    }
    b->part = list;
    struct built *p = &b->part[b->parts++];
    *p = (struct built){ .first = b->instrs, .end = b->instrs };
    p->part =
        (struct part){ .set = { .interval = 1, .again_after = 1 }, .reset_at = -1, .expected = no_costs() };
    return &p->part;
}

struct instr *build_access(struct build *b, bool store, unsigned warp)
{
    void *list = b->instr;
    if (b->failed || !grow(&list, sizeof *b->instr, b->instrs, &b->instrs_room)) {
        b->failed = true;
        return &b->spare_instr;
    }
    b->instr = list;
    struct instr *i = &b->instr[b->instrs++];
    b->part[b->parts - 1].end = b->instrs;
    *i = (struct instr){ .op = store ? UL1_OP_STORE : UL1_OP_LOAD,
                         .warp = (uint8_t)(warp % WARPS),
                         .width = UL1_WIDTH_B32,
                         .mask = ALL_LANES,
                         .data = (uint32_t)rng_next(&b->rng),
                         .passes = 1 };
    return i;
}

// A new item in a list of the last part. Returns null if memory runs out.
static void *add(struct build *b, struct list *l, const void *item, size_t size)
{
    if (b->failed || !grow(&l->item, size, l->count, &l->room)) {
        b->failed = true;
        return NULL;
    }
    return memcpy((char *)l->item + size * l->count++, item, size);
}

struct command *build_command(struct build *b, unsigned op, uint64_t addr)
{
    struct command command = { .op = (uint8_t)op, .addr = addr };
    struct command *added =
        b->failed ? NULL : add(b, &b->part[b->parts - 1].command, &command, sizeof command);
    return added ? added : &b->spare_command;
}

struct instr *build_load(struct build *b, unsigned warp)
{
    return build_access(b, false, warp);
}

struct instr *build_cached(struct build *b, unsigned warp)
{
    struct instr *i = build_load(b, warp);
    i->space = UL1_SPACE_GLOBAL;
    const unsigned group = LANES / UL1_LANE_GROUPS;
    i->mask = ALL_LANES >> (LANES - (group < UL1_LINE_WORDS ? group : UL1_LINE_WORDS)); // one access
    return i;
}

struct instr *build_fence(struct build *b, unsigned warp, unsigned level)
{
    struct instr *i = build_load(b, warp);
    i->op = UL1_OP_FENCE;
    i->level = (uint8_t)level;
    i->mask = 0;
    i->passes = 0;
    return i;
}

unsigned build_passes(const struct build *b)
{
    if (b->failed)
        return 0;
    const struct built *p = &b->part[b->parts - 1];
    unsigned passes = 0;
    for (size_t i = p->first; i < p->end; i++)
        passes += b->instr[i].passes;
    return passes;
}

unsigned build_instrs(const struct build *b)
{
    return b->failed ? 0 : (unsigned)(b->part[b->parts - 1].end - b->part[b->parts - 1].first);
}

// ---- costs of consecutive instructions

// Consecutive instructions, all times in cycles since the acceptance of the first.
struct flow {
    int64_t entry_free[UL1_INSTRS];  // entries of the instruction table, cyclically: when they become free
    int64_t room_free[STORE_PLACES]; // entries of the WDB, for the passes of stores, cyclically
    unsigned instrs, store_passes;
    int64_t taken, passed; // the last instruction, the last pass
    bool waited;           // a store, for a credit
};

static void store_pass(struct flow *f, int64_t holds)
{
    int64_t *room_free = &f->room_free[f->store_passes++ % STORE_PLACES];
    if (*room_free > f->passed) {
        f->passed = *room_free;
        f->waited = true;
    }
    *room_free = f->passed + holds;
}

// An instruction that only retires has no beat, is not prepared, and takes a pass's cycle.
static void flow_instr(struct flow *f, const struct instr *i)
{
    const bool store = instr_stores(i) && i->passes;
    const unsigned front = i->passes ? UL1_FRONT : 0;
    int64_t *entry_free = &f->entry_free[f->instrs++ % UL1_INSTRS];
    f->taken = GREATER(f->taken + 1, *entry_free);
    f->passed = GREATER(f->passed, f->taken + store + front);
    for (unsigned n = 0; n < GREATER(i->passes, 1); n++) {
        f->passed++;
        if (store)
            store_pass(f, instr_cached(i) ? BUILD_THROUGH_HOLDS : BUILD_STORE_HOLDS);
    }
    *entry_free = f->passed + UL1_HLAT + 1;
}

void build_expect_busy(struct build *b)
{
    if (b->failed)
        return;
    struct built *p = &b->part[b->parts - 1];
    struct flow flow = { .taken = -1 };
    bool others = false;
    for (size_t n = p->first; n < p->end; n++) {
        const struct instr *i = &b->instr[n];
        flow_instr(&flow, i);
        others |= !instr_stores(i) || instr_cached(i);
    }
    // With a longer latency the instruction table may run full, which the flow does not follow in detail
    if ((!flow.waited || !others) && UL1_HLAT <= 20)
        p->part.expected.cycles = flow.passed + UL1_HLAT + 1;
}

// ---- addresses

void strided(struct instr *i, uint64_t base, uint64_t stride)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = base + lane * stride;
}

// ---- execution

static bool next_instruction(void *source, struct instr *i)
{
    struct built *p = source;
    if (p->at == p->end)
        return false;
    *i = p->build->instr[p->at++];
    return true;
}

static bool next_part(struct program *program, struct part *part)
{
    struct build *b = (struct build *)program;
    if (b->running == b->parts)
        return false;
    struct built *p = &b->part[b->running++];
    p->build = b;
    p->at = p->first;
    *part = p->part;
    part->next = next_instruction;
    part->source = p;
    part->absent = p->absent.item;
    part->absents = (unsigned)p->absent.count;
    part->failing = p->failing.item;
    part->failings = (unsigned)p->failing.count;
    part->command = p->command.item;
    part->commands = (unsigned)p->command.count;
    return true;
}

static void free_build(struct program *program)
{
    struct build *b = (struct build *)program;
    for (size_t n = 0; n < b->parts; n++) {
        free(b->part[n].absent.item);
        free(b->part[n].failing.item);
        free(b->part[n].command.item);
    }
    free(b->part);
    free(b->instr);
    free(b);
}

struct stimulus *directed_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    (void)cycles; // a directed test ends by itself
    const struct directed *d = test->data;
    struct build *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->program = (struct program){ .part = next_part, .free = free_build };
    rng_seed(&b->rng, seed);
    d->build(b, d->parameter);
    if (b->failed) {
        free_build(&b->program);
        return NULL;
    }
    return env_new(&b->program, ul1_find(LANES, test->block), seed);
}
