// The plain program: the cosimulation with verilated twins, without a simulation kernel. The program with all
// seeded faults is compiled with -DFAULTS.
#include "cosim/cosim.h"
#include "verilator/twins.h"
#include "waves/waves.h"

#ifdef FAULTS
#include <cstring>

#include "verilator/fault.h"

int ul1_fault, ul1_gates;

static const fault faults[] = {
#include "faults.inc"
};

// NAME, or gates:NAME
static const fault *choose(const char *name)
{
    if (!strncmp(name, "gates:", 6)) {
        ul1_gates = 1;
        name += 6;
    }
    for (const fault &f : faults)
        if (!strcmp(f.name, name)) {
            ul1_fault = static_cast<int>(&f - faults) + 1;
            return &f;
        }
    return nullptr;
}
#else
static constexpr const fault *(*choose)(const char *) = nullptr;
#endif

#ifdef MACHINE
static constexpr const char *program = "cosim_" MACHINE, *machine = MACHINE;
#else
static constexpr const char *program = "cosim", *machine = nullptr;
#endif

int main(int argc, char **argv)
{
    const harness h = {program, machine, run_go, twin_rtl, waves_built() ? waves_open : nullptr, choose};
    return cosim_main(argc, argv, &h);
}
