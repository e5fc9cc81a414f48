// What only a test bench knows, and hands to the program: where twins other than the model come from, and how waves are written.
#ifndef HARNESS_H
#define HARNESS_H

#include "lockstep/run.h"

#ifdef __cplusplus
extern "C" {
#endif

// A seeded fault: the block that it is in, of the Verilog (rtl), the model, or both.
struct fault {
    const char *name, *block, *where;
};

// Cycles that waves are wanted of, and where GTKWave is to begin.
struct waves_window {
    uint64_t from, to;
    uint64_t mark;          // a marker is there (see struct observer)
    const char *saying;     // or where a row of the story has this in it for the first time; null: by number
    bool *said;             // then it is set
    uint64_t view;          // so many cycles in sight; 0: as is usual
    bool failure;           // at the marker something failed, and what led there is to be in sight
};

struct harness {
    const char *program;    // name of the program, which is also that of the make target
    // Carries out a run that is prepared: run_go, or another way to the same verdict.
    enum verdict (*go)(struct run *);
    // The Verilog of that shape, registers at random by the seed. Null: there is none.
    struct twin *(*rtl)(const struct ul1_block *shape, uint64_t seed);
    // An observer that writes BASE.fst and BASE.gtkw, of all parts of the twins. expected or actual may be null. Null: no file.
    struct observer *(*waves)(const char *base, struct twin *expected, struct twin *actual, const struct waves_window *);
    // From now on this fault is in the twins. Null: there is none of that name. The function is null where none are inside.
    const struct fault *(*fault)(const char *name);
};

#ifdef __cplusplus
}
#endif
#endif
