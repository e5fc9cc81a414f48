#include "program/engine.h"

#include <stdlib.h>
#include <string.h>

#include "program/bind.h"
#include "program/flow.h"
#include "program/judge.h"
#include "program/names.h"
#include "program/texture.h"
#include "program/turn.h"

enum { CHECKED = 10000000 }; // statements at points of sweeps that are checked in advance, at most

struct engine *engine_new(const struct tree *t, uint64_t seed)
{
    struct engine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->tree = t;
    e->seed = seed;
    e->warps = (unsigned)names_value("WARPS", t->lanes);
    e->line_bytes = (uint64_t)names_value("LINE_BYTES", t->lanes);
    e->address_bits = (uint64_t)names_value("VA_W", t->lanes);
    table_init(&e->group_at, sizeof(uint32_t));
    e->warp = calloc(e->warps, sizeof *e->warp);
    e->of = calloc(t->stmts + 1, sizeof *e->of);
    e->known = calloc(t->lets + 1, sizeof *e->known);
    if (e->warp && e->of && e->known)
        return e;
    engine_free(e);
    return NULL;
}

void engine_free(struct engine *e)
{
    table_free(&e->group_at);
    free(e->warp);
    free(e->of);
    free(e->known);
    free(e->op);
    free(e->group);
    free(e);
}

void engine_watch(struct engine *e, machine_watcher *watcher, void *who)
{
    e->watcher = watcher;
    e->who = who;
}

const char *engine_error(const struct engine *e)
{
    return e->error;
}

void engine_counts(struct engine *e, enum checked_counts counts)
{
    e->counts = counts;
}

bool engine_at_fault(const struct engine *e)
{
    return e->at_fault;
}

bool engine_check(struct engine *e)
{
    const struct tree *t = e->tree;
    if ((uint64_t)t->points * (t->stmts + t->parts) > CHECKED)
        return state_fault(e, (struct place){ 1, 1 }, "too large: %u statements at %u points of its sweeps",
                           t->stmts, t->points);
    for (unsigned point = 0; point < t->points; point++) {
        tree_point(t, point, e->sweep);
        bind_start(e);
        for (unsigned i = 0; i < t->parts; i++) {
            if (!bind_part(e, &t->part[i]) || !bind_warps(e, &t->part[i]))
                return false;
            e->set.first = false;
        }
    }
    return true;
}

// ---- parts

static void begin_part(struct engine *e, const struct tree_part *part)
{
    for (unsigned w = 0; w < e->warps; w++)
        flow_begin(&e->warp[w], part);
    e->ops = e->groups = e->losts = e->ended = 0;
    table_clear(&e->group_at);
    memset(e->opened, 0, sizeof e->opened);
    memset(e->cost, 0, sizeof e->cost);
    memset(e->any_last, 0, sizeof e->any_last);
}

bool engine_part(struct engine *e, struct machine_settings *set, bool *is)
{
    const struct tree *t = e->tree;
    if (e->part == t->parts) {
        e->part = 0;
        e->point++;
    }
    *is = e->point < t->points;
    if (!*is)
        return true;
    if (!e->part) {
        tree_point(t, e->point, e->sweep);
        bind_start(e);
        for (unsigned w = 0; w < e->warps; w++) {
            memset(e->warp[w].reg, 0, sizeof e->warp[w].reg);
            memset(e->warp[w].pred, 0, sizeof e->warp[w].pred);
            e->warp[w].turn = 0;
        }
    }
    e->set.first = !e->part;
    const struct tree_part *part = &t->part[e->part++];
    if (!bind_part(e, part) || !bind_warps(e, part))
        return false;
    begin_part(e, part);
    *set = e->set;
    return judge_note_losses(e, part);
}

static bool is_reset(const struct engine *e)
{
    bool any = false;
    for (unsigned i = 0; i < e->tree->l1s; i++)
        any |= e->set.own[i].reset >= 0;
    return any;
}

static bool judge_ended(struct engine *e, bool inside)
{
    return (is_reset(e) || judge_part(e, &e->tree->part[e->part - 1], inside))
        && (e->part < e->tree->parts || judge_outcome(e));
}

