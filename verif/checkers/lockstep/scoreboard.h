// Compares two twins of one block in every cycle: all control outputs, and data outputs where they are
// qualified, field by field and byte by byte. It uses the port table and two samples, and nothing of the
// twins.
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
    size_t field; // which, of a port with several
    uint64_t expected, actual;
};

struct scoreboard {
    const struct ul1_block *shape;
    uint32_t (*compare)(const void *, const void *, const void *, uint64_t *);
    const uint16_t *alike; // for each output, one that is always compared with it and shares its count
    uint64_t *checks;      // see scoreboard_checks; outputs compared in every cycle lack the last cycles:
    uint64_t cycles;
};

bool scoreboard_open(struct scoreboard *, const struct ul1_block *shape);
void scoreboard_close(struct scoreboard *);

// Compares one cycle. True if no defined value differs.
bool scoreboard_check(struct scoreboard *, const void *in, const void *expected, const void *actual);

// Finds the mismatches of a cycle, up to max, in order of computation: causes before their effects. Returns
// their number in all.
size_t scoreboard_find(const struct scoreboard *, const void *in, const void *expected, const void *actual,
                       struct mismatch *found, size_t max);

// For each output, in the order of the table: the number of values compared.
const uint64_t *scoreboard_checks(struct scoreboard *);
uint64_t scoreboard_values(struct scoreboard *);

// The name of a port in reports, PART.BLOCK.NAME or BLOCK.NAME. Returns the path.
const char *port_path(const struct ul1_port *, char *path, size_t size);

#ifdef __cplusplus
}
#endif
#endif
