// Texture unit: the state of its contract. All zero is the state before a reset.
//
// It follows the lookups that the unit shows. Each pass joins a list, in order. A pass without a fetch of its
// own has its words as soon as those before it have theirs; the others when the unit says so. From them the
// words of each quad follow, and from these what is to appear at the register file.
#ifndef TEXTURE_SHADOW_H
#define TEXTURE_SHADOW_H

#include <stdbool.h>

#include "common/texture.h"

enum {
    TEX_IDS = 1 << UL1_TEX_ID_W,
    // Passes between their lookup and their words; words that have yet to appear
    TEX_PASSES_MOST = UL1_TEX_FIFO + 16,
    TEX_WORDS_MOST = 8 * UL1_TEX_FIFO + 32,
};

struct tex_instr {
    bool flying;
    uint8_t warp, reg;
    uint32_t mask;
    unsigned taken; // the cycle
    struct texels image;
    int32_t u[LANES], v[LANES];
    // Lanes that have failed so far; the lowest of them
    uint8_t err, lane;
    uint32_t failing;
    uint64_t err_addr;
};

// A pass, from its lookup until its words are there.
struct tex_pass {
    uint8_t id, quad, place;
    bool fetches; // a fetch of its own
    bool ends, last;
    uint16_t slots;
    uint64_t line;
};

struct tex_fetch {
    uint8_t wanted, got, err;
    uint64_t line;
    uint32_t word[LANES];
};

// Words of a quad that have yet to appear, or an instruction that has yet to retire.
struct tex_words {
    uint8_t id, quad, ofs, lanes;
    bool retires;
    uint32_t word[UL1_TEX_LANES];
};

struct texture_shadow {
    bool judged;   // there was a reset, so the lines are known
    unsigned idle; // cycles in which something could have happened, and nothing has
    // Instructions in a ring: the oldest, the one with passes that are looked up, the next new one.
    struct tex_instr instr[TEX_IDS];
    unsigned oldest, looks, next;
    unsigned flying, waiting; // in flight; not all of their passes looked up
    unsigned quad;            // its quad with passes that are looked up
    uint16_t todo;            // of that: slots that have had no pass
    // Times in cycles since the reset: this cycle; the last quad could enter; the next pass is at the tags,
    // unless one without slots is before it. One quad enters in a cycle.
    unsigned now, entered, at_tags;
    bool behind_null;
    // The lines of each set, the last used first. Each has a place for its words.
    struct tex_line {
        uint8_t sectors; // there, or under fetch
        uint8_t place;
        uint64_t line;
    } set[UL1_TEX_SETS][UL1_TEX_WAYS];
    // The words of each place, as the passes that have theirs have left them.
    struct tex_held {
        uint32_t word[LANES];
        uint8_t err[UL1_SECTORS];
    } held[UL1_TEX_SETS][UL1_TEX_WAYS];
    // Fetches in a ring: the oldest, the one to be translated, the next new one.
    struct tex_fetch fetch[UL1_TEX_FETCHES];
    unsigned fetches, unsent, first_fetch;
    unsigned walks;                        // page walkers that the one to be translated waits for
    struct tex_pass pass[TEX_PASSES_MOST]; // in order
    unsigned passes;
    uint32_t slot[UL1_TEX_SLOTS];           // of the quad with passes that get their words
    uint8_t failed;                         // its lanes that have failed
    struct tex_words words[TEX_WORDS_MOST]; // in order
    unsigned due;
};

// A texture instruction is offered.
bool tex_offers(const struct ul1_texture_in *);

// The slots of the next pass, its line, and the sectors that it needs. There is one.
struct tex_next {
    uint16_t slots;
    uint8_t sectors;
    uint64_t line;
};
struct tex_next tex_next(const struct texture_shadow *);

// The line in its set, or null.
struct tex_line *tex_find(const struct texture_shadow *, uint64_t line);
bool tex_hits(const struct texture_shadow *, const struct tex_next *);

// The fetch to be translated, and the one that ends next; valid if there is one.
const struct tex_fetch *tex_asks(const struct texture_shadow *);
const struct tex_fetch *tex_oldest(const struct texture_shadow *);
// The oldest fetch has all that it wants, or has failed.
bool tex_has_come(const struct texture_shadow *);
// Whether a fetch with this number is under way, and lacks sectors; those.
unsigned tex_lacks(const struct texture_shadow *, unsigned number);

void texture_shadow_advance(struct texture_shadow *, const struct ul1_texture_in *,
                            const struct ul1_texture_out *);

#endif
