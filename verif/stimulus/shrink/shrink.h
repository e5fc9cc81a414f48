// Makes the text of a program smaller while it keeps a property: deletes and simplifies parts, many places at
// a time, then fewer, then single ones (rules.c has the rules).
#ifndef SHRINK_H
#define SHRINK_H

#include <stdbool.h>

struct shrinker {
    bool (*same)(void *who, const char *text); // whether a text has the property; an invalid one has not
    bool (*over)(void *who);                   // whether to stop now
    void *who;
    unsigned most, tries; // calls of `same`: the limit, and the number so far
};

// Returns the smallest text found, which the caller frees, or null if memory runs out. It has no comments.
char *shrink(struct shrinker *, const char *text);

#endif
