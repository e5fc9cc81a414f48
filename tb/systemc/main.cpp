// The cosimulation in SystemC. Options, rows, reports and exit status are those of the plain program
// (tb/main.cpp), and so are all numbers for the same tests and seed (agree.sh). It is slower. It shows that
// the modules behave on a platform as in the plain program.
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "cosim/cosim.h"
#include "testbench.h"
#include "verilator/twins.h"
#include "waves/waves.h"

static std::vector<std::unique_ptr<ul1::any_testbench>> testbenches;

static enum verdict go(run *r)
{
    const ul1_block *shape = (r->expected ? r->expected : r->actual)->shape;
    for (auto &t : testbenches)
        if (t->shape() == shape)
            return t->go(r);
    run_fail(r, HARNESS_AT_FAULT, "no test bench for that block");
    return r->verdict;
}

int sc_main(int argc, char **argv)
try {
#define X(block) \
    testbenches.emplace_back(new ul1::testbench<struct ul1_##block##_in, struct ul1_##block##_out>(#block));
#include "verilated.inc"
#undef X
    const harness h = {"cosim_sc", nullptr, go, twin_rtl, waves_open, nullptr};
    int verdict = cosim_main(argc, argv, &h);
    testbenches.clear();
    return verdict;
} catch (const std::exception &e) { // errors of SystemC
    fprintf(stderr, "cosim_sc: %s\n", e.what());
    return HARNESS_AT_FAULT;
}