bool engine_ended(struct engine *e, const int64_t cost[COUNTS], bool inside)
{
    for (unsigned c = COUNT_READS; c < COUNTS; c++)
        if (cost[c] == PROGRAM_ANY || count_most(c))
            e->cost[c] = cost[c] == PROGRAM_ANY || cost[c] > e->cost[c] ? cost[c] : e->cost[c];
        else if (c != COUNT_LOSSES)
            e->cost[c] += cost[c];
    if (++e->ended < e->tree->l1s)
        return true;
    e->blind |= !inside;
    e->cost[COUNT_REQUESTS] = e->cost[COUNT_READS] + e->cost[COUNT_WRITES];
    for (unsigned c = 0; c < COUNTS; c++)
        e->sum[c] += e->cost[c] == PROGRAM_ANY ? 0 : e->cost[c];
    for (unsigned i = 0; i < e->ops; i++)
        e->instructions += e->tree->stmt[e->op[i].m.stmt].kind != STMT_COMMAND;
    return judge_ended(e, inside);
}

const char *engine_told(const struct engine *e, unsigned number, uint64_t *count)
{
    static const enum count counts[] = { COUNT_PASSES, COUNT_HITS,   COUNT_MISSES, COUNT_MERGES,
                                         COUNT_READS,  COUNT_WRITES, COUNT_CYCLES };
    _Static_assert(sizeof counts / sizeof *counts == ENGINE_COUNTS, "see engine.h");
    *count = (uint64_t)e->instructions;
    if (!number--)
        return "instructions";
    for (unsigned i = 0; i < ENGINE_COUNTS; i++) {
        if (e->blind && count_inside(counts[i]))
            continue;
        *count = (uint64_t)e->sum[counts[i]];
        if (!number--)
            return count_name(counts[i]);
    }
    return engine_outcome(e, number, count);
}

const char *engine_outcome(const struct engine *e, unsigned number, uint64_t *count)
{
    if (number >= e->outcomes)
        return NULL;
    *count = e->outcome[number].count;
    return e->outcome[number].text;
}

// ---- the next instruction

// A barrier completes when all warps of the thread block that have not ended have reached it, and all their
// instructions have retired.
static bool free_barriers(struct engine *e, unsigned l1)
{
    uint64_t some = 0, lacks = 0; // masks of thread blocks
    for (uint64_t left = e->going[l1]; left; left &= left - 1) {
        const struct warp *w = &e->warp[__builtin_ctzll(left)];
        *(w->at_bar && !w->flying ? &some : &lacks) |= UINT64_C(1) << w->cta;
    }
    for (uint64_t left = some & ~lacks ? e->going[l1] : 0; left; left &= left - 1) {
        struct warp *w = &e->warp[__builtin_ctzll(left)];
        if (w->at_bar && (some & ~lacks) >> w->cta & 1) {
            w->at_bar = false;
            w->pc++;
        }
    }
    return some & ~lacks;
}

// Advances all warps. `ready`: warps that can offer an instruction. `offer`: what to wait for if there is
// none. Returns false if the engine objects.
static bool go_on(struct engine *e, unsigned l1, uint64_t cycle, uint64_t *ready, enum machine_offer *offer)
{
    *ready = 0;
    *offer = OFFER_END;
    for (uint64_t left = e->going[l1]; left; left &= left - 1) {
        switch (flow_on(e, &e->warp[__builtin_ctzll(left)], cycle)) {
        case FLOW_OBJECTS:
            return false;
        case FLOW_ENDED:
            break;
        case FLOW_READY:
            *ready |= left & -left;
            break;
        case FLOW_WAITS:
            if (*offer == OFFER_END)
                *offer = OFFER_LATER;
            break;
        case FLOW_IN_TIME:
            *offer = OFFER_IN_TIME;
            break;
        }
    }
    return true;
}

// A warp offers one instruction at a time.
static uint64_t without_offers(const struct engine *e, uint64_t warps)
{
    for (uint64_t left = warps; left; left &= left - 1)
        if (e->warp[__builtin_ctzll(left)].offers)
            warps &= ~(left & -left);
    return warps;
}

static bool fill_words(struct engine *e, struct warp *w, const struct stmt *s, struct env *env,
                       struct steps *steps, uint32_t *word)
{
    const unsigned count = s->operands ? s->operands : s->words;
    for (unsigned i = 0; i < count; i++) {
        int64_t value;
        if (s->through_regs)
            value = w->reg[s->value[0]->number + i][env->lane];
        else if (!state_in_lane(e, s->value[i], env, &steps[i], &value))
            return false;
        word[env->lane * count + i] = (uint32_t)value;
    }
    return true;
}

