// Compares two twins of one shape, every output in every cycle: control always, data where they are qualified, field by
// field and byte by byte. It knows the port table and two samples, and neither of the twins.
#ifndef SCOREBOARD_H
#define SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mismatch {
    const struct ul1_port *port;
    size_t field;               // which, of a port with several
    uint64_t expected, actual;
};

struct scoreboard {
    const struct ul1_block *shape;
    uint32_t (*compare)(const void *, const void *, const void *, uint64_t *);
    const uint16_t *alike;      // of each output one that is always compared with it, and is counted for it
    uint64_t *checks;           // see scoreboard_checks; of what is compared in every cycle without the last cycles:
    uint64_t cycles;
};

bool scoreboard_open(struct scoreboard *, const struct ul1_block *shape);
void scoreboard_close(struct scoreboard *);

// Compares one cycle. True if nothing that counts differs.
bool scoreboard_check(struct scoreboard *, const void *in, const void *expected, const void *actual);

// What differs in a cycle, up to max of it, in the order in which it is computed: causes before what they cause. How much
// differs in all.
size_t scoreboard_find(const struct scoreboard *, const void *in, const void *expected, const void *actual,
                       struct mismatch *found, size_t max);

// For each output, in the order of the table: how many values were compared.
const uint64_t *scoreboard_checks(struct scoreboard *);
uint64_t scoreboard_values(struct scoreboard *);

// PART.BLOCK.NAME of a port, or BLOCK.NAME: how it is named in reports. Returns the path.
const char *port_path(const struct ul1_port *, char *path, size_t size);

#ifdef __cplusplus
}
#endif
#endif
