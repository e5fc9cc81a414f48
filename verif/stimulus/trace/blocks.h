// The thread blocks of an SM, in the order of the trace: those that run, and the next one, which is read
// ahead. SMs get blocks in turn: of several, SM n has block n, and each one as many blocks behind it as there
// are SMs.
#ifndef TRACE_BLOCKS_H
#define TRACE_BLOCKS_H

#include "stimulus/trace/spool.h"

struct blocks;

// Opens a trace for `at_a_time` running blocks of this SM at most. Returns null with a reason of one line.
// The path must outlive it.
struct blocks *blocks_new(const char *path, unsigned sm, unsigned sms, unsigned at_a_time,
                          char error[TRACE_ERROR]);
void blocks_free(struct blocks *);

enum begun { BLOCK_BEGUN, BLOCK_NONE, BLOCK_FAULT };

// Begins the next block if this number of warps is enough for it. Its place is a number below `at_a_time`.
enum begun blocks_begin(struct blocks *, unsigned warps, unsigned *place);
const char *blocks_error(const struct blocks *);

uint64_t blocks_warps(const struct blocks *, unsigned place); // warps of the block, one bit each
enum spooled blocks_next(struct blocks *, unsigned place, unsigned warp, struct trace_op *);
void blocks_end(struct blocks *, unsigned place);

// Totals of the blocks that have begun: counts, number of blocks, bytes of text read.
const struct trace_counts *blocks_counts(const struct blocks *);
uint64_t blocks_begun(const struct blocks *);
uint64_t blocks_bytes(const struct blocks *);

#endif
