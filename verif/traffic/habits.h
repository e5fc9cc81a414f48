// The habits that a part of random traffic has, and the instructions that are drawn by them.
#ifndef TRAFFIC_HABITS_H
#define TRAFFIC_HABITS_H

#include "kit/rng.h"
#include "surround/program.h"
#include "traffic/traffic_cached.h"

// How lanes choose their elements.
enum addresses { STRIDE, REVERSE, SAME, PAIRS, PERMUTED, ANYWHERE, COLUMN, FEW_ROWS, PATTERNS };

struct habits {
    const uint64_t *cycles;         // run so far
    struct rng rng;
    uint64_t length;                // cycles in all
    uint64_t part_cycles, part_end; // the end is known once the part has begun
    unsigned carveout;              // as far as addresses are concerned
    uint64_t behind;                // the first address that is out of range
    uint64_t instructions, errors;

    unsigned fences;                // percent of the instructions
    unsigned cached;                // percent of the others: cached accesses
    struct traffic_cached lines;    // what these are like
    unsigned stores;                // percent of the others
    unsigned wide;                  // percent that have 64 or 128 bits
    unsigned partial;               // percent with a mask that is not full
    unsigned warps;                 // that take turns
    unsigned again;                 // percent that the warp of the last instruction goes on
    unsigned window;                // log2 of the bytes of the window in which addresses lie; in small ones they meet
    unsigned window_at;             // and which of these windows
    uint8_t weight[PATTERNS];       // how often each pattern is drawn
    unsigned weights;               // their sum
    unsigned warp;                  // of the last instruction
};

// For a run of so many cycles, of which as many have passed as *cycles says.
void habits_init(struct habits *, const uint64_t *cycles, uint64_t seed, uint64_t length);

// A part begins, whose shared accesses are for this carveout; for so many cycles as are drawn. It has none but shared ones so
// far.
void habits_part(struct habits *, unsigned carveout);

// What every part has a little of: other units that book, data that are late, cycles without an offer.
void habits_settings(struct habits *, struct settings *, unsigned home, bool again_any);

// Of the part's cached accesses, as their theme says.
void habits_theme(struct habits *, const struct traffic_theme *);

// Habits for a part. Remainders that go away or wait for an interval hold up what is behind them in order: further sub-warps
// of the instruction and further instructions of the warp, and with these all others. Where one `waits`, both are drawn less
// often, so that the arbiter stays busy.
void habits_draw(struct habits *, bool waits);

// The window of addresses has the power of two of bytes.
void habits_window(struct habits *, unsigned log);

// The pattern `fashion` is drawn much more often than others.
void habits_patterns(struct habits *, unsigned fashion);

// The source of a part: the next instruction; none, once the part's cycles have passed.
bool habits_instruction(void *habits, struct instr *);

#endif
