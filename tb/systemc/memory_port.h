// The memory side of an L1 as a TLM-2.0 initiator: memory requests of the machine become generic payloads,
// and their responses return to its pins.
//
// - A read covers the requested sectors, from the first to the last; a write of the line has byte enables.
//   Addresses are physical. Each call has its own process, so b_transport may wait, or annotate its time.
// - A request is called at the end of the cycle in which it is accepted. Its response is driven in the first
//   cycle that ends behind the time at which the request was done. With a memory latency of L cycles, that is
//   1 + L cycles behind the request.
// - Requests for one line are called one after the other, in order. A fence is answered when all earlier
//   writes are done. A response that is not OK is an error of the memory.
// - Without translation, page walks are answered here, by computed tables that map each address to itself.
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

class memory_port : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<memory_port> socket{"socket"};
    bool translate = false; // page tables are in memory

    explicit memory_port(const sc_core::sc_module_name &name);

    // Inputs of the cycle that ends now, and the request that it accepted
    void respond(ul1_l1_in *in);
    void take(const ul1_l1_out &out);
    bool idle() const { return under_way == 0 && answers.empty(); }

private:
    struct request {
        uint64_t number; // in order of acceptance
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
    // numbers of the requests of a line that are not called yet, or are in progress
    std::map<uint64_t, std::deque<uint64_t>> of_line;
    std::set<uint64_t> writes; // writes that are not done
    std::deque<answer> answers;
    sc_core::sc_event moved; // one of these has changed

    void run(request r);
    void call(request *r);
    void done(const request &r);
};

} // namespace ul1
