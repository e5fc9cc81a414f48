// The text of a program as its parts: a line each, followed by the lines that belong to it (expectations of
// an instruction, the numbers of a list).
#ifndef SHRINK_TEXT_H
#define SHRINK_TEXT_H

#include <stdbool.h>

struct text {
    char **part;
    unsigned parts;
    bool lacking; // memory ran out: the text is incomplete
};

// Reads a text without its comments and empty lines.
struct text text_read(const char *from);
struct text text_copy(const struct text *);
void text_free(struct text *);
char *text_string(const struct text *); // the caller frees it; null: no memory

// Replaces a part; deletes a part.
void text_put(struct text *, unsigned number, const char *part);
void text_drop(struct text *, unsigned number);
bool text_same(const struct text *, const struct text *);

unsigned text_lines(const char *); // lines of any text

bool text_begins(const char *part, const char *with);
bool text_instr(const char *part); // whether it is an instruction of a warp, or a command
bool text_list(const char *part);

#endif
