// The surroundings of the machine dcside, at its pins: SMs, each with warps that read lines in turn, and the
// cells of the DRAM.
#ifndef DCL1_FRONT_H
#define DCL1_FRONT_H

#include "dcl1/streams.h"
#include "ul1_ports.h"

// A warp is ready, or has a read on the way. Ready warps read in the order in which they became ready.
struct dcl1_sm {
    uint64_t ready[1 << UL1_TAG_W]; // a ring of times from which a warp may read
    uint8_t warp[1 << UL1_TAG_W];   // and the warps
    unsigned first, count;
    uint64_t line[1 << UL1_TAG_W]; // that a warp waits for
    uint8_t sect[1 << UL1_TAG_W];  // its sectors that are to come
    uint64_t taken;                // reads
};

struct dcl1_front {
    struct dcl1_streams *streams;
    unsigned think; // cycles of a warp between its data and its next read
    uint64_t reads; // of each SM, up to which they go on
    uint64_t taken, answered;
    uint64_t wrong; // answers with words that are not those of the line
    struct dcl1_sm sm[UL1_SMS];
};

void dcl1_front_begin(struct dcl1_front *f, struct dcl1_streams *streams, unsigned warps, unsigned think);
// Sets the inputs of this cycle: what SMs offer, and what the cells return of the access before.
void dcl1_front_offer(struct dcl1_front *f, struct ul1_dcside_in *in, uint64_t now);
// Looks at the outputs of this cycle.
void dcl1_front_look(struct dcl1_front *f, const struct ul1_dcside_out *out, struct ul1_dcside_in *in,
                     uint64_t now);

#endif
