// The halves of words of matrix accesses, between the slots of the machine and the registers of a record. It
// is a part of machine.c, compiled for each lane count and variant.

#include "common/bits.h"
#include "sim/sim.h"

// Data of a matrix store: each half of a slot's word has a place in the registers.
static void drive_halves(const struct ul1_sim_instr *i, const struct ul1_lsu_out *lsu, uint32_t *data)
{
    for (unsigned slot = 0; slot < LANES; slot++) {
        const uint32_t *reg = i->data[lsu->pull_ofs[slot]];
        const uint32_t low = reg[lsu->pull_lane[slot]], high = reg[lsu->pull_high[slot]];
        const unsigned down = lsu->pull_matrix == UL1_MATRIX_TRANS ? 16 * bit(lsu->pull_half, slot) : 0;
        const unsigned up = lsu->pull_matrix == UL1_MATRIX_TRANS ? 16 - down : 0;
        data[slot] = lay_over(high << up, low >> down, 0xffff);
    }
}

// Words of a matrix load: each half has a place in the registers.
static void see_halves(struct ul1_sim_done *d, const struct ul1_lsu_out *lsu,
                       const struct ul1_dxbar_out *dxbar)
{
    for (lane_set left = dxbar->load_mask; left; left &= left - 1) {
        const unsigned slot = lowest(left), trans = lsu->rf_matrix == UL1_MATRIX_TRANS;
        uint32_t *reg = d->data[lsu->rf_ofs[slot]], *low = &reg[lsu->rf_lane[slot]],
                 *high = &reg[lsu->rf_high[slot]];
        const uint32_t word = dxbar->load_data[slot];
        const unsigned up = trans ? 16 * bit(lsu->rf_half, slot) : 0, down = trans ? 16 - up : 0;
        *low = lay_over(*low, word << up, 0xffffu << up);
        *high = lay_over(*high, word >> down, 0xffff0000u >> down);
    }
}
