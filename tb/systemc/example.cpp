// Example of a platform with the modules: one store and one load of a warp, driven by hand, in the C model or
// (--rtl) in the Verilog. Writes waves to sc_example.vcd.
#include <cstdio>
#include <cstring>
#include <memory>

#include "rtl.h"

using namespace sc_core;

struct warp : sc_module {
    sc_in<bool> clk{"clk"};
    sc_in<ul1_l1_out> out{"out"};
    sc_out<ul1_l1_in> in{"in"};
    ul1_l1_in pins = {};

    explicit warp(const sc_module_name &name) : sc_module(name)
    {
        SC_HAS_PROCESS(warp);
        SC_THREAD(program);
        sensitive << clk.pos();
    }

    // Drives the pins for a cycle and waits for its end. Returns the outputs at that time.
    const ul1_l1_out &cycle()
    {
        in.write(pins);
        wait();
        return out.read();
    }

    void issue(bool store)
    {
        pins.in_valid = 1;
        ul1::set(pins, "in_op", store ? UL1_OP_STORE : UL1_OP_LOAD);
        ul1::set(pins, "in_width", UL1_WIDTH_B32);
        ul1::set(pins, "in_mask", UINT64_MAX);
        for (unsigned lane = 0; lane < LANES; lane++)
            pins.in_addr[lane] = 0x100 + 4 * lane;
        while (!cycle().lsu.in_shared_ready) {
        }
        pins.in_valid = 0;
    }

    void program()
    {
        pins.rst = 1; // from before the first edge on
        cycle();
        pins.rst = 0;

        issue(true);
        for (unsigned lane = 0; lane < LANES; lane++)
            pins.pull_data[lane] = 1000 + lane;
        pins.pull_valid = 1;
        while (!cycle().lsu.pull_ready) {
        }
        pins.pull_valid = 0;

        issue(false); // behind the store, by the same warp, so it loads the stored word
        unsigned cycles = 1;
        while (!cycle().lsu.rf_valid)
            cycles++;
        printf("%u cycles after it was taken the load has:", cycles);
        for (uint32_t word : out.read().dxbar.load_data)
            printf(" %u", word);
        printf("\n");
        sc_stop();
    }
};

int sc_main(int argc, char **argv)
{
    std::unique_ptr<ul1::module<ul1_l1_in, ul1_l1_out>> l1;
    if (argc > 1 && !strcmp(argv[1], "--rtl"))
        l1.reset(new ul1::rtl<ul1_l1_in, ul1_l1_out>("l1"));
    else
        l1.reset(new ul1::model<ul1_l1_in, ul1_l1_out>("l1"));
    warp sm("sm");

    sc_clock clk("clk", 1, SC_NS, 0.5, 1, SC_NS);
    sc_signal<ul1_l1_in> in("in");
    sc_signal<ul1_l1_out> out("out");
    l1->clk(clk), l1->in(in), l1->out(out);
    sm.clk(clk), sm.in(in), sm.out(out);
    sc_trace_file *waves = sc_create_vcd_trace_file("sc_example");
    sc_trace(waves, in, "in");
    sc_trace(waves, out, "out");
    sc_start(100, SC_NS);
    sc_close_vcd_trace_file(waves);
    return 0;
}
