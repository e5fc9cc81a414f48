#include "atoms.h"

#include "arithmetic.h"

static bool of_locks(const struct memcheck_instr *in)
{
    return in->atom >= MEMCHECK_LOCK && in->atom <= MEMCHECK_CUNLOCK;
}

bool memcheck_reduces(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { GLOBAL = 1 };
    return w->shape.reduces && in->op == MEMCHECK_STORE && in->space == GLOBAL && in->atom != MEMCHECK_NO_ATOM
        && !of_locks(in);
}

bool memcheck_reduction_known(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { B32 = 2, B64 = 3 };
    const bool swaps = in->atom == MEMCHECK_EXCHANGE || in->atom == MEMCHECK_CAS;
    if (in->atom > MEMCHECK_FLOAT_ADD || (in->returns ? !w->shape.answers : swaps))
        return false;
    return in->width == B32 || (in->width == B64 && (swaps || in->atom == MEMCHECK_ADD));
}

bool memcheck_atom_known(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { B32 = 2, B64 = 3 };
    if (in->op != MEMCHECK_STORE || in->atom == MEMCHECK_NO_ATOM || of_locks(in))
        return true;
    switch (in->atom) {
    case MEMCHECK_ADD:
    case MEMCHECK_EXCHANGE:
    case MEMCHECK_CAS:
        return w->shape.atomics >= 1 && (in->width == B32 || in->width == B64);
    case MEMCHECK_FLOAT_ADD:
        return w->shape.atomics >= 2 && in->width == B32;
    default:
        return w->shape.atomics >= 1 && in->atom < MEMCHECK_CAS && in->width == B32;
    }
}

static uint64_t number(const struct checked_instr *i, const uint32_t *word)
{
    return i->wide ? (uint64_t)word[1] << 32 | word[0] : word[0];
}

uint64_t memcheck_atom_value(const struct checked_instr *i, const struct access *a, unsigned slot)
{
    const uint32_t *by = &a->word[slot];
    return arithmetic_result(i->atom, i->minus, number(i, &a->old[slot]), number(i, by),
                             i->atom == MEMCHECK_CAS ? number(i, by + (i->wide ? 2 : 1)) : 0);
}
