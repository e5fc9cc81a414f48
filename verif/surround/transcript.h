// A run that was noted, written out as a program of text (docs/programs.md) that does the same to a machine.
#ifndef SURROUND_TRANSCRIPT_H
#define SURROUND_TRANSCRIPT_H

#include <stdio.h>

#include "surround/notes.h"

// From part `first` on. False: no memory. `shows` is its line, `from` a comment on where it comes from; `counts`: passes are
// expected as the run's test expects them.
bool transcript_write(FILE *, const struct notes *, unsigned first, const char *shows, const char *from, bool counts);

// Instructions that it has.
unsigned transcript_instrs(const struct notes *, unsigned first);

#endif
