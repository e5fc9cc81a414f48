// The memory checker: matrix accesses to shared memory, and where each element of a matrix goes.
#ifndef MEMCHECK_MATRICES_H
#define MEMCHECK_MATRICES_H

#include "ground.h"

// Whether the machine has the matrix access; true of any other instruction.
bool memcheck_matrix_known(const struct memcheck *, const struct memcheck_instr *);

// 0 if both halves of the slot's word go to their places in the register file; else 1 if the lower one is
// wrong, 2 if the upper one is.
unsigned memcheck_matrix_wrong(unsigned matrix, unsigned sub, unsigned slot, const struct memcheck_halves *);

#endif
