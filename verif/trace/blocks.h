// The thread blocks of a trace, in its order: those that run, and the one that comes next, which is read ahead.
#ifndef TRACE_BLOCKS_H
#define TRACE_BLOCKS_H

#include "trace/spool.h"

struct blocks;

// So many run at a time, at most. Null: why, in a line. The path must stay.
struct blocks *blocks_new(const char *path, unsigned at_a_time, char error[TRACE_ERROR]);
void blocks_free(struct blocks *);

enum begun { BLOCK_BEGUN, BLOCK_NONE, BLOCK_FAULT };

// The next one begins, if no more than so many warps are enough for it, and has a place, a number below `at_a_time`.
enum begun blocks_begin(struct blocks *, unsigned warps, unsigned *place);
const char *blocks_error(const struct blocks *);

uint64_t blocks_warps(const struct blocks *, unsigned place);   // of it, a bit each
enum spooled blocks_next(struct blocks *, unsigned place, unsigned warp, struct trace_op *);
void blocks_end(struct blocks *, unsigned place);

// Of those that have begun: what they have, how many, and the bytes of text up to here.
const struct trace_counts *blocks_counts(const struct blocks *);
uint64_t blocks_begun(const struct blocks *);
uint64_t blocks_bytes(const struct blocks *);

#endif
