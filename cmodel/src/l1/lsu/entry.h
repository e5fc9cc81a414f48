// Instruction-table entry: an instruction in flight, and its lanes that are yet to be done; its lanes by line
// and by slot.
#ifndef UL1_LSU_ENTRY_H
#define UL1_LSU_ENTRY_H

#include <string.h>

#include "common/address.h"
#include "common/operations.h"
#include "common/slots.h"

// As many entries as an index can name. Only UL1_INSTRS are allocated, but an index also comes from outside.
#define LSU_IDS   (1 << UL1_ID_W)
#define LSU_WARPS (1 << UL1_WARP_W)

_Static_assert(UL1_INSTRS < LSU_IDS && LSU_IDS <= 64,
               "sets of entries have 64 bits, and UL1_CMD_ID is no entry");

// The bits of a virtual address above the array address.
#if UL1_VA_W - UL1_ADDR_W > 32
typedef uint64_t lsu_high;
#else
typedef uint32_t lsu_high;
#endif

struct lsu_entry {
    uint8_t warp, space, level, sign, reg;
    uint8_t width;                            // twice that of the words for a `cas`
    uint8_t atom;                             // operation of an atomic, of locks, or of a reduction
    uint8_t matrix;                           // a matrix access: plain or transposed
    uint8_t bypass, fresh, stream, writeback; // fields of a cached instruction
    uint8_t err;                              // the error of the lowest failing lane
    lane_set mask, failing;                   // active lanes; failed lanes
    uint8_t pairs;         // 1 or 2: lanes below are pairs of lanes n and n ^ pairs; 0: they are lanes
    lane_set active;       // with pairs, the active lanes of the program
    lane_set todo;         // lanes not chosen yet, or deferred
    lane_set pull;         // lanes of a store without a pulled beat
    uint8_t beat;          // the pulled beat, in the intake
    lane_set open;         // lanes of a cached load or CMO with an access that is not done
    struct lsu_remainder { // the remainder of its shared access
        uint8_t sub, beat; // beat: the intake beat of a store, if it has one
        uint8_t wait;      // cycles until the remainder may be chosen
        lane_set mask;     // the slots that wait
    } remainder;
    array_addr addr[LANES]; // array address of each lane
    lsu_high high[LANES];   // the bits above; unused for a shared access without fault
};

static inline uint64_t lsu_addr(const struct lsu_entry *e, unsigned lane)
{
    return (uint64_t)e->high[lane] << UL1_ADDR_W | e->addr[lane];
}

// ---- lines

static inline uint64_t lsu_line(const struct lsu_entry *e, unsigned lane)
{
    return (uint64_t)e->high[lane] << UL1_ROW_W | addr_row(e->addr[lane]);
}

// The lanes in `mask` on the line.
static inline lane_set lsu_on_line(const struct lsu_entry *e, lane_set mask, uint64_t line)
{
    lsu_high high = (lsu_high)(line >> UL1_ROW_W);
    uint32_t row = (uint32_t)line & ROW_MASK;
    lane_set lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= (lane_set)(((e->high[i] ^ high) | (addr_row(e->addr[i]) ^ row)) == 0) << i;
    return lanes & mask;
}

// The lanes in `mask`, all on one line, that have no lower one with the same word. The operands of a `cas`
// need two aligned places.
static inline lane_set lsu_first_of_words(const struct lsu_entry *e, lane_set mask)
{
    uint32_t words = 0;
    lane_set first = 0;
    unsigned pair = e->atom != UL1_ATOM_CAS ? 0 : e->width == UL1_WIDTH_B64 ? 1 : 3;
    for (lane_set left = mask; left; left &= left - 1) {
        unsigned i = lowest(left), word = addr_word(e->addr[i]) | pair;
        first |= bit(words, word) ? 0 : (lane_set)one(i);
        words |= 1u << word;
    }
    return first;
}

// ---- sub-warps and their slots

// The sub-warp of a lane, and the lanes of a sub-warp.
static inline unsigned lsu_sub_of(const struct lsu_entry *e, unsigned lane)
{
    return lane >> (UL1_LANE_W - lg_words(e->width));
}

static inline lane_set lsu_sub_lanes(const struct lsu_entry *e, unsigned sub)
{
    unsigned words = lg_words(e->width);
    return (lane_set)below(LANES >> words) << slot_lane(words, sub, 0);
}

// The slots of a sub-warp that belong to lanes in the mask.
static inline lane_set lsu_slots_of(const struct lsu_entry *e, unsigned sub, lane_set lanes)
{
    unsigned words = lg_words(e->width);
    lane_set slots = 0;
    if (words == 0)
        return lanes;
    for (unsigned i = 0; i < LANES; i++)
        slots |= (lane_set)bit(lanes, slot_lane(words, sub, i)) << i;
    return slots;
}

