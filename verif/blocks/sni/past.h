// Sni: what its cover points need of earlier cycles.
#ifndef SNI_PAST_H
#define SNI_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct sni_past {
    bool read, took_fence, answered, failed, responded, late, gap; // in the cycle before
    bool counts, inside, invs;
};

#endif
