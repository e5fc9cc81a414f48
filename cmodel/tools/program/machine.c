#include "program/machine.h"

#include "program/names.h"

unsigned machine_texture_words(const struct machine_texture *t)
{
    return t->format == names_code_of("texfmt", "b128") ? 4
        : t->format == names_code_of("texfmt", "b64")   ? 2
                                                        : 1;
}

bool machine_atomic(const struct machine_access *a)
{
    return a->op == names_code_of("op", "store") && a->atom != names_code_of("atom", "none")
        && a->atom != names_code_of("atom", "unlock") && a->atom != names_code_of("atom", "cunlock")
        && (a->space != names_code_of("space", "global") || a->returns);
}

bool machine_returns(const struct machine_access *a)
{
    return a->op == names_code_of("op", "load") || machine_atomic(a)
        || (a->op == names_code_of("op", "store") && a->atom == names_code_of("atom", "cunlock"));
}

unsigned machine_data_words(const struct machine_access *a)
{
    const bool two = a->op == names_code_of("op", "store") && a->atom == names_code_of("atom", "cas");
    const unsigned words = machine_words(a->width);
    return two && words < PROGRAM_WORDS ? 2 * words : words;
}

unsigned machine_half(const struct machine_access *a, unsigned row, unsigned column, unsigned lanes)
{
    return a->matrix == names_code_of("matrix", "trans") ? column * (lanes / 4) + row : row * 8 + column;
}
