// Data crossbar: the cover points of the block alone.
#ifndef DXBAR_COVER_POINTS_H
#define DXBAR_COVER_POINTS_H

#include "blocks/drive.h"
#include "common/stages.h"

#define DXBAR_POINTS(X)                                                                     \
    X(LOAD_U8, "load of 8 bits", true)                                                      \
    X(LOAD_U16, "load of 16 bits", true)                                                    \
    X(LOAD_S8, "signed load of 8 bits", true)                                               \
    X(LOAD_S16, "signed load of 16 bits", true)                                             \
    X(LOAD_WORD, "load of words", true)                                                     \
    X(LOAD_WORD_SIGNED, "load of words, signed", true)                                      \
    X(NEGATIVE, "negative value extended", true)                                            \
    X(STORE_8, "store of 8 bits", true)                                                     \
    X(STORE_16, "store of 16 bits", true)                                                   \
    X(STORE_WORD, "store of words", true)                                                   \
    X(TWO_ONE_BYTE, "two slots store to one byte", true)                                    \
    X(TWO_ONE_WORD, "two slots store to different bytes of a word", true)                   \
    X(ALL_ONE_BYTE, "all slots store to one byte", true)                                    \
    X(SHARED_WORD, "two slots load from one word", true)                                    \
    X(LOADS_RUNNING, "loads in two cycles running", true)                                   \
    X(STORE_AFTER_LOAD, "store behind a load", true)                                        \
    X(LOAD_AFTER_STORE, "load behind a store", true)                                        \
    X(MISS, "miss: a load without slots", true)                                             \
    X(LOAD_AFTER_MISS, "load behind a miss", true)                                          \
    X(DUE_FIRST, "load due as early as can be", true)                                       \
    X(DUE_BETWEEN, "load due between the first stage and the last", UL1_HLAT > UL1_LAT + 1) \
    X(DUE_LAST, "load due as late as can be", true)                                         \
    X(DUE_LATE, "load due later than it need be", true)                                     \
    X(OVERTAKES, "load that is due before the one before it", UL1_HLAT > UL1_LAT + 1)       \
    X(CLOSES_UP, "load that is due right behind the one before it", true)                   \
    X(DIRTY_LINE, "dirty line read out", true)                                              \
    X(DIRTY_AFTER_LOAD, "dirty line behind a load", true)                                   \
    X(LOAD_AFTER_DIRTY, "shared load behind a dirty line", true)                            \
    X(STORE_AFTER_DIRTY, "store behind a dirty line", true)                                 \
    X(RESET_DIRTY, "reset with a dirty line in stage 2", true)                              \
    X(RESET_LOAD, "reset with a load in stage 2", true)                                     \
    X(RESET_STORE, "reset with a store in stage 2", true)                                   \
    X(RESET_HELD, "reset with words that wait", true)

enum { DXBAR_POINTS(POINT_ENUMERATOR) DXBAR_POINT_COUNT };
extern const struct point_name dxbar_event_names[DXBAR_POINT_COUNT];

// The kind of a pass, at most one of these.
struct dxbar_pass {
    bool load, miss;   // a load with slots; one without
    bool store, dirty; // a store; a victim readout
    uint8_t due;       // a load: the stage in which its words are due
};

// The state of previous cycles for the cover points.
struct dxbar_past {
    struct dxbar_pass stage2; // the pass that was in stage 1
    struct stages waiting;    // cycles in which words reach the register file
};

// Counts the cover points of a cycle.
void dxbar_count(struct drive *, struct dxbar_past *, const struct ul1_dxbar_in *,
                 const struct ul1_dxbar_out *);

#endif
