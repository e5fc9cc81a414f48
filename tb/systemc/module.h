// The machine, or one of its blocks, as a SystemC module around any twin. Timing, for whoever builds a platform with it:
//
// - At the rising edge of clk the state moves on, with the inputs as they stand in that delta cycle; so drive them from
//   processes that are sensitive to clk, like those of any register.
// - A delta cycle after the edge, and after every change of an input, out has what state and inputs make it. Outputs that
//   depend on state alone (`state` in the column eval of the tables) change after the edge only, the others follow the inputs
//   within the cycle. Sampled at an edge, all of them are those of the cycle that ends.
// - Reset is synchronous: rst, the first of the inputs, is to be high at the first edge. Before, outputs may be anything.
//
// Ports are structs of the generated ul1_ports.h, compiled with the LANES of the libraries linked; see signals.h.
#pragma once

#include <memory>
#include <systemc>

#include "signals.h"
#include "lockstep/twin_model.h"

namespace ul1 {

template <class In, class Out> class module : public sc_core::sc_module
{
public:
    sc_core::sc_in<bool> clk{"clk"};    // of no effect on a block without state
    sc_core::sc_in<In> in{"in"};
    sc_core::sc_out<Out> out{"out"};

    // The twin stays the caller's, and must be of this block. Null: the outputs stay as they are.
    explicit module(const sc_core::sc_module_name &name, twin *t = nullptr) : sc_module(name)
    {
        SC_HAS_PROCESS(module);
        SC_METHOD(evaluate);
        sensitive << clk.pos() << in << replaced;
        use(t);
    }

    // Another twin from now on, as it stands. Between two sc_start, or from a process while clk stands still.
    void use(twin *t)
    {
        current = t;
        if (t)
            *t->error = 0; // means something only after a failure
        begun = false;
        replaced.notify(sc_core::SC_ZERO_TIME);
    }

    // Empty, or why the twin cannot go on (a recording that ends); then the outputs stay.
    const char *error() const { return current ? current->error : ""; }

private:
    twin *current;
    bool begun;                         // its first outputs were sampled
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

// A twin of its own, before the module that uses it.
struct own_twin {
    std::unique_ptr<twin, free_twin> own;
};

// The C model of a block or a machine: model<ul1_l1_in, ul1_l1_out>. Link libverif.a and libmodel.a.
template <class In, class Out> class model : own_twin, public module<In, Out>
{
public:
    explicit model(const sc_core::sc_module_name &name)
        : own_twin{std::unique_ptr<twin, free_twin>(twin_model(side<In>::shape()))}, module<In, Out>(name, own.get())
    {
    }
};

} // namespace ul1
