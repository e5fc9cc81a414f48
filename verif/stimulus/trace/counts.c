#include "stimulus/trace/counts.h"

static const char *const names[TRACE_COUNTS] = {
    [TRACED_INSTRS] = "lines of instructions",
    [TRACED_SHARED_LOADS] = "shared loads",
    [TRACED_SHARED_STORES] = "shared stores",
    [TRACED_SHARED_ATOMICS] = "shared atomics",
    [TRACED_GLOBAL_LOADS] = "global loads",
    [TRACED_GLOBAL_STORES] = "global stores",
    [TRACED_GLOBAL_ATOMICS] = "global atomics",
    [TRACED_REDUCTIONS] = "reductions",
    [TRACED_LOCAL_LOADS] = "local loads",
    [TRACED_LOCAL_STORES] = "local stores",
    [TRACED_CONSTANT_LOADS] = "constant loads",
    [TRACED_COPIES] = "copies",
    [TRACED_FENCES] = "fences",
    [TRACED_BARRIERS] = "barriers",
    [TRACED_PLAIN] = "without memory",
    [TRACED_OFF] = "of no lane",
    [TRACED_ATOMICS] = "atomics",
    [TRACED_CONSTANTS] = "loads of constants",
    [TRACED_TEXTURES] = "of textures and surfaces",
    [TRACED_BULK] = "bulk copies",
    [TRACED_CONTROLS] = "of cache control",
    [TRACED_ARRIVALS] = "barriers that are not waited for",
    [TRACED_FAR] = "outside their window",
    [TRACED_HALVES] = "copies of one line",
    [TRACED_UNKNOWN] = "of unknown opcodes",
};

const char *counts_name(enum trace_count c)
{
    return names[c];
}

bool counts_skips(enum trace_count c)
{
    return c >= TRACED_OFF;
}
