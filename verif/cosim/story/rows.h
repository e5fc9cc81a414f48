// Rows of text that show a machine's activity in each cycle: the contents of each stage, the lane that each
// bank serves, the wait of each instruction, and the contents of the buffers. story.rows lists the rows. A
// row without content is empty.
#ifndef STORY_ROWS_H
#define STORY_ROWS_H

#include <stdbool.h>

#include "ul1.h"
#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// The first row of each kind.
enum {
#define ROW(name, count, title) STORY_##name, STORY_##name##_LAST = STORY_##name + (count)-1,
#include "story_rows.inc"
#undef ROW
    STORY_ROWS
};

enum { STORY_TEXT = 48 }; // characters of a row, with the end

struct story;

// For a machine with that port table. Null: the machine has no rows, or memory is exhausted.
struct story *story_new(const struct ul1_block *shape);
void story_free(struct story *);

// Call in each cycle of a run, from the first one on, with its settled samples. `tells`: the rows of this
// cycle are needed.
void story_cycle(struct story *, const void *in, const void *out, bool tells);

// The text of a row in this cycle, valid until the next.
const char *story_text(const struct story *, unsigned row);

// A row's title, its name in a wave file (scripts/gen/sv_view.py), and the first row of its kind.
void story_title(unsigned row, char title[STORY_TEXT]);
void story_name(unsigned row, char name[STORY_TEXT], unsigned *first);

#ifdef __cplusplus
}
#endif
#endif
