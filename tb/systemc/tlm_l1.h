// The L1 with TLM-2.0 sockets. Accesses of warps arrive as generic payloads with a warp_access; memory
// requests leave as others.
//
// - b_transport of `instructions` returns when the instruction has retired. Any number of processes may call
//   it. Instructions are offered to the machine in the order of the calls. nb_transport_fw works as well (the
//   socket's own adapter).
// - A payload without a warp_access is a load or store of consecutive words in memory, by warp 0: word i by
//   lane i. Its address and length must be multiples of 4, and its length at most LANES words.
// - Time is that of clk. Its rising edge ends a cycle. A call at an edge, or before the next one, is offered
//   in the cycle between them. The call returns at the edge that ends the cycle of retirement. An access that
//   is accepted immediately and retires n cycles later takes n + 1 periods; n is counted as in
//   docs/microarchitecture.md. An annotated delay is waited for first.
// - The first cycle is a reset cycle, with `settings`, which must be set before.
#pragma once

#include "memory_port.h"
#include "module.h"
#include "warp_access.h"

#include <tlm_utils/simple_target_socket.h>

namespace ul1 {

class tlm_l1 : own_twin, public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk{"clk"};
    tlm_utils::simple_target_socket<tlm_l1> instructions{"instructions"};
    memory_port memory{"memory"}; // bind memory.socket
    ul1_l1_in settings = {};      // the pins cfg_...
    uint64_t cycle = 0;           // number of the cycle that the next edge ends
    uint64_t lost = 0;            // stores that failed after they had retired

    // Takes ownership of a twin of the machine `l1`: the model, or any other.
    explicit tlm_l1(const sc_core::sc_module_name &name, twin *t = twin_model(ul1_find(LANES, "l1")));

    // Executes a command of the pins (UL1_CMD_...), and returns when it is complete.
    void command(unsigned op, uint64_t addr = 0, unsigned carveout = UL1_CARVEOUT_S48);

private:
    struct flight {
        tlm::tlm_generic_payload *trans;
        warp_access *access;
        sc_core::sc_time since;
        sc_core::sc_event retired;
    };
    struct order {
        unsigned op, carveout;
        uint64_t addr;
        sc_core::sc_time since;
        bool taken;
        sc_core::sc_event complete;
    };

    ul1_l1_in in = {};
    ul1_l1_out out = {};
    std::deque<flight *> waiting;   // instructions not yet accepted
    flight *entry[UL1_INSTRS] = {}; // instruction in each entry of the instruction table
    std::deque<order *> orders;

    void transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
    void edge();
    void offer();
    void offer_command();
    void give_data();
    void watch();
    void command_ready();
    void keep_words();
    void retire();
    void end_of_elaboration() override;
};

} // namespace ul1
