// The order in which lanes are given to the sub-warps of a wide access to shared memory (SET_LANES_...). The
// machine has positions: those of sub-warp k are k * lanes / words and up.
#ifndef SIM_ORDER_H
#define SIM_ORDER_H

#include "ul1_sim.h"

enum { SIM_IN_ORDER = 1234567 };

// As decimal digits, one for each eighth of the positions.
static inline uint32_t sim_order(const struct ul1_sim_instr *i)
{
    const int store = i->op == UL1_OP_STORE;
    if (i->space != UL1_SPACE_SHARED || i->op > UL1_OP_STORE || i->width < UL1_WIDTH_B64)
        return SIM_IN_ORDER;
    if (i->width == UL1_WIDTH_B64)
        return store ? UL1_SET_LANES_ST64 : UL1_SET_LANES_LD64;
    return store ? UL1_SET_LANES_ST128 : UL1_SET_LANES_LD128;
}

// The lane at a position.
static inline unsigned sim_lane_at(uint32_t order, unsigned lanes, unsigned position)
{
    const unsigned eighth = lanes / 8;
    for (unsigned k = position / eighth; k < 7; k++)
        order /= 10;
    return order % 10 * eighth + position % eighth;
}

// The lanes at these positions.
static inline uint32_t sim_lanes_at(uint32_t order, unsigned lanes, uint32_t positions)
{
    uint32_t found = 0;
    for (unsigned n = 0; n < lanes; n++)
        found |= (positions >> n & 1) << sim_lane_at(order, lanes, n);
    return found;
}

#endif
