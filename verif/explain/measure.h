// What the model does with one access, on a machine that has nothing else to do and an empty cache.
#ifndef EXPLAIN_MEASURE_H
#define EXPLAIN_MEASURE_H

#include "program/machine.h"

enum { MEASURE_MOST = PROGRAM_LANES * PROGRAM_WORDS };  // passes or lines of an access

struct measured {
    unsigned passes;            // of shared memory
    struct { unsigned sub; uint32_t slots; } pass[MEASURE_MOST];
    unsigned lines;             // lookups of a cached access that were accepted, in their order
    struct { uint64_t addr; unsigned sub; uint32_t slots; bool hit, merged; } line[MEASURE_MOST];
    unsigned reads, writes;     // requests that memory took
    unsigned read_sectors;
    uint64_t cycles;            // from its being taken to its retiring, both counted
    unsigned error, error_lane; // a code; 0: none
};

struct measure_machine;

// Null: no memory.
struct measure_machine *measure_new(unsigned lanes);
void measure_free(struct measure_machine *);

// False: the model does not end it; that is a fault of the model.
bool measure(struct measure_machine *, const struct machine_access *, struct measured *);

#endif
