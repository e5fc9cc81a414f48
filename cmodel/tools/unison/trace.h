// `unison trace`: writes the instructions of a program as a trace.
#ifndef UNISON_TRACE_H
#define UNISON_TRACE_H

#include "unison/args.h"

int command_trace(const struct args *);

#endif
