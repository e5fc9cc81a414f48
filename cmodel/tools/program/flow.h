// Advances a warp through its statements. Statements that take no time are executed, up to one that must be
// offered or must wait.
#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/state.h"

enum flow { FLOW_READY, FLOW_WAITS, FLOW_IN_TIME, FLOW_ENDED, FLOW_OBJECTS };

// Begins the part for the warp.
void flow_begin(struct warp *, const struct tree_part *);

enum flow flow_on(struct engine *, struct warp *, uint64_t cycle);

// The lanes that are active in the statement.
bool flow_mask(struct engine *, struct warp *, const struct stmt *, uint64_t *mask);

// Adds an instruction or command to the part. Returns null on an objection. The pointer is valid until the
// next call.
struct op *flow_op(struct engine *, struct warp *, uint32_t *serial);

#endif
