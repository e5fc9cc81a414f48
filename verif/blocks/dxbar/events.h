// Data crossbar: what is counted of it alone.
#ifndef DXBAR_EVENTS_H
#define DXBAR_EVENTS_H

#include "blocks/drive.h"

#define DXBAR_EVENTS(X)                                                                 \
    X(LOAD_U8, "load of 8 bits", true)                                                  \
    X(LOAD_U16, "load of 16 bits", true)                                                \
    X(LOAD_S8, "signed load of 8 bits", true)                                           \
    X(LOAD_S16, "signed load of 16 bits", true)                                         \
    X(LOAD_WORD, "load of words", true)                                                 \
    X(LOAD_WORD_SIGNED, "load of words, signed", true)                                  \
    X(NEGATIVE, "negative value extended", true)                                        \
    X(STORE_8, "store of 8 bits", true)                                                 \
    X(STORE_16, "store of 16 bits", true)                                               \
    X(STORE_WORD, "store of words", true)                                               \
    X(TWO_ONE_BYTE, "two slots store to one byte", true)                                \
    X(TWO_ONE_WORD, "two slots store to different bytes of a word", true)               \
    X(ALL_ONE_BYTE, "all slots store to one byte", true)                                \
    X(SHARED_WORD, "two slots load from one word", true)                                \
    X(LOADS_RUNNING, "loads in two cycles running", true)                               \
    X(STORE_AFTER_LOAD, "store behind a load", true)                                    \
    X(LOAD_AFTER_STORE, "load behind a store", true)                                    \
    X(HIT, "hit", true)                                                                 \
    X(MISS, "miss: a cached load without slots", true)                                  \
    X(HIT_AFTER_LOAD, "hit behind a shared load, both written back", true)              \
    X(HIT_AFTER_HIT, "hit behind a hit", true)                                          \
    X(LOAD_AFTER_HIT, "shared load behind a hit, which it overtakes", UL1_HLAT > UL1_LAT + 1) \
    X(LOAD_AFTER_MISS, "shared load behind a miss", true)                               \
    X(STORE_AFTER_HIT, "store behind a hit", true)                                      \
    X(CACHED_STORE, "cached store", true)                                               \
    X(DIRTY_LINE, "dirty line read out", true)                                          \
    X(DIRTY_AFTER_HIT, "dirty line behind a hit", true)                                 \
    X(HIT_AFTER_DIRTY, "hit behind a dirty line", true)                                 \
    X(LOAD_AFTER_DIRTY, "shared load behind a dirty line", true)                        \
    X(STORE_AFTER_DIRTY, "store behind a dirty line", true)                             \
    X(RESET_DIRTY, "reset with a dirty line in stage 2", true)                          \
    X(RESET_LOAD, "reset with a load in stage 2", true)                                 \
    X(RESET_STORE, "reset with a store in stage 2", true)                               \
    X(RESET_HELD, "reset with a hit in the stage after", true)

enum { DXBAR_EVENTS(EVENT_ENUMERATOR) DXBAR_EVENT_COUNT };
extern const struct event_name dxbar_event_names[DXBAR_EVENT_COUNT];

// What a pass is, at most one of these.
struct dxbar_pass {
    bool shared, hit, miss;             // a shared load; a cached one with slots; one without
    bool store, dirty;                  // a store; a dirty line's
};

// What the counting remembers of the cycles before.
struct dxbar_past {
    struct dxbar_pass stage2;           // the pass that was in stage 1
    bool stage3_hit;                    // the one before it was a hit
};

// Counts what happens in a cycle.
void dxbar_count(struct drive *, struct dxbar_past *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);

#endif
