// Tag unit: the cover points of a random run of the block alone.
#ifndef TAG_COVER_POINTS_H
#define TAG_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/tag/shadow.h"
#include "blocks/tag/track.h"

// Lines under fetch can take all ways of a set.
#define TAG_WAYS_FULL (UL1_PRT >= UL1_S48_WAYS || UL1_PRT >= UL1_S32_WAYS || UL1_PRT >= UL1_S16_WAYS)

// Few accesses meet in a set, if there are many.
#define TAG_MEET (UL1_SETS <= 128 ? 1 : SELDOM)

// Name, text, and the configurations in which it is possible.
#define TAG_POINTS(X)                                                                                  \
    X(NO_SLOT, "no slot active", true)                                                                 \
    X(ONE_SLOT, "one slot active", true)                                                               \
    X(ALL_SLOTS, "all slots active", true)                                                             \
    X(FIRST_WORD, "the first word of the array", true)                                                 \
    X(LAST_WORD, "the last word of the array", true)                                                   \
    X(EVERY_BYTE, "every byte of a word in one pass", true)                                            \
    X(HIT, "hit", true)                                                                                \
    X(HIT_PENDING, "hit in a pending line", UL1_SECTORS > 1)                                           \
    X(HIT_LOCKED, "hit in a locked line", true)                                                        \
    X(MISS_ABSENT, "miss, the line absent", true)                                                      \
    X(MISS_SECTOR, "miss, sectors absent", UL1_SECTORS > 1)                                            \
    X(MISS_PENDING, "miss, the line pending", true)                                                    \
    X(MISS_LOCKED, "miss, the line locked", true)                                                      \
    X(MISS_CLOSED, "miss, the line closed", true)                                                      \
    X(MISS_BYPASSED, "miss, the line there and bypassed", true)                                        \
    X(MISS_BYPASSED_FETCH, "bypassing miss, all sectors there and the line under fetch", true)         \
    X(MISS_BYPASSED_DIRTY, "dirty line written back for a bypassing load of it", true)                 \
    X(NO_ENTRY, "miss that finds no entry", true)                                                      \
    X(NO_WAY, "no way free", TAG_WAYS_FULL)                                                            \
    X(NO_WAY_S16, "no way free, carveout s16", UL1_PRT < UL1_S16_WAYS ? 0 : UL1_INDEX ? SELDOM : 1)    \
    X(OPEN_SOME_VALID, "way reserved, some sectors valid", UL1_SECTORS > 1)                            \
    X(GONE, "valid line gone for another", true)                                                       \
    X(EVICTED, "dirty line gone for another", true)                                                    \
    X(EVICTED_SOME, "line gone for another, some sectors dirty", UL1_SECTORS > 1)                      \
    X(EVICTED_FOR_STORE, "dirty line gone for a store that is held", TAG_MEET)                         \
    X(EVICTED_ALLOC, "dirty line gone for a store that covers", true)                                  \
    X(EVICT_NO_CREDIT, "dirty line stays, there is no credit for it", true)                            \
    X(STORE_ABSENT, "store of a line that is absent", true)                                            \
    X(STORE_THERE, "store written through, the line there", true)                                      \
    X(STORE_DIRTY, "store makes sectors dirty", true)                                                  \
    X(STORE_DIRTY_MORE, "store makes sectors dirty that were not there", UL1_SECTORS > 1)              \
    X(STORE_ALLOC, "store gets a way without a fetch", true)                                           \
    X(STORE_OPENS, "store opens a fetch", true)                                                        \
    X(STORE_OPENS_THERE, "store opens a fetch, some sectors valid", UL1_SECTORS > 1)                   \
    X(STORE_HELD_PENDING, "store held, the line pending", true)                                        \
    X(STORE_HELD_LOCKED, "store held, the line locked", true)                                          \
    X(STORE_BACK_HELD, "store held that is written back", true)                                        \
    X(STORE_NO_WAY, "store finds no way free", TAG_WAYS_FULL)                                          \
    X(PURGED, "line purged by a store", true)                                                          \
    X(PURGED_NOT, "line not purged, as it is dirty", true)                                             \
    X(COVERS_SOME, "store covers some of its sectors", UL1_SECTORS > 1)                                \
    X(COVERS_NARROW, "narrow store in all banks of a sector", true)                                    \
    X(REPLAY_HIT, "replay hits", true)                                                                 \
    X(REPLAY_FAIL, "replay fails", true)                                                               \
    X(NOT_LAST, "replay that is not the last", UL1_MERGE > 1)                                          \
    X(LAST_KEEPS, "last replay keeps the line", true)                                                  \
    X(LAST_DROPS, "last replay drops the line", true)                                                  \
    X(LAST_FAILS_BUT_DIRTY, "last replay fails, dirty sectors stay", UL1_SECTORS > 1)                  \
    X(LAST_MAKES_DIRTY, "last replay makes sectors dirty", true)                                       \
    X(LAST_CLOSED, "last replay of a line stores are held for", true)                                  \
    X(LAST_BARE, "bare replay", true)                                                                  \
    X(LAST_BARE_FAILS, "bare replay that fails", true)                                                 \
    X(FILL_ALL, "whole line filled", true)                                                             \
    X(FILL_ONE, "one sector filled", true)                                                             \
    X(FILL_FAILS, "fill with an error", true)                                                          \
    X(FILL_LOOKED_UP, "a line filled and looked up in one cycle", true)                                \
    X(FILL_SAME_SET, "a line filled, another of its set looked up", true)                              \
    X(FILL_AS_OPENED, "a line filled, another way of its set reserved", UL1_WAYS > 1)                  \
    X(FILL_AND_REPLAY, "a line filled, another replayed", true)                                        \
    X(DONE, "line complete", true)                                                                     \
    X(DONE_LATE, "line would be complete, but a lookup of this cycle wants more", UL1_SECTORS > 1)     \
    X(FAULT, "fault", true)                                                                            \
    X(DONE_AND_FAULT, "a line complete, another by a fault", true)                                     \
    X(CMD_LINE, "command line", true)                                                                  \
    X(CMD_ALL, "command all", true)                                                                    \
    X(CMD_FLUSH, "command flush", true)                                                                \
    X(CMD_BOTH, "command both", true)                                                                  \
    X(CMD_PAGE, "command page", true)                                                                  \
    X(CMD_CARVEOUT, "command carveout", true)                                                          \
    X(CMD_RESERVED, "a reserved command", true)                                                        \
    X(CMD_KEPT_OUT, "command kept out by another", true)                                               \
    X(CMD_RUNNING, "a command in the cycle after another", true)                                       \
    X(DRAIN_LOOKUP, "lookup in a command", true)                                                       \
    X(DRAIN_WDB, "command waits for the write data buffer", true)                                      \
    X(TURN_WAITS, "command line waits for the turn of a dirty line", true)                             \
    X(TURN_VOIDS, "line invalidated by line", true)                                                    \
    X(TURN_BUT_DIRTY, "line invalidated by line, dirty sectors stay", UL1_SECTORS > 1)                 \
    X(TURN_ABSENT, "command line of a line that is absent", true)                                      \
    X(TURN_FETCHED, "command line of a line under fetch", true)                                        \
    X(TURN_DROPS, "last replay drops a line for the command line", true)                               \
    X(TURN_OTHER, "last replay of another line meanwhile", true)                                       \
    X(INVAL_VOIDS, "line invalidated by an inval", true)                                               \
    X(INVAL_BUT_DIRTY, "line invalidated by an inval, dirty sectors stay", UL1_SECTORS > 1)            \
    X(INVAL_DIRTY, "inval of a line all of whose sectors are dirty", true)                             \
    X(INVAL_FETCHED, "inval of a line under fetch", true)                                              \
    X(INVAL_ABSENT, "inval of a line that is absent", true)                                            \
    X(FLUSHED, "dirty line written back by a flush", true)                                             \
    X(FLUSH_CLEAN, "flush of a clean line", true)                                                      \
    X(FLUSH_ABSENT, "flush of a line that is absent", true)                                            \
    X(FLUSH_FETCHED, "flush of a line under fetch", true)                                              \
    X(SWEPT_ALL, "line invalidated by all", true)                                                      \
    X(SWEPT_BUT_DIRTY, "clean sectors invalidated, dirty ones stay", UL1_SECTORS > 1)                  \
    X(SWEPT_FLUSH, "dirty line written back by flush", true)                                           \
    X(SWEPT_BOTH, "dirty line written back by both", true)                                             \
    X(SWEPT_PAGE, "clean line invalidated by page", true)                                              \
    X(SWEPT_PAGE_BACK, "dirty line written back by page", true)                                        \
    X(SWEPT_CARVEOUT, "line invalidated by carveout", true)                                            \
    X(SWEPT_CARVEOUT_BACK, "dirty line written back by carveout", true)                                \
    X(SWEPT_RESERVED, "dirty line written back by a reserved command", true)                           \
    X(SWEPT_OTHER, "line of a set not named, stays", true)                                             \
    X(SWEPT_OTHER_DIRTY, "dirty line of a set not named, stays", true)                                 \
    X(SWEPT_TWO, "two dirty lines of a set written back", UL1_WAYS > 1)                                \
    X(SWEPT_NO_CREDIT, "dirty line waits for credit", true)                                            \
    X(SWEPT_FIRST, "first set, a line in it", true)                                                    \
    X(SWEPT_LAST, "last set of all, a line in it", TAG_MEET)                                           \
    X(SWEPT_LAST_WAY, "last row, a line in it", UL1_INDEX ? SELDOM : 1)                                \
    X(SETTLE_WAITS, "command waits for its writes", true)                                              \
    X(FENCE_WAITS, "command waits to ask for a fence", true)                                           \
    X(ANSWER_ALL, "command all waits for the answer of its fence", UL1_CACHES_BEHIND)                  \
    X(ANSWER_CARVEOUT, "command carveout waits for the answer of its fence", UL1_CACHES_BEHIND)        \
    X(ANSWER_LINE, "a lookup while command line waits for the answer of its fence", UL1_CACHES_BEHIND) \
    X(ANSWER_OTHER, "another fence answered meanwhile", true)                                          \
    X(ANSWER_AT_ONCE, "fence answered at once", true)                                                  \
    X(FORGETS, "translation of a page forgotten", true)                                                \
    X(CARVEOUT_MORE, "carveout gives the cache more", UL1_S48_ROWS > UL1_S16_ROWS)                     \
    X(CARVEOUT_LESS, "carveout gives the cache less", UL1_S48_ROWS > UL1_S16_ROWS)                     \
    X(CARVEOUT_SAME, "carveout stays", true)                                                           \
    X(PAGE_CHANGED, "cfg_page changed", true)                                                          \
    X(ROOT_CHANGED, "cfg_root changed", true)                                                          \
    X(CHANGED_DIRTY, "cfg_page or cfg_root changed with dirty lines", true)                            \
    X(RENEWED, "other settings in use", true)                                                          \
    X(RESET_BUSY, "reset with lines under fetch", true)                                                \
    X(RESET_CMD, "reset with a command in progress", true)

enum { TAG_POINTS(POINT_ENUMERATOR) TAG_POINT_COUNT };

extern const struct point_name tag_points[TAG_POINT_COUNT];

// Counts the cover points of a cycle, before `track` advances.
void tag_events_count(struct drive *, const struct tag_track *, const struct ul1_tag_in *,
                      const struct ul1_tag_out *);

#endif
