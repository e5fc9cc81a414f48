// What the tag unit shows of the line in a way of a set: the one place that knows how these ports are laid out.
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>

#include "ul1_ports.h"

// It is reserved, its fetch under way.
static inline bool line_pending(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_pend[set] >> way & 1;
}

// It is locked for the replays that wait for it.
static inline bool line_locked(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_lock[set] >> way & 1;
}

// It has a dirty sector; and so has a line in any way of the set.
static inline bool line_dirty(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_dirty[set] >> way & 1;
}

static inline bool set_dirty(const struct ul1_tag_out *out, unsigned set)
{
    return out->tag_dirty[set] != 0;
}

#endif
