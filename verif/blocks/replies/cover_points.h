// Replies: the cover points of the block alone.
#ifndef REPLIES_COVER_POINTS_H
#define REPLIES_COVER_POINTS_H

#include "blocks/drive.h"

#define REPLIES_POINTS(X)                                                                  \
    X(PASSES_NOW, "a response joins the empty queue", true)                                \
    X(JOINS_LAST, "a response takes the last place", true)                                 \
    X(WAITS_FULL, "memory waits, as the queue is full", true)                              \
    X(LEAVES_FULL, "a response leaves the full queue while memory waits", true)            \
    X(PAUSES, "no response leaves behind a run, though one waits", true)                   \
    X(RUN_BROKEN, "a run ends one response before its limit, as the queue is empty", true) \
    X(BOTH, "a response joins as another leaves", true)                                    \
    X(REPLIES_READ, "the answer of a read leaves", true)                                   \
    X(REPLIES_WRITE, "the answer of a failed write leaves", true)                          \
    X(REPLIES_FENCE, "the answer of a fence leaves", true)                                 \
    X(REPLIES_OLD, "old words of an atomic leave", UL1_GLOBAL_ATOMICS > 1)

enum { REPLIES_POINTS(POINT_ENUMERATOR) REPLIES_POINT_COUNT };
extern const struct point_name replies_event_names[REPLIES_POINT_COUNT];

// Responses in the queue, and those that have left in consecutive cycles, at the beginning of a cycle.
struct replies_track {
    unsigned count, run;
};

void replies_count(struct drive *, struct replies_track *, const struct ul1_replies_in *,
                   const struct ul1_replies_out *);

#endif
