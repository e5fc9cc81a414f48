// The fast path: the cosimulation with verilated twins, without a simulation kernel around it.
#include "app/cosim.h"
#include "verilator/twin_rtl.h"
#include "waves/waves.h"

int main(int argc, char **argv)
{
    const bench b = {"cosim", run_go, twin_rtl, waves_open};
    return cosim_main(argc, argv, &b);
}
