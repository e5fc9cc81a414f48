// The L1 with TLM-2.0 sockets: accesses of warps come in as generic payloads with a warp_access, and memory is asked by others.
//
// - b_transport of `instructions` returns when the instruction has retired; any number of processes may call it, and instructions are
//   offered to the machine in the order of the calls. nb_transport_fw works as well (the socket's own adapter).
// - A payload without a warp_access is a load or store of words that lie in a row in memory, by warp 0: word i by lane i. Its address and
//   length are multiples of 4, LANES words at most.
// - Time is that of clk, whose rising edge ends a cycle. Who calls at an edge or before the next is offered in the cycle between;
//   the call returns at the edge that ends the cycle of retirement. So an access that is taken at once, and retires n cycles after it
//   was taken, takes n + 1 periods: n as docs/microarchitecture.md counts them. A delay that is annotated is waited for first.
// - The first cycle is one of reset, with `settings`, which are to be set before.
#pragma once

#include "memory_port.h"
#include "module.h"
#include "warp_access.h"

#include <tlm_utils/simple_target_socket.h>

namespace ul1 {

class tlm_l1 : own_twin, public sc_core::sc_module
{
public:
    sc_core::sc_in<bool> clk{"clk"};
    tlm_utils::simple_target_socket<tlm_l1> instructions{"instructions"};
    memory_port memory{"memory"};       // memory.socket is the one to bind
    ul1_l1_in settings = {};            // its pins cfg_...
    uint64_t cycle = 0;                 // the one that the next edge ends
    uint64_t lost = 0;                  // stores that have failed after they had retired

    // The model, or any other twin of the machine `l1`, which becomes its own.
    explicit tlm_l1(const sc_core::sc_module_name &name, twin *t = twin_model(ul1_find(LANES, "l1")));

    // Carries out a command of the pins (UL1_CMD_...), and returns when it is complete.
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
    std::deque<flight *> waiting;       // not yet taken
    flight *entry[UL1_PT] = {};         // of the pending table: whose it is
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