// The shared address of a lane of a copy. All addresses behind the array are alike.
static bool fill_dest(struct engine *e, const struct stmt *s, struct env *env, struct steps *steps,
                      struct machine_access *a)
{
    const int64_t behind = INT64_C(1) << names_value("ADDR_W", e->tree->lanes);
    int64_t dest;
    if (!state_in_lane(e, s->value[0], env, steps, &dest)
        || !state_within(e, s->value[0], dest, 0, (INT64_C(1) << e->address_bits) - 1, "an address"))
        return false;
    a->dest[env->lane] = (uint32_t)(dest < behind ? dest : behind + dest % behind);
    return true;
}

static bool fill_lanes(struct engine *e, struct warp *w, const struct stmt *s, struct machine_access *a)
{
    struct env env = state_env(e, w, w->loop);
    struct steps steps = { 0 }, words[PROGRAM_WORDS] = { { 0 } };
    const uint64_t bits =
        e->address_bits - (s->interleave ? (uint64_t)names_value("LANE_W", e->tree->lanes) : 0);
    const bool stores = s->kind == STMT_STORE || s->kind == STMT_ATOM;
    for (uint64_t left = a->mask; left; left &= left - 1) {
        int64_t addr;
        env.lane = (unsigned)__builtin_ctzll(left);
        if (!state_in_lane(e, s->addr, &env, &steps, &addr)
            || !state_within(e, s->addr, addr, 0, (INT64_C(1) << bits) - 1, "an address"))
            return false;
        a->addr[env.lane] = (uint64_t)addr;
        if (s->kind == STMT_COPY && !fill_dest(e, s, &env, words, a))
            return false;
        if (stores && !s->matrix && !fill_words(e, w, s, &env, words, a->word))
            return false;
    }
    // the rows of a matrix have words of all lanes
    for (env.lane = 0; stores && s->matrix && env.lane < e->tree->lanes; env.lane++)
        if (!fill_words(e, w, s, &env, words, a->word))
            return false;
    return true;
}

// The pins of a bar.
static bool fill_bar(struct engine *e, struct warp *w, const struct stmt *s, struct machine_access *a)
{
    struct env env = state_env(e, w, w->loop);
    const int64_t most = (INT64_C(1) << names_value("BARRIER_W", e->tree->lanes)) - 1,
                  more = (INT64_C(1) << names_value("EXPECTS_W", e->tree->lanes)) - 1;
    int64_t barrier, expects, is;
    if (!names_value("BARRIERS", e->tree->lanes))
        return state_fault(e, s->at, "the machine has no barriers (size BARRIERS)");
    if (!state_bounded(e, s->addr, &env, 0, most, "a barrier", &barrier)
        || !state_bounded(e, s->value[0], &env, 0, more, "a number of arrivals", &expects))
        return false;
    a->bar = true;
    a->waits = s->waits;
    a->barrier = (uint8_t)barrier;
    a->expects = (uint8_t)expects;
    for (env.lane = 0; s->values > 1 && env.lane < e->tree->lanes; env.lane++) {
        if (!state_value(e, s->value[1], &env, &is))
            return false;
        a->pred |= (uint64_t)(is != 0) << env.lane;
    }
    return true;
}

// A warp closes a group, or waits for some.
static bool fill_group(struct engine *e, struct warp *w, const struct stmt *s, struct machine_access *a)
{
    struct env env = state_env(e, w, w->loop);
    const int64_t most = (INT64_C(1) << names_value("GROUP_W", e->tree->lanes)) - 2;
    int64_t leaves = 0;
    if (s->addr && !state_bounded(e, s->addr, &env, 0, most, "a number of groups", &leaves))
        return false;
    a->groups = true;
    a->closes = s->closes;
    a->waits = s->waits;
    a->leaves = (uint8_t)leaves;
    return true;
}

static bool expected_passes(struct engine *e, struct warp *w, const struct stmt *s, int64_t *passes)
{
    struct env env = state_env(e, w, w->loop);
    *passes = s->kind == STMT_FENCE || s->kind == STMT_ARRIVE || s->kind == STMT_GROUP ? 0 : -1;
    for (const struct expect *x = s->expects; x; x = x->next)
        if (x->kind == EXPECT_COUNT && x->count == COUNT_PASSES && !state_value(e, x->value, &env, passes))
            return false;
    return true;
}

static unsigned operation(const struct stmt *s)
{
    static const char *const names[] = {
        [STMT_LOAD] = "load",    [STMT_STORE] = "store", [STMT_ATOM] = "store",  [STMT_FENCE] = "fence",
        [STMT_ARRIVE] = "fence", [STMT_COPY] = "load",   [STMT_GROUP] = "fence", [STMT_SAMPLE] = "tex",
    };
    return s->kind == STMT_CMO || s->kind == STMT_RESERVED ? s->op : names_code_of("op", names[s->kind]);
}

