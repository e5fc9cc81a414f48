#include "program/flow.h"

#include <stdlib.h>
#include <string.h>

#include "program/judge.h"

void flow_begin(struct warp *w, const struct tree_part *part)
{
    w->pc = part->begin;
    w->free_at = w->start;
    w->ready = w->at_bar = w->offers = w->held = w->awaits = false;
    w->bar = w->arrived = 0;
    w->steps = w->groups = w->flying = 0;
    w->command = COMMAND_NONE;
    memset(w->looping, 0, sizeof w->looping);
    memset(w->writer, 0, sizeof w->writer);
    memset(w->predicates, 0, sizeof w->predicates);
}

// ---- active lanes, operands

static uint64_t all_lanes(const struct engine *e)
{
    return UINT64_MAX >> (64 - e->tree->lanes);
}

bool flow_mask(struct engine *e, struct warp *w, const struct stmt *s, uint64_t *mask)
{
    *mask = all_lanes(e);
    if (s->guard >= 0)
        *mask &= s->guard_not ? ~w->pred[s->guard] : w->pred[s->guard];
    if (!s->mask)
        return true;
    struct env env = state_env(e, w, w->loop);
    for (env.lane = 0; env.lane < e->tree->lanes; env.lane++) {
        int64_t on;
        if (!(*mask >> env.lane & 1))
            continue;
        if (!state_value(e, s->mask, &env, &on))
            return false;
        if (!on)
            *mask &= ~(UINT64_C(1) << env.lane);
    }
    return true;
}

// Whether a predicate that the statement reads or writes still waits for a lock access.
static bool lacks_predicate(const struct warp *w, const struct stmt *s)
{
    unsigned some = s->reads.pred;
    if (s->kind == STMT_SETP || s->kind == STMT_WHILE)
        some |= 1u << s->reg;
    if (s->predicated)
        some |= 1u << s->pred;
    for (unsigned p = 0; some >> p; p++)
        if (some >> p & 1 && w->predicates[p])
            return true;
    return false;
}

// Whether a register or predicate that the statement reads or writes still waits for a load.
static bool lacks_register(const struct warp *w, const struct stmt *s)
{
    if (lacks_predicate(w, s))
        return true;
    for (unsigned i = 0; i < PROGRAM_REGS / 64; i++)
        for (uint64_t left = s->reads.reg[i]; left; left &= left - 1)
            if (w->writer[64 * i + (unsigned)__builtin_ctzll(left)])
                return true;
    const bool loads = stmt_loads(s) && !s->unwanted;
    const bool writes = loads || s->kind == STMT_MOV || s->kind == STMT_ARRIVE;
    for (unsigned i = 0; writes && i < s->words; i++)
        if (w->writer[s->reg + i])
            return true;
    return false;
}

// ---- instructions, groups

static bool grow(struct engine *e, struct place at, void **list, size_t size, unsigned count, unsigned *room)
{
    if (count < *room)
        return true;
    void *grown = count < STATE_OPS ? realloc(*list, 2 * (size_t)(*room + 64) * size) : NULL;
    if (!grown)
        return state_fault(
            e, at, count < STATE_OPS ? "out of memory" : "a part has more than %d instructions", STATE_OPS);
    *list = grown;
    *room = 2 * (*room + 64);
    return true;
}

static void begin_measure(struct engine *e, struct warp *w, uint32_t stmt, struct measure *m)
{
    *m = (struct measure){ .stmt = stmt, .warp = (uint16_t)(w - e->warp), .first = -1, .last = -1 };
    memcpy(m->loop, w->loop, sizeof m->loop);
}

struct op *flow_op(struct engine *e, struct warp *w, uint32_t *serial)
{
    void *list = e->op;
    if (!grow(e, e->tree->stmt[w->pc].at, &list, sizeof *e->op, e->ops, &e->ops_room))
        return NULL;
    e->op = list;
    *serial = e->ops++;
    struct op *op = &e->op[*serial];
    begin_measure(e, w, w->pc, &op->m);
    op->mask = 0;
    memset(op->waited, 0, sizeof op->waited);
    memcpy(op->group, w->group, sizeof op->group);
    op->groups = w->groups;
    w->turn++;
    w->steps = 0;
    w->ready = false;
    return op;
}

