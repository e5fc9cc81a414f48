// How a warp goes through its statements: those that take no time are done, up to one that must be offered or waited for.
#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/state.h"

enum flow { FLOW_READY, FLOW_WAITS, FLOW_IN_TIME, FLOW_ENDED, FLOW_OBJECTS };

// The part begins for the warp.
void flow_begin(struct warp *, const struct tree_part *);

enum flow flow_on(struct engine *, struct warp *, uint64_t cycle);

// The lanes that take part in its statement.
bool flow_mask(struct engine *, struct warp *, const struct stmt *, uint32_t *mask);

// A further instruction or command of the part. Null: an objection. Good until the next.
struct op *flow_op(struct engine *, struct warp *, uint32_t *serial);

#endif
