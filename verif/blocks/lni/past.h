// Lni: what its cover points need of earlier cycles.
#ifndef LNI_PAST_H
#define LNI_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct lni_past {
    bool read, response, inside, whole, flits;
    uint32_t words; // words that the last write had
};

#endif
