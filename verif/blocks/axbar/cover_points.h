// Address crossbar: the cover points of the block alone.
#ifndef AXBAR_COVER_POINTS_H
#define AXBAR_COVER_POINTS_H

#include "blocks/drive.h"

#define AXBAR_POINTS(X)                                                      \
    X(NO_SLOT, "no slot active", true)                                       \
    X(ALL_BANKS, "all banks touched", true)                                  \
    X(ONE_BANK, "all slots in one bank", true)                               \
    X(SOME_BANKS, "some banks touched by one slot, some by several", true)   \
    X(IDLE_DIFFERS, "an idle slot names another row of a bank in use", true) \
    X(ROWS_DIFFER, "different rows in different banks", true)                \
    X(ONE_ROW, "all slots want one row, as those of a hit do", true)

enum { AXBAR_POINTS(POINT_ENUMERATOR) AXBAR_POINT_COUNT };
extern const struct point_name axbar_event_names[AXBAR_POINT_COUNT];

// Counts the cover points of a cycle.
void axbar_count(struct drive *, const struct ul1_axbar_in *);

#endif
