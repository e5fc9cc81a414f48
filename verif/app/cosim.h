// The cosimulation as a program, but for what only a test bench knows: where twins other than the model come from, and how
// waves are written. A test bench (tb/) hands those in.
#ifndef COSIM_H
#define COSIM_H

#include "lockstep/run.h"

#ifdef __cplusplus
extern "C" {
#endif

struct bench {
    const char *program;    // its name, which is also that of the make target
    // Carries out a run that is prepared: run_go, or another way to the same verdict.
    enum verdict (*go)(struct run *);
    // The Verilog of that shape, registers at random by the seed. Null: there is none.
    struct twin *(*rtl)(const struct ul1_block *shape, uint64_t seed);
    // An observer that writes BASE.fst and BASE.gtkw for the cycles from..to with a marker at `mark` (see struct observer).
    // expected or actual may be null. Null: no file.
    struct observer *(*waves)(const char *base, struct twin *expected, struct twin *actual, uint64_t from, uint64_t to,
                              uint64_t mark);
};

int cosim_main(int argc, char **argv, const struct bench *bench); // returns an enum verdict

#ifdef __cplusplus
}
#endif
#endif
