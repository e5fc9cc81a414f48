// The requests that a machine offers to its port to memory, and the checks that each one is legal. The port
// (port.c) has every offer checked before it takes a request, and notes here which ones are in flight.
#ifndef MEMORY_OFFERS_H
#define MEMORY_OFFERS_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum {
    // numbers of reads and of fences, at most: of PRT entries, then of page walkers, then that of the
    // constant
    // cache, then of fetches of the texture cache; of instructions
    NUMBERS = UL1_PRT_MOST + UL1_WALKERS_MOST + 1 + UL1_TEX_FETCHES_MOST,
    FENCES = 64,
    // reads and writes of a block that performs operations before memory (rmw), at most; in `own` from 1 on
    OWNS = 16,
};

// The data of a write; an operation makes it a reduction, whose operands the words are. The second operand of
// a `cas` is beside the first, at words that are not enabled. An atomic is answered with the old words.
struct payload {
    uint8_t atom;
    bool returns;
    uint8_t old;      // the number of the answer
    bool wide, minus; // on numbers of 64 bits; on signed ones
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

// A request as the machine offers it.
struct offer {
    uint64_t line, vline;
    uint8_t kind, sub, sect, level;
    uint8_t purpose, warp, space; // of a read
    // 0: of an L1; else the number of an operation before memory, of which this is the read or the write,
    // from 1 on. `sub` is then the number of the L1's write, and `operation` what the L1 asked for.
    uint8_t own;
    struct payload payload;          // only of a write
    const struct payload *operation; // only of a write with `own`
};

// The state that an offer is checked against, and the objection to it.
struct offers {
    const struct ul1_sizes *sizes; // of the machine
    uint8_t outstanding[NUMBERS];  // sectors in flight for each number
    uint64_t fences;               // numbers of the fences in flight
    uint64_t olds;                 // numbers of the atomics in flight
    uint8_t own[OWNS + 1];         // sectors in flight for each read before an operation
    bool waits;                    // the previous cycle's request was not taken: `waiting`
    struct offer waiting;
    char error[240];
};

// Whether the number of a read is that of a page walker. Lower numbers are those of PRT entries, the next
// ones those of the caches beside it.
static inline bool offers_walk(const struct offers *s, unsigned number)
{
    return number >= s->sizes->prt && number < s->sizes->prt + s->sizes->walkers;
}

// The purpose that a read's number tells: that of a line's fetch is a load's or a store's.
unsigned offers_purpose(const struct offers *, unsigned number);

// Copies the request on the machine's outputs, and the data of a write.
void offers_look_at(struct offer *, const struct ul1_l1_out *);

// Whether this cycle's offer (none unless `valid`) is legal, and repeats the one that waits, if any. If not,
// `error` has the objection.
bool offers_check(struct offers *, bool valid, const struct offer *);

// The number of bytes that a write enables.
unsigned offers_bytes(const struct payload *);

// The words of a line after a reduction; only those that it enables matter.
void offers_results(const struct payload *w, const uint32_t *old, uint32_t *now);

// An operation was performed before memory, with the write `d`: it must be that of the operation `asked`,
// from the old words that memory holds. If not, objects.
bool offers_written(struct offers *, uint64_t line, const struct payload *d, const struct payload *asked,
                    const uint32_t *old, const uint32_t *now);

// Records an objection. Returns false, so that the caller may return it.
__attribute__((cold, noinline, format(printf, 2, 3))) bool offers_object(struct offers *, const char *format,
                                                                         ...);

#endif
