// Arbiter: the cover points of the block alone.
#ifndef ARB_COVER_POINTS_H
#define ARB_COVER_POINTS_H

#include "blocks/drive.h"

// With HLAT = LAT + 1 the first cycle that a shared load could reserve is that of the cached load in stage 1,
// which may yet miss.
#define ARB_NEXT_TO_HIT (UL1_HLAT == UL1_LAT + 1)

#define ARB_POINTS(X)                                                                              \
    X(SHARED_LOAD, "load of shared memory enters", true)                                           \
    X(SHARED_STORE, "store of shared memory enters", true)                                         \
    X(NOTHING, "candidate does not enter", true)                                                   \
    X(RESERVED_BY_BOTH, "register write port reserved by load and other unit at once", true)       \
    X(RESERVED_FULL, "all cycles of the register write port reserved", true)                       \
    X(LAST_PASS, "nothing left over", true)                                                        \
    X(STAYS, "remainder keeps its place", true)                                                    \
    X(LEAVES, "remainder leaves its place", true)                                                  \
    X(BACK_TO_BACK, "a pass in two cycles running", true)                                          \
    X(RESET_BUSY, "reset with a pass in stage 1", true)                                            \
    X(FILLED, "replay of a filled line enters", true)                                              \
    X(FAILED, "replay with an error enters", true)                                                 \
    X(FAILED_RESERVED, "replay with an error enters though its cycle is reserved", true)           \
    X(CACHED_LOAD, "cached load enters", true)                                                     \
    X(CACHED_PASSES_LOAD, "a cached load enters with LAT reserved", true)                          \
    X(LOAD_PASSES_CACHED, "a shared load enters with HLAT reserved", true)                         \
    X(LOAD_BETWEEN, "a shared load enters with LAT and HLAT reserved", UL1_HLAT > UL1_LAT + 1)     \
    X(LOAD_LAST, "a shared load enters with all but HLAT reserved", true)                          \
    X(LOAD_BEHIND_HIT, "shared load waits longer behind a hit", ARB_NEXT_TO_HIT)                   \
    X(CANCELLED, "reservation given back by a miss", true)                                         \
    X(CANCELLED_AND_RESERVED, "reservation given back as another is made", true)                   \
    X(LOAD_BEHIND_MISS, "shared load waits longer in the cycle of a miss", ARB_NEXT_TO_HIT)        \
    X(HITS_RUNNING, "hits in two cycles running", true)                                            \
    X(LOAD_BEHIND_FAILED, "shared load enters behind a replay with an error", true)                \
    X(LAST_OF_ENTRY, "last replay of an entry", true)                                              \
    X(DROPS, "replay of an entry that drops its line", true)                                       \
    X(READOUT, "turn of a dirty line", true)                                                       \
    X(READOUT_FIRST, "turn of a dirty line keeps the candidate waiting", true)                     \
    X(READOUT_TWICE, "turns of dirty lines in two cycles running", true)                           \
    X(READOUT_BEHIND_HIT, "turn of a dirty line behind a hit", true)                               \
    X(RESET_READOUT, "reset with a dirty line read out in stage 1", true)                          \
    X(BARE, "bare replay enters", true)                                                            \
    X(BARE_FAILED, "bare replay with an error enters", true)                                       \
    X(BARE_RESERVED, "bare replay enters though its cycle is reserved", true)                      \
    X(BARE_OTHERS_RESERVED, "what others have reserved stays behind a bare replay", true)          \
    X(CACHED_STORE, "cached store enters", true)                                                   \
    X(CACHED_STORE_END, "cached store, last line of its sub-warp", true)                           \
    X(CACHED_STORE_GOES_ON, "cached store, not the last line of its sub-warp", true)               \
    X(CACHED_STORE_OTHERS_RESERVED, "what others have reserved stays behind a cached store", true) \
    X(CACHED_STORE_BEAT, "cached store that keeps its beat, though no remainder would", true)      \
    X(LOAD_BEHIND_BARE, "shared load enters behind a bare replay", true)                           \
    X(LOAD_BEHIND_STORE, "shared load enters behind a cached store", true)                         \
    X(TURN, "turn of the command line", true)                                                      \
    X(TURN_FIRST, "turn of the command line keeps the candidate waiting", true)                    \
    X(TURN_BEHIND_HIT, "turn of the command line behind a hit", true)                              \
    X(INVAL, "inval enters", true)                                                                 \
    X(FLUSH, "flush enters", true)                                                                 \
    X(FLUSH_RESERVED, "flush enters though its cycle is reserved", true)                           \
    X(CMO_OTHERS_RESERVED, "what others have reserved stays behind an inval or a flush", true)     \
    X(LOAD_BEHIND_CMO, "shared load enters behind an inval or a flush", true)

enum { ARB_POINTS(POINT_ENUMERATOR) ARB_POINT_COUNT };
extern const struct point_name arb_event_names[ARB_POINT_COUNT];

// Counts the cover points of a cycle.
void arb_count(struct drive *, const struct ul1_arb_in *, const struct ul1_arb_out *);

#endif
