// The order in which lanes are given to the sub-warps of a wide access to shared memory (SET_LANES_...). The
// machine has positions: those of sub-warp k are k * lanes / words and up.
#ifndef SIM_ORDER_H
#define SIM_ORDER_H

#include "ul1_sim.h"

enum { SIM_IN_ORDER = 1234567 };

// As decimal digits, one for each eighth of the positions, or of either half of 64. Rows of a matrix are in
// order.
static inline uint32_t sim_order(const struct ul1_sim_instr *i)
{
    const int store = i->op == UL1_OP_STORE;
    if (i->space != UL1_SPACE_SHARED || i->op > UL1_OP_STORE || i->width < UL1_WIDTH_B64
        || i->matrix != UL1_MATRIX_NONE)
        return SIM_IN_ORDER;
    if (i->width == UL1_WIDTH_B64)
        return store ? UL1_SET_LANES_ST64 : UL1_SET_LANES_LD64;
    return store ? UL1_SET_LANES_ST128 : UL1_SET_LANES_LD128;
}

// The lane at a position.
static inline unsigned sim_lane_at(uint32_t order, unsigned lanes, unsigned position)
{
    const unsigned half = lanes < 32 ? lanes : 32, eighth = half / 8;
    for (unsigned k = position % half / eighth; k < 7; k++)
        order /= 10;
    return position / half * half + order % 10 * eighth + position % eighth;
}

// The lanes at these positions.
static inline uint64_t sim_lanes_at(uint32_t order, unsigned lanes, uint64_t positions)
{
    uint64_t found = 0;
    for (unsigned n = 0; n < lanes; n++)
        found |= (positions >> n & 1) << sim_lane_at(order, lanes, n);
    return found;
}

// ---- pairs of lanes with equal addresses (LANE_PAIRS)

// The lower lane of a pair.
static inline unsigned sim_pair_lane(unsigned apart, unsigned pair)
{
    const unsigned within = pair % apart;
    return (pair - within) * 2 + within;
}

// Whether lanes so far apart form pairs.
static inline int sim_pairs_up(const struct ul1_sim_instr *i, unsigned lanes, unsigned apart)
{
    for (unsigned pair = 0; pair < lanes / 2; pair++) {
        const unsigned low = sim_pair_lane(apart, pair), high = low + apart;
        if (i->mask >> low & i->mask >> high & 1 && i->addr[low] != i->addr[high])
            return 0;
    }
    return 1;
}

// How far the lanes of pairs lie apart, in an instruction that does not fail; 0 without pairs.
static inline unsigned sim_pairs(const struct ul1_sim_instr *i, unsigned lanes)
{
    if (i->op != UL1_OP_LOAD || i->space != UL1_SPACE_SHARED || i->width < UL1_WIDTH_B64
        || i->matrix != UL1_MATRIX_NONE)
        return 0;
    return sim_pairs_up(i, lanes, 1) ? 1 : sim_pairs_up(i, lanes, 2) ? 2 : 0;
}

#endif
