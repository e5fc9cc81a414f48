// Shapes of litmus tests: the critical cycles before other choices. A shape is a ring of threads with one or
// two accesses each. The edge from a thread's last access to the first access of the next thread follows from
// the two: store and load are reads-from, load and store from-reads, two stores coherence; two loads are no
// edge.
#ifndef LITMUS_SHAPE_H
#define LITMUS_SHAPE_H

#include <stdbool.h>

enum { SHAPE_THREADS = 4, SHAPE_LOCATIONS = 3 };

struct shape_thread {
    unsigned accesses; // 1 or 2
    bool store[2];
    bool same; // both accesses are to one location
    unsigned location[2];
};

struct shape {
    unsigned threads, locations;
    struct shape_thread thread[SHAPE_THREADS];
};

enum shape_class {
    SHAPE_TWO,          // two threads, two locations: MP, SB, LB, S, R, 2+2W
    SHAPE_ONE_LOCATION, // two threads, one location: CoRR, CoWW, ...
    SHAPE_THREE_ONE,    // three threads, one location
    SHAPE_THREE_SINGLE, // three threads, two locations, one has a store alone: WRC, RWC, ...
    SHAPE_THREE,        // three threads, three locations: ISA2, 3.SB, ...
    SHAPE_THREE_SAME,   // three threads, two locations: one thread uses one location
    SHAPE_FOUR_TWO,     // four threads, two locations: IRIW, ...
    SHAPE_FOUR_THREE,   // four threads, three locations
    SHAPE_CLASSES
};

// The shape of this number within its class, rotated to the least of its rotations. Returns false if there is
// none.
bool shape_find(enum shape_class, unsigned number, struct shape *);

// The established name of this shape among litmus tests, or null.
const char *shape_name(const struct shape *);

// The edge that leaves a thread: Rfe, Fre, Coe.
const char *shape_edge(const struct shape *, unsigned thread);
bool shape_coherence(const struct shape *, unsigned thread);

#endif
