// The memory side of an L1 as a TLM-2.0 initiator: what the machine asks of memory becomes generic payloads, and their responses come
// back to its pins.
//
// - A read is one of the sectors wanted, from the first to the last of them; a write of its line has byte enables. Addresses are
//   physical. Each is called by a process of its own, so that b_transport may wait, or annotate the time it takes.
// - A request is called at the end of the cycle in which it is taken. A response is shown in the first cycle that ends behind the
//   time at which its request was done: with a memory that takes L cycles, 1 + L cycles behind the request.
// - Requests for one line are called one after the other, as they were taken. A fence is answered when all writes taken before it
//   are done. A response that is not OK is an error of the memory.
// - Without translation page walks are answered here, by tables that map each address to itself and lie in no memory.
#pragma once

#ifndef SC_INCLUDE_DYNAMIC_PROCESSES
#define SC_INCLUDE_DYNAMIC_PROCESSES
#endif
#include <deque>
#include <map>
#include <set>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "ul1_ports.h"

namespace ul1 {

class memory_port : public sc_core::sc_module
{
public:
    tlm_utils::simple_initiator_socket<memory_port> socket{"socket"};
    bool translate = false;             // page tables are in memory

    explicit memory_port(const sc_core::sc_module_name &name);

    // The inputs of a cycle that ends now, and the request that it has taken
    void respond(ul1_l1_in *in);
    void take(const ul1_l1_out &out);
    bool idle() const { return under_way == 0 && answers.empty(); }

private:
    struct request {
        uint64_t number;                // in the order in which they are taken
        unsigned op, id, sect;
        uint64_t line, vline;
        bool failed;
        uint32_t word[LANES];
        uint8_t enable[LANES * 4];
    };
    struct answer {
        sc_core::sc_time due;
        request r;
    };

    uint64_t taken = 0, under_way = 0;
    std::map<uint64_t, std::deque<uint64_t>> of_line;  // numbers of the requests that are not yet called, or are being so
    std::set<uint64_t> writes;          // that are not done
    std::deque<answer> answers;
    sc_core::sc_event moved;            // one of these has changed

    void run(request r);
    void call(request *r);
    void done(const request &r);
};

} // namespace ul1
