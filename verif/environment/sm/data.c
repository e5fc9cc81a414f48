#include "environment/sm/data.h"

void data_words(uint32_t *word, uint32_t seed, unsigned sub)
{
    for (uint32_t i = 0; i < LANES; i++)
        word[i] = instr_word(seed, sub * (uint32_t)LANES + i);
}

// A word of a store's data: word `ofs` of a lane.
static uint32_t word_of_lane(const struct instr *i, unsigned lane, unsigned ofs)
{
    const unsigned n = lane * instr_slots(i) + ofs;
    return i->words ? i->words[n] : instr_data(i, n);
}

// The halves of each slot of a matrix store come from the registers that the machine names.
static void matrix_beat(const struct instr *i, const struct ul1_lsu_out *lsu, uint32_t *data)
{
    for (unsigned slot = 0; slot < LANES; slot++) {
        const uint32_t low = word_of_lane(i, lsu->pull_lane[slot], lsu->pull_ofs[slot]),
                       high = word_of_lane(i, lsu->pull_high[slot], lsu->pull_ofs[slot]);
        const bool trans = lsu->pull_matrix == UL1_MATRIX_TRANS, half = lsu->pull_half >> slot & 1;
        data[slot] = !trans ? low : half ? low >> 16 | (high & 0xffff0000) : (low & 0xffff) | high << 16;
    }
}

void data_beat(const struct instr *i, const struct ul1_lsu_out *lsu, uint32_t *data)
{
    const uint32_t first = lsu->pull_sub * (uint32_t)LANES;
    if (lsu->pull_matrix) {
        matrix_beat(i, lsu, data);
        return;
    }
    for (uint32_t n = 0; !i->words && n < LANES; n++)
        data[n] = instr_data(i, first + n);
    if (i->words && lsu->pull_sub < instr_slots(i))
        memcpy(data, i->words + first, LANES * sizeof *data);
}
