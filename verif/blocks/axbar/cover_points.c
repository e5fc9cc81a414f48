#include "blocks/axbar/cover_points.h"

#include "common/banks.h"

const struct point_name axbar_event_names[AXBAR_POINT_COUNT] = { AXBAR_POINTS(POINT_NAME) };

void axbar_count(struct drive *d, const struct ul1_axbar_in *in)
{
    uint32_t touched = 0, again = 0;
    uint16_t row[LANES] = { 0 }; // by bank; without the bits that select a line in it
    bool idle_differs = false, rows_differ = false;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            const unsigned bank = whole_bank(in->map_bank[i]), own = in->map_row[i] / UL1_ABREAST;
            rows_differ |= touched && own != row[__builtin_ctz(touched)];
            again |= touched & 1u << bank;
            touched |= 1u << bank;
            row[bank] = (uint16_t)own;
        }
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned bank = whole_bank(in->map_bank[i]);
        bool idle = !(in->map_mask >> i & 1), in_use = touched >> bank & 1;
        idle_differs |= idle && in_use && row[bank] != in->map_row[i] / UL1_ABREAST;
    }
    saw(d, NO_SLOT, !touched);
    saw(d, ALL_BANKS, touched == ALL_LANES);
    saw(d, ONE_BANK, in->map_mask == ALL_LANES && !(touched & (touched - 1)));
    saw(d, SOME_BANKS, again && again != touched);
    saw(d, IDLE_DIFFERS, idle_differs);
    saw(d, ROWS_DIFFER, rows_differ);
    saw(d, ONE_ROW, in->map_mask == ALL_LANES && touched == ALL_LANES && !rows_differ);
}
