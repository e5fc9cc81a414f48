#include "verilator/twins.h"

#include <cstring>

// Weak: a program may have some of them only.
#define X(block) twin *twin_rtl_##block(const ul1_block *, uint64_t) __attribute__((weak));
#include "verilated.inc"
#undef X

twin *twin_rtl(const ul1_block *shape, uint64_t seed)
{
#define X(block)                    \
    if (!strcmp(shape->name, #block) && twin_rtl_##block) \
        return twin_rtl_##block(shape, seed);
#include "verilated.inc"
#undef X
    return nullptr;
}
