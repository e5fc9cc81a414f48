// What a program does as a trace of SASS instructions (docs/traces.md): its parts, and the thread blocks in them, are thread blocks.
#ifndef UNISON_TRACED_H
#define UNISON_TRACED_H

#include <stdio.h>

#include "program/machine.h"

struct traced;

struct traced *traced_new(void);    // null: no memory
void traced_free(struct traced *);

machine_watcher traced_step;        // `who` is a struct traced

// All of it, so many times over. False: it could not be written, or there was no memory for it.
bool traced_write(struct traced *, FILE *, const char *name, unsigned times);

#endif
