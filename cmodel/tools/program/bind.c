#include "program/bind.h"

#include <string.h>

#include "program/names.h"

enum {
    MOST_PERCENT = 99, // share of idle cycles, at most
    MOST_WAIT = 2000,  // cycles that a machine is delayed, at most; more would look like a hang
};

void bind_start(struct engine *e)
{
    e->set = (struct machine_settings){ .first = true, .fresh = true };
    for (unsigned i = 0; i < PROGRAM_L1S; i++) {
        struct machine_own *own = &e->set.own[i];
        *own = (struct machine_own){
            .interval = 1, .latency = 1, .every = 1, .batch = 1, .apart = 1, .again = 1
        };
        if (!e->tree->of_chip)
            continue;
        own->interval = names_value("SET_INTERVAL", e->tree->lanes);
        own->policy = names_value("SET_POLICY", e->tree->lanes);
        own->fetch = names_value("SET_FETCH", e->tree->lanes);
        own->bankwidth = names_value("SET_BANKWIDTH", e->tree->lanes);
    }
    e->order = ORDER_ROUND_ROBIN;
    for (unsigned i = 0; i < e->warps; i++)
        e->warp[i].l1 = e->warp[i].cta = 0;
}

// Checks the warp numbers of a statement or a settings line, and returns them as a mask.
static bool warps_of(struct engine *e, const struct warps *w, uint64_t *mask)
{
    struct env env = state_env(e, NULL, NULL);
    int64_t last = w->first;
    if (w->last && !state_bounded(e, w->last, &env, w->first, (int64_t)e->warps - 1, "the last warp", &last))
        return false;
    *mask = (UINT64_MAX >> (63 - last)) & ~((UINT64_C(1) << w->first) - 1);
    return true;
}

// A block has the warps of its statements. Other control statements apply to all warps.
bool bind_warps(struct engine *e, const struct tree_part *part)
{
    unsigned open[TREE_DEPTH + 1] = { 0 }, depth = 0;
    uint64_t all = 0;
    for (unsigned i = part->begin; i < part->end; i++) {
        const struct stmt *s = &e->tree->stmt[i];
        if (s->kind == STMT_OPEN) {
            e->of[i] = 0;
            open[depth++] = i;
        } else if (s->kind == STMT_CLOSE) {
            e->of[i] = UINT64_MAX;
            const uint64_t inner = e->of[open[--depth]];
            if (depth)
                e->of[open[depth - 1]] |= inner;
        } else if (s->kind > STMT_COMMAND) {
            e->of[i] = UINT64_MAX;
        } else {
            if (!warps_of(e, &s->warps, &e->of[i]))
                return false;
            all |= e->of[i];
            if (depth)
                e->of[open[depth - 1]] |= e->of[i];
        }
    }
    memset(e->going, 0, sizeof e->going);
    for (unsigned w = 0; w < e->warps; w++)
        e->going[e->warp[w].l1] |= all & UINT64_C(1) << w;
    return true;
}

// ---- settings

static bool place(struct engine *e, const struct setting *s, struct machine_place *list, unsigned *count)
{
    struct env env = state_env(e, NULL, NULL);
    int64_t addr, level = 0;
    if (!state_bounded(e, s->a, &env, 0, (INT64_C(1) << e->address_bits) - 1, "an address", &addr)
        || (s->b && !state_bounded(e, s->b, &env, 0, 2, "a level", &level)))
        return false;
    for (unsigned i = 0; i < *count; i++)
        if (list[i].addr == (uint64_t)addr && list[i].kinds == s->code && list[i].level == (unsigned)level)
            return true;
    if (*count == MACHINE_PLACES)
        return state_fault(e, s->at, "more than %d such places", MACHINE_PLACES);
    list[(*count)++] =
        (struct machine_place){ .addr = (uint64_t)addr, .kinds = s->code, .level = (unsigned)level };
    return true;
}

static bool number(struct engine *e, const struct expr *x, int64_t least, int64_t most, const char *what,
                   unsigned *to)
{
    struct env env = state_env(e, NULL, NULL);
    int64_t value;
    if (!state_bounded(e, x, &env, least, most, what, &value))
        return false;
    *to = (unsigned)value;
    return true;
}

static bool pattern(struct engine *e, const struct setting *s, struct machine_pattern *p)
{
    struct env env = state_env(e, NULL, NULL);
    int64_t on, of;
    if (!s->b) {
        *p = (struct machine_pattern){ 0 };
        return number(e, s->a, 0, MOST_PERCENT, "percent of the cycles", &p->percent);
    }
    if (!state_bounded(e, s->b, &env, 1, MOST_WAIT, "a period", &of)
        || !state_bounded(e, s->a, &env, 0, of - 1, "a number of cycles in that period", &on))
        return false;
    *p = (struct machine_pattern){ .on = (unsigned)on, .of = (unsigned)of };
    return true;
}

static bool latency(struct engine *e, const struct setting *s, struct machine_own *own)
{
    unsigned last;
    if (!number(e, s->a, 1, MOST_WAIT, "the latency", &own->latency))
        return false;
    last = own->latency;
    if (s->b && !number(e, s->b, last, MOST_WAIT, "the longest latency", &last))
        return false;
    own->spread = last - own->latency;
    return true;
}

