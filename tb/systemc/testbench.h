// Runs two twins side by side in SystemC. A driver plays the stimulus of a run and the clock; each twin is a
// module; a scoreboard checks every settled cycle. Checks, counts and messages are those of
// verif/checkers/lockstep/run.c. Only the transport of values differs: by signals of the kernel.
//
//     clk  ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾|___________|‾‾‾      a cycle; its length has no meaning
//          edge   drive   respond  settled   edge
//     ns   0      1       2        3         4
#pragma once

#include <systemc>

#include "module.h"
#include "checkers/lockstep/run.h"

namespace ul1 {

// The sample for the stimulus, as in run.c: the expected twin's if there is one.
template <class Port> const void *seen(const run *r, const Port &expected, const Port &actual)
{
    return &(r->expected ? expected : actual)->read();
}

template <class In, class Out> class driver : public sc_core::sc_module {
public:
    sc_core::sc_out<bool> clk{"clk"}; // high between two runs
    sc_core::sc_out<In> in{"in"};
    sc_core::sc_in<Out> expected{"expected"}, actual{"actual"};

    explicit driver(const sc_core::sc_module_name &name) : sc_module(name)
    {
        SC_HAS_PROCESS(driver);
        SC_THREAD(drive);
    }

    // Plays runs whenever the simulation continues. At the end of a run the driver leaves no event to the
    // kernel.
    void play(run *next)
    {
        r = next;
        ready.notify(sc_core::SC_ZERO_TIME);
    }

private:
    run *r = nullptr;
    In pins;
    sc_core::sc_event ready;
    const sc_core::sc_time step{1, sc_core::SC_NS};

    void drive()
    {
        for (;;) {
            if (!r) // not at the very first start: there are no events yet
                wait(ready);
            memset(&pins, 0, sizeof pins);
            in.write(pins);
            wait(step);
            while (run_goes_on(r) && twins_go_on())
                cycle();
            r = nullptr;
        }
    }

    void cycle()
    {
        stimulus *s = r->stimulus;
        s->ops->drive(s, seen(r, expected, actual), &pins);
        in.write(pins);
        wait(step);
        if (s->ops->respond) {
            s->ops->respond(s, seen(r, expected, actual), &pins);
            in.write(pins);
        }
        wait(step);
        clk.write(false);
        wait(step);
        clk.write(true);
        wait(step);
    }

    bool twins_go_on()
    {
        for (const twin *t : {r->expected, r->actual})
            if (t && *t->error) {
                run_twin_ended(r, t);
                return false;
            }
        return true;
    }
};

template <class In, class Out> class scoreboard_module : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<In> in{"in"};
    sc_core::sc_in<Out> expected{"expected"}, actual{"actual"};

    explicit scoreboard_module(const sc_core::sc_module_name &name) : sc_module(name)
    {
        SC_HAS_PROCESS(scoreboard_module);
        SC_METHOD(look);
        sensitive << clk.neg();
        dont_initialize();
    }

    void watch(run *next) { r = next; }

private:
    run *r = nullptr;

    // At the falling edge: waves read the verilated twin itself, which advances at the rising edge.
    void look()
    {
        run_settled(r, &in.read(), r->expected ? &expected.read() : nullptr,
                    r->actual ? &actual.read() : nullptr);
    }
};

// Runs the tests of one block, or of the machine, with the twins of each run in two modules. SystemC makes no
// modules after the simulation has begun. So there is one such object per configuration from the start, used
// repeatedly.
class any_testbench {
public:
    virtual ~any_testbench() = default;
    virtual const ul1_block *shape() const = 0;
    virtual enum verdict go(run *) = 0; // as run_go
};

template <class In, class Out> class testbench : public sc_core::sc_module, public any_testbench {
public:
    explicit testbench(const sc_core::sc_module_name &name) : sc_module(name)
    {
        for (auto *m : {&expected, &actual}) {
            m->clk(clk);
            m->in(in);
        }
        expected.out(out_expected);
        actual.out(out_actual);
        connect(player);
        connect(scoreboard);
    }

    const ul1_block *shape() const override { return side<In>::shape(); }

    enum verdict go(run *r) override
    {
        run_open(r);
        expected.use(r->expected);
        actual.use(r->actual);
        scoreboard.watch(r);
        player.play(r);
        sc_core::sc_start(); // until there are no more events
        expected.use(nullptr);
        actual.use(nullptr);
        return run_finish(r);
    }

private:
    sc_core::sc_signal<bool> clk{"clk", true};
    sc_core::sc_signal<In> in{"in"};
    sc_core::sc_signal<Out> out_expected{"out_expected"}, out_actual{"out_actual"};
    module<In, Out> expected{"expected"}, actual{"actual"};
    driver<In, Out> player{"driver"};
    scoreboard_module<In, Out> scoreboard{"scoreboard"};

    template <class M> void connect(M &m)
    {
        m.clk(clk);
        m.in(in);
        m.expected(out_expected);
        m.actual(out_actual);
    }
};

} // namespace ul1
