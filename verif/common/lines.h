// State of a line in a way of a set, from the outputs of the tag unit. No other file depends on the layout of
// these ports.
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>

#include "ul1_ports.h"

// The way is reserved for a line that is being fetched.
static inline bool line_pending(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_pend[set] >> way & 1;
}

// The line is locked for the replays that wait for it.
static inline bool line_locked(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_lock[set] >> way & 1;
}

// Whether the line has a dirty sector; whether any line of the set has one.
static inline bool line_dirty(const struct ul1_tag_out *out, unsigned set, unsigned way)
{
    return out->tag_dirty[set] >> way & 1;
}

static inline bool set_dirty(const struct ul1_tag_out *out, unsigned set)
{
    return out->tag_dirty[set] != 0;
}

#endif
