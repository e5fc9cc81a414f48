#include "atoms.h"

#include <string.h>

_Static_assert(sizeof(float) == sizeof(uint32_t), "float is an IEEE 754 number of 32 bits");

bool memcheck_atom_known(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { B32 = 2, B64 = 3 };
    if (in->op != MEMCHECK_STORE || in->atom == MEMCHECK_NO_ATOM
        || (in->atom >= MEMCHECK_LOCK && in->atom <= MEMCHECK_CUNLOCK))
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

// The processor adds like the machine, to nearest and with subnormal numbers; only its NaN may differ.
static uint32_t float_sum(uint32_t old, uint32_t by)
{
    float x, y, sum;
    uint32_t bits;
    memcpy(&x, &old, sizeof x);
    memcpy(&y, &by, sizeof y);
    sum = x + y;
    memcpy(&bits, &sum, sizeof bits);
    return sum != sum ? 0x7fffffff : bits;
}

static uint64_t value(unsigned atom, bool sign, uint64_t old, uint64_t by, uint64_t swap)
{
    const bool less = sign ? (int32_t)old < (int32_t)by : old < by;
    switch (atom) {
    case MEMCHECK_ADD:
        return old + by;
    case MEMCHECK_MIN:
        return less ? old : by;
    case MEMCHECK_MAX:
        return less ? by : old;
    case MEMCHECK_INC:
        return old < by ? old + 1 : 0;
    case MEMCHECK_DEC:
        return old && old <= by ? old - 1 : by;
    case MEMCHECK_AND:
        return old & by;
    case MEMCHECK_OR:
        return old | by;
    case MEMCHECK_XOR:
        return old ^ by;
    case MEMCHECK_CAS:
        return old == by ? swap : old;
    case MEMCHECK_FLOAT_ADD:
        return float_sum((uint32_t)old, (uint32_t)by);
    default:
        return by;
    }
}

static uint64_t number(const struct checked_instr *i, const uint32_t *word)
{
    return i->wide ? (uint64_t)word[1] << 32 | word[0] : word[0];
}

uint64_t memcheck_atom_value(const struct checked_instr *i, const struct access *a, unsigned slot)
{
    const uint32_t *by = &a->word[slot];
    return value(i->atom, i->minus, number(i, &a->old[slot]), number(i, by),
                 i->atom == MEMCHECK_CAS ? number(i, by + (i->wide ? 2 : 1)) : 0);
}
