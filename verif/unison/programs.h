// Programs by file, or by the name of one that is built in.
#ifndef UNISON_PROGRAMS_H
#define UNISON_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRAMS_NAME = 100 };

struct source {
    const char *path;
    const char *text;
    size_t length;
    char name[PROGRAMS_NAME];   // of the file, without its folder and ending
    char *taken;                // memory to give back; null of what is built in
};

// Those that are built in, by number. False: there are no more.
bool programs_number(unsigned number, struct source *);

// False: there is none, and it was said why.
bool programs_open(const char *name, struct source *);
void programs_close(struct source *);

#endif
