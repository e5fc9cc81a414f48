#include "environment/sm/text.h"

#include <stdlib.h>

#include "checkers/lockstep/stimulus.h"
#include "environment/sm/l1s.h"
#include "environment/sm/follow.h"

struct text {
    struct program base; // must be first: pointers to either are converted
    const struct tree *tree;
    const struct ul1_block *shape; // the machine that it runs on
    struct engine *engine;
    unsigned l1; // the L1 of the next struct part; 0: a part of the program begins
    struct machine_settings set;
    uint64_t absent[MACHINE_PLACES], readonly[MACHINE_PLACES];
    struct failing failing[MACHINE_PLACES];
    unsigned failings, failed; // failing lines in all; those that fail already
    struct text_follower follower[PROGRAM_L1S];
    struct point told[ENGINE_TOLD];
};

_Static_assert((int)MACHINE_LOADS == MEMORY_LOADS && (int)MACHINE_STORES == MEMORY_STORES,
               "kinds of what fails");
_Static_assert((int)MACHINE_AS_TAKEN == MEMORY_AS_TAKEN && (int)MACHINE_RANDOM == MEMORY_RANDOM
                   && (int)MACHINE_YOUNGEST == MEMORY_YOUNGEST,
               "orders of answers");

static struct pattern pattern_of(const struct machine_pattern *p)
{
    return (struct pattern){ .percent = p->percent, .period = p->of, .on = p->on };
}

static struct settings settings_of(const struct machine_own *s, unsigned page)
{
    return (struct settings){ .carveout = (uint8_t)s->carveout,
                              .home = (uint8_t)s->home,
                              .interval = (uint8_t)s->interval,
                              .fetch = (uint8_t)s->fetch,
                              .bankwidth = (uint8_t)s->bankwidth,
                              .page = (uint8_t)page,
                              .policy = (uint8_t)s->policy,
                              .again_after = s->again,
                              .again_any = s->again_any,
                              .draws = (uint64_t)s->draws,
                              .late = pattern_of(&s->late),
                              .book = pattern_of(&s->reserved),
                              .gap = pattern_of(&s->gaps),
                              .memory = { .latency = s->latency,
                                          .spread = s->spread,
                                          .gap = s->every,
                                          .order = (enum memory_order)s->order,
                                          .batch = s->batch,
                                          .pieces = s->pieces,
                                          .early = s->early,
                                          .stall = s->stall,
                                          .apart = s->apart,
                                          .named = s->memory } };
}

static void take_places(struct text *t)
{
    const struct machine_settings *s = &t->set;
    t->failed = s->fresh ? 0 : t->failings;
    t->failings = s->failings;
    for (unsigned i = 0; i < s->absents; i++)
        t->absent[i] = s->absent[i].addr;
    for (unsigned i = 0; i < s->readonlys; i++)
        t->readonly[i] = s->readonly[i].addr;
    for (unsigned i = 0; i < s->failings; i++)
        t->failing[i] = (struct failing){ .addr = s->failing[i].addr,
                                          .kinds = (uint8_t)s->failing[i].kinds,
                                          .walk = s->failing[i].kinds == MACHINE_WALKS,
                                          .level = (uint8_t)s->failing[i].level };
}

// Collects the costs so far, and the figures of `outcome` lines.
static void take_told(struct text *t)
{
    unsigned n = 0;
    uint64_t count;
    const char *name;
    for (; (name = engine_told(t->engine, n, &count)); n++)
        t->told[n] = (struct point){ .name = name, .count = count };
    t->base.told = t->told;
    t->base.told_count = n;
}

// An objection to the part itself is raised when its first instruction is requested.
static bool next_part(struct program *base, struct part *part)
{
    struct text *t = (struct text *)base;
    bool is = true;
    if (!t->l1) {
        if (engine_part(t->engine, &t->set, &is))
            take_places(t);
        take_told(t);
        if (!is)
            return false;
    }
    const unsigned l1 = t->l1;
    t->l1 = (l1 + 1) % t->tree->l1s;
    follow_begin(&t->follower[l1], t->engine, l1, l1s_block(t->shape, l1)->sizes);
    *part = (struct part){ .set = settings_of(&t->set.own[l1], t->set.page),
                           .follower = &t->follower[l1].base,
                           .reset_at = t->set.own[l1].reset,
                           .resets_alone = t->set.own[l1].alone,
                           .machine = (uint8_t)l1,
                           .beside = t->l1 != 0,
                           .fresh = t->set.fresh && !l1,
                           .absent = t->absent,
                           .readonly = t->readonly,
                           .failing = t->failing + t->failed,
                           .absents = t->set.absents,
                           .readonlys = t->set.readonlys,
                           .failings = t->failings - t->failed,
                           .reports_unsure = true,
                           .timed = *t->tree->machine,
                           .expected = no_costs() };
    if (t->tree->l1s == 1)
        part->expected.cycles = t->set.cycles;
    return true;
}

static void free_text(struct program *base)
{
    struct text *t = (struct text *)base;
    engine_free(t->engine);
    free(t);
}

struct program *text_program(const struct tree *tree, const struct ul1_block *shape, uint64_t seed)
{
    struct text *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->base = (struct program){ .part = next_part, .free = free_text };
    t->tree = tree;
    t->shape = shape;
    t->engine = engine_new(tree, seed);
    if (t->engine)
        return &t->base;
    free(t);
    return NULL;
}

const struct tree *text_tree(const struct program *p)
{
    return p->part == next_part ? ((const struct text *)p)->tree : NULL;
}

void text_watch(struct program *p, machine_watcher *watcher, void *who)
{
    engine_watch(((struct text *)p)->engine, watcher, who);
}

const char *text_machine(const struct tree *t)
{
    return *t->machine ? t->machine
        : t->l1s == 1  ? "l1"
        : t->l1s == 2  ? "pair"
        : t->l1s <= 4  ? "four"
                       : "eight";
}
