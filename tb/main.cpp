// The fast path: the cosimulation with verilated twins, without a simulation kernel around it.
#include "cosim.h"
#include "twin_rtl.h"
#include "waves.h"

int main(int argc, char **argv)
{
    const bench b = {"cosim", run_go, twin_rtl, waves_open};
    return cosim_main(argc, argv, &b);
}
