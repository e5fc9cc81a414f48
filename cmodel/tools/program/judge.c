#include "program/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "program/names.h"

// Whether the count is visible on the machine's own pins.
static bool outside(enum count c)
{
    return c == COUNT_CYCLES;
}

static int64_t seen_of(const struct measure *m, enum count c)
{
    if (c == COUNT_CYCLES)
        return m->first < 0 || m->last < 0 ? 0 : m->last - m->first + 1;
    return c == COUNT_REQUESTS ? m->count[COUNT_READS] + m->count[COUNT_WRITES] : m->count[c];
}

struct whose {
    char text[200];
};

// Names the warp, and the iterations of the loops around the statement.
static struct whose whose(const struct engine *e, const struct measure *m)
{
    const struct stmt *s = &e->tree->stmt[m->stmt];
    struct whose w = { "" };
    int n = s->kind == STMT_OPEN ? 0 : snprintf(w.text, sizeof w.text, ", w%u", m->warp);
    for (unsigned i = 0; i < s->loops && (size_t)n < sizeof w.text; i++)
        n += snprintf(w.text + n, sizeof w.text - (size_t)n, "%s%" PRId64, i ? ", " : ", loops at ",
                      m->loop[i]);
    return w;
}

static bool is_judged(const struct engine *e, enum count count)
{
    const bool times = count == COUNT_CYCLES || count == COUNT_STALLS;
    return e->counts == COUNTS_ALL
        || (e->counts == COUNTS_UNTIMED ? !times : e->counts == COUNTS_PASSES && count == COUNT_PASSES);
}

static bool is_wanted(const struct expect *x, int64_t want, int64_t seen)
{
    return want == PROGRAM_ANY || (x->most ? seen <= want : seen == want);
}

static bool judge_count(struct engine *e, const struct measure *m, const struct expect *x)
{
    struct env env = state_env(e, &e->warp[m->warp], m->loop);
    int64_t want, seen = seen_of(m, x->count);
    if (!state_value(e, x->value, &env, &want))
        return false;
    return is_wanted(x, want, seen)
        || state_object(e, x->at, "expected %s%" PRId64 " %s, seen %" PRId64 "%s", x->most ? "at most " : "",
                        want, count_name(x->count), seen, whose(e, m).text);
}

bool judge_measure(struct engine *e, const struct measure *m, enum judged which, bool inside)
{
    for (const struct expect *x = e->tree->stmt[m->stmt].expects; x; x = x->next) {
        if (x->kind != EXPECT_COUNT || (!inside && !outside(x->count)) || !is_judged(e, x->count))
            continue;
        if (which != JUDGE_ALL && count_late(x->count) != (which == JUDGE_LATE))
            continue;
        if (!judge_count(e, m, x))
            return false;
    }
    return true;
}

bool judge_word(struct engine *e, const struct measure *m, unsigned reg, unsigned lane, uint32_t value)
{
    for (const struct expect *x = e->tree->stmt[m->stmt].expects; x; x = x->next) {
        if (x->kind != EXPECT_REG || x->reg != reg || e->counts == COUNTS_NONE)
            continue;
        struct env env = state_env(e, &e->warp[m->warp], m->loop);
        int64_t want;
        env.lane = lane;
        if (!state_value(e, x->value, &env, &want))
            return false;
        if ((uint32_t)want != value)
            return state_object(e, x->at, "expected r%u = 0x%x in lane %u, seen 0x%x%s", reg, (uint32_t)want,
                                lane, value, whose(e, m).text);
    }
    return true;
}

// ---- errors

static const struct expect *expected_error(const struct engine *e, const struct measure *m)
{
    for (const struct expect *x = e->tree->stmt[m->stmt].expects; x; x = x->next)
        if (x->kind == EXPECT_ERROR)
            return x;
    return NULL;
}

// Whether the error shows late: a store that memory does not get has retired long before.
static bool shows_later(const struct engine *e, const struct measure *m, const struct expect *x)
{
    return e->tree->stmt[m->stmt].kind == STMT_STORE && names_lost(x->error);
}

// Reduces the lanes in `of` to those that are expected to fail.
static bool lanes_of(struct engine *e, const struct measure *m, const struct expect *x, uint64_t of,
                     uint64_t *lanes)
{
    struct env env = state_env(e, &e->warp[m->warp], m->loop);
    int64_t value;
    *lanes = of;
    if (x->value && !x->each) {
        if (!state_bounded(e, x->value, &env, 0, e->tree->lanes - 1, "a lane", &value))
            return false;
        *lanes &= UINT64_C(1) << value;
    }
    for (; x->each && env.lane < e->tree->lanes; env.lane++) {
        if (!state_value(e, x->value, &env, &value))
            return false;
        if (!value)
            *lanes &= ~(UINT64_C(1) << env.lane);
    }
    return true;
}

