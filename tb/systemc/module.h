// Wraps any twin of the machine, or of one of its blocks, as a SystemC module. Timing, for builders of
// platforms:
//
// - At the rising edge of clk the state advances, with the inputs of that delta cycle. Drive inputs from
//   processes that are sensitive to clk, like those of any register.
// - `out` is computed from state and inputs one delta cycle after the edge, and after every change of an
//   input. Outputs that depend on state alone (`state` in the column eval of the tables) change only after
//   the edge. The others follow the inputs within the cycle. At an edge, all outputs have the values of the
//   cycle that ends.
// - Reset is synchronous: rst, the first input, must be high at the first edge. Outputs before it are
//   undefined.
//
// Ports are structs of the generated ul1_ports.h, compiled with the LANES of the linked libraries; see
// signals.h.
#pragma once

#include <memory>
#include <systemc>

#include "signals.h"
#include "checkers/lockstep/twin_model.h"

namespace ul1 {

template <class In, class Out> class module : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk{"clk"}; // without effect on a block without state
    sc_core::sc_in<In> in{"in"};
    sc_core::sc_out<Out> out{"out"};

    // The caller owns the twin, which must be of this block. Null: the outputs are constant.
    explicit module(const sc_core::sc_module_name &name, twin *t = nullptr) : sc_module(name)
    {
        SC_HAS_PROCESS(module);
        SC_METHOD(evaluate);
        sensitive << clk.pos() << in << replaced;
        use(t);
    }

    // Replaces the twin. Call between two sc_start, or from a process while clk is stable.
    void use(twin *t)
    {
        current = t;
        if (t)
            *t->error = 0; // valid only after a failure
        begun = false;
        replaced.notify(sc_core::SC_ZERO_TIME);
    }

    // Why the twin cannot continue (the end of a recording), or empty. The outputs are constant then.
    const char *error() const { return current ? current->error : ""; }

private:
    twin *current;
    bool begun; // its first outputs were sampled
    Out sample;
    sc_core::sc_event replaced;

    void evaluate()
    {
        if (!current || *error())
            return;
        if (!begun)
            begin();
        bool edge = clk.posedge();
        if (!edge || in.event())
            settle();
        if (edge) {
            current->ops->clock(current, &in.read(), &sample);
            if (!current->ops->early(current, &sample))
                return;
            settle();
        }
        out.write(sample);
    }

    void begin()
    {
        begun = true;
        memset(&sample, 0, sizeof sample);
        if (current->ops->early(current, &sample))
            settle();
    }

    void settle() { current->ops->late(current, &in.read(), &sample); }
};

struct free_twin {
    void operator()(twin *t) const { t->ops->free(t); }
};

// Owns a twin. It must be constructed before the module that uses the twin.
struct own_twin {
    std::unique_ptr<twin, free_twin> own;
};

// The C model of a block or a machine: model<ul1_l1_in, ul1_l1_out>. Link libverif.a and libmodel.a.
template <class In, class Out> class model : own_twin, public module<In, Out> {
public:
    explicit model(const sc_core::sc_module_name &name)
        : own_twin{std::unique_ptr<twin, free_twin>(twin_model(side<In>::shape()))}, module<In, Out>(
                                                                                         name, own.get())
    {}
};

} // namespace ul1
