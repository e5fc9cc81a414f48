// A trace as a test of the whole machine.
#ifndef TRACE_H
#define TRACE_H

#include "lockstep/test.h"
#include "trace/input.h"

#ifdef __cplusplus
extern "C" {
#endif

// The one in a file. Of an instruction without memory: its cycles. `rename`: pages of 2 MB have other addresses (plan.h). Null:
// what is wrong with it, in a line.
const struct test *trace_file(const char *path, unsigned delay, bool rename, char error[TRACE_ERROR]);

#ifdef __cplusplus
}
#endif
#endif
