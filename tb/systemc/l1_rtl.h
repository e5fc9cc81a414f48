// The Verilog as a SystemC module: verilated to plain C++, so that nothing of it crosses sc_bv. Link twins.o, the
// twin_rtl_*.o and the verilated libraries beside those of the model.
#pragma once

#include "l1_module.h"
#include "verilator/twin_rtl.h"

namespace ul1 {

class l1_rtl : own_twin, public l1_module
{
public:
    // Registers and array start at random, by the seed.
    explicit l1_rtl(const sc_core::sc_module_name &name, uint64_t seed = 1)
        : own_twin{std::unique_ptr<twin, free_twin>(twin_rtl(ul1_find(LANES, "l1"), seed))}, l1_module(name, own.get())
    {
    }
};

} // namespace ul1