static bool offer(struct engine *e, struct warp *w, struct machine_access *a)
{
    const struct stmt *s = &e->tree->stmt[w->pc];
    *a = (struct machine_access){ .op = (uint8_t)operation(s),
                                  .space = s->space,
                                  .width = s->width,
                                  .hint = s->hint,
                                  .atom = s->atom,
                                  .returns =
                                      s->kind == STMT_ATOM && s->space == names_code_of("space", "global"),
                                  .matrix = s->matrix,
                                  .level = s->level,
                                  .warp = (uint8_t)(w - e->warp),
                                  .reg = (uint8_t)s->reg,
                                  .sign = s->sign,
                                  .interleave = s->interleave,
                                  .line = s->at.line };
    if (s->kind == STMT_ARRIVE && (!flow_mask(e, w, s, &a->mask) || !fill_bar(e, w, s, a)))
        return false;
    if ((s->kind == STMT_COPY || s->kind == STMT_GROUP) && !names_value("COPIES", e->tree->lanes))
        return state_fault(e, s->at, "the machine has no asynchronous copies (size COPIES)");
    if (s->kind == STMT_GROUP && !fill_group(e, w, s, a))
        return false;
    a->copy = s->kind == STMT_COPY;
    if (s->kind != STMT_FENCE && s->kind != STMT_ARRIVE && s->kind != STMT_GROUP
        && (!flow_mask(e, w, s, &a->mask)
            || !(s->kind == STMT_SAMPLE ? texture_fill(e, w, s, a) : fill_lanes(e, w, s, a))))
        return false;
    if (!expected_passes(e, w, s, &a->passes))
        return false;
    struct op *op = flow_op(e, w, &a->serial);
    if (!op)
        return false;
    op->mask = a->mask;
    for (unsigned i = 0; stmt_loads(s) && i < s->words; i++) {
        op->waited[i] = machine_written(a, i, e->tree->lanes);
        op->lower[i] = op->upper[i] = 0;
        if (!s->unwanted)
            w->writer[s->reg + i] = op->waited[i] ? a->serial + 1 : 0;
    }
    if (s->predicated)
        w->predicates[s->pred] = a->mask ? a->serial + 1 : 0;
    w->held = a->waits && !a->groups;
    w->bar = w->held ? a->serial + 1 : 0;
    w->awaits = a->waits && a->groups;
    w->awaited = a->serial;
    w->flying++;
    w->offers = true;
    w->pc++;
    state_tell(e, w, s, a, NULL);
    return s->kind != STMT_STORE || judge_note_lost(e, &op->m, a, w->l1);
}

// No ready warp may offer. Determines what to wait for.
static bool hold(struct engine *e, unsigned l1, uint64_t ready, enum machine_offer *what)
{
    if (!ready || *what == OFFER_IN_TIME)
        return true;
    *what = OFFER_LATER;
    const struct warp *stuck = turn_stuck(e, l1);
    return !stuck
        || state_fault(e, e->tree->stmt[stuck->pc].at,
                       "in the order of the text those behind this bar wait for it, "
                       "and it waits for them");
}

// A part with a reset runs until the reset, on the L1s that are reset.
static void await_reset(const struct engine *e, unsigned l1, uint64_t cycle, enum machine_offer *what)
{
    const int64_t at = e->set.own[l1].reset;
    if (at >= 0 && cycle <= (uint64_t)at && *what != OFFER_ACCESS)
        *what = OFFER_IN_TIME;
}

bool engine_in_order(const struct engine *e)
{
    return e->order == ORDER_TEXT;
}

bool engine_next(struct engine *e, unsigned l1, uint64_t cycle, struct machine_access *a,
                 enum machine_offer *what)
{
    uint64_t ready;
    if (*e->error || !go_on(e, l1, cycle, &ready, what))
        return false;
    if (free_barriers(e, l1) && !go_on(e, l1, cycle, &ready, what))
        return false;
    const uint64_t may = without_offers(e, turn_may(e, l1, ready));
    if (may)
        *what = OFFER_ACCESS;
    else if (!hold(e, l1, ready, what))
        return false;
    await_reset(e, l1, cycle, what);
    if (!a || !may)
        return true;
    e->last[l1] = turn_choose(e, l1, may);
    e->any_last[l1] = true;
    return offer(e, &e->warp[e->last[l1]], a);
}
