#include "program/told.h"

#include "program/judge.h"
#include "program/names.h"

// Records cycles for a measure and for the groups around it.
static void begins(struct measure *m, uint64_t cycle)
{
    if (m->first < 0 || (uint64_t)m->first > cycle)
        m->first = (int64_t)cycle;
}

static void ends(struct measure *m, uint64_t cycle)
{
    if (m->last < (int64_t)cycle)
        m->last = (int64_t)cycle;
}

static void op_begins(struct engine *e, struct op *op, uint64_t cycle)
{
    begins(&op->m, cycle);
    for (unsigned i = 0; i < op->groups; i++)
        begins(&e->group[op->group[i]], cycle);
}

static void op_ends(struct engine *e, struct op *op, uint64_t cycle)
{
    ends(&op->m, cycle);
    for (unsigned i = 0; i < op->groups; i++)
        ends(&e->group[op->group[i]], cycle);
}

// ---- commands

// The oldest command in this state. If two begin in the same cycle, the lower warp goes first.
static struct warp *commander(struct engine *e, unsigned l1, enum command_state state)
{
    struct warp *first = NULL;
    for (uint64_t left = e->going[l1]; left; left &= left - 1) {
        struct warp *w = &e->warp[__builtin_ctzll(left)];
        if (w->command == state && (!first || w->command_op < first->command_op))
            first = w;
    }
    return first;
}

bool engine_command(struct engine *e, unsigned l1, struct machine_command *c)
{
    struct warp *w = commander(e, l1, COMMAND_WAITS);
    if (!w)
        return false;
    *c = w->given;
    w->command = COMMAND_OFFERED;
    return true;
}

void engine_command_taken(struct engine *e, unsigned l1, uint64_t cycle)
{
    struct warp *w = commander(e, l1, COMMAND_OFFERED);
    if (!w)
        return; // no warp issued it
    w->command = COMMAND_TAKEN;
    op_begins(e, &e->op[w->command_op], cycle);
}

bool engine_command_done(struct engine *e, unsigned l1, uint64_t cycle)
{
    struct warp *w = commander(e, l1, COMMAND_TAKEN);
    if (!w)
        return true;
    struct op *op = &e->op[w->command_op];
    w->command = COMMAND_NONE;
    w->pc++;
    op_ends(e, op, cycle);
    return judge_measure(e, &op->m, JUDGE_EARLY, true);
}

// ---- instructions

int64_t engine_loop(const struct engine *e, uint32_t serial, unsigned number)
{
    return e->op[serial].m.loop[number];
}

void engine_taken(struct engine *e, uint32_t serial, uint64_t cycle)
{
    op_begins(e, &e->op[serial], cycle);
    e->warp[e->op[serial].m.warp].offers = false;
}

void engine_count(struct engine *e, uint32_t serial, enum count c, unsigned n)
{
    struct op *op = &e->op[serial];
    op->m.count[c] += n;
    for (unsigned i = 0; i < op->groups; i++)
        e->group[op->group[i]].count[c] += n;
    if (c < COUNT_READS) // other counts are kept per part, whatever caused them
        e->cost[c] += n;
}

static void written(struct engine *e, struct warp *w, uint32_t serial, unsigned word)
{
    struct op *op = &e->op[serial];
    const struct stmt *s = &e->tree->stmt[op->m.stmt];
    const unsigned reg = s->reg + word;
    if (s->predicated && w->predicates[s->pred] == serial + 1)
        w->predicates[s->pred] = 0;
    if (reg < PROGRAM_REGS && w->writer[reg] == serial + 1)
        w->writer[reg] = 0;
}

void engine_predicate(struct engine *e, uint32_t serial, unsigned lane, bool value)
{
    const struct op *op = &e->op[serial];
    const struct stmt *s = &e->tree->stmt[op->m.stmt];
    const uint64_t bit = UINT64_C(1) << lane % PROGRAM_LANES;
    uint64_t *pred = &e->warp[op->m.warp].pred[s->pred % PROGRAM_PREDS];
    if (s->predicated)
        *pred = value ? *pred | bit : *pred & ~bit;
}

bool engine_loaded(struct engine *e, uint32_t serial, unsigned lane, unsigned word, uint32_t value)
{
    struct op *op = &e->op[serial];
    const struct stmt *s = &e->tree->stmt[op->m.stmt];
    struct warp *w = &e->warp[op->m.warp];
    if (!stmt_loads(s) || word >= PROGRAM_WORDS || lane >= e->tree->lanes || !(op->waited[word] >> lane & 1))
        return state_object(e, s->at, "word %u of lane %u comes, for which nobody waits, w%u", word, lane,
                            op->m.warp);
    const struct machine_word came = { serial, lane, word, value };
    state_tell(e, w, s, NULL, &came);
    if (!s->unwanted)
        w->reg[s->reg + word][lane] = value;
    op->waited[word] &= ~(UINT64_C(1) << lane);
    if (!op->waited[word])
        written(e, w, serial, word);
    return !s->expects || judge_word(e, &op->m, s->reg + word, lane, value);
}

// The word has come when its second half has.
bool engine_loaded_half(struct engine *e, uint32_t serial, unsigned half, unsigned word, uint16_t value)
{
    struct op *op = &e->op[serial];
    const struct stmt *s = &e->tree->stmt[op->m.stmt];
    const unsigned lane = half / 2, up = half % 2 * 16;
    if (s->kind != STMT_LOAD || word >= PROGRAM_WORDS || lane >= e->tree->lanes
        || (up ? op->upper : op->lower)[word] >> lane & 1)
        return state_object(e, s->at, "half %u of word %u comes, for which nobody waits, w%u", half, word,
                            op->m.warp);
    uint32_t unwanted = 0;
    uint32_t *whole = s->unwanted ? &unwanted : &e->warp[op->m.warp].reg[s->reg + word][lane];
    *whole = up ? (*whole & 0xffff) | (uint32_t)value << 16 : (*whole & 0xffff0000) | value;
    (up ? op->upper : op->lower)[word] |= UINT64_C(1) << lane;
    return !(op->upper[word] & op->lower[word] & UINT64_C(1) << lane)
        || engine_loaded(e, serial, lane, word, *whole);
}

