#include "stimulus/litmus/change.h"

enum {
    MOST_WORDS = 6,  // that are changed, as the axioms take no more
    REG = 8,         // the first register of what atomics return
    REGS_OF_ONE = 2, // registers between those of two accesses
};

static unsigned words(const struct access *x)
{
    return x->bytes / 4;
}

// Reductions and atomics have 32 or 64 bits. An access that is widened still has the byte of its location
// that all have in common.
static void widen(struct spec *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            struct access *x = &s->thread[t].access[a];
            x->bytes = x->bytes < 4 ? 4 : x->bytes;
            x->offset &= ~(x->bytes - 1);
        }
}

// Each store changes a bit of its own, so each sum tells its summands.
static void give_bits(struct spec *s)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++)
            if (s->thread[t].access[a].store)
                s->thread[t].access[a].value = 1u << (s->thread[t].access[a].value - 1);
}

static bool writes_back(const struct spec *s)
{
    bool back = false;
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++)
            back |= s->thread[t].access[a].store && s->thread[t].access[a].kind == STORE_BACK;
    return back;
}

static enum spec_atom some_operation(struct rng *r, const struct access *x, bool returns)
{
    static const enum spec_atom reductions[] = { SPEC_ADD, SPEC_ADD, SPEC_OR, SPEC_XOR, SPEC_MAX };
    static const enum spec_atom atomics[] = { SPEC_EXCH, SPEC_ADD, SPEC_CAS, SPEC_OR, SPEC_EXCH };
    const unsigned drawn = rng_below(r, sizeof reductions / sizeof *reductions);
    if (!x->store)
        return words(x) == 1 && drawn == 0 ? SPEC_OR : drawn == 1 ? SPEC_CAS : SPEC_ADD;
    if (words(x) == 2)
        return returns ? (enum spec_atom)(drawn % 3) : SPEC_ADD;
    return returns ? atomics[drawn] : reductions[drawn];
}

static void change(struct rng *r, struct spec *s, struct access *x, unsigned number)
{
    const bool returns = !x->store || rng_percent(r, 45);
    x->atom = some_operation(r, x, returns);
    x->kind = !x->store ? (unsigned)LOAD_ATOM : returns ? (unsigned)STORE_ATOM : (unsigned)STORE_RED;
    if (returns && x->store)
        x->reg = REG + REGS_OF_ONE * number;
    s->changed = true;
    s->returned |= returns;
}

// A load that becomes an atomic writes. So no L1 may write back a sector of the test.
static void change_each(struct rng *r, struct spec *s, bool stores, unsigned percent, unsigned *changed)
{
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            struct access *x = &s->thread[t].access[a];
            const bool may = stores ? x->store : !x->store && !x->last && !writes_back(s);
            if (!rng_percent(r, percent) || !may || *changed + words(x) > MOST_WORDS)
                continue;
            change(r, s, x, a);
            *changed += words(x);
        }
}

void change_some(struct rng *r, struct spec *s)
{
    static const unsigned shares[] = { 35, 60, 100 };
    const unsigned share = shares[rng_below(r, sizeof shares / sizeof *shares)];
    unsigned changed = 0;
    widen(s);
    give_bits(s);
    while (!s->changed) {
        change_each(r, s, true, share, &changed);
        change_each(r, s, false, share / 2, &changed);
    }
}
