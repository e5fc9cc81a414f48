#include "matrices.h"

enum { NO_MATRIX, PLAIN, TRANSPOSED };

bool memcheck_matrix_known(const struct memcheck *w, const struct memcheck_instr *in)
{
    enum { B128 = 4, QUARTER = LANES / 4 };
    if (in->op > MEMCHECK_STORE || in->matrix == NO_MATRIX)
        return true;
    if (in->matrix > TRANSPOSED || in->width != B128 || w->shape.matrix < (in->op == MEMCHECK_STORE ? 2 : 1))
        return false;
    for (unsigned lane = 0; lane < LANES; lane++) // neighbours of one quarter agree
        if (lane % QUARTER && ((in->mask >> lane ^ in->mask >> (lane - 1)) & 1))
            return false;
    return true;
}

// A register has two elements. The registers of all lanes, in order, have the elements of a matrix row by
// row, or column by column if it is transposed.
unsigned memcheck_matrix_wrong(unsigned matrix, unsigned sub, unsigned slot, const struct memcheck_halves *h)
{
    enum { COLUMNS = 8, ROWS = LANES / 4 };
    for (unsigned upper = 0; upper < 2; upper++) {
        const unsigned row = 2 * slot / COLUMNS, column = 2 * slot % COLUMNS + upper;
        const unsigned number = matrix == PLAIN ? row * COLUMNS + column : column * ROWS + row;
        const unsigned half = matrix == PLAIN ? upper : h->half >> slot & 1;
        const unsigned lane = upper ? h->high[slot] : h->lane[slot];
        if (2 * lane + half != number || h->ofs[slot] != sub)
            return 1 + upper;
    }
    return matrix == PLAIN && h->half >> slot & 1;
}