// All warps that open the group for the n-th time share one measure.
static bool open_group(struct engine *e, struct warp *w, const struct stmt *s)
{
    const uint32_t n = e->opened[w - e->warp][s->group]++;
    if (!s->expects)
        return true;
    uint32_t *number = table_find(&e->group_at, (uint64_t)s->group << 32 | n);
    if (!number) {
        void *list = e->group;
        if (!grow(e, s->at, &list, sizeof *e->group, e->groups, &e->groups_room))
            return false;
        e->group = list;
        number = table_add(&e->group_at, (uint64_t)s->group << 32 | n);
        if (!number)
            return state_fault(e, s->at, "out of memory");
        *number = e->groups++;
        begin_measure(e, w, w->pc, &e->group[*number]);
    }
    w->group[w->groups++] = *number;
    return true;
}

// ---- statements that take no time

static bool do_mov(struct engine *e, struct warp *w, const struct stmt *s)
{
    uint64_t mask;
    struct measure m;
    if (!flow_mask(e, w, s, &mask))
        return false;
    w->turn++;
    begin_measure(e, w, w->pc, &m);
    struct env env = state_env(e, w, w->loop);
    uint32_t value[PROGRAM_LANES] = { 0 };
    for (env.lane = 0; env.lane < e->tree->lanes; env.lane++) {
        int64_t v;
        if (!(mask >> env.lane & 1))
            continue;
        if (!state_value(e, s->addr, &env, &v))
            return false;
        value[env.lane] = s->kind == STMT_SETP ? v != 0 : (uint32_t)v;
    }
    for (unsigned lane = 0; lane < e->tree->lanes; lane++) {
        if (!(mask >> lane & 1))
            continue;
        if (s->kind == STMT_SETP)
            w->pred[s->reg] = (w->pred[s->reg] & ~(UINT64_C(1) << lane)) | (uint64_t)value[lane] << lane;
        else
            w->reg[s->reg][lane] = value[lane];
    }
    for (unsigned lane = 0; s->kind == STMT_MOV && lane < e->tree->lanes; lane++)
        if ((mask >> lane & 1) && !judge_word(e, &m, s->reg, lane, value[lane]))
            return false;
    return true;
}

static bool do_delay(struct engine *e, struct warp *w, const struct stmt *s, uint64_t cycle)
{
    struct env env = state_env(e, w, w->loop);
    int64_t cycles;
    w->turn++;
    if (!state_bounded(e, s->addr, &env, 0, STATE_CYCLES, "a delay", &cycles))
        return false;
    w->free_at = cycle + (uint64_t)cycles;
    return true;
}

static bool begin_loop(struct engine *e, struct warp *w, const struct stmt *s)
{
    struct env env = state_env(e, w, w->loop);
    const unsigned l = s->loop;
    w->loop_step[l] = 1;
    if (!state_value(e, s->addr, &env, &w->loop[l]) || !state_value(e, s->value[0], &env, &w->loop_end[l])
        || (s->step && !state_value(e, s->step, &env, &w->loop_step[l])))
        return false;
    return w->loop_step[l] || state_fault(e, s->step->at, "the step of a loop is not 0");
}

// Begins the next iteration of loop `l`, or ends the loop.
static void turn_loop(struct warp *w, unsigned l, bool again)
{
    w->loop_turn[l] = w->looping[l] ? w->loop_turn[l] + 1 : 0;
    w->loop_at[l] = w->pc;
    w->looping[l] = again;
}

static bool do_for(struct engine *e, struct warp *w, const struct stmt *s)
{
    const unsigned l = s->loop;
    if (!w->looping[l] && !begin_loop(e, w, s))
        return false;
    turn_loop(w, l, w->loop_step[l] > 0 ? w->loop[l] < w->loop_end[l] : w->loop[l] > w->loop_end[l]);
    w->pc = w->looping[l] ? w->pc + 1 : s->to;
    return true;
}

static void do_next(struct warp *w, const struct stmt *s)
{
    if (__builtin_add_overflow(w->loop[s->loop], w->loop_step[s->loop], &w->loop[s->loop]))
        w->loop[s->loop] = w->loop_end[s->loop]; // past the last representable number
    w->pc = s->to;
}

// Counts its iterations for messages.
static void do_while(const struct engine *e, struct warp *w, const struct stmt *s)
{
    const bool again = (s->guard_not ? ~w->pred[s->reg] : w->pred[s->reg]) & all_lanes(e);
    w->loop[s->loop] = w->looping[s->loop] ? w->loop[s->loop] + 1 : 0;
    turn_loop(w, s->loop, again);
    w->pc = again ? w->pc + 1 : s->to;
}

