// The arithmetic of atomics and reductions, on words of 32 bits and on numbers of 64 bits.
#ifndef UL1_ATOMIC_H
#define UL1_ATOMIC_H

#include <stdint.h>

#include "ul1_sizes.h"

enum { FLOAT_FRACTION_W = 23, FLOAT_GUARD_W = 3 };

#define FLOAT_NAN      0x7fffffffu
#define FLOAT_INFINITY 0x7f800000u
#define FLOAT_SIGN     0x80000000u
#define FLOAT_UNIT     (1u << (FLOAT_FRACTION_W + FLOAT_GUARD_W)) // the leading one of a normal number

// A finite number: the exponent, 1 for subnormal ones; and the significand, with bits behind it for rounding.
struct atomic_float {
    unsigned exponent;
    uint32_t digits;
};

static inline struct atomic_float atomic_float_of(uint32_t bits)
{
    unsigned exponent = bits >> FLOAT_FRACTION_W & 0xff;
    uint32_t digits = (bits & ((1u << FLOAT_FRACTION_W) - 1)) << FLOAT_GUARD_W;
    return exponent ? (struct atomic_float){ exponent, digits | FLOAT_UNIT }
                    : (struct atomic_float){ 1, digits };
}

// Shifts right; ones that are lost remain in the lowest bit.
static inline uint32_t atomic_shift_sticky(uint32_t digits, unsigned by)
{
    if (by > 31)
        return digits != 0;
    return digits >> by | ((digits & ((UINT32_C(1) << by) - 1)) != 0);
}

// Rounds to nearest, ties to even. A carry out of the significand increments the exponent.
static inline uint32_t atomic_float_round(struct atomic_float f, uint32_t sign)
{
    uint32_t tail = f.digits & ((1u << FLOAT_GUARD_W) - 1), kept = f.digits >> FLOAT_GUARD_W;
    uint32_t half = 1u << (FLOAT_GUARD_W - 1);
    uint32_t biased = f.digits & FLOAT_UNIT ? f.exponent : 0;
    uint32_t bits = (biased << FLOAT_FRACTION_W) + (kept & ((1u << FLOAT_FRACTION_W) - 1));
    bits += tail > half || (tail == half && (kept & 1));
    return sign | (bits < FLOAT_INFINITY ? bits : FLOAT_INFINITY);
}

static inline uint32_t atomic_float_sum(uint32_t a, uint32_t b)
{
    uint32_t size_a = a & ~FLOAT_SIGN, size_b = b & ~FLOAT_SIGN, differ = (a ^ b) & FLOAT_SIGN;
    if (size_a > FLOAT_INFINITY || size_b > FLOAT_INFINITY)
        return FLOAT_NAN;
    if (size_a < size_b)
        return atomic_float_sum(b, a);
    if (size_a == FLOAT_INFINITY)
        return size_b == FLOAT_INFINITY && differ ? FLOAT_NAN : a;
    struct atomic_float big = atomic_float_of(size_a), small = atomic_float_of(size_b);
    small.digits = atomic_shift_sticky(small.digits, big.exponent - small.exponent);
    big.digits = differ ? big.digits - small.digits : big.digits + small.digits;
    if (big.digits == 0)
        return differ ? 0 : a; // the sum of two zeros of one sign has that sign
    if (big.digits >= 2 * FLOAT_UNIT) {
        big.digits = atomic_shift_sticky(big.digits, 1);
        big.exponent++;
    }
    while (big.digits < FLOAT_UNIT && big.exponent > 1) {
        big.digits <<= 1;
        big.exponent--;
    }
    return atomic_float_round(big, a & FLOAT_SIGN);
}

// The result of an operation on 32 bits.
static inline uint32_t atomic_word(unsigned atom, unsigned sign, uint32_t old, uint32_t a, uint32_t b)
{
    uint32_t flip = sign ? 1u << 31 : 0;
    unsigned less = (old ^ flip) < (a ^ flip);
    switch (atom) {
    case UL1_ATOM_ADD:
        return old + a;
    case UL1_ATOM_MIN:
        return less ? old : a;
    case UL1_ATOM_MAX:
        return less ? a : old;
    case UL1_ATOM_INC:
        return old >= a ? 0 : old + 1;
    case UL1_ATOM_DEC:
        return old == 0 || old > a ? a : old - 1;
    case UL1_ATOM_AND:
        return old & a;
    case UL1_ATOM_OR:
        return old | a;
    case UL1_ATOM_XOR:
        return old ^ a;
    case UL1_ATOM_CAS:
        return old == a ? b : old;
    case UL1_ATOM_FADD:
        return atomic_float_sum(old, a);
    default: // exch
        return a;
    }
}

// The same for 64 bits: the operations that have them are add, exch and cas.
static inline uint64_t atomic_pair(unsigned atom, uint64_t old, uint64_t a, uint64_t b)
{
    uint64_t result = a;
    if (atom == UL1_ATOM_ADD)
        result = old + a;
    if (atom == UL1_ATOM_CAS)
        result = old != a ? old : b;
    return result;
}

#endif
