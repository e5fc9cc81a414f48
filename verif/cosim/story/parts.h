// Rows of text of a block behind L1s, in words of its port table: what each interface offers in a cycle, and
// what the block shows of itself. A row without content is empty.
#ifndef STORY_PARTS_H
#define STORY_PARTS_H

#include <stddef.h>

#include "ul1.h"

#ifdef __cplusplus
extern "C" {
#endif

// The number of rows; 0 if the block has none.
unsigned parts_rows(const struct ul1_block *);

// The text of a row in a settled cycle.
void parts_text(const struct ul1_block *, unsigned row, const void *in, const void *out, char *text, size_t);

// A row's title, its name in a wave file (scripts/gen/sv_view.py), and the first row of its kind.
void parts_title(const struct ul1_block *, unsigned row, char *title, size_t);
void parts_name(const struct ul1_block *, unsigned row, char *name, size_t, unsigned *first);

#ifdef __cplusplus
}
#endif
#endif
