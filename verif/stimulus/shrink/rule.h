// A rule that makes a text smaller or simpler. A rule has a number of places in a text, and changes a text at
// a range of them. Its result is always smaller or simpler, so rules cannot cycle. The result need not be a
// valid program.
#ifndef SHRINK_RULE_H
#define SHRINK_RULE_H

#include "stimulus/shrink/text.h"

struct rule {
    // Changes `now`, a copy, at the places from `first` to `first` + `count` - 1. Returns false if there are
    // no such places.
    bool (*apply)(const struct rule *, struct text *now, unsigned first, unsigned count);
    unsigned (*places)(const struct rule *, const struct text *);
    // rule for lines: which lines, the removed text (a regular expression), its replacement
    const char *of, *what, *by;
    int number; // rule for numbers
};

// Whether a place is in the range.
static inline bool rule_at(unsigned place, unsigned first, unsigned count)
{
    return place >= first && place - first < count;
}

#endif
