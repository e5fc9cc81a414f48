// Operations in `in_atom`: atomics, and those of locks.
#ifndef UL1_OPERATIONS_H
#define UL1_OPERATIONS_H

#include "ul1_ports.h"

// An atomic: a store that combines its words with those of memory.
static inline unsigned is_atomic(unsigned atom)
{
    return UL1_ATOMICS && atom != UL1_ATOM_NONE && atom <= UL1_ATOM_FADD;
}

// A load writes words to the register file, and so does a store with an operation other than `unlock`.
static inline unsigned returns_words(unsigned store, unsigned atom)
{
    return !store || (atom != UL1_ATOM_NONE && atom != UL1_ATOM_UNLOCK);
}

#endif