static bool judge_lanes(struct engine *e, const struct op *op, const struct expect *x, unsigned lane,
                        uint64_t lanes)
{
    uint64_t in;
    if (!x->value)
        return true;
    if (!lanes_of(e, &op->m, x, x->each ? op->mask : UINT64_MAX, &in))
        return false;
    const char *error = names_key("err", x->error);
    const struct whose who = whose(e, &op->m);
    if (x->each)
        return in == lanes
            || state_object(e, x->at, "expected error %s in lanes 0x%" PRIx64 ", seen in 0x%" PRIx64 "%s",
                            error, in, lanes, who.text);
    return in == UINT64_C(1) << lane
        || state_object(e, x->at, "expected error %s first in lane %d, seen in lane %u%s", error,
                        __builtin_ctzll(in), lane, who.text);
}

bool judge_end(struct engine *e, const struct op *op, unsigned error, unsigned lane, uint64_t lanes)
{
    const struct measure *m = &op->m;
    const struct expect *x = expected_error(e, m);
    if ((!x && e->tree->part[e->part - 1].any_error) || e->counts == COUNTS_NONE)
        return true;
    unsigned want = x && !shows_later(e, m, x) ? x->error : 0;
    if (want != error) {
        char where[30] = "";
        if (error)
            snprintf(where, sizeof where, " in lane %u", lane);
        return state_object(e, x ? x->at : e->tree->stmt[m->stmt].at, "expected error %s, seen %s%s%s",
                            names_key("err", want), names_key("err", error), where, whose(e, m).text);
    }
    return !want || judge_lanes(e, op, x, lane, lanes);
}

// ---- lost stores

enum { ANY_L1 = PROGRAM_L1S };

static bool has_line(const struct lost_store *l, uint64_t line)
{
    for (unsigned i = 0; i < l->lines; i++)
        if (l->line[i] == line)
            return true;
    return false;
}

// Returns null on an objection.
static struct lost_store *note(struct engine *e, const struct expect *x, unsigned l1)
{
    if (e->losts == STATE_LOST) {
        state_fault(e, x->at, "more than %d stores of a part are expected to be lost", STATE_LOST);
        return NULL;
    }
    struct lost_store *l = &e->lost[e->losts++];
    *l = (struct lost_store){ .expect = x, .l1 = l1 };
    return l;
}

static void add_line(const struct engine *e, struct lost_store *l, uint64_t addr)
{
    const uint64_t line = addr / e->line_bytes * e->line_bytes;
    if (!has_line(l, line))
        l->line[l->lines++] = line;
}

bool judge_note_lost(struct engine *e, const struct measure *m, const struct machine_access *a, unsigned l1)
{
    const struct expect *x = expected_error(e, m);
    uint64_t lanes;
    if (!x || !shows_later(e, m, x))
        return true;
    struct lost_store *l = note(e, x, l1);
    if (!l || !lanes_of(e, m, x, a->mask, &lanes))
        return false;
    for (; lanes; lanes &= lanes - 1)
        add_line(e, l, machine_at(a, (unsigned)__builtin_ctzll(lanes), e->tree->lanes));
    return true;
}

bool judge_note_losses(struct engine *e, const struct tree_part *part)
{
    struct env env = state_env(e, NULL, NULL);
    for (const struct expect *x = part->expects; x; x = x->next) {
        int64_t addr;
        if (x->kind != EXPECT_ERROR)
            continue;
        struct lost_store *l = note(e, x, ANY_L1);
        if (!l
            || !state_bounded(e, x->value, &env, 0, (INT64_C(1) << e->address_bits) - 1, "an address", &addr))
            return false;
        add_line(e, l, (uint64_t)addr);
    }
    return true;
}

