// Random inputs for blocks alone, within their contracts (see blocks/contracts.h): the part common to all
// drives. A phase is a few hundred cycles with one set of random constraints. blocks/draw.h has the random
// draws.
#ifndef DRIVE_H
#define DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/rng.h"
#include "checkers/lockstep/stimulus.h"
#include "checkers/lockstep/test.h"
#include "ul1.h"
#include "ul1_ports.h"

// A cover point of a block. Each block lists its points once, in blocks/BLOCK/cover_points.h, as a macro
// BLOCK_POINTS(X) of lines X(NAME, "its text", whether it is possible). The enumerators and the table of
// names are made from it.
struct point_name {
    const char *text;
    uint8_t possible; // in this configuration; or SELDOM
};

#define POINT_ENUMERATOR(name, text, possible) name,
#define POINT_NAME(name, text, possible)       { text, possible },

struct drive;

struct drive_kind {
    const char *block;
    size_t size; // the block's own struct, which begins with a struct drive
    const struct point_name *points;
    unsigned point_count;
    unsigned reset_every; // cycles between resets, on average
    bool one_way; // no input depends on an output: neither the stimulus nor the block waits for the other
    // Draws the random constraints of a phase.
    void (*constraints)(struct drive *);
    // Sets the inputs. They hold random values that fit at first, with the reset set.
    void (*drive)(struct drive *, const void *out, void *in);
    void (*respond)(struct drive *, const void *out, void *in); // or null
    const char *(*check)(struct drive *, const void *in, const void *out);
    // Counts cover points, and advances the state that the drive uses.
    void (*count)(struct drive *, const void *in, const void *out);
};

struct drive {
    struct stimulus stimulus; // must be first: pointers to either are converted
    const struct drive_kind *kind;
    const struct ul1_block *shape;
    struct rng rng;
    uint64_t cycle, cycles;
    uint64_t phase_end, reset_end;
    unsigned resets_often; // in this phase: average cycles between resets, or 0
    bool calm;             // nothing may be offered in this cycle
    uint16_t *place;       // index of each point in stimulus.points, where impossible ones come last
    uint8_t *fits;         // for each byte of the inputs, the bits that its port has
};

// Null: memory is exhausted.
struct stimulus *drive_make(const struct drive_kind *, const struct test *, uint64_t seed, uint64_t cycles);

// Null: true. Else false, as this rule is broken.
bool drive_finds(struct drive *, const char *broken);

// Draws whether something with this rate, in percent, happens now.
static inline bool happens(struct drive *drive, unsigned percent)
{
    return rng_percent(&drive->rng, percent) && !drive->calm;
}

static inline void saw(struct drive *drive, unsigned point, bool seen)
{
    drive->stimulus.points[drive->place[point]].count += seen;
}

#endif
