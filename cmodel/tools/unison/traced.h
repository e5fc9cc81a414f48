// Writes a program's instructions as a trace of SASS (docs/traces.md). Parts of the program, and thread
// blocks in them, become thread blocks.
#ifndef UNISON_TRACED_H
#define UNISON_TRACED_H

#include <stdio.h>

#include "program/machine.h"

struct traced;

struct traced *traced_new(void); // null: no memory
void traced_free(struct traced *);

machine_watcher traced_step; // `who` is a struct traced

// Writes the trace, repeated `times` times. Returns false if writing fails or memory runs out.
bool traced_write(struct traced *, FILE *, const char *name, unsigned times);

#endif
