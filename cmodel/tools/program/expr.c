#include "program/expr.h"

#include <stddef.h>

#include "kit/rng.h"

// Also called for operands that are absent.
static bool same_in_all_lanes(const struct expr *e)
{
    return !e || !(e->uses & (USES_LANE | USES_REGISTERS | USES_RANDOM));
}

static bool is_linear(const struct expr *e)
{
    // operands that are absent count as not linear
    const bool a = e->a && e->a->linear, b = e->b && e->b->linear;
    switch (e->kind) {
    case EXPR_LANE:
        return true;
    case EXPR_LET:
    case EXPR_MINUS:
        return a;
    case EXPR_ADD:
    case EXPR_SUB:
        return a && b;
    case EXPR_MUL:
        return (a && same_in_all_lanes(e->b)) || (b && same_in_all_lanes(e->a));
    default:
        return same_in_all_lanes(e);
    }
}

bool expr_measure(struct expr *e)
{
    static const unsigned own[] = { [EXPR_SWEEP] = USES_SWEEP,
                                    [EXPR_LOOP] = USES_LOOP,
                                    [EXPR_LANE] = USES_LANE,
                                    [EXPR_WARP] = USES_WARP,
                                    [EXPR_REG] = USES_REGISTERS,
                                    [EXPR_PRED] = USES_REGISTERS,
                                    [EXPR_OF_WARP] = USES_OTHERS,
                                    [EXPR_RAND] = USES_RANDOM,
                                    [EXPR_ITEM] = 0,
                                    [EXPR_LET] = 0 };
    const struct expr *part[] = { e->a, e->b, e->c };
    e->uses = own[e->kind];
    if (e->kind == EXPR_REG)
        e->reads.reg[e->number / 64] |= UINT64_C(1) << e->number % 64;
    if (e->kind == EXPR_PRED)
        e->reads.pred |= (uint8_t)(1u << e->number);
    e->size = e->depth = 1;
    for (unsigned i = 0; i < 3; i++) {
        if (!part[i])
            continue;
        e->uses |= part[i]->uses;
        e->size += e->kind == EXPR_LET ? 0 : part[i]->size;
        expr_add_reads(part[i], &e->reads);
        e->depth = e->depth > part[i]->depth ? e->depth : part[i]->depth + 1;
    }
    e->linear = is_linear(e);
    return e->size <= EXPR_SIZE && e->depth <= EXPR_DEPTH;
}

void expr_add_reads(const struct expr *e, struct expr_reads *r)
{
    for (unsigned i = 0; e && i < PROGRAM_REGS / 64; i++)
        r->reg[i] |= e->reads.reg[i];
    r->pred |= e ? e->reads.pred : 0;
}

// ---- values

static bool fault(const struct expr *e, struct env *env, const char *what)
{
    env->fault = what;
    env->at = e->at;
    return false;
}