// One write may lose several stores.
bool judge_lost(struct engine *e, unsigned l1, uint64_t line, unsigned error, enum lost_how how)
{
    bool any = false;
    for (unsigned i = 0; i < e->losts; i++) {
        struct lost_store *l = &e->lost[i];
        const bool so = how == LOST_ANYHOW || l->expect->how == LOST_ANYHOW || l->expect->how == how;
        const bool it =
            so && (l->l1 == l1 || l->l1 == ANY_L1) && l->expect->error == error && has_line(l, line);
        l->seen |= it;
        any |= it;
    }
    const struct tree_part *part = &e->tree->part[e->part - 1];
    if (part->any_error || e->counts == COUNTS_NONE)
        return true;
    const struct place at = part->begin < part->end ? e->tree->stmt[part->begin].at : (struct place){ 1, 1 };
    return any
        || state_object(e, at,
                        "in the part that begins here a store to line 0x%" PRIx64 " is lost, error %s%s%s, "
                        "which nobody expects",
                        line, names_key("err", error), how ? " " : "", lost_name(how));
}

static bool judge_losts(struct engine *e)
{
    for (unsigned i = 0; i < e->losts; i++) {
        const struct expect *x = e->lost[i].expect;
        if (!e->lost[i].seen && e->counts != COUNTS_NONE)
            return state_object(e, x->at, "expected that a store is lost with error %s%s%s: it was not",
                                names_key("err", x->error), x->how ? " " : "", lost_name(x->how));
    }
    return true;
}

// ---- parts

bool judge_part(struct engine *e, const struct tree_part *part, bool inside)
{
    for (unsigned i = 0; i < e->groups; i++)
        if (!judge_measure(e, &e->group[i], JUDGE_ALL, inside))
            return false;
    for (unsigned i = 0; i < e->ops; i++)
        if (e->tree->stmt[e->op[i].m.stmt].late && !judge_measure(e, &e->op[i].m, JUDGE_LATE, inside))
            return false;
    if (!judge_losts(e))
        return false;
    struct env env = state_env(e, NULL, NULL);
    for (const struct expect *x = part->expects; x; x = x->next) {
        int64_t want;
        if (x->kind != EXPECT_COUNT || (!inside && count_inside(x->count)) || !is_judged(e, x->count))
            continue;
        if (!state_value(e, x->value, &env, &want))
            return false;
        if (e->cost[x->count] != PROGRAM_ANY && !is_wanted(x, want, e->cost[x->count]))
            return state_object(e, x->at, "expected %s%" PRId64 " %s of the part, seen %" PRId64,
                                x->most ? "at most " : "", want, count_name(x->count), e->cost[x->count]);
    }
    return true;
}

// ---- outcomes

// Each outcome is counted under its text.
static bool tell(struct engine *e, struct place at, const char *text, unsigned times)
{
    unsigned i = 0;
    while (i < e->outcomes && strcmp(e->outcome[i].text, text))
        i++;
    if (i == PROGRAM_OUTCOMES)
        return state_fault(e, at, "more than %d different outcomes", PROGRAM_OUTCOMES);
    if (i == e->outcomes)
        snprintf(e->outcome[e->outcomes++].text, STATE_SHOWN, "%s", text);
    e->outcome[i].count += times;
    return true;
}

static bool tell_allowed(struct engine *e, const struct outcome_line *o, bool came)
{
    char text[STATE_SHOWN];
    snprintf(text, sizeof text, "allowed (line %u)", o->at.line);
    return tell(e, o->at, text, came);
}

bool judge_outcome(struct engine *e)
{
    struct env env = state_env(e, NULL, NULL);
    const struct outcome_line *allow = NULL, *told = NULL;
    bool allowed = false;
    char text[STATE_SHOWN] = "";
    size_t n = 0;
    for (const struct outcome_line *o = e->tree->outcomes; o; o = o->next) {
        int64_t value;
        if (!state_value(e, o->value, &env, &value))
            return false;
        if (o->kind == OUTCOME_FORBID && value)
            return state_object(e, o->at, "this is forbidden, and came");
        if (o->kind == OUTCOME_ALLOW) {
            allow = allow ? allow : o;
            allowed |= value != 0;
        }
        if (o->kind == OUTCOME_MAY && !tell_allowed(e, o, value != 0))
            return false;
        if (o->kind != OUTCOME_TELL)
            continue;
        told = o;
        n += (size_t)snprintf(text + n, sizeof text - n, "%sw%u.r%u=%" PRId64, n ? " " : "", o->value->warp,
                              (unsigned)o->value->number, value);
        if (n >= sizeof text)
            return state_fault(e, o->at, "an outcome of more than %d letters", STATE_SHOWN - 1);
    }
    if (told && !tell(e, told->at, text, 1))
        return false;
    return !allow || allowed || e->counts == COUNTS_NONE
        || state_object(e, allow->at, "nothing came of what is allowed here and below");
}
