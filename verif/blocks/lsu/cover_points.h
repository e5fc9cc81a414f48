// Load/store unit: the cover points of the block alone.
#ifndef LSU_COVER_POINTS_H
#define LSU_COVER_POINTS_H

#include "blocks/lsu/past.h"

#define LSU_POINTS(X)                                                                                       \
    X(TAKEN, "instruction taken", true)                                                                     \
    X(AGAIN_TAKEN, "remainder presented again and taken", true)                                             \
    X(TABLE_FULL, "instruction table full", true)                                                           \
    X(TABLE_KEPT, "instruction refused as entries are kept for shared memory", true)                        \
    X(TAKEN_FROM_KEPT, "shared access taken where nothing else would be", true)                             \
    X(SHARED_PASSES_OWN, "shared access passes a cached one of its warp", true)                             \
    X(CACHED_PASSES_OWN, "cached access passes a shared one of its warp", true)                             \
    X(TAKEN_AS_ONE_RETIRES, "one taken and one retired in a cycle", true)                                   \
    X(POOL_FULL, "access kept out as the pool is full", true)                                               \
    X(SAME_WARP_ALL, "as many unissued accesses that wait for their warp as there may be", true)            \
    X(SAME_WARP_PASSED, "access chosen before an older one that would wait for its warp", true)             \
    X(UNISSUED_BEHIND, "unissued access behind a remainder of its warp", true)                              \
    X(UNISSUED_OWN, "unissued accesses of two instructions of a warp", true)                                \
    X(UNISSUED_STORES, "two unissued stores, each with its beat", true)                                     \
    X(UNISSUED_SUBS, "two unissued sub-warps of an instruction", true)                                      \
    X(CHOICE_PASSES, "access chosen before an older one of another warp", true)                             \
    X(CHOICE_WRAPS, "the next shared access chosen, of a lower entry than the last", true)                  \
    X(LEFT_CHOSEN, "remainder in the table chosen before a new access that could be", true)                 \
    X(LEFT_PASSED, "new access chosen before a remainder in the table that could be", true)                 \
    X(LEFT_BESIDE, "remainder chosen, and a new access of its entry could be", true)                        \
    X(KINDS_ALL, "all kinds ready in one cycle", true)                                                      \
    X(FIRST_POOL_LOAD, "load of shared memory enters before another kind that is ready", true)              \
    X(FIRST_POOL_STORE, "store to shared memory enters before another kind that is ready", true)            \
    X(FIRST_LOAD, "line of a load or an inval enters before another kind that is ready", true)              \
    X(FIRST_STORE, "line of a store or a flush enters before another kind that is ready", true)             \
    X(FIRST_REPLAY, "replay enters before another kind that is ready", true)                                \
    X(FIRST_PLAIN, "null or fence goes before another kind that is ready", true)                            \
    X(PASSED_POOL_LOAD, "load of shared memory passed that went earlier, for want of a reservation", true)  \
    X(PASSED_POOL_STORE, "store to shared memory passed that went earlier, for want of credit", true)       \
    X(PASSED_LOAD, "line of a load or an inval passed that went earlier, for want of a reservation", true)  \
    X(PASSED_STORE, "line of a store or a flush passed that went earlier, for want of credit", true)        \
    X(PASSED_REPLAY, "replay passed that went earlier, for want of a reservation", true)                    \
    X(PLAIN_GONE, "turn of nulls and fences, and there is none any more", true)                             \
    X(DISPLACED_TO_REPLAY, "displaced replay is next", true)                                                \
    X(DISPLACED_TO_LOAD, "displaced load of shared memory is next", true)                                   \
    X(DISPLACED_TO_LINE, "displaced line of loads and invals is next", true)                                \
    X(DISPLACED_KEEPS, "lines of loads and stores kept out until the displaced access has entered", true)   \
    X(DISPLACED_OTHER, "access enters while another displaced one still waits", true)                       \
    X(POOL_TURNS, "access of the pool goes before one of its kind that joined before it", true)             \
    X(BEATS_TURN, "beat for one kind of stores, and the other could have it", true)                         \
    X(BEAT_WRAPS, "the next beat for a store, of a lower entry than the last", true)                        \
    X(BEAT_LEFT, "beat for a remainder, and a new store to shared memory could have it", true)              \
    X(BEAT_BEFORE_LEFT, "beat for a new store, and a remainder could have it", true)                        \
    X(BEAT_OWN, "beat for a remainder of a store that has lanes to pull", true)                             \
    X(REMAINDER_LOAD, "remainder of a load selected", true)                                                 \
    X(REMAINDER_STORE, "remainder of a store selected", true)                                               \
    X(STAYS, "remainder keeps its place", true)                                                             \
    X(LEAVES, "remainder leaves its place as others are left", true)                                        \
    X(LEAVES_LONG, "remainder leaves its place for a long interval", true)                                  \
    X(STAYS_LONG, "remainder keeps its place for the longest interval with which it may", true)             \
    X(LEFT_WAITS, "remainder in the table waits out a long interval beside one that could be chosen", true) \
    X(LEFT_MANY, "remainders of several warps in the table", true)                                          \
    X(LEFT_RESET, "reset with a remainder in the table", true)                                              \
    X(RETURNED, "remainder returned", true)                                                                 \
    X(SEVERAL_SUBS, "instruction with several sub-warps", true)                                             \
    X(INTERVAL_0, "remainder with a replay interval of 0", true)                                            \
    X(INTERVAL_1, "remainder with a replay interval of 1", true)                                            \
    X(INTERVAL_LONG, "remainder with a replay interval above 31", true)                                     \
    X(BEAT_LAST, "last free beat pulled for a remainder", true)                                             \
    X(LAST_KEPT, "last free beat kept from new stores", true)                                               \
    X(INTAKE_FULL, "beat wanted and the intake full", true)                                                 \
    X(MANY_HELD, "all beats but one held", true)                                                            \
    X(NULL_EMPTY, "null instruction retired", true)                                                         \
    X(ERR_MISALIGNED, "error misaligned", true)                                                             \
    X(ERR_RANGE, "error range", true)                                                                       \
    X(ERR_SPACE, "error space", true)                                                                       \
    X(WRITE_BACK, "loaded beat written back", true)                                                         \
    X(RETIRED_BY_STORE, "store retired", true)                                                              \
    X(SETTINGS_CHANGED, "settings changed", true)                                                           \
    X(RESET_BUSY, "reset with instructions in flight", true)                                                \
    X(HIT, "hit", true)                                                                                     \
    X(OPENED, "entry opened", true)                                                                         \
    X(MERGED, "merged", UL1_MERGE > 1)                                                                      \
    X(LACKS_ENTRY, "deferred for an entry", true)                                                           \
    X(LACKS_WAY, "deferred for a way", true)                                                                \
    X(LACKS_PLACE, "deferred for a merge slot", true)                                                       \
    X(LACKS_CLOSED, "deferred as the entry is closed", true)                                                \
    X(ALL_ENTRIES, "all entries in use", UL1_HLAT <= 20 ? 1 : SELDOM)                                       \
    X(LINE_REPLAYED, "replay of a filled line", true)                                                       \
    X(LAST_REPLAYED, "last replay of several of an entry", UL1_MERGE > 1)                                   \
    X(REPLAYED_PAGE, "replay with a page fault", true)                                                      \
    X(REPLAYED_BUS, "replay with a bus error", true)                                                        \
    X(REPLAYED_ASLEEP, "replay of a blocked instruction", true)                                             \
    X(WOKEN_LAST, "deferred accesses woken by a last replay", true)                                         \
    X(WOKEN_ACCEPTED, "deferred accesses woken as the urgent one is accepted", true)                        \
    X(SLEPT_NOT, "deferred and woken in one cycle", true)                                                   \
    X(SLEEPS_AGAIN, "woken and deferred again", true)                                                       \
    X(SLEEPS_FOR_OTHER, "woken and deferred for something else", true)                                      \
    X(DEFERRED_ASLEEP, "another line of a deferred access deferred", true)                                  \
    X(LEFT_QUEUE, "deferred with lines left to present", true)                                              \
    X(PRESENTED_AS_DEFERRED, "a line presented as another of its instruction is deferred", true)            \
    X(MANY_ASLEEP, "many blocked", true)                                                                    \
    X(URGENT, "deferred access becomes urgent", true)                                                       \
    X(URGENT_OTHER, "another deferred access than the one deferred becomes urgent", true)                   \
    X(URGENT_SLEPT, "blocked deferred access becomes urgent", true)                                         \
    X(URGENT_WRAPS, "the next urgent deferred access, of a lower entry than the last", true)                \
    X(URGENT_DEFERRED, "urgent deferred access deferred", true)                                             \
    X(URGENT_MOVES, "urgent deferred access deferred for a line of another set", true)                      \
    X(URGENT_ALONE_ENTRY, "urgent deferred access alone for want of an entry", true)                        \
    X(URGENT_ALONE_CREDIT, "urgent deferred access alone for want of credit", true)                         \
    X(URGENT_ACCEPTED, "access of the urgent deferred access accepted", true)                               \
    X(URGENT_GOES_ON, "urgent deferred access accepted that has more to do", true)                          \
    X(URGENT_PASSED, "woken deferred access beside an urgent one that is not alone chosen", true)           \
    X(HELD_BY_SET, "access kept from the way that the urgent deferred access lacked", true)                 \
    X(HELD_BY_ALONE, "access kept from all that is free", true)                                             \
    X(HELD_NOT, "access of another set than the urgent deferred access lacked a way of", true)              \
    X(HELD_DEFERRED, "access kept out deferred", true)                                                      \
    X(HELD_HITS, "access kept out hits", true)                                                              \
    X(HELD_MERGES, "access kept out merges", UL1_MERGE > 1)                                                 \
    X(HELD_STORE, "store kept out", true)                                                                   \
    X(HELD_CMO, "inval or flush beside an urgent deferred access alone", true)                              \
    X(NOT_COALESCED, "nothing coalesced of an instruction that was deferred", true)                         \
    X(WOKEN_SECOND_LINE, "two lines of a deferred access one behind the other", true)                       \
    X(FAILS_FIRST, "first lanes that fail", true)                                                           \
    X(FAILS_LOWER, "a lower lane fails than before", true)                                                  \
    X(FAILS_HIGHER, "a higher lane fails than before", true)                                                \
    X(RETIRED_HIT, "cached load retired by a hit", true)                                                    \
    X(RETIRED_PAGE, "error page", true)                                                                     \
    X(RETIRED_BUS, "error bus", true)                                                                       \
    X(RETIRED_IN_PART, "cached load retired with an error in some lanes", true)                             \
    X(CACHED_WIDE, "cached load with several sub-warps", true)                                              \
    X(CACHED_BYPASS, "cached load that bypasses", true)                                                     \
    X(ONE_LANE, "cached access of one slot", true)                                                          \
    X(WHOLE_LINE, "cached access of all slots", UL1_LANE_GROUPS == 1)                                       \
    X(CACHED_THEN_SHARED, "shared access behind a cached one", true)                                        \
    X(SHARED_THEN_CACHED, "cached access behind a shared one", true)                                        \
    X(MISS_THEN_LOAD, "shared load behind a miss", true)                                                    \
    X(HIT_THEN_LOAD, "shared load behind a hit", true)                                                      \
    X(DUE_FIRST, "shared load due as early as can be", true)                                                \
    X(DUE_LAST, "shared load due as late as can be", true)                                                  \
    X(OVERTAKES, "shared load that is due before words of an earlier pass", UL1_HLAT > UL1_LAT + 1)         \
    X(ORDERED, "ordered load enters", true)                                                                 \
    X(ORDERED_BEHIND, "ordered load that neither hits nor fails, with another one of its warp behind it",   \
      true)                                                                                                 \
    X(ORDERED_GOES_ON, "ordered load enters again with a further line", true)                               \
    X(ORDERED_PASSED, "plain load goes past an ordered one of its warp", true)                              \
    X(BEATS_RUNNING, "words written back in two cycles running", true)                                      \
    X(CACHED_MISALIGNED, "cached load misaligned", true)                                                    \
    X(NULL_CACHED, "cached load without lanes", true)                                                       \
    X(FENCE_CTA, "fence of level cta retired", true)                                                        \
    X(FENCE_FENCED, "fence of level gpu or sys retired", true)                                              \
    X(FENCE_RESERVED, "fence of the reserved level retired", true)                                          \
    X(FENCE_BUSY, "fence taken with instructions of its warp in flight", true)                              \
    X(BEHIND_FENCE, "instruction taken behind a fence of its warp", true)                                   \
    X(FENCE_ASKED, "fence asks memory", true)                                                               \
    X(FENCE_REFUSED, "fence asks in vain", true)                                                            \
    X(FENCE_TWO, "fence asks as another waits for its answer", true)                                        \
    X(FENCE_ANSWERED, "fence answered", true)                                                               \
    X(FENCE_FOREIGN, "answer that is to no fence", true)                                                    \
    X(FENCE_OUT_OF_ORDER, "fences answered out of order", true)                                             \
    X(FENCE_WRAPS, "the next fence examined, of a lower entry than the last", true)                         \
    X(FENCE_WAITS_TURN, "fence examined in vain, and another is next", true)                                \
    X(FENCE_STAYS, "fence examined in vain, and still", true)                                               \
    X(FENCE_YIELDS, "fence would ask, and a command's fence goes first", UL1_CACHES_BEHIND)                 \
    X(PLAIN_WRAPS, "the next null or fence goes, of a lower entry than the last", true)                     \
    X(STORE_LINE, "cached store enters", true)                                                              \
    X(STORE_END, "last line of a cached store's sub-warp", true)                                            \
    X(STORE_GOES_ON, "a cached store's line, with more to come", true)                                      \
    X(STORE_BACK, "store written back", true)                                                               \
    X(STORE_THROUGH, "store written through", true)                                                         \
    X(STORE_BYPASS, "store that bypasses", true)                                                            \
    X(STORE_KEPLER, "store written through for the policy", true)                                           \
    X(STORE_LOCAL_CG, "local store written through for its hint", true)                                     \
    X(STORE_ONE_SLOT, "cached store of one slot", true)                                                     \
    X(STORE_WIDE, "cached store with several sub-warps", true)                                              \
    X(STORE_MISALIGNED, "cached store misaligned", true)                                                    \
    X(STORE_NULL, "cached store without lanes", true)                                                       \
    X(STORE_RETIRED, "cached store retired", true)                                                          \
    X(STORE_OPENED, "entry opened by a store", true)                                                        \
    X(STORE_CLOSED, "store to a line under fetch", true)                                                    \
    X(LOADS_WRAP, "the next load or inval of which a line is chosen, of a lower entry than the last", true) \
    X(STORES_WRAP, "the next store or flush of which a line is chosen, of a lower entry than the last",     \
      true)                                                                                                 \
    X(BARE, "bare replay", true)                                                                            \
    X(BARE_FAILED, "bare replay with an error", true)                                                       \
    X(LOAD_BEHIND_BARE, "shared load behind a bare replay that hits", true)                                 \
    X(KEPT_FOR_CREDIT, "store kept out for credit", true)                                                   \
    X(STORE_AFTER_DEFERRED, "store behind a cached load of its warp that was deferred", true)               \
    X(PASSES_STORE, "a new access passes an older store", true)                                             \
    X(PASSES_LOAD, "a new access passes an older load", true)                                               \
    X(PASSES_FENCE, "a new access passes an older fence", true)                                             \
    X(LACKS_CREDIT, "deferred for credit", true)                                                            \
    X(WOKEN_CREDIT, "deferred access woken by credit", true)                                                \
    X(KEPLER_BYPASS, "load that bypasses for the policy", true)                                             \
    X(KEPLER_NC, "load that does not bypass, for its hint", true)                                           \
    X(RESERVED_HINT, "cached access with a reserved hint", true)                                            \
    X(INTERLEAVED_LOAD, "interleaved load", UL1_LOCAL_INTERLEAVE)                                           \
    X(INTERLEAVED_STORE, "interleaved store", UL1_LOCAL_INTERLEAVE)                                         \
    X(INTERLEAVED_CMO, "interleaved inval or flush", UL1_LOCAL_INTERLEAVE)                                  \
    X(INTERLEAVED_LINE, "interleaved access of several lanes on one line", UL1_LOCAL_INTERLEAVE)            \
    X(INTERLEAVED_WIDE, "interleaved access refused as it is too wide", UL1_LOCAL_INTERLEAVE)               \
    X(INVAL, "inval of a line done", true)                                                                  \
    X(INVAL_CLOSED, "inval of a line under fetch", true)                                                    \
    X(FLUSH, "flush of a line done", true)                                                                  \
    X(FLUSH_CLOSED, "flush of a line under fetch", true)                                                    \
    X(FLUSH_KEPT, "flush kept out for credit", true)                                                        \
    X(FLUSH_WOKEN, "flush of a deferred access selected", true)                                             \
    X(CMO_WOKEN, "woken inval or flush done", true)                                                         \
    X(CMO_RUNNING, "two lines of an inval or a flush one behind the other", true)                           \
    X(CMO_FALLS, "inval or flush deferred with lines left to present", true)                                \
    X(BEHIND_CMO, "an access right behind an inval or a flush of its warp", true)                           \
    X(CMO_RETIRED, "inval or flush retired", true)                                                          \
    X(CMO_SHARED, "inval or flush of shared memory", true)                                                  \
    X(HELD_BY_COMMAND, "instruction kept out by a command", true)                                           \
    X(AGAIN_UNDER_COMMAND, "remainder taken under a command", true)                                         \
    X(CARVEOUT_CHANGED, "carveout changed", true)                                                           \
    X(TAKEN_AT_NEW_CARVEOUT, "instruction taken in the first cycle of a new carveout", true)

enum { LSU_POINTS(POINT_ENUMERATOR) LSU_POINT_COUNT };
extern const struct point_name lsu_event_names[LSU_POINT_COUNT];

// A cycle, with the state of previous ones.
struct lsu_cycle {
    const struct lsu_settings *settings;
    const struct lsu_contract *contract; // at the end of the cycle
    const struct lsu_track *track;       // at its beginning
    const struct lsu_past *past;
    const struct ul1_lsu_in *in;
    const struct ul1_lsu_out *out;
};

// Counts the cover points of the cycle.
void lsu_count(struct drive *, const struct lsu_cycle *);

#endif
