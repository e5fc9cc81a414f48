// Random constraints of a part of random traffic, and the instructions drawn by them.
#ifndef TRAFFIC_HABITS_H
#define TRAFFIC_HABITS_H

#include "kit/rng.h"
#include "environment/sm/program.h"
#include "stimulus/traffic/traffic_cached.h"

// How lanes choose their elements.
enum addresses { STRIDE, REVERSE, SAME, PAIRS, PERMUTED, ANYWHERE, COLUMN, FEW_ROWS, PATTERNS };

enum { BARRIERS_MOST = 64 };

struct habits {
    const struct ul1_sizes *sizes; // of the L1
    const uint64_t *cycles;        // run so far
    struct rng rng;
    uint64_t length;                // cycles in all
    uint64_t part_cycles, part_end; // the end is known once the part has begun
    unsigned carveout;              // as far as addresses depend on it
    uint64_t behind;                // the first address that is out of range
    uint64_t instructions, errors;

    unsigned fences;             // percent of the instructions
    unsigned cached;             // percent of the others: cached accesses
    struct traffic_cached lines; // random constraints of cached accesses
    unsigned stores;             // percent of the others
    unsigned atomics;            // percent of those stores that are atomics
    unsigned locks;              // percent of loads and other stores to shared memory that lock or unlock
    unsigned matrices;           // percent of loads and stores that are matrix accesses
    unsigned wide;               // percent that have 64 or 128 bits
    unsigned partial;            // percent with a mask that is not full
    unsigned warps;              // in use
    unsigned again;              // percent that continue with the last instruction's warp
    uint8_t bankwidth;           // of the part
    unsigned window; // log2 of the bytes of the window that holds all addresses; in small ones accesses meet
    unsigned window_at;       // number of the window
    uint8_t weight[PATTERNS]; // frequency of each pattern
    unsigned weights;         // their sum
    unsigned warp;            // warp of the last instruction

    // On machines with barriers: percent of the instructions that are bars, and percent of these that wait.
    // Barriers in use, the arrivals that each expects, and those supplied for its next opening. Warps that
    // wait, there or for their copies.
    unsigned bars, waits, barriers;
    uint8_t expects[BARRIERS_MOST], arrived[BARRIERS_MOST];
    uint64_t held;
    bool meets; // all warps meet at one barrier, and the arbiter is idle meanwhile

    // On machines with asynchronous copies: percent of the cached loads that start one, and percent of all
    // instructions before which a warp closes a group, or waits for some.
    unsigned copies, groups;

    unsigned textures; // percent of the cached loads that are texture instructions, on machines with textures
};

// For a run of `length` cycles on an L1 with these sizes, of which *cycles have passed.
void habits_init(struct habits *, const struct ul1_sizes *, const uint64_t *cycles, uint64_t seed,
                 uint64_t length);

// A part begins, with shared accesses for this carveout, and no others so far. Its length is drawn.
void habits_part(struct habits *, unsigned turn);

// Disturbances of every part, at a low rate: other units that reserve the write port, late data, cycles
// without an offer.
void habits_settings(struct habits *, struct settings *, unsigned home, bool again_any);

// Takes the rates of the part's cached accesses from their theme.
void habits_theme(struct habits *, const struct traffic_theme *);

// Draws constraints for a part. Remainders that go away or wait for an interval hold up what is behind them
// in order: further sub-warps of the instruction and further instructions of the warp, and through these all
// others. If `waits`, both are drawn less often, so that the arbiter stays busy.
void habits_draw(struct habits *, bool waits);

// Draws a window of 2 to the power `log` bytes.
void habits_window(struct habits *, unsigned log);

// Makes the pattern `fashion` much more frequent than others.
void habits_patterns(struct habits *, unsigned fashion);

// The source of a part: the next instruction; none once the part's cycles have passed.
bool habits_instruction(void *habits, struct instr *);

#endif
