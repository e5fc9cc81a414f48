// The arithmetic of atomics and reductions, as the memory checker and the memory of the bench have it. It
// shares no code with the model.
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum arithmetic_operation {
    ARITHMETIC_ADD = 1,
    ARITHMETIC_MIN,
    ARITHMETIC_MAX,
    ARITHMETIC_INC,
    ARITHMETIC_DEC,
    ARITHMETIC_AND,
    ARITHMETIC_OR,
    ARITHMETIC_XOR,
    ARITHMETIC_EXCHANGE,
    ARITHMETIC_CAS,
    ARITHMETIC_FLOAT_ADD
};

_Static_assert(sizeof(float) == sizeof(uint32_t), "float is an IEEE 754 number of 32 bits");

// The processor adds like the machine, to nearest and with subnormal numbers; only its NaN may differ.
static inline uint32_t arithmetic_float_sum(uint32_t old, uint32_t by)
{
    float x, y, sum;
    uint32_t bits;
    memcpy(&x, &old, sizeof x);
    memcpy(&y, &by, sizeof y);
    sum = x + y;
    memcpy(&bits, &sum, sizeof bits);
    return sum != sum ? 0x7fffffff : bits;
}

// The result of an operation for an old value and one operand, or two of a `cas`.
static inline uint64_t arithmetic_result(unsigned atom, bool sign, uint64_t old, uint64_t by, uint64_t swap)
{
    const bool less = sign ? (int32_t)old < (int32_t)by : old < by;
    switch (atom) {
    case ARITHMETIC_ADD:
        return old + by;
    case ARITHMETIC_MIN:
        return less ? old : by;
    case ARITHMETIC_MAX:
        return less ? by : old;
    case ARITHMETIC_INC:
        return old < by ? old + 1 : 0;
    case ARITHMETIC_DEC:
        return old && old <= by ? old - 1 : by;
    case ARITHMETIC_AND:
        return old & by;
    case ARITHMETIC_OR:
        return old | by;
    case ARITHMETIC_XOR:
        return old ^ by;
    case ARITHMETIC_CAS:
        return old == by ? swap : old;
    case ARITHMETIC_FLOAT_ADD:
        return arithmetic_float_sum((uint32_t)old, (uint32_t)by);
    default:
        return by;
    }
}

#endif
