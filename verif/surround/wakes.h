// Which sleepers are told that what they lack is to be had: in each cycle who is to be asleep follows from the cycle before.
#ifndef SURROUND_WAKES_H
#define SURROUND_WAKES_H

#include "surround/standing.h"

struct wakes {
    uint64_t asleep, tokens;            // entries, as of the last cycle
    struct lack {
        uint8_t cause, key;
    } lack[ENTRIES];                    // what each lacks or lacked
    bool looks;                         // the access in stage 1 was presented with a token,
    struct lack token;                  // this one
};

void wakes_reset(struct wakes *);

// Who is to be asleep in this cycle, and whether room is to be left to those in stage 1; then what the cycle comes to is noted,
// which those who sleep in the next one follow from. Null, or what is not so.
const char *wakes_cycle(struct wakes *, const struct standing *, const struct ul1_l1_out *);

#endif
