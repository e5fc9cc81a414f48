// Services of the simulator's test bench for the program: twins other than the model, and waves.
#ifndef HARNESS_H
#define HARNESS_H

#include "checkers/lockstep/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// A seeded fault: its block, and whether it is in the Verilog (rtl), the model, or both.
struct fault {
    const char *name, *block, *where;
};

// Cycles to dump, and the initial view in GTKWave.
struct waves_window {
    uint64_t from, to;
    uint64_t mark; // position of a marker (see struct observer)
    // or: the marker is at the first row of the story that contains this text; null: at `mark`
    const char *saying;
    bool *said;    // set when that row is found
    uint64_t view; // number of visible cycles; 0: the default
    bool failure;  // a failure is at the marker, and the cycles before it must be visible
};

struct harness {
    const char *program; // name of the program
    // A machine of wired parts: it contains the Verilog of this one, and runs the tests of as many L1s on it.
    // Null: it contains all other Verilog.
    const char *machine;
    // Executes a prepared run: run_go, or another function with the same verdict.
    enum verdict (*go)(struct run *);
    // The Verilog of that configuration, its registers randomized by the seed. Returns null if there is none.
    struct twin *(*rtl)(const struct ul1_block *shape, uint64_t seed);
    // An observer that writes BASE.fst and BASE.gtkw for all parts of the twins. expected or actual may be
    // null. Returns null if the files cannot be written. The function is null if the program was built
    // without views (VIEWS=0).
    struct observer *(*waves)(const char *base, struct twin *expected, struct twin *actual,
                              const struct waves_window *);
    // Activates a fault in the twins. Returns null if no fault has this name. The function is null if the
    // program contains no faults.
    const struct fault *(*fault)(const char *name);
};

#ifdef __cplusplus
}
#endif
#endif
