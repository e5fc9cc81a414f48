// Fill unit: the cover points of the block alone.
#ifndef FILL_COVER_POINTS_H
#define FILL_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/fill/shadow.h"

#define FILL_POINTS(X)                                                                \
    X(FOR_ENTRY, "arrived for an entry", true)                                        \
    X(FOR_WALKER, "arrived for the first page walker", true)                          \
    X(FOR_LAST_WALKER, "arrived for the last page walker", true)                      \
    X(FAILED, "arrived with an error", true)                                          \
    X(WHOLE, "a whole line arrived", true)                                            \
    X(ONE_SECTOR, "one sector arrived", true)                                         \
    X(RUNNING, "responses in two cycles running", true)                               \
    X(WRITE_FAILED, "a write failed", true)                                           \
    X(WRITE_FAILED_NO_ERR, "a write failed, resp_err not set", true)                  \
    X(FENCE_WARP, "a warp's fence answered", true)                                    \
    X(FENCE_COMMAND, "a command's fence answered", true)                              \
    X(FENCE_LIKE_WALKER, "a fence answered whose number is like the first walker's ", \
      UL1_PRT < 1 << UL1_ID_W)                                                        \
    X(OTHER_KIND_BEHIND, "responses of two kinds in two cycles running", true)        \
    X(NOT_DONE, "an entry not complete", true)                                        \
    X(FILL_DONE, "an entry complete", true)                                           \
    X(FAULT_DONE, "an entry complete by a fault", true)                               \
    X(BOTH_DONE, "two entries complete in one cycle", true)                           \
    X(DONE_AND_LAST, "an entry joins as another leaves", true)                        \
    X(EMPTY, "the queue runs empty", true)                                            \
    X(ONE_LEFT_TWO_JOIN, "two join as the only one leaves", true)                     \
    X(QUEUE_FULL, "all entries in the queue", true)                                   \
    X(WRAPPED, "all entries queued in turn", true)                                    \
    X(SELECTED, "replay selected", true)                                              \
    X(NOT_SELECTED, "replay waits", true)                                             \
    X(LAST_OF_ONE, "an entry's only replay", true)                                    \
    X(LAST_OF_ALL, "the last replay an entry can have", true)                         \
    X(NOT_LAST, "replay that is not the last", UL1_MERGE > 1)                         \
    X(NEXT_AT_ONCE, "replays of two entries in two cycles running", true)             \
    X(RESET_BUSY, "reset with entries in the queue", true)                            \
    X(RESET_ARRIVING, "reset as something has arrived", true)

enum { FILL_POINTS(POINT_ENUMERATOR) FILL_POINT_COUNT };
extern const struct point_name fill_event_names[FILL_POINT_COUNT];

// The state of previous cycles for the cover points.
struct fill_past {
    uint64_t joined;    // entries that were in the queue, since all had been
    bool no_err;        // resp_err was not set in the previous cycle
    bool last_selected; // the previous cycle selected the last replay of this entry
    uint8_t last_prt;
};

// Counts the cover points of a cycle; `shadow` is its state at the end.
void fill_count(struct drive *, struct fill_past *, const struct fill_shadow *, const struct ul1_fill_in *,
                const struct ul1_fill_out *);

#endif
