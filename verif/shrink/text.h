// The text of a program as its parts: a line each, with what belongs to it (what is expected of an instruction, the numbers of a
// list) in further lines of the same part.
#ifndef SHRINK_TEXT_H
#define SHRINK_TEXT_H

#include <stdbool.h>

struct text {
    char **part;
    unsigned parts;
    bool lacking;           // memory: it is not whole
};

// Without comments and empty lines.
struct text text_read(const char *from);
struct text text_copy(const struct text *);
void text_free(struct text *);
char *text_string(const struct text *);     // to be freed; null: no memory

// Another part in place of one; without it.
void text_put(struct text *, unsigned number, const char *part);
void text_drop(struct text *, unsigned number);
bool text_same(const struct text *, const struct text *);

unsigned text_lines(const char *);          // lines of any text

bool text_begins(const char *part, const char *with);
bool text_instr(const char *part);          // an instruction of a warp, or a command
bool text_list(const char *part);

#endif
