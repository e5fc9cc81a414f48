// An entry of the machine's pending table, seen from outside. Cycles are those of the part.
#ifndef FLIGHT_H
#define FLIGHT_H

#include "surround/program.h"

struct flight {
    struct instr *instr;
    bool live;
    unsigned passes;    // of a cached access: those that have hit, opened an entry, merged, or were stores
    unsigned begun;     // of a shared access: its sub-warps that had one, a bit each
    uint64_t since;     // when it was taken
};

#endif
