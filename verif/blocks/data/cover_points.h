// Data array: the cover points of the block alone.
#ifndef DATA_COVER_POINTS_H
#define DATA_COVER_POINTS_H

#include "blocks/data/track.h"
#include "blocks/drive.h"

#define DATA_POINTS(X)                                                                \
    X(READ_ALL, "all banks read", true)                                               \
    X(READ_ONE, "one bank read", true)                                                \
    X(STORE_PASS, "a store's pass reads nothing", true)                               \
    X(WRITTEN, "write performed", true)                                               \
    X(PART_WRITTEN, "parts of words written", true)                                   \
    X(FILLED, "fill performed", true)                                                 \
    X(FILL_FIRST, "fill keeps a write waiting", true)                                 \
    X(READ_AS_WRITTEN, "a word read and written in one cycle", true)                  \
    X(READ_AS_FILLED, "a word read as another of its row is filled", UL1_SECTORS > 1) \
    X(READ_AFTER_WRITE, "a word read in the cycle after it was written", true)        \
    X(ONE_SECTOR, "one sector filled", true)                                          \
    X(FORWARDED_WHOLE, "a word forwarded whole", true)                                \
    X(FORWARDED_PART, "bytes of a word forwarded", true)                              \
    X(FORWARDED_NOT, "words read that nothing serves", true)                          \
    X(FILL_FAILED, "a fill that brings an error", true)                               \
    X(FAILED_FIRST, "a fill that brings an error keeps a write waiting", true)        \
    X(OTHER_ROWS, "several rows read at once", true)                                  \
    X(LAST_ROW, "last row read", true)                                                \
    X(WRITTEN_IN_RESET, "write in a cycle with reset", true)

enum { DATA_POINTS(POINT_ENUMERATOR) DATA_POINT_COUNT };
extern const struct point_name data_event_names[DATA_POINT_COUNT];

// Counts the cover points of a cycle; `track` is its state at the beginning.
void data_count(struct drive *, const struct data_track *, const struct ul1_data_in *,
                const struct ul1_data_out *);

#endif
