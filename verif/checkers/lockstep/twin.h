// A twin is anything that can be driven, evaluated, clocked and sampled through a port table: the C model,
// the Verilog under Verilator, a user's Verilog, a mutant, a recording. Code that compares or traces twins
// uses only this interface.
#ifndef TWIN_H
#define TWIN_H

#include <stdbool.h>

#include "ul1.h"

#ifdef __cplusplus
extern "C" {
#endif

struct twin;

struct twin_ops {
    // Samples the outputs that depend on state alone, so that inputs may depend on them. False: the twin
    // cannot go on (for example, a recording that ends), and `error` has the reason. If quiet, outputs inside
    // the machine may be left out.
    bool (*early)(struct twin *, void *out);
    // Drives the inputs, lets everything settle, samples the other outputs. May be called again with other
    // inputs.
    void (*late)(struct twin *, const void *in, void *out);
    // The clock edge, with in and out as of the last call of late.
    void (*clock)(struct twin *, const void *in, const void *out);
    void (*free)(struct twin *);
};

struct twin {
    const struct twin_ops *ops;
    const struct ul1_block *shape; // the port table that it follows
    const char *name;              // for reports: "model", "rtl", ...
    bool quiet;
    bool portable; // another thread than the one that made it may use it
    bool at_fault; // the error is a bug of what the twin represents, not of the harness
    char error[200];
};

#ifdef __cplusplus
}
#endif
#endif
