#include "blocks/data/track.h"

void data_track_advance(struct data_track *t, const struct ul1_data_in *in, uint64_t cycle)
{
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        unsigned row = in->fill_valid ? in->done_fill_row : in->write_row[b],
                 bytes = in->write_valid ? in->write_be[b] : 0;
        if (in->fill_valid)
            bytes = data_fills(in, b) ? DATA_WHOLE_WORD : 0;
        t->defined[row][bank_word(b)] |= (uint8_t)bytes;
        if (bytes)
            t->cycle[row][bank_word(b)] = (uint8_t)cycle;
    }
}
