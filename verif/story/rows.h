// Rows of text that tell people what a machine does in each cycle: what is in each stage, which lane each bank serves, why each
// instruction waits, and what the buffers hold. What rows there are says story.rows. A row that has nothing to say is empty.
#ifndef STORY_ROWS_H
#define STORY_ROWS_H

#include <stdbool.h>

#include "ul1.h"
#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The first of each kind.
enum {
#define ROW(name, count, title) STORY_##name, STORY_##name##_LAST = STORY_##name + (count) - 1,
#include "story_rows.inc"
#undef ROW
    STORY_ROWS
};

enum { STORY_TEXT = 48 };       // characters of a row, with the end

struct story;

// Of a machine of that shape. Null: nothing is told of such a one, or no memory.
struct story *story_new(const struct ul1_block *shape);
void story_free(struct story *);

// In each cycle of a run, from the first one on, with its settled samples; `tells`: the rows of it are wanted.
void story_cycle(struct story *, const void *in, const void *out, bool tells);

// What a row says in this cycle, until the next.
const char *story_text(const struct story *, unsigned row);

// What it is called, for people and in a wave file (scripts/gen/sv_view.py), and the first row of its kind.
void story_title(unsigned row, char title[STORY_TEXT]);
void story_name(unsigned row, char name[STORY_TEXT], unsigned *first);

#ifdef __cplusplus
}
#endif
#endif