// The slots of a sub-warp that have accesses. Those of the second operand of a `cas` have none.
static inline lane_set lsu_access_slots(const struct lsu_entry *e, unsigned sub, lane_set lanes)
{
    lane_set slots = lsu_slots_of(e, sub, lanes);
    if (e->atom == UL1_ATOM_CAS)
        slots &= lg_words(e->width) == 1 ? (lane_set)0x5555555555555555 : (lane_set)0x3333333333333333;
    return slots;
}

// The lanes of a sub-warp that have an active slot.
static inline lane_set lsu_lanes_of(const struct lsu_entry *e, unsigned sub, lane_set slots)
{
    unsigned words = lg_words(e->width);
    lane_set lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= (lane_set)bit(slots, i) << slot_lane(words, sub, i);
    return lanes;
}

// The array address of each slot, from the addresses of its sub-warp's lanes, which are aligned.
static inline void lsu_spread(const array_addr *lane, unsigned words, array_addr addr[LANES])
{
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = (array_addr)(lane[i >> words] | UL1_WORD_BYTES * slot_ofs(words, i));
}

// One loop for each number of words, so that compilers vectorize it.
static inline void lsu_slot_addrs(const struct lsu_entry *e, unsigned sub, array_addr addr[LANES])
{
    unsigned words = lg_words(e->width);
    const array_addr *lane = &e->addr[slot_lane(words, sub, 0)];
    if (words == 0)
        memcpy(addr, e->addr, sizeof e->addr);
    else if (words == 1)
        lsu_spread(lane, 1, addr);
    else
        lsu_spread(lane, 2, addr);
}

// The register that each slot stands for. Only slots of matrix accesses have upper halves of their own.
static inline void lsu_slot_regs(const struct lsu_entry *e, unsigned sub, uint8_t lane[LANES],
                                 uint8_t ofs[LANES], uint8_t high[LANES])
{
    unsigned words = lg_words(e->width);
    memset(high, 0, LANES);
    for (unsigned i = 0; i < LANES; i++) {
        lane[i] = (uint8_t)slot_lane(words, sub, i);
        ofs[i] = (uint8_t)slot_ofs(words, i);
    }
}

// ---- matrix accesses

// The registers that each slot of a matrix access stands for. Slots of a transposed one stand for the same
// half of two registers; returns the slots of upper halves. A row of the matrix has 4 slots.
static inline lane_set lsu_matrix_regs(const struct lsu_entry *e, unsigned sub, uint8_t lane[LANES],
                                       uint8_t ofs[LANES], uint8_t high[LANES])
{
    lane_set half = 0;
    for (unsigned i = 0; i < LANES; i++) {
        unsigned row = i / 4, column = 2 * (i % 4), pairs = LANES / 8;
        unsigned trans = e->matrix == UL1_MATRIX_TRANS;
        lane[i] = (uint8_t)(trans ? column * pairs + row / 2 : i);
        high[i] = (uint8_t)(trans ? lane[i] + pairs : i);
        ofs[i] = (uint8_t)sub;
        half |= (lane_set)(trans & row & 1) << i;
    }
    return half;
}

// ---- pairs of lanes n and n ^ by, where `by` is 1 or 2

// The lower lane of a pair. Pairs are numbered in the order of these.
static inline unsigned lsu_pair_lane(unsigned by, unsigned pair)
{
    return (2 * pair - (pair & (by - 1))) & (LANES - 1);
}

// Whether each pair has one address, or at most one active lane.
static inline unsigned lsu_pair_up(const struct lsu_entry *e, unsigned by)
{
    lane_set differ = 0;
    for (unsigned i = 0; i < LANES; i++)
        differ |= (lane_set)(e->addr[i] != e->addr[i ^ by] && bit(e->mask, i ^ by)) << i;
    return !(differ & e->mask);
}

// From now on, pair p is lane p; the upper half of the lanes is idle.
static inline void lsu_join_pairs(struct lsu_entry *e, unsigned by)
{
    lane_set mask = 0;
    e->pairs = (uint8_t)by;
    e->active = e->mask;
    for (unsigned p = 0; p < LANES / 2; p++) { // a pair's lanes lie no lower, so none is overwritten too soon
        unsigned low = lsu_pair_lane(by, p), high = low ^ by;
        mask |= (lane_set)(bit(e->active, low) | bit(e->active, high)) << p;
        e->addr[p] = e->addr[bit(e->active, low) ? low : high];
    }
    e->mask = mask;
}

// The lanes that the words of pairs go to: the lower active one of each, and whether there are two.
static inline lane_set lsu_pair_regs(const struct lsu_entry *e, uint8_t lane[LANES])
{
    lane_set both = 0;
    for (unsigned i = 0; i < LANES; i++) {
        unsigned low = lsu_pair_lane(e->pairs, lane[i]), high = low ^ e->pairs;
        lane[i] = (uint8_t)(bit(e->active, low) ? low : high);
        both |= (lane_set)(bit(e->active, low) & bit(e->active, high)) << i;
    }
    return both;
}

#endif