static bool of_warps(struct engine *e, const struct setting *s)
{
    uint64_t mask;
    unsigned value = s->code;
    if (!warps_of(e, &s->warps, &mask))
        return false;
    if (s->kind == SETTING_START && !number(e, s->a, 0, STATE_CYCLES, "a cycle", &value))
        return false;
    if (s->kind == SETTING_CTA && !number(e, s->a, 0, STATE_WARPS - 1, "a thread block", &value))
        return false;
    for (unsigned w = 0; w < e->warps; w++) {
        if (!(mask >> w & 1))
            continue;
        if (s->kind == SETTING_START)
            e->warp[w].start = value;
        else
            *(s->kind == SETTING_CTA ? &e->warp[w].cta : &e->warp[w].l1) = value;
    }
    return true;
}

static void fresh(struct machine_settings *set)
{
    set->fresh = true;
    set->absents = set->readonlys = set->failings = 0;
}

static bool coded(struct engine *e, const struct setting *s, unsigned *code)
{
    *code = s->code;
    return !s->a || number(e, s->a, 0, s->code, "a code", code);
}

// Applies a setting that may differ between L1s.
static bool own_setting(struct engine *e, const struct setting *s, struct machine_own *own)
{
    struct env env = state_env(e, NULL, NULL);
    own->memory |= s->kind >= SETTING_LATENCY && s->kind <= SETTING_APART;
    switch (s->kind) {
    case SETTING_CARVEOUT:
        return coded(e, s, &own->carveout);
    case SETTING_POLICY:
        return coded(e, s, &own->policy);
    case SETTING_HOME:
        return coded(e, s, &own->home);
    case SETTING_FETCH:
        return coded(e, s, &own->fetch);
    case SETTING_BANKWIDTH:
        return coded(e, s, &own->bankwidth);
    case SETTING_INTERVAL:
        return number(e, s->a, 0, (INT64_C(1) << names_value("IV_W", e->tree->lanes)) - 1, "the interval",
                      &own->interval);
    case SETTING_LATENCY:
        return latency(e, s, own);
    case SETTING_EVERY:
        return number(e, s->a, 1, MOST_WAIT, "a number of cycles", &own->every);
    case SETTING_ANSWERS:
        own->order = (enum machine_order)s->code;
        return true;
    case SETTING_BATCH:
        return number(e, s->a, 1, MOST_WAIT, "a number of requests", &own->batch);
    case SETTING_PIECES:
        return number(e, s->a, 0, 100, "percent of the reads", &own->pieces);
    case SETTING_EARLY:
        return number(e, s->a, 0, 100, "percent of the reads", &own->early);
    case SETTING_STALL:
        return number(e, s->a, 0, MOST_PERCENT, "percent of the cycles", &own->stall);
    case SETTING_APART:
        return number(e, s->a, 1, MOST_WAIT, "a number of cycles", &own->apart);
    case SETTING_LATE:
        return pattern(e, s, &own->late);
    case SETTING_RESERVED:
        return pattern(e, s, &own->reserved);
    case SETTING_GAPS:
        return pattern(e, s, &own->gaps);
    case SETTING_DRAWS:
        return state_bounded(e, s->a, &env, 1, INT64_MAX, "what is drawn from", &own->draws);
    default:
        own->again_any = s->code;
        return number(e, s->a, 1, MOST_WAIT, "a number of cycles", &own->again);
    }
}

// A reset is one of all L1s, or of one alone.
static bool reset(struct engine *e, const struct setting *s)
{
    struct env env = state_env(e, NULL, NULL);
    int64_t at;
    if (!state_bounded(e, s->a, &env, 0, STATE_CYCLES, "a cycle", &at))
        return false;
    for (unsigned i = 0; i < PROGRAM_L1S; i++)
        if (!s->of || s->of == i + 1) {
            e->set.own[i].reset = at;
            e->set.own[i].alone = s->of;
        }
    return true;
}

static bool setting(struct engine *e, const struct setting *s)
{
    struct machine_settings *set = &e->set;
    unsigned page;
    switch (s->kind) {
    case SETTING_PAGE:
        if (!coded(e, s, &page))
            return false;
        if (set->page != page) // the page tables change
            fresh(set);
        set->page = page;
        return true;
    case SETTING_ABSENT:
        return place(e, s, set->absent, &set->absents);
    case SETTING_READONLY:
        return place(e, s, set->readonly, &set->readonlys);
    case SETTING_FAIL:
        return place(e, s, set->failing, &set->failings);
    case SETTING_RESET:
        return reset(e, s);
    case SETTING_FRESH:
        fresh(set);
        return true;
    case SETTING_ORDER:
        e->order = (enum order)s->code;
        return true;
    case SETTING_START:
    case SETTING_CTA:
    case SETTING_L1:
        return of_warps(e, s);
    default:
        for (unsigned i = 0; i < PROGRAM_L1S; i++)
            if ((!s->of || s->of == i + 1) && !own_setting(e, s, &set->own[i]))
                return false;
        return true;
    }
}

bool bind_part(struct engine *e, const struct tree_part *part)
{
    if (!e->set.first)
        e->set.fresh = false;
    for (unsigned w = 0; w < e->warps; w++)
        e->warp[w].start = 0;
    for (unsigned i = 0; i < PROGRAM_L1S; i++) {
        e->set.own[i].draws = 0;
        e->set.own[i].reset = -1;
    }
    for (const struct setting *s = part->settings; s; s = s->next)
        if (!setting(e, s))
            return false;
    e->set.cycles = -1;
    struct env env = state_env(e, NULL, NULL);
    for (const struct expect *x = part->expects; x; x = x->next)
        if (x->count == COUNT_CYCLES && !x->most && !state_value(e, x->value, &env, &e->set.cycles))
            return false;
    e->set.cycles = e->set.cycles == PROGRAM_ANY ? -1 : e->set.cycles;
    return true;
}
