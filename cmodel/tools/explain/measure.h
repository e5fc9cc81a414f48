// Runs one access on the model, alone on an idle machine with an empty cache, and records its passes, lines
// and cycles.
#ifndef EXPLAIN_MEASURE_H
#define EXPLAIN_MEASURE_H

#include "program/machine.h"

enum { MEASURE_MOST = PROGRAM_LANES * PROGRAM_WORDS }; // passes or lines of one access, at most

struct measured {
    unsigned passes; // passes of shared memory
    struct {
        unsigned sub;
        uint64_t slots;
    } pass[MEASURE_MOST];
    unsigned lines; // lookups of a cached access that were accepted, in order
    struct {
        uint64_t addr;
        unsigned sub;
        uint64_t slots;
        bool hit, merged;
    } line[MEASURE_MOST];
    unsigned reads, writes; // requests that memory accepted
    unsigned read_sectors;
    uint64_t cycles;            // from acceptance to retirement, both cycles included
    unsigned error, error_lane; // `error` is a code; 0: none
};

struct measure_machine;

// Returns null if there is no memory.
struct measure_machine *measure_new(unsigned lanes);
void measure_free(struct measure_machine *);

// Returns false if the model does not finish the access, which is a bug of the model.
bool measure(struct measure_machine *, const struct machine_access *, struct measured *);

#endif
