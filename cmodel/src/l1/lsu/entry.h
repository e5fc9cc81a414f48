// An entry of the pending table: an instruction in flight, and what of it is yet to be done. Its lanes, by line and by slot.
#ifndef UL1_LSU_ENTRY_H
#define UL1_LSU_ENTRY_H

#include <string.h>

#include "common/address.h"
#include "common/slots.h"

// As many as an index can name. Only UL1_PT are ever given out, but an index comes from outside as well.
#define LSU_IDS (1 << UL1_ID_W)
#define LSU_WARPS (1 << UL1_WARP_W)

_Static_assert(UL1_PT < LSU_IDS && LSU_IDS <= 64, "sets of entries have 64 bits, and UL1_CMD_ID is no entry");

// What an address has above the array address.
#if UL1_VA_W - UL1_ADDR_W > 32
typedef uint64_t lsu_high;
#else
typedef uint32_t lsu_high;
#endif

struct lsu_entry {
    uint8_t warp, level, width, sign, reg;
    uint8_t bypass, writeback;              // of a cached one
    uint8_t err;                            // that of the lowest failing lane
    uint32_t mask, failing;                 // active lanes; those that failed
    uint32_t todo;                          // lanes not chosen to be prepared, or presented in vain
    uint32_t pull;                          // lanes whose beat is not pulled, if it is a store's
    uint8_t beat;                           // and the beat that is, in the intake
    uint32_t open;                          // of a cached load or upkeep: lanes whose access is not done
    struct lsu_remainder {                  // what passes have left over of its access to shared memory
        uint8_t sub, beat;                  // beat: of a store, if it has one
        uint8_t wait;                       // cycles until it may be chosen
        uint32_t mask;                      // its slots
    } remainder;
    array_addr addr[LANES];                 // array address of each lane
    lsu_high high[LANES];                   // and the bits above; of a shared access without fault nobody looks at them
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

// The lanes of the mask that lie on the line.
static inline uint32_t lsu_on_line(const struct lsu_entry *e, uint32_t mask, uint64_t line)
{
    lsu_high high = (lsu_high)(line >> UL1_ROW_W);
    uint32_t row = (uint32_t)line & (UL1_ARRAY_ROWS - 1), lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= (uint32_t)(((e->high[i] ^ high) | (addr_row(e->addr[i]) ^ row)) == 0) << i;
    return lanes & mask;
}

// ---- sub-warps and their slots

// The sub-warp that a lane is of, and its lanes.
static inline unsigned lsu_sub_of(const struct lsu_entry *e, unsigned lane)
{
    return lane >> (UL1_LANE_W - lg_words(e->width));
}

static inline uint32_t lsu_sub_lanes(const struct lsu_entry *e, unsigned sub)
{
    unsigned words = lg_words(e->width);
    return (uint32_t)below(LANES >> words) << slot_lane(words, sub, 0);
}

// The slots of a sub-warp whose lanes are in the mask.
static inline uint32_t lsu_slots_of(const struct lsu_entry *e, unsigned sub, uint32_t lanes)
{
    unsigned words = lg_words(e->width);
    uint32_t slots = 0;
    if (words == 0)
        return lanes;
    for (unsigned i = 0; i < LANES; i++)
        slots |= bit(lanes, slot_lane(words, sub, i)) << i;
    return slots;
}

// The array address of each slot, from those of the lanes of its sub-warp, which are aligned.
static inline void lsu_spread(const array_addr *lane, unsigned words, array_addr addr[LANES])
{
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = (array_addr)(lane[i >> words] | UL1_WORD_BYTES * slot_ofs(words, i));
}

// One loop for each number of words: with that fixed, compilers make vector code of it.
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

// Which register each slot stands for.
static inline void lsu_slot_regs(const struct lsu_entry *e, unsigned sub, uint8_t lane[LANES], uint8_t ofs[LANES])
{
    unsigned words = lg_words(e->width);
    for (unsigned i = 0; i < LANES; i++) {
        lane[i] = (uint8_t)slot_lane(words, sub, i);
        ofs[i] = (uint8_t)slot_ofs(words, i);
    }
}

#endif
