// An entry of the machine's instruction table, as the outside sees it. Cycles count within the part.
#ifndef FLIGHT_H
#define FLIGHT_H

#include "environment/sm/program.h"

struct flight {
    struct instr *instr;
    bool live;
    unsigned passes; // cached: accesses that hit, opened an entry, merged, or were stores
    unsigned begun;  // shared: a bit for each sub-warp that had a pass
    uint64_t since;  // cycle in which it was taken
};

#endif