static uint64_t gcd_of(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t magnitude(int64_t n)
{
    return n < 0 ? -(uint64_t)n : (uint64_t)n;
}

// Allocates memory for `number` things, and for one at least.
static int64_t bits_of(int64_t n)
{
    return n <= 2 ? 1 : 64 - __builtin_clzll((uint64_t)n - 1);
}

static bool draw(const struct expr *e, const struct env *env, int64_t below, int64_t *value)
{
    uint64_t x = env->seed ^ ((uint64_t)e->at.line << 32 | e->at.column);
    uint64_t r = rng_mix(&x);
    if (!e->fixed) {
        x = r ^ (env->turn << 16 | (uint64_t)env->warp << 8 | env->lane);
        r = rng_mix(&x);
    }
    *value = (int64_t)(r % (uint64_t)below);
    return true;
}

static int64_t shifted(int64_t a, int64_t n, bool left)
{
    bool all = n < 0 || n > 63;
    if (left)
        return all ? 0 : (int64_t)((uint64_t)a << n);
    return all ? -(a < 0) : a < 0 ? (int64_t) ~(~(uint64_t)a >> n) : a >> n;
}

static bool divided(const struct expr *e, struct env *env, int64_t a, int64_t b, int64_t *value)
{
    if (!b)
        return fault(e, env, "division by zero");
    if (b == -1) // the least number divided by -1 would not fit
        *value = e->kind == EXPR_DIV ? (int64_t) - (uint64_t)a : 0;
    else
        *value = e->kind == EXPR_DIV ? a / b : a % b;
    return true;
}

static bool of_two(const struct expr *e, struct env *env, int64_t a, int64_t b, int64_t *value)
{
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (e->kind) {
    case EXPR_MUL:
        *value = (int64_t)(x * y);
        return true;
    case EXPR_ADD:
        *value = (int64_t)(x + y);
        return true;
    case EXPR_SUB:
        *value = (int64_t)(x - y);
        return true;
    case EXPR_LEFT:
        *value = shifted(a, b, true);
        return true;
    case EXPR_RIGHT:
        *value = shifted(a, b, false);
        return true;
    case EXPR_LESS:
        *value = a < b;
        return true;
    case EXPR_LESS_EQUAL:
        *value = a <= b;
        return true;
    case EXPR_GREATER:
        *value = a > b;
        return true;
    case EXPR_GREATER_EQUAL:
        *value = a >= b;
        return true;
    case EXPR_EQUAL:
        *value = a == b;
        return true;
    case EXPR_UNEQUAL:
        *value = a != b;
        return true;
    case EXPR_AND:
        *value = a & b;
        return true;
    case EXPR_XOR:
        *value = a ^ b;
        return true;
    case EXPR_OR:
        *value = a | b;
        return true;
    case EXPR_MIN:
        *value = a < b ? a : b;
        return true;
    case EXPR_MAX:
        *value = a > b ? a : b;
        return true;
    case EXPR_GCD:
        *value = (int64_t)gcd_of(magnitude(a), magnitude(b));
        return true;
    default:
        return divided(e, env, a, b, value);
    }
}

static bool of_one(const struct expr *e, struct env *env, int64_t a, int64_t *value)
{
    switch (e->kind) {
    case EXPR_MINUS:
        *value = (int64_t) - (uint64_t)a;
        return true;
    case EXPR_NOT:
        *value = !a;
        return true;
    case EXPR_INVERT:
        *value = ~a;
        return true;
    case EXPR_BITS:
        *value = bits_of(a);
        return true;
    case EXPR_ONES:
        *value = __builtin_popcountll((uint64_t)a);
        return true;
    case EXPR_ITEM:
        if (a < 0 || a >= e->number)
            return fault(e, env, "the list has no such number");
        *value = e->list[a];
        return true;
    default:
        return a > 0 ? draw(e, env, a, value) : fault(e, env, "rand wants a number of at least 1");
    }
}

static bool of_none(const struct expr *e, const struct env *env, int64_t *value)
{
    switch (e->kind) {
    case EXPR_SWEEP:
        *value = env->sweep[e->number];
        return true;
    case EXPR_LOOP:
        *value = env->loop[e->number];
        return true;
    case EXPR_LANE:
        *value = env->lane;
        return true;
    case EXPR_WARP:
        *value = env->warp;
        return true;
    case EXPR_REG:
        *value = env->reg[e->number][env->lane];
        return true;
    case EXPR_PRED:
        *value = env->pred[e->number] >> env->lane & 1;
        return true;
    case EXPR_OF_WARP:
        *value = env->other(env->who, e->warp, (unsigned)e->number);
        return true;
    default:
        *value = e->number;
        return true;
    }
}

static bool value_of(const struct expr *, struct env *, int64_t *value);

static bool of_let(const struct expr *e, struct env *env, int64_t *value)
{
    struct expr_known *k = env->known ? &env->known[e->number] : NULL;
    const bool known = k && k->in == *env->evaluations;
    if (!known && !value_of(e->a, env, value))
        return false;
    if (known)
        *value = k->value;
    else if (k)
        *k = (struct expr_known){ *env->evaluations, *value };
    return true;
}

static bool value_of(const struct expr *e, struct env *env, int64_t *value)
{
    int64_t a, b;
    if (!e->a)
        return of_none(e, env, value);
    if (e->kind == EXPR_LET)
        return of_let(e, env, value);
    if (!value_of(e->a, env, &a))
        return false;
    if (e->kind == EXPR_CHOICE)
        return value_of(a ? e->b : e->c, env, value);
    if (e->kind == EXPR_BOTH || e->kind == EXPR_EITHER) {
        *value = a != 0;
        if ((e->kind == EXPR_BOTH) != (a != 0))
            return true;
        if (!value_of(e->b, env, &b))
            return false;
        *value = b != 0;
        return true;
    }
    if (!e->b)
        return of_one(e, env, a, value);
    return value_of(e->b, env, &b) && of_two(e, env, a, b, value);
}

bool expr_value(const struct expr *e, struct env *env, int64_t *value)
{
    if (env->known)
        ++*env->evaluations;
    return value_of(e, env, value);
}
