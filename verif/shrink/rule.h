// What may become of a text to make it smaller or simpler. A rule knows its places in a text, and makes another text by doing it
// at some of them that follow one another. What it makes is a smaller or simpler text, so that no rules go in circles; that it
// makes sense is not known.
#ifndef SHRINK_RULE_H
#define SHRINK_RULE_H

#include "shrink/text.h"

struct rule {
    // True: `now`, a copy, was changed at the places from `first` to `first` + `count` - 1; false: there are no such places.
    bool (*apply)(const struct rule *, struct text *now, unsigned first, unsigned count);
    unsigned (*places)(const struct rule *, const struct text *);
    const char *of, *what, *by;     // for a rule of lines: which, what goes (a regular expression), what comes
    int number;                     // for a rule of numbers
};

// Whether a place is one of these.
static inline bool rule_at(unsigned place, unsigned first, unsigned count)
{
    return place >= first && place - first < count;
}

#endif
