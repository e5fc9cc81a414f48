// The file of a run's story: a line of JSON for each object, in the order in which they end. docs/report.md
// describes it.
#ifndef STORY_WRITE_H
#define STORY_WRITE_H

#include <stdio.h>

#include "cosim/story/life.h"

void write_text(FILE *, const char *text); // as a string of JSON
void write_doings(FILE *); // the names of doings by number, and the number of steps: members of an object
void write_part(FILE *, unsigned l1, unsigned part, uint64_t from, bool own);
void write_life(FILE *, const struct life *, enum life_end);

#endif
