// Pending request table (the MSHRs): the cover points of a random run of the block alone.
#ifndef PRT_COVER_POINTS_H
#define PRT_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/prt/shadow.h"
#include "blocks/prt/track.h"

// Name, text, and the configurations in which it is possible.
#define PRT_POINTS(X)                                                                                 \
    X(OPENED, "entry opened", true)                                                                   \
    X(OPENED_SOME_THERE, "entry opened, some sectors there", UL1_SECTORS > 1)                         \
    X(OPENED_LAST, "last free entry opened", true)                                                    \
    X(OPENED_IN_A_GAP, "entry opened below others", true)                                             \
    X(OPENED_DIRTY, "entry opened for a dirty line's way", true)                                      \
    X(ALL_OF_LINE, "all sectors asked for", UL1_SECTORS > 1)                                          \
    X(SECTORS_ONLY, "only the sectors needed asked for", UL1_SECTORS > 1)                             \
    X(MERGED, "merged", UL1_MERGE > 1)                                                                \
    X(MERGED_MORE, "merged, and wants more", UL1_MERGE > 1 && UL1_SECTORS > 1)                        \
    X(MERGED_NOTHING_MORE, "merged, and wants no more", UL1_MERGE > 1)                                \
    X(CLOSED_FILLED, "closed, as filled", true)                                                       \
    X(CLOSED_HELD, "closed by a store", true)                                                         \
    X(CLOSED_HIT, "closed, though all sectors are there", true)                                       \
    X(CLOSED_FENCED, "closed to a bypassing load, as a fence was answered since", true)               \
    X(CLOSED_COPY, "closed to a bypassing load, as a sector is there that the fetch does not bring",  \
      UL1_SECTORS > 1)                                                                                \
    X(MERGED_BYPASS, "bypassing load merged", UL1_MERGE > 1)                                          \
    X(MERGED_FENCED, "load merged, though a fence was answered since", UL1_MERGE > 1)                 \
    X(ANSWERED_AS_OPENED, "fence answered as an entry is opened", true)                               \
    X(CLOSED_AND_FULL, "closed, and all merge slots taken", true)                                     \
    X(MERGES_FULL, "no merge slot", true)                                                             \
    X(NO_WAY, "no way", true)                                                                         \
    X(NO_ENTRY, "no entry", true)                                                                     \
    X(NEITHER, "neither entry nor way", true)                                                         \
    X(NO_CREDIT, "no credit for a dirty line", true)                                                  \
    X(HELD_BACK, "an entry and credit, but kept for a deferred access", true)                         \
    X(HELD_BACK_CREDIT, "no credit, and what is free kept for a deferred access", true)               \
    X(MERGED_HELD_BACK, "merged with what is free kept for a deferred access", UL1_MERGE > 1)         \
    X(HELD_MORE, "store held, and wants more", UL1_SECTORS > 1)                                       \
    X(HELD_NOTHING_MORE, "store held, and wants no more", true)                                       \
    X(HELD_THROUGH, "store held and written through", true)                                           \
    X(HELD_FILLED, "store held for a filled entry", true)                                             \
    X(HELD_LATE, "store held for a filled entry, too late to be written back",                        \
      UL1_SECTORS > 1 || UL1_GLOBAL_ATOMICS)                                                          \
    X(HELD_NO_DROP, "store held for an entry that would drop", true)                                  \
    X(HELD_AGAIN, "store held for a closed entry", true)                                              \
    X(HELD_NEW, "store opens an entry", true)                                                         \
    X(HELD_NEW_DIRTY, "store opens an entry for a dirty line's way", true)                            \
    X(HELD_NEW_LINE, "store opens an entry, whole line asked for", UL1_SECTORS > 1)                   \
    X(HELD_NEW_SECTOR, "store opens an entry, only what it lacks asked for", UL1_SECTORS > 1)         \
    X(MADE_DIRTY, "store makes a line dirty", true)                                                   \
    X(MADE_DIRTY_COVERED, "store makes a line dirty, and covers sectors that are not there",          \
      UL1_SECTORS > 1)                                                                                \
    X(ALLOC, "store gets a way without a fetch", true)                                                \
    X(ALLOC_DIRTY, "store gets a dirty line's way without a fetch", true)                             \
    X(THROUGH_SOME, "store written through, updates some sectors", UL1_SECTORS > 1)                   \
    X(THROUGH_NONE, "store written through, the line absent", true)                                   \
    X(THROUGH_PURGE, "store written through, the line purged", true)                                  \
    X(THROUGH_NO_WAY, "store written through for want of a way", true)                                \
    X(THROUGH_NO_ENTRY, "store written through for want of an entry", true)                           \
    X(THROUGH_NO_CREDIT, "store written through for want of credit", true)                            \
    X(THROUGH_HELD_BACK, "store written through as what is free is kept for a deferred access", true) \
    X(THROUGH_JOINS, "store written through joins a write", true)                                     \
    X(WRITES_FULL, "all writes in the queue", true)                                                   \
    X(EVICT_AND_READ, "a write and a read join in one cycle", true)                                   \
    X(EVICT_SWEEP, "write joins without a lookup", true)                                              \
    X(TAKEN, "request taken", true)                                                                   \
    X(TAKEN_AGAIN, "second request of an entry taken", UL1_SECTORS > 1)                               \
    X(TAKEN_AND_MORE, "request taken as a merge wants more", UL1_MERGE > 1 && UL1_SECTORS > 1)        \
    X(TAKEN_AND_STORE, "request taken as a store wants more", UL1_SECTORS > 1)                        \
    X(NOT_TAKEN, "request waits", true)                                                               \
    X(ALL_ASK, "all entries ask", true)                                                               \
    X(WAITS, "request waits for a walk", true)                                                        \
    X(WAITS_ANY, "request waits for any of several walks", UL1_WALKERS > 1)                           \
    X(WAITS_NOT, "request would wait for a walk that ends in this cycle", true)                       \
    X(WAIT_MANY, "all requests wait for walks", true)                                                 \
    X(WOKEN, "walk ends that several waited for", true)                                               \
    X(WOKEN_SOME, "walk ends that only some waited for", UL1_WALKERS > 1)                             \
    X(PASSES, "request taken, others wait for walks", true)                                           \
    X(PASSES_FENCE, "request taken, a fence waits for those that wait for walks", true)               \
    X(FENCE_KEPT, "fence behind requests that wait for walks", true)                                  \
    X(WRITE_TAKEN, "write taken", true)                                                               \
    X(WRITE_NOT_READY, "write that is first and cannot leave yet", true)                              \
    X(WRITE_LEAVES_AND_JOINS, "a write leaves as another joins", true)                                \
    X(WRITE_PAGE, "write fails, page", true)                                                          \
    X(WRITE_BUS, "write fails, bus", true)                                                            \
    X(WRITE_READONLY, "write fails, readonly", true)                                                  \
    X(FENCE_JOINS, "fence joins", true)                                                               \
    X(FENCE_NOT_YET, "fence kept out by another", true)                                               \
    X(FENCE_COMMAND, "a command's fence joins", true)                                                 \
    X(FENCE_FIRST, "fence offered", true)                                                             \
    X(FENCE_TAKEN, "fence taken", true)                                                               \
    X(FENCE_AND_WRITE, "a write and a fence join in one cycle", true)                                 \
    X(FAULT_PAGE, "page fault", true)                                                                 \
    X(FAULT_BUS, "bus error of a walk", true)                                                         \
    X(FAULT_DONE, "entry complete by a fault", true)                                                  \
    X(FAULT_NOT_DONE, "fault, but something is still to arrive", UL1_SECTORS > 1)                     \
    X(FAULT_AND_MORE, "fault as a merge or store wants more", UL1_SECTORS > 1)                        \
    X(FILLED, "entry filled", true)                                                                   \
    X(FILLED_PART, "entry filled in part", UL1_SECTORS > 1)                                           \
    X(FAILED, "arrived with an error", true)                                                          \
    X(ERROR_STAYS, "second error of an entry", UL1_SECTORS > 1)                                       \
    X(FILL_AND_MERGE, "merge in the cycle of the last fill", UL1_MERGE > 1)                           \
    X(FILL_AND_MORE, "merge that wants more in the cycle of the last fill",                           \
      UL1_MERGE > 1 && UL1_SECTORS > 1)                                                               \
    X(FILL_AND_STORE, "store that wants more in the cycle of the last fill", UL1_SECTORS > 1)         \
    X(MERGED_OTHER, "merge beside a fill of another entry", true)                                     \
    X(FILL_FAULT_ONE, "fill and fault of one entry", UL1_SECTORS > 1)                                 \
    X(FILL_FAULT_ONE_DONE, "fill and fault complete one entry", UL1_SECTORS > 1)                      \
    X(BOTH_FAIL, "fill with an error and fault of one entry", UL1_SECTORS > 1)                        \
    X(FILL_FAULT_TWO, "fill completes one entry, fault another", true)                                \
    X(REPLAYED, "replay made", true)                                                                  \
    X(LAST_OF_ONE, "an entry's only replay", true)                                                    \
    X(LAST_OF_ALL, "the last replay an entry can have", true)                                         \
    X(REPLAYED_PAGE, "replay with error page", true)                                                  \
    X(REPLAYED_BUS, "replay with error bus", true)                                                    \
    X(REPLAYED_DROP, "replay that drops", true)                                                       \
    X(REPLAYED_KEEP, "replay that keeps", true)                                                       \
    X(REPLAYED_BARE, "bare replay", true)                                                             \
    X(BARE_FAILS, "bare replay that fails", true)                                                     \
    X(END_DIRTY, "last replay makes sectors dirty", true)                                             \
    X(END_DIRTY_LOADS, "last of several replays makes sectors dirty", UL1_MERGE > 1)                  \
    X(HELD_AT_THE_LAST, "store held as the last replay is selected", true)                            \
    X(LOST_PAGE, "stores held are lost, page", true)                                                  \
    X(LOST_BUS, "stores held are lost, bus", true)                                                    \
    X(FAILED_KEEPS_NONE, "failing last replay, no store written back held", true)                     \
    X(REPLAY_WAITS, "replay waits", true)                                                             \
    X(ALL_FILLED, "all entries filled", true)                                                         \
    X(CMO_CLOSED, "inval or flush of a line that has an entry", true)                                 \
    X(CMO_CLOSED_FULL, "inval or flush of a line whose entry has no merge slot", true)                \
    X(INVAL_DONE, "inval has its way", true)                                                          \
    X(FLUSH_DONE, "flush has its way", true)                                                          \
    X(FLUSH_EVICTS, "flush of a dirty line has its way", true)                                        \
    X(FLUSH_FULL, "flush of a dirty line with all entries in use", true)                              \
    X(FLUSH_OWN_CREDIT, "flush of a dirty line with no credit but its own", true)                     \
    X(REUSED, "entry freed and opened in the next cycle", true)                                       \
    X(FETCH_CHANGED, "cfg_fetch changed", true)                                                       \
    X(RESET_BUSY, "reset with entries in use", true)

enum { PRT_POINTS(POINT_ENUMERATOR) PRT_POINT_COUNT };

extern const struct point_name prt_points[PRT_POINT_COUNT];

// Counts the cover points of a cycle, before `track` advances. The contract's state is already that of the
// next cycle.
void prt_events_count(struct drive *, const struct prt_track *, const struct prt_contract *,
                      const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