static bool do_if(struct engine *e, struct warp *w, const struct stmt *s)
{
    struct env env = state_env(e, w, w->loop);
    int64_t holds;
    if (!state_value(e, s->addr, &env, &holds))
        return false;
    w->pc = holds ? w->pc + 1 : s->to;
    return true;
}

static bool steer(struct engine *e, struct warp *w, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_FOR:
        return do_for(e, w, s);
    case STMT_IF:
        return do_if(e, w, s);
    case STMT_NEXT:
        do_next(w, s);
        return true;
    case STMT_WHILE:
        do_while(e, w, s);
        return true;
    case STMT_AGAIN:
    case STMT_ELSE:
        w->pc = s->to;
        return true;
    case STMT_OPEN:
        if (!open_group(e, w, s))
            return false;
        w->pc++;
        return true;
    default:
        w->groups -= e->tree->stmt[s->to].expects != NULL;
        w->pc++;
        return true;
    }
}

// ---- any statement

// Whether the cycle of its `at` has been reached.
static bool is_time(struct engine *e, struct warp *w, const struct stmt *s, uint64_t cycle, bool *is)
{
    int64_t from;
    *is = !s->from;
    if (*is)
        return true;
    struct env env = state_env(e, w, w->loop);
    if (!state_bounded(e, s->from, &env, 0, STATE_CYCLES, "a cycle", &from))
        return false;
    *is = cycle >= (uint64_t)from;
    return true;
}

static bool do_command(struct engine *e, struct warp *w, const struct stmt *s)
{
    struct env env = state_env(e, w, w->loop);
    int64_t addr = 0;
    if (s->addr
        && !state_bounded(e, s->addr, &env, 0, (INT64_C(1) << e->address_bits) - 1, "an address", &addr))
        return false;
    w->given = (struct machine_command){
        .op = s->op, .carveout = s->carveout, .change = s->change, .addr = (uint64_t)addr
    };
    w->command = COMMAND_WAITS;
    return flow_op(e, w, &w->command_op) != NULL;
}

// Executes a statement that is not control flow. FLOW_READY: it is done, unless it must be offered.
static enum flow own(struct engine *e, struct warp *w, const struct stmt *s, uint64_t cycle)
{
    bool is;
    if (lacks_register(w, s))
        return FLOW_WAITS;
    if (!is_time(e, w, s, cycle, &is))
        return FLOW_OBJECTS;
    if (!is)
        return FLOW_IN_TIME;
    switch (s->kind) {
    case STMT_MOV:
    case STMT_SETP:
        if (!do_mov(e, w, s))
            return FLOW_OBJECTS;
        break;
    case STMT_DELAY:
        if (!do_delay(e, w, s, cycle))
            return FLOW_OBJECTS;
        break;
    case STMT_BAR:
        w->at_bar = true;
        state_tell(e, w, s, NULL, NULL);
        return FLOW_WAITS;
    case STMT_COMMAND:
        return do_command(e, w, s) ? FLOW_WAITS : FLOW_OBJECTS;
    default:
        if (!w->ready)
            w->since = cycle;
        w->ready = true;
        return FLOW_READY;
    }
    state_tell(e, w, s, NULL, NULL);
    w->pc++;
    return FLOW_READY;
}

enum flow flow_on(struct engine *e, struct warp *w, uint64_t cycle)
{
    const uint64_t bit = UINT64_C(1) << (w - e->warp);
    const unsigned end = e->tree->part[e->part - 1].end;
    while (e->going[w->l1] & bit) {
        if (cycle < w->free_at)
            return FLOW_IN_TIME;
        if (w->command != COMMAND_NONE || w->at_bar || w->held || w->awaits)
            return FLOW_WAITS;
        if (w->pc == end) {
            e->going[w->l1] &= ~bit;
            break;
        }
        const struct stmt *s = &e->tree->stmt[w->pc];
        if (w->steps > STATE_STEPS) {
            state_fault(e, s->at, "warp %u goes on here without an instruction", (unsigned)(w - e->warp));
            return FLOW_OBJECTS;
        }
        if (!(e->of[w->pc] & bit)) {
            w->pc = s->kind == STMT_OPEN ? s->to : w->pc + 1;
        } else if (s->kind > STMT_COMMAND) {
            if (lacks_predicate(w, s))
                return FLOW_WAITS;
            if (!steer(e, w, s))
                return FLOW_OBJECTS;
        } else {
            const enum flow f = own(e, w, s, cycle);
            if (f != FLOW_READY || w->ready)
                return f;
        }
        w->steps++;
    }
    return FLOW_ENDED;
}
