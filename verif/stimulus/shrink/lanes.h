// Rules (rule.h) for lanes: fewer active lanes, and plain numbers instead of lists with a number for each
// lane.
#ifndef SHRINK_LANES_H
#define SHRINK_LANES_H

#include "stimulus/shrink/rule.h"

// Deactivates a lane of an instruction; at least one lane stays.
unsigned lanes_places(const struct rule *, const struct text *);
bool lanes_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// Replaces a list with a number for each lane by the number of the lowest active lane.
unsigned uses_places(const struct rule *, const struct text *);
bool uses_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// Deletes an unused list.
unsigned unused_places(const struct rule *, const struct text *);
bool unused_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// Joins the lists of a step in one list that has only the used numbers.
unsigned together_places(const struct rule *, const struct text *);
bool together_apply(const struct rule *, struct text *, unsigned first, unsigned count);

#endif