bool engine_loaded_rows(struct engine *e, uint32_t serial, unsigned quarter, uint64_t slots,
                        const uint32_t *data)
{
    const struct machine_access a = { .matrix = e->tree->stmt[e->op[serial].m.stmt].matrix };
    for (; slots; slots &= slots - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(slots), row = slot / 4, column = slot % 4 * 2;
        for (unsigned n = 0; n < 2; n++)
            if (!engine_loaded_half(e, serial, machine_half(&a, row, column + n, e->tree->lanes), quarter,
                                    (uint16_t)(data[slot] >> 16 * n)))
                return false;
    }
    return true;
}

bool engine_retired(struct engine *e, uint32_t serial, uint64_t cycle, unsigned error, unsigned lane,
                    uint64_t lanes, bool inside)
{
    struct op *op = &e->op[serial];
    struct warp *w = &e->warp[op->m.warp];
    op_ends(e, op, cycle);
    if (e->tree->stmt[op->m.stmt].kind == STMT_ARRIVE)
        w->arrived = serial + 1;
    w->flying--;
    for (unsigned i = 0; i < PROGRAM_WORDS; i++) {
        if (op->waited[i] && !error)
            return state_object(e, e->tree->stmt[op->m.stmt].at,
                                "it retires before all its words have come, w%u", op->m.warp);
        written(e, w, serial, i);
    }
    return judge_end(e, op, error, lane, lanes) && judge_measure(e, &op->m, JUDGE_EARLY, inside);
}

static const struct expect *expected_fault(const struct stmt *s)
{
    const struct expect *x = s->expects;
    while (x && x->kind != EXPECT_FAULT)
        x = x->next;
    return x;
}

// The bar of this warp retired in the cycle before, so its arrival is reported as faulty now, or never.
static bool judge_arrival(struct engine *e, struct warp *w, const struct machine_barriers *b)
{
    const struct stmt *s = &e->tree->stmt[e->op[w->arrived - 1].m.stmt];
    const struct expect *x = expected_fault(s);
    const unsigned warp = (unsigned)(w - e->warp);
    const bool fails = b->fails && b->warp == warp;
    if (fails && w->bar == w->arrived)
        w->held = false;
    w->arrived = 0;
    if (fails && !x)
        return state_object(e, s->at, "the arrival is faulty: %s, w%u", names_key("barfail", b->cause), warp);
    if (x && (!fails || b->cause != x->error))
        return state_object(e, x->at, "expected fault %s, seen %s, w%u", names_key("barfail", x->error),
                            fails ? names_key("barfail", b->cause) : "none", warp);
    return true;
}

// The warp goes on. If it reduces, each active lane's register has the result.
static bool release(struct engine *e, struct warp *w, const struct machine_barriers *b)
{
    if (!w->held)
        return state_object(e, (struct place){ 1, 1 }, "a barrier opens for warp %u, which does not wait",
                            (unsigned)(w - e->warp));
    const struct op *op = &e->op[w->bar - 1];
    const struct stmt *s = &e->tree->stmt[op->m.stmt];
    w->held = false;
    for (uint64_t left = s->words ? op->mask : 0; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        w->reg[s->reg][lane] = b->reduction[s->reduction];
        if (!judge_word(e, &op->m, s->reg, lane, w->reg[s->reg][lane]))
            return false;
    }
    return true;
}

bool engine_barriers(struct engine *e, unsigned l1, const struct machine_barriers *b)
{
    for (unsigned i = 0; i < e->warps; i++) {
        struct warp *w = &e->warp[i];
        if (w->l1 != l1)
            continue;
        if (w->arrived && !judge_arrival(e, w, b))
            return false;
        if (b->opens && b->warps >> i & 1 && !release(e, w, b))
            return false;
    }
    return true;
}

bool engine_grouped(struct engine *e, uint32_t serial, uint64_t cycle)
{
    engine_taken(e, serial, cycle);
    return e->tree->stmt[e->op[serial].m.stmt].waits || engine_retired(e, serial, cycle, 0, 0, 0, true);
}

bool engine_waited(struct engine *e, unsigned l1, uint64_t warps, uint64_t cycle)
{
    for (uint64_t left = warps; left; left &= left - 1) {
        struct warp *w = &e->warp[__builtin_ctzll(left) % e->warps];
        if (w->l1 != l1 || !w->awaits)
            return state_object(e, (struct place){ 1, 1 },
                                "a wait for copies ends of warp %d, which has none", __builtin_ctzll(left));
        w->awaits = false;
        if (!engine_retired(e, w->awaited, cycle, 0, 0, 0, true))
            return false;
    }
    return true;
}

// The same for one warp, by the serial of its wait; a group that was only closed has ended before.
bool engine_wait_ended(struct engine *e, uint32_t serial, uint64_t cycle)
{
    const struct measure *m = &e->op[serial].m;
    return !e->tree->stmt[m->stmt].waits
        || engine_waited(e, e->warp[m->warp].l1, UINT64_C(1) << m->warp, cycle);
}

bool engine_lost(struct engine *e, unsigned l1, uint64_t line, unsigned error, enum lost_how how)
{
    e->cost[COUNT_LOSSES]++;
    return judge_lost(e, l1, line, error, how);
}
