// Makes the text of a program smaller as long as it does the same: tries to leave out and to simplify, many places at once, then
// fewer, then each (rules.c says what).
#ifndef SHRINK_H
#define SHRINK_H

#include <stdbool.h>

struct shrinker {
    bool (*same)(void *who, const char *text);  // whether this one still does it; what makes no sense does not
    bool (*over)(void *who);                    // whether to come to an end now
    void *who;
    unsigned most, tries;                       // how often `same` may be asked, and was
};

// The smallest that was found, to be freed; null: no memory. Its comments are gone.
char *shrink(struct shrinker *, const char *text);

#endif
