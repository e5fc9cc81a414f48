// Rules (rule.h) of lanes: fewer of them, and plain numbers in place of lists of a number for each.
#ifndef SHRINK_LANES_H
#define SHRINK_LANES_H

#include "shrink/rule.h"

// A lane that takes part in an instruction no longer does; one always stays.
unsigned lanes_places(const struct rule *, const struct text *);
bool lanes_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// A number that a list has for each lane becomes, for all, that of the lowest that takes part.
unsigned uses_places(const struct rule *, const struct text *);
bool uses_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// A list that nobody names goes.
unsigned unused_places(const struct rule *, const struct text *);
bool unused_apply(const struct rule *, struct text *, unsigned first, unsigned count);

// The lists of a step become one, of those numbers alone that are used.
unsigned together_places(const struct rule *, const struct text *);
bool together_apply(const struct rule *, struct text *, unsigned first, unsigned count);

#endif
