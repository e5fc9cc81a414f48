#include "verilator/twins.h"

#include <cstring>

#include "verilated.h"
#include "verilator/twin_rtl.h"

#define X(block) twin *twin_rtl_##block(const ul1_block *, uint64_t);
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
#define X(block)                    \
    if (!strcmp(shape->name, #block)) \
        return twin_rtl_##block(shape, seed);
#include "verilated.inc"
#undef X
    return nullptr;
}
