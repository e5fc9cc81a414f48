// Random inputs for blocks alone, within their contracts (see blocks/contracts.h): what all drives have in common. What they
// draw is in blocks/draw.h.
#ifndef DRIVE_H
#define DRIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/rng.h"
#include "lockstep/stimulus.h"
#include "lockstep/test.h"
#include "ul1.h"
#include "ul1_ports.h"

// An event of a block. Each block lists its events once, in blocks/BLOCK/events.h, as a macro BLOCK_EVENTS(X) of lines
// X(NAME, "its text", whether it is possible): the enumerators and the table of names are made from that.
struct event_name {
    const char *text;
    bool possible;                      // it can happen at all in this shape
};

#define EVENT_ENUMERATOR(name, text, possible) name,
#define EVENT_NAME(name, text, possible) { text, possible },

struct drive;

struct drive_kind {
    const char *block;
    size_t size;                        // of the block's own struct, whose first member is a struct drive
    const struct event_name *events;
    unsigned event_count;
    unsigned reset_every;               // cycles between resets, on average
    bool one_way;                       // no input answers to an output: what drives it follows none, nobody waits for the block
    // Draws what holds for the next few hundred cycles: how much of what is offered.
    void (*knobs)(struct drive *);
    // Sets the inputs. They come filled with random values that fit, and with reset set.
    void (*drive)(struct drive *, const void *out, void *in);
    void (*respond)(struct drive *, const void *out, void *in); // or null
    const char *(*check)(struct drive *, const void *in, const void *out);
    // Counts events, and keeps track of what the drive goes by.
    void (*count)(struct drive *, const void *in, const void *out);
};

struct drive {
    struct stimulus stimulus;           // first: one is the other
    const struct drive_kind *kind;
    const struct ul1_block *shape;
    struct rng rng;
    uint64_t cycle, cycles;
    uint64_t phase_end, reset_end;
    unsigned resets_often;              // in this phase: cycles between them, on average, or 0
    bool calm;                          // nothing is to be offered in this cycle
    uint16_t *place;                    // of each event in stimulus.events: those that are impossible stand last
    uint8_t *fits;                      // for each byte of the inputs, the bits that its port has
};

// Null: no memory.
struct stimulus *drive_make(const struct drive_kind *, const struct test *, uint64_t seed, uint64_t cycles);

// Whether something that is to happen so often, in percent, happens now.
static inline bool happens(struct drive *drive, unsigned percent)
{
    return rng_percent(&drive->rng, percent) && !drive->calm;
}

static inline void saw(struct drive *drive, unsigned event, bool seen)
{
    drive->stimulus.events[drive->place[event]].count += seen;
}

#endif
