// Texture unit: read-only lines of texels, and the instructions that take samples of them. All is in order.
//
// An instruction is worked by quads of four lanes. A quad has its slots' addresses after four stages, then a
// pass for each line that has any of them. A pass is looked up, and joins a FIFO. The tags are ahead of the
// data: a line belongs to its way from the lookup on, and its words are written when its pass is at the head
// of the FIFO. So hits flow behind misses, and no pass finds the words of a later one.
//
// Files, each of which uses only earlier ones: state.h; address.h (from coordinates to addresses); filter.h
// (from texels to a word); tags.h (lookups and fetches); texture.c.
#ifndef UL1_TEXTURE_STATE_H
#define UL1_TEXTURE_STATE_H

#include "common/address.h"

enum {
    TEXTURE_LANES = UL1_TEX_LANES,
    TEXTURE_SLOTS = UL1_TEX_SLOTS,
    TEXTURE_CORNERS = UL1_WORDS, // slots of a lane: texels of a bilinear sample, or words of one texel
    TEXTURE_STAGES = 4,          // between the choice of a quad and its passes
    TEXTURE_DELAY = 3,           // cycles of the filter
    // Without textures the tables have a single entry.
    TEXTURE_PASSES = UL1_TEXTURE ? UL1_TEX_FIFO : 1,
    TEXTURE_FETCHES = UL1_TEXTURE ? UL1_TEX_FETCHES : 1,
    TEXTURE_INSTRS = UL1_TEXTURE ? UL1_TEX_INSTRS : 1,
    TEXTURE_WAYS = UL1_TEXTURE ? UL1_TEX_WAYS : 1,
    TEXTURE_SETS = UL1_TEXTURE ? UL1_TEX_SETS : 1,
};

// Quads of an instruction.
#if UL1_TEX_QUADS > 8
typedef uint16_t texture_quads;
#else
typedef uint8_t texture_quads;
#endif

_Static_assert(UL1_TEX_SLOTS == 16 && UL1_TEX_LANES == 4, "sets of slots have 16 bits");
_Static_assert(UL1_TEX_INSTRS <= 8, "sets of instructions have 8 bits");
_Static_assert(UL1_SECTORS <= 8, "sets of sectors have 8 bits");

// What lies where.
struct texture_image {
    uint64_t base; // in bytes
    uint32_t pitch;
    uint16_t last_u, last_v;
    uint8_t format, layout, border, filter;
};

// What the passes of a quad need behind the tags. The weights are those of the second column and row of each
// lane, 0 for a point sample.
struct texture_sample {
    uint8_t id, quad, format;
    uint8_t lanes; // active; none: the instruction has no active lane
    uint8_t last;  // it is the last quad of its instruction
    uint8_t a[UL1_TEX_LANES], b[UL1_TEX_LANES];
};

// A quad on its way to the tags.
struct texture_quad {
    uint8_t valid;
    uint16_t todo; // slots that have yet to be in a pass
    struct texture_sample sample;
    uint64_t addr[UL1_TEX_SLOTS];
};

// The slots of a quad that lie in one line.
struct texture_pass {
    uint8_t valid;
    uint8_t ends;  // it is the last pass of its quad
    uint8_t fetch; // it is the pass that a fetch was opened for
    uint8_t way;
    uint16_t slots;
    struct texture_sample sample;
    uint64_t line;
    uint8_t at[UL1_TEX_SLOTS]; // byte of each slot within the line
};

// Lanes of an instruction that have failed.
struct texture_failure {
    uint8_t err, lane;
    lane_set lanes;
    uint64_t addr; // of the lowest of them
};

// A word of each lane of a quad, in the filter or at the register file.
struct texture_words {
    uint8_t valid, id, quad, ofs, lanes, retires;
    struct texture_failure failure; // valid with `retires`
    uint32_t word[UL1_TEX_LANES];
};

struct texture_state {
    // Instructions in flight, in a ring: the oldest, the one with quads that enter, the next new one.
    uint8_t used; // bit i: instruction i is in flight
    uint8_t front, next;
    uint8_t entering; // instructions with quads that have yet to enter
    struct texture_instr {
        uint8_t warp, reg;
        texture_quads quads; // that have yet to enter
        lane_set mask;
        struct texture_image image;
        uint32_t u[LANES], v[LANES];
    } instr[TEXTURE_INSTRS];

    // Quads in the stages behind the choice, and the one with passes that are chosen; then the pass that is
    // looked up.
    struct texture_quad stage[TEXTURE_STAGES], quad;
    struct texture_pass look;

    // The tags
    uint8_t parts[TEXTURE_SETS][TEXTURE_WAYS]; // sectors that are valid, or under fetch
    uint8_t age[TEXTURE_SETS][TEXTURE_WAYS];   // 0: the way used last
    uint64_t tag[TEXTURE_SETS][TEXTURE_WAYS];

    // Fetches, in a ring: the oldest, the one that is translated next, and how many there are.
    uint8_t fetches, oldest, asks, unsent;
    uint8_t walks; // page walkers that the one to be translated waits for
    struct texture_fetch {
        uint8_t wanted, got; // sectors
        uint8_t err;
        uint64_t line;
        uint32_t word[UL1_LINE_WORDS];
    } fetch[TEXTURE_FETCHES];

    // The FIFO: passes in a ring, and the one at its head.
    uint8_t first, passes;
    struct texture_pass pass[TEXTURE_PASSES], head;
    uint8_t moves;  // the words of its fetch are on their way to the lines
    uint8_t served; // they are there
    uint8_t holds;  // cycles in which no further pass may leave, as a quad has several words to give

    // The words of the lines, and the error of each sector that could not be fetched.
    uint32_t data[TEXTURE_SETS][TEXTURE_WAYS][UL1_LINE_WORDS];
    uint8_t err[TEXTURE_SETS][TEXTURE_WAYS][UL1_SECTORS];

    // Behind the FIFO: the pass with the words that are read; the words of its quad so far, and what has
    // failed.
    struct texture_pass read;
    uint32_t slot[UL1_TEX_SLOTS];
    uint8_t failed; // lanes of the quad
    struct texture_failure failure;

    // The filter. The quad in its first stage gives the words `ofs`, up to the last one.
    struct texture_filter {
        uint8_t valid, ofs, words;
        uint8_t lanes; // that have not failed
        struct texture_sample sample;
        struct texture_failure failure;
    } filter;
    struct texture_words out[TEXTURE_DELAY]; // the last one is at the register file
};

#endif
