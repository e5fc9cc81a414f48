// Operations in `in_atom`: atomics on shared and on global memory, reductions on global memory, and those of
// locks.
#ifndef ATOMS_H
#define ATOMS_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_sizes.h"

// The operation of a lock access, or a code of one.
static inline bool atom_locks(unsigned atom)
{
    return atom == UL1_ATOM_LOCK || atom == UL1_ATOM_UNLOCK || atom == UL1_ATOM_CUNLOCK;
}

// The operation that the instruction has: of loads only `lock` counts.
static inline unsigned atom_of(unsigned op, unsigned atom)
{
    return op == UL1_OP_STORE || (op == UL1_OP_LOAD && atom == UL1_ATOM_LOCK) ? atom : UL1_ATOM_NONE;
}

// An atomic, even one that the machine lacks.
static inline bool atom_is(unsigned op, unsigned atom)
{
    return op == UL1_OP_STORE && atom != UL1_ATOM_NONE && !atom_locks(atom);
}

// Whether words are returned to the register file.
static inline bool atom_returns(unsigned op, unsigned atom)
{
    return op == UL1_OP_LOAD || (op == UL1_OP_STORE && atom != UL1_ATOM_NONE && atom != UL1_ATOM_UNLOCK);
}

// The same of a pass, or of an access in the machine.
static inline bool atom_pass_returns(bool store, unsigned atom)
{
    return atom_returns(store ? UL1_OP_STORE : UL1_OP_LOAD, atom);
}

// Whether it is a reduction or an atomic on global memory, of a machine that has them.
static inline bool red_is(unsigned op, unsigned space, unsigned atom)
{
    return UL1_GLOBAL_ATOMICS && space == UL1_SPACE_GLOBAL && atom_is(op, atom);
}

// An operation of atomics on global memory alone.
static inline bool red_swaps(unsigned red)
{
    return red == UL1_ATOM_EXCH || red == UL1_ATOM_CAS;
}

// Whether a pass may have this operation of a reduction, or of an atomic on global memory (`returns`): none,
// or one that the machine has.
static inline bool red_passes(unsigned red, bool returns)
{
    if (red == UL1_ATOM_NONE)
        return !returns;
    return UL1_GLOBAL_ATOMICS > (returns ? 1 : 0) && red <= UL1_ATOM_FADD && (returns || !red_swaps(red));
}

// The same of a pass that does not tell whether it returns words.
static inline bool red_passes_any(unsigned red)
{
    return red_passes(red, false) || red_passes(red, true);
}

// Whether the machine has the reduction or atomic, for this width.
static inline bool red_known(unsigned red, unsigned width, bool returns)
{
    return red_passes(red, returns)
        && (width == UL1_WIDTH_B32 || ((red == UL1_ATOM_ADD || red_swaps(red)) && width == UL1_WIDTH_B64));
}

// Whether the machine has the atomic, for this width. So it has any other instruction.
static inline bool atom_known(unsigned op, unsigned atom, unsigned width)
{
    if (atom_locks(atom_of(op, atom)))
        return UL1_LOCKS && width == UL1_WIDTH_B32 && (atom == UL1_ATOM_LOCK) == (op == UL1_OP_LOAD);
    const bool both = atom == UL1_ATOM_ADD || atom == UL1_ATOM_EXCH || atom == UL1_ATOM_CAS;
    if (!atom_is(op, atom))
        return true;
    return UL1_ATOMICS && atom <= (UL1_ATOMICS == 2 ? UL1_ATOM_FADD : UL1_ATOM_CAS)
        && (width == UL1_WIDTH_B32 || (both && width == UL1_WIDTH_B64));
}

// Whether a pass may have this operation: none, or one that the machine has.
static inline bool atom_passes(unsigned atom)
{
    if (atom_locks(atom))
        return UL1_LOCKS;
    return atom <= (UL1_ATOMICS == 0 ? UL1_ATOM_NONE : UL1_ATOMICS == 1 ? UL1_ATOM_CAS : UL1_ATOM_FADD);
}

// Whether the words of an operation of this slots' width have 64 bits.
static inline bool atom_wide(unsigned atom, unsigned slot_width)
{
    return slot_width == (atom == UL1_ATOM_CAS ? UL1_WIDTH_B128 : UL1_WIDTH_B64);
}

// Whether a pass of a store, or else of a load, may have this operation: none, or one that the machine has.
static inline bool atom_passes_in(bool store, unsigned atom)
{
    return atom_passes(atom) && (atom == UL1_ATOM_NONE || store == (atom != UL1_ATOM_LOCK));
}

// The slots that may have an access: not those of the second operand of a `cas`.
static inline uint32_t atom_access_slots(unsigned atom, unsigned slot_width)
{
    return atom != UL1_ATOM_CAS       ? UINT32_MAX
        : slot_width == UL1_WIDTH_B64 ? UINT32_C(0x55555555)
                                      : UINT32_C(0x33333333);
}

// The width that gives the slots of an instruction: a `cas` has twice those of its words.
static inline unsigned atom_slot_width(unsigned op, unsigned atom, unsigned width)
{
    if (!atom_is(op, atom) || atom != UL1_ATOM_CAS)
        return width;
    return width == UL1_WIDTH_B32 ? UL1_WIDTH_B64 : UL1_WIDTH_B128;
}

// Whether a pass with this operation may have slots of this width; so may any other pass.
static inline bool atom_has_slots(unsigned atom, unsigned slot_width)
{
    const unsigned width = atom_wide(atom, slot_width) ? UL1_WIDTH_B64 : UL1_WIDTH_B32;
    if (atom == UL1_ATOM_UNLOCK || atom == UL1_ATOM_CUNLOCK)
        return slot_width == UL1_WIDTH_B32;
    return atom == UL1_ATOM_NONE || atom == UL1_ATOM_LOCK
        || (atom_known(UL1_OP_STORE, atom, width)
            && atom_slot_width(UL1_OP_STORE, atom, width) == slot_width);
}

#endif
