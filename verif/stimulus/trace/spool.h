// Stores the operations of a running thread block. A trace lists the warps of a block one after the other,
// but they run concurrently. So their operations are kept in an unnamed file in $TMPDIR, or /tmp, with one
// page in memory for each warp.
#ifndef TRACE_SPOOL_H
#define TRACE_SPOOL_H

#include "stimulus/trace/decode.h"

struct spool;

struct spool *spool_new(void); // null: no memory, or no file
void spool_free(struct spool *);

// Empties the spool, then writes it warp by warp. Returns false if the file cannot grow.
bool spool_clear(struct spool *);
void spool_warp(struct spool *, unsigned warp);
bool spool_add(struct spool *, const struct trace_op *);
bool spool_end(struct spool *);

uint64_t spool_warps(const struct spool *); // warps that were begun, one bit each

enum spooled { SPOOLED_OP, SPOOLED_END, SPOOLED_FAULT };

// The next operation of a warp.
enum spooled spool_next(struct spool *, unsigned warp, struct trace_op *);

#endif
