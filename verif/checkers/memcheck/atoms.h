// The memory checker: which atomics and reductions are legal, and the words that an atomic on shared memory
// stores (rules of atomics).
#ifndef MEMCHECK_ATOMS_H
#define MEMCHECK_ATOMS_H

#include "ground.h"

// Whether it is a reduction or an atomic on global memory, of a machine that has them; whether it has a legal
// operation and width.
bool memcheck_reduces(const struct memcheck *w, const struct memcheck_instr *in);
bool memcheck_reduction_known(const struct memcheck *w, const struct memcheck_instr *in);

// Whether the instruction is a store with a legal atomic operation and width, or none.
bool memcheck_atom_known(const struct memcheck *w, const struct memcheck_instr *in);

// The value that the slot's lane stores, of 32 or 64 bits; the words that the access read are in `old`.
uint64_t memcheck_atom_value(const struct checked_instr *i, const struct access *a, unsigned slot);

#endif
