// A litmus test before it is written as text: a shape, and all choices for it.
#ifndef LITMUS_SPEC_H
#define LITMUS_SPEC_H

#include <stdint.h>

#include "stimulus/litmus/shape.h"

enum {
    SPEC_THREADS = SHAPE_THREADS,
    SPEC_ACCESSES = 3, // per thread: those of the cycle, and one that observes the last store
    SPEC_NOISES = 2,
    SPEC_L1S = 3,
    SPEC_WARPS = 8, // every configuration has at least these
};

// Behind LOAD_KINDS and STORE_KINDS: a load by an atomic that changes nothing; a reduction; an atomic that
// stores.
enum load_kind { LOAD_PLAIN, LOAD_CG, LOAD_ORD, LOAD_NC, LOAD_KINDS, LOAD_ATOM = LOAD_KINDS };
enum store_kind { STORE_THROUGH, STORE_BACK, STORE_CG, STORE_KINDS, STORE_RED = STORE_KINDS, STORE_ATOM };

// Operations of reductions and atomics on global memory; add, exch and cas have 64 bits, too.
enum spec_atom { SPEC_ADD, SPEC_EXCH, SPEC_CAS, SPEC_OR, SPEC_XOR, SPEC_MAX };

// The fence between two accesses of a thread. Soft: software coherence, in which the first access flushes its
// written-back data, and the second drops the copy of the line that it loads. Bar: a barrier of all threads
// of the block.
enum between { BETWEEN_NONE, BETWEEN_CTA, BETWEEN_GPU, BETWEEN_SYS, BETWEEN_SOFT, BETWEEN_BAR, BETWEENS };

// Placement of locations: each in a separate line; in two sectors of one line; in one sector; in two pages.
enum layout { LAYOUT_LINES, LAYOUT_SECTORS, LAYOUT_WORDS, LAYOUT_PAGES, LAYOUTS };

struct access {
    bool store, last; // last: a load outside the cycle that observes the last store
    unsigned location, kind, value, reg;
    unsigned bytes, offset; // within the location: 1, 2, 4 or 8
    enum spec_atom atom;    // of a reduction or an atomic
};

struct thread {
    unsigned accesses;
    struct access access[SPEC_ACCESSES];
    enum between between; // between its first two accesses
    bool same;
    unsigned l1, block;
    bool flushes; // flushes each line immediately after it writes it back
};

enum noise_kind {
    NOISE_FETCH,   // a load of a tested line, so that it is under fetch
    NOISE_SECTOR,  // loads of another sector of it
    NOISE_MERGES,  // as many merges as an entry holds
    NOISE_BYPASS,  // bypassing loads of it
    NOISE_STORE,   // stores to other bytes of it, written through
    NOISE_BACK,    // the same, written back
    NOISE_DIRTY,   // written back before the race: the line has a dirty sector
    NOISE_HELD,    // a store to it while it is under fetch
    NOISE_VICTIMS, // stores that fill its set
    NOISE_INVAL,
    NOISE_FLUSH,  // of the line
    NOISE_FENCE,  // fences of level gpu
    NOISE_FULL,   // loads that use all entries of the pending request table
    NOISE_STREAM, // bypassing loads of other lines
    NOISES
};

struct noise {
    enum noise_kind kind;
    unsigned l1, location;
    unsigned from, step, range; // as for a thread
    unsigned delay;             // between its accesses
};

// Memory timing of an L1.
struct times {
    unsigned latency, spread, every, pieces, early, stall;
    const char *order; // null: in order of acceptance
};

struct spec {
    struct shape shape;
    unsigned threads; // threads of the shape, and possibly one that observes the last store
    struct thread thread[SPEC_THREADS];
    bool changed, returned; // some accesses are reductions or atomics; are atomics
    bool strong;            // fences and loads are such that only orders of all accesses are allowed
    bool kepler, all_lanes, mixed, race_line; // race_line: a miss fetches the whole line
    bool newer;                               // maxwell instead of kepler, volta instead of fermi
    bool cold;                                // the L1s lack translations
    bool copies[SPEC_L1S][SHAPE_LOCATIONS];   // copies that each L1 has before the race
    enum layout layout;
    unsigned sector; // sector of the first location
    unsigned l1s;
    unsigned noises;
    struct noise noise[SPEC_NOISES];
    struct times times[SPEC_L1S];
    bool late;                   // store data come late
    unsigned points, range;      // points of the sweep; each thread begins within this number of cycles
    unsigned from[SPEC_THREADS]; // first cycle of that range
    unsigned step[SPEC_THREADS]; // change of a thread's start from point to point
    unsigned settle;             // cycles before the loads that observe the last store
};

#endif
