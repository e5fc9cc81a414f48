// The operations of a thread block while it runs. In a trace its warps stand one behind the other, and they run side by side: so
// they are kept in a file without a name in $TMPDIR, or /tmp, of which each warp has a page in memory.
#ifndef TRACE_SPOOL_H
#define TRACE_SPOOL_H

#include "trace/decode.h"

struct spool;

struct spool *spool_new(void);  // null: no memory, or no file
void spool_free(struct spool *);

// Empty; then warp by warp, the operations of each; then that is all. False: no room in the file.
bool spool_clear(struct spool *);
void spool_warp(struct spool *, unsigned warp);
bool spool_add(struct spool *, const struct trace_op *);
bool spool_end(struct spool *);

uint64_t spool_warps(const struct spool *);     // those that were begun, a bit each

enum spooled { SPOOLED_OP, SPOOLED_END, SPOOLED_FAULT };

// The next one of a warp.
enum spooled spool_next(struct spool *, unsigned warp, struct trace_op *);

#endif
