#include "verilator/twins.h"

#include <cstring>

#include "verilated.h"
#include "verilator/twin_rtl.h"

// Weak: a program may contain only some of them.
#define X(block) twin *twin_rtl_##block(const ul1_block *, uint64_t) __attribute__((weak));
#include "verilated.inc"
#undef X

std::shared_ptr<VerilatedContext> RtlTwin::shared_context()
{
    std::shared_ptr<VerilatedContext> context = shared.lock();
    if (!context)
        shared = context = std::make_shared<VerilatedContext>();
    return context;
}

twin *twin_rtl(const ul1_block *shape, uint64_t seed)
{
#define X(block)                                          \
    if (!strcmp(shape->name, #block) && twin_rtl_##block) \
        return twin_rtl_##block(shape, seed);
#include "verilated.inc"
#undef X
    return nullptr;
}
