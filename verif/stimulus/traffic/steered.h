// Random traffic steered to cover points that other tests seldom reach: its parts are drawn from the phases
// of steered.phases.
#ifndef TRAFFIC_STEERED_H
#define TRAFFIC_STEERED_H

#include <stdbool.h>

#include "kit/rng.h"
#include "stimulus/traffic/traffic_cached.h"

struct steered_phase {
    uint8_t often;                // relative frequency
    bool away;                    // remainders go back to the instruction side
    uint8_t reserved, late, gaps; // percent of the cycles, as in struct settings
    uint8_t interval;
    struct traffic_theme theme;
};

enum { STEERED_ERROR = 300, STEERED_PHASES = 64 };

// Reads the phases from a file with the format of steered.phases. False: `error` has the reason.
bool steered_file(const char *path, char error[STEERED_ERROR]);

const struct steered_phase *steered_draw(struct rng *);

#endif
