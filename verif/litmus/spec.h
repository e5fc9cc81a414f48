// A litmus test before it is written as text: a shape, and all that is chosen for it.
#ifndef LITMUS_SPEC_H
#define LITMUS_SPEC_H

#include <stdint.h>

#include "litmus/shape.h"

enum {
    SPEC_THREADS = SHAPE_THREADS,
    SPEC_ACCESSES = 3,              // for a thread: of the cycle, and one that tells which store was last
    SPEC_NOISES = 2,
    SPEC_WARPS = 8,                 // every configuration has so many
};

enum load_kind { LOAD_PLAIN, LOAD_CG, LOAD_ORD, LOAD_NC, LOAD_KINDS };
enum store_kind { STORE_THROUGH, STORE_BACK, STORE_CG, STORE_KINDS };

// The fence, or the like, between two accesses of a thread. Soft: software coherence, for which the first flushes
// what it wrote back, and the second drops the copy of the line that it loads. Bar: all threads of the
// block meet.
enum between { BETWEEN_NONE, BETWEEN_CTA, BETWEEN_GPU, BETWEEN_SYS, BETWEEN_SOFT, BETWEEN_BAR, BETWEENS };

// Where locations lie: each in a line of its own; in two sectors of one line; in one sector; in two pages.
enum layout { LAYOUT_LINES, LAYOUT_SECTORS, LAYOUT_WORDS, LAYOUT_PAGES, LAYOUTS };

struct access {
    bool store, last;               // last: a load that is not of the cycle but tells which store was last
    unsigned location, kind, value, reg;
    unsigned bytes, offset;         // within the location: 1, 2, 4 or 8
};

struct thread {
    unsigned accesses;
    struct access access[SPEC_ACCESSES];
    enum between between;           // its first two accesses
    bool same;
    unsigned l1, block;
    bool flushes;                   // each line that it writes back, right behind that
};

enum noise_kind {
    NOISE_FETCH,                    // a load of a judged line, so that it is under fetch
    NOISE_SECTOR,                   // of another sector of it
    NOISE_MERGES,                   // as many as an entry holds
    NOISE_BYPASS,                   // loads of it past the cache
    NOISE_STORE,                    // stores to other bytes of it, written through
    NOISE_BACK,                     // written back
    NOISE_DIRTY,                    // written back, before the race: the line is there with a dirty sector
    NOISE_HELD,                     // a store to it while it is under fetch
    NOISE_VICTIMS,                  // stores that fill its set
    NOISE_INVAL, NOISE_FLUSH,       // of it
    NOISE_FENCE,                    // fences of level gpu
    NOISE_FULL,                     // loads that use up the entries of the pending request table
    NOISE_STREAM,                   // loads of other lines past the cache
    NOISES
};

struct noise {
    enum noise_kind kind;
    unsigned l1, location;
    unsigned from, step, range;     // as of a thread
    unsigned delay;                 // between its accesses
};

// For an L1's way to memory.
struct times {
    unsigned latency, spread, every, pieces, early, stall;
    const char *order;              // null: as taken
};

struct spec {
    struct shape shape;
    unsigned threads;               // those of the shape, and perhaps one that tells which store was last
    struct thread thread[SPEC_THREADS];
    bool strong;                    // fences and loads are such that only orders of all accesses are allowed
    bool kepler, all_lanes, mixed, race_line; // race_line: a miss fetches the whole line
    bool cold;                      // the L1s lack translations
    bool copies[2][SHAPE_LOCATIONS]; // that each L1 has before the race
    enum layout layout;
    unsigned sector;                // for the first location
    unsigned l1s;
    unsigned noises;
    struct noise noise[SPEC_NOISES];
    struct times times[2];
    bool late;                      // store data come late
    unsigned points, range;         // for the sweep; each thread begins within so many cycles
    unsigned from[SPEC_THREADS];    // from this cycle on
    unsigned step[SPEC_THREADS];    // by which the beginning of a thread moves from point to point
    unsigned settle;                // cycles before the loads that tell which store was last
};

#endif
