// Write data buffer (store and victim buffer): the cover points of a random run of the block alone.
#ifndef WDB_COVER_POINTS_H
#define WDB_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/wdb/shadow.h"
#include "blocks/wdb/track.h"

// Name, text, and the configurations in which it is possible: one entry always stays free of stores.
#define WDB_POINTS(X)                                                                                        \
    X(INTAKE_FULL, "intake full", true)                                                                      \
    X(ONE_LEFT, "one beat left", true)                                                                       \
    X(BEAT_IN_AND_OUT, "a beat taken as another is freed", true)                                             \
    X(BEAT_KEPT, "a beat used by several passes", true)                                                      \
    X(NO_CREDIT_STORE, "no credit for a store", true)                                                        \
    X(NO_CREDIT_DIRTY, "no credit for a dirty line", true)                                                   \
    X(ALL_USED, "all entries in use", true)                                                                  \
    X(TAKE_AND_LEAVE, "an entry spoken for as another is written", true)                                     \
    X(DRAINED, "runs empty", true)                                                                           \
    X(STORES_RUNNING, "stores in two cycles running", true)                                                  \
    X(EMPTY_ENTRY, "store without bytes", true)                                                              \
    X(JOINED, "store joins an entry", UL1_WDB - UL1_WDB_KEPT > 2)                                            \
    X(JOINED_HELD, "store joins an entry that is held", UL1_WDB - UL1_WDB_KEPT > 2)                          \
    X(JOINED_THROUGH, "store joins a write to memory", UL1_WDB - UL1_WDB_KEPT > 2)                           \
    X(JOINED_COMES, "store joins an entry in the cycle in which its words come", UL1_WDB - UL1_WDB_KEPT > 2) \
    X(JOINED_WRITTEN, "store joins an entry that the array has", UL1_WDB - UL1_WDB_KEPT > 2)                 \
    X(NOT_HELD_ALIKE, "store does not join: held otherwise", UL1_WDB - UL1_WDB_KEPT > 2)                     \
    X(NOT_SENT, "store does not join: the write is sent", UL1_WDB - UL1_WDB_KEPT > 2)                        \
    X(NOT_FIRST, "store does not join: the write is on offer", UL1_WDB - UL1_WDB_KEPT > 2)                   \
    X(NOT_SAME_WAY, "store does not join: not the same way", UL1_WDB - UL1_WDB_KEPT > 2)                     \
    X(NOT_OFFERED, "store does not join: offered to the array", UL1_WDB - UL1_WDB_KEPT > 2)                  \
    X(NOT_WRITTEN, "store does not join: the array has nothing of it to come", UL1_WDB - UL1_WDB_KEPT > 2)   \
    X(NOT_DIRTY_LINE, "store does not join: a dirty line's", true)                                           \
    X(RELEASED_ALL, "held entry released whole", true)                                                       \
    X(RELEASED_SOME, "held entry released, some sectors dropped", UL1_SECTORS > 1)                           \
    X(RELEASED_NONE, "held entry released, all sectors dropped", true)                                       \
    X(RELEASED_DROP, "held entry released, the line dropped", true)                                          \
    X(RELEASED_DROP_DIRTY, "held entry released, the line dropped but for what is dirty", true)              \
    X(RELEASED_SEVERAL, "several held entries released at once", UL1_WDB - UL1_WDB_KEPT > 2)                 \
    X(GONE_ALL, "entry whose row is gone", true)                                                             \
    X(GONE_SOME, "entry of whose row some sectors are gone", UL1_SECTORS > 1)                                \
    X(GONE_NOTHING, "row gone that nobody waits for", true)                                                  \
    X(GONE_WRITTEN, "row gone as an entry of it is written", true)                                           \
    X(EVICT_RUNNING, "dirty lines in two cycles running", true)                                              \
    X(EVICT_STORES_WAIT, "line read out that stores wait for", true)                                         \
    X(EVICT_FORWARDED, "line read out forwarded", true)                                                      \
    X(EVICT_WITH_STORE, "dirty line gone for a store", true)                                                 \
    X(EVICT_SWEPT, "dirty line gone by a command", true)                                                     \
    X(FLUSHED, "dirty line flushed", true)                                                                   \
    X(FLUSHED_KEPT, "line read out that keeps its row, and stores that wait", UL1_WDB - UL1_WDB_KEPT > 2)    \
    X(FLUSHED_GONE, "flushed line gives up its row at once", true)                                           \
    X(FLUSHED_STORE, "store to a line right behind its flush", UL1_WDB - UL1_WDB_KEPT > 2)                   \
    X(EVICT_LAST_ENTRY, "last entry for a dirty line", true)                                                 \
    X(SENT_BEFORE_ARRAY, "write leaves before the array has it", true)                                       \
    X(SENT_AFTER_ARRAY, "write leaves when the array has it", true)                                          \
    X(SENT_HELD, "write leaves while it is held", true)                                                      \
    X(SENT_BOTH, "sent write written to the array", true)                                                    \
    X(FAILS, "write fails", true)                                                                            \
    X(FAILS_BEFORE_ARRAY, "write fails before the array has it", true)                                       \
    X(FAILS_LINE, "write of a dirty line fails", true)                                                       \
    X(NOT_READY, "write on offer that cannot leave yet", true)                                               \
    X(MEM_TAKEN, "write taken by memory", true)                                                              \
    X(MEM_WAITS, "write waits for memory", true)                                                             \
    X(MEM_LINE_TAKEN, "write of a dirty line taken by memory", true)                                         \
    X(MEM_OTHER, "something else offered to memory", true)                                                   \
    X(FORWARDED_ONE, "byte forwarded by the only entry that has it", true)                                   \
    X(FORWARDED_SEVERAL, "byte that three entries have", true)                                               \
    X(FORWARDED_MIXED, "bytes of a word from different entries", true)                                       \
    X(FORWARDED_WRITTEN, "byte forwarded by the entry just written", true)                                   \
    X(WRITTEN_HIDDEN, "byte of the entry just written, and of a newer one", true)                            \
    X(FORWARDED_NOT, "load that nothing serves", true)                                                       \
    X(ROW_DIFFERS, "entry with bytes of the bank in another row", true)                                      \
    X(NO_BANK, "load that touches no bank", true)                                                            \
    X(LOAD_IN_STAGE_BEHIND, "load right behind a store of the same word", true)                              \
    X(HIT_FORWARDED_ONE, "hit forwarded by the only entry that has a byte", true)                            \
    X(HIT_FORWARDED_SEVERAL, "hit, a byte that two entries have", UL1_WDB - UL1_WDB_KEPT > 2)                \
    X(HIT_FORWARDED_WRITTEN, "hit forwarded by the entry just written", true)                                \
    X(HIT_HELD, "hit in a line that a store is held for", true)                                              \
    X(HIT_SECTOR, "hit, a byte that an entry has and does not write", UL1_SECTORS > 1)                       \
    X(HIT_OTHER_LINE, "hit, another line's entry has the bank", true)                                        \
    X(HIT_SHARED, "hit, a shared entry has the row", true)                                                   \
    X(SHARED_HIT, "shared load, a cached store's entry has the row", true)                                   \
    X(RESET_BUSY, "reset with entries in use", true)

enum { WDB_POINTS(POINT_ENUMERATOR) WDB_POINT_COUNT };

extern const struct point_name wdb_points[WDB_POINT_COUNT];

// Counts the cover points of a cycle, before `track` advances. The contract's state is already that of the
// next cycle.
void wdb_events_count(struct drive *, const struct wdb_track *, const struct wdb_contract *,
                      const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
