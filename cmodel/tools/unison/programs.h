// Finds programs by file, or by the name of a built-in one.
#ifndef UNISON_PROGRAMS_H
#define UNISON_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRAMS_NAME = 100 };

struct source {
    const char *path;
    const char *text;
    size_t length;
    char name[PROGRAMS_NAME]; // name of the file without its folder and ending
    char *taken;              // memory to free; null for built-in programs
};

// Built-in programs by number. Returns false behind the last.
bool programs_number(unsigned number, struct source *);

// Returns false after a message if there is none.
bool programs_open(const char *name, struct source *);
void programs_close(struct source *);

#endif
