// Wraps a trace as a test of the whole machine.
#ifndef TRACE_H
#define TRACE_H

#include "checkers/lockstep/test.h"
#include "stimulus/trace/input.h"

#ifdef __cplusplus
extern "C" {
#endif

// The trace in a file as a test of a machine. The L1s get its thread blocks in turn. `delay`: cycles of an
// instruction without memory. `rename`: pages of 2 MB get other addresses (plan.h). Returns null with a
// reason of one line.
const struct test *trace_file(const char *path, const char *machine, unsigned delay, bool rename,
                              char error[TRACE_ERROR]);

#ifdef __cplusplus
}
#endif
#endif
