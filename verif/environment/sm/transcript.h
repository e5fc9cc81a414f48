// Writes a noted run as a text program (docs/programs.md) that gives a machine the same stimulus.
#ifndef SM_TRANSCRIPT_H
#define SM_TRANSCRIPT_H

#include <stdio.h>

#include "environment/sm/notes.h"

// Writes the parts from `first` on. Returns false if memory is exhausted. `shows` is the program's `shows`
// line, `from` a comment on its origin. `counts`: expect passes as the run's test does.
bool transcript_write(FILE *, const struct notes *, unsigned first, const char *shows, const char *from,
                      bool counts);

// The number of its instructions.
unsigned transcript_instrs(const struct notes *, unsigned first);

#endif
