// The machines with parts of several configurations, with one lane count. Their parts are found in the tables
// of their configurations. Their state is that of one part after the other.
#include <stddef.h>
#include <string.h>

#include "table.h"
#include "ul1.h"
#include "ul1_ports.h"

static inline void *state_of(const struct ul1_block *const *pieces, size_t piece, void *state)
{
    unsigned char *at = state;
    for (size_t i = 0; i < piece; i++)
        at += ul1_state_size(pieces[i]);
    return at;
}

#include "ul1_wires.h"
#include "ul1_mixed.h"

extern const struct ul1_block UL1_TABLE(mixed_)[];
extern const size_t UL1_TABLE_COUNT(mixed_);

const struct ul1_block UL1_TABLE(mixed_)[] = { BLOCKS };
const size_t UL1_TABLE_COUNT(mixed_) = COUNT(UL1_TABLE(mixed_));
