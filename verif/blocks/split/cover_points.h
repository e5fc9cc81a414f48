// Splitter: the cover points of the block alone.
#ifndef SPLIT_COVER_POINTS_H
#define SPLIT_COVER_POINTS_H

#include "blocks/drive.h"

#define SPLIT_POINTS(X)                                                                         \
    X(NO_SLOT, "no slot", true)                                                                 \
    X(NO_CONFLICT, "all slots, no conflict", true)                                              \
    X(FULL_CONFLICT, "all slots, one word accepted alone", true)                                \
    X(BROADCAST, "all slots, one word for all", true)                                           \
    X(RIDE_ALONG, "some ride along, some are left", true)                                       \
    X(SOME_WAIT, "some slots wait, nothing is left over", true)                                 \
    X(SOME_LEFT, "some slots wait, something is left over", true)                               \
    X(IDLE_BELOW, "an idle slot below the one that leads wants another word of its bank", true) \
    X(UNALIGNED, "several slots want different bytes of one word", true)                        \
    X(CACHED_MEET, "slots of a cached access that meet in banks, taken whole", true)

enum { SPLIT_POINTS(POINT_ENUMERATOR) SPLIT_POINT_COUNT };
extern const struct point_name split_event_names[SPLIT_POINT_COUNT];

// Counts the cover points of a cycle.
void split_count(struct drive *, const struct ul1_split_in *, const struct ul1_split_out *);

#endif
