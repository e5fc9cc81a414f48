// The Verilog as a SystemC module. It is verilated to plain C++, so no signal crosses sc_bv. Link twins.o,
// the twin_rtl_*.o and the verilated libraries beside those of the model.
#pragma once

#include "module.h"
#include "verilator/twins.h"

namespace ul1 {

// The Verilog of a block or a machine of blocks: rtl<ul1_l1_in, ul1_l1_out>.
template <class In, class Out> class rtl : own_twin, public module<In, Out> {
public:
    // Registers and array start at random values, by the seed.
    explicit rtl(const sc_core::sc_module_name &name, uint64_t seed = 1)
        : own_twin{std::unique_ptr<twin, free_twin>(twin_rtl(side<In>::shape(), seed))}, module<In, Out>(
                                                                                             name, own.get())
    {}
};

} // namespace ul1
