// Performance counters: the cover points of the block alone.
#ifndef PERF_COVER_POINTS_H
#define PERF_COVER_POINTS_H

#include "blocks/drive.h"
#include "common/sizes.h"

#define PERF_POINTS(X)                                              \
    X(SHOWN, "a counter shown", true)                               \
    X(SHOWN_ZERO, "one that is 0", true)                            \
    X(SHOWN_CARRIED, "one whose low bits have carried", true)       \
    X(SHOWN_TWICE, "one that has carried since it was shown", true) \
    X(SHOWN_BEHIND, "the same again, as soon as can be", true)      \
    X(ALL_SHOWN, "all of them shown in turn, none of them 0", true) \
    X(READ_BEHIND, "one read directly behind another", true)        \
    X(ROUND, "a round with a read before each turn", true)          \
    X(CLEARED, "all cleared", true)                                 \
    X(CLEARED_READ, "cleared as one is read", true)                 \
    X(CLEARED_SHOWN, "cleared as one is shown", true)               \
    X(CLEARED_SOON, "one shown in a round behind a clear", true)    \
    X(RESET_SHOWN, "reset as one is shown", true)

enum { PERF_POINTS(POINT_ENUMERATOR) PERF_POINT_COUNT };
extern const struct point_name perf_event_names[PERF_POINT_COUNT];

// The state of previous cycles for the cover points.
struct perf_past {
    uint8_t index, before;       // read last, and before that
    uint32_t last[UL1_COUNTERS]; // the last value shown of each counter
    uint32_t all;                // counters shown that were not 0, since all had been
    unsigned reads;              // reads in every second cycle without a pause
    unsigned since;              // cycles since all were cleared
    bool shown;                  // one was shown in the previous cycle
};

// Counts the cover points of a cycle.
void perf_count(struct drive *, struct perf_past *, const struct ul1_perf_in *, const struct ul1_perf_out *);

#endif
