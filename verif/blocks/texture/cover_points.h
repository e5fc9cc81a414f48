// Texture unit: the cover points of the block alone.
#ifndef TEXTURE_COVER_POINTS_H
#define TEXTURE_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/texture/contract.h"

#define TEX_BUILT (UL1_TEXTURE != 0)
// Some sums of lanes and lines are rare at 8 lanes.
#define TEX_RARE (TEX_BUILT ? LANES > 8 ? 1 : SELDOM : 0)

#define TEXTURE_POINTS(X)                                                                         \
    X(TEX_TAKEN, "a texture instruction taken", TEX_BUILT)                                        \
    X(TEX_REFUSED, "one refused, as all numbers are in use", TEX_BUILT)                           \
    X(TEX_HELD, "one refused during a command", TEX_BUILT)                                        \
    X(TEX_NULLS, "one without active lanes", TEX_BUILT)                                           \
    X(TEX_NULL_BEHIND, "one without active lanes behind one with words to come", TEX_BUILT)       \
    X(TEX_QUADS, "one with an idle quad between active ones", TEX_BUILT &&UL1_TEX_QUADS > 2)      \
    X(TEX_LINEAR, "a linear texture", TEX_BUILT)                                                  \
    X(TEX_BLOCKED, "a blocked texture", TEX_BUILT)                                                \
    X(TEX_BILINEAR, "a bilinear sample", TEX_BUILT)                                               \
    X(TEX_UNFILTERED, "a bilinear filter of a format that is not filtered", TEX_BUILT)            \
    X(TEX_ONE_TEXEL, "a texture of one texel", TEX_BUILT)                                         \
    X(TEX_BEFORE, "a coordinate before the first texel, clamped", TEX_BUILT)                      \
    X(TEX_BEHIND, "a coordinate behind the last texel, clamped", TEX_BUILT)                       \
    X(TEX_EDGE, "a footprint across the border, clamped", TEX_BUILT)                              \
    X(TEX_WRAPPED, "a footprint across the border, wrapped", TEX_BUILT)                           \
    X(TEX_ODD, "a wrapped coordinate where the columns are no power of two", TEX_BUILT)           \
    X(TEX_OVER, "an address beyond the last one", TEX_BUILT)                                      \
    X(TEX_HIT, "a hit", TEX_BUILT)                                                                \
    X(TEX_HIT_UNDER, "a hit while a fetch is under way", TEX_BUILT)                               \
    X(TEX_HIT_COMING, "a hit in a sector under fetch", TEX_BUILT)                                 \
    X(TEX_MISS, "a miss", TEX_BUILT)                                                              \
    X(TEX_MISS_SECTOR, "a miss of a sector of a line that is there", TEX_BUILT &&UL1_SECTORS > 1) \
    X(TEX_MISS_BEHIND, "a miss while a fetch is under way", TEX_BUILT)                            \
    X(TEX_REPLACED, "a miss in a set without a free way", TEX_BUILT)                              \
    X(TEX_REPLACES_COMING, "a line replaced while it is under fetch", TEX_BUILT ? SELDOM : 0)     \
    X(TEX_ALL_LANES, "a pass for all slots of a quad", TEX_BUILT)                                 \
    X(TEX_LINES, "a quad with four lines or more", TEX_BUILT)                                     \
    X(TEX_MOST_LINES, "a quad with a line for each slot", TEX_BUILT)                              \
    X(TEX_FULL, "a pass that waits for the FIFO", TEX_RARE)                                       \
    X(TEX_FETCHES_FULL, "a pass that waits for a free fetch", TEX_BUILT)                          \
    X(TEX_HIT_FULL, "a hit while all fetches are under way", TEX_BUILT)                           \
    X(TEX_WALK, "a fetch that waits for a walk", TEX_BUILT)                                       \
    X(TEX_WALK_OVER, "one told to wait in the cycle in which the walk ends", TEX_BUILT)           \
    X(TEX_PIECES, "a line that comes in pieces", TEX_BUILT &&UL1_SECTORS > 1)                     \
    X(TEX_OVERTAKES, "a fetch that comes before an older one", TEX_BUILT)                         \
    X(TEX_FAULT, "a translation failure", TEX_BUILT)                                              \
    X(TEX_BUS, "a line that memory cannot read", TEX_BUILT)                                       \
    X(TEX_FAILS_SOME, "a quad of which some lanes fail", TEX_BUILT)                               \
    X(TEX_FAILS_ALL, "an instruction of which all lanes fail", TEX_BUILT)                         \
    X(TEX_FAILS_LOWER, "a lane that fails behind a higher one", TEX_RARE)                         \
    X(TEX_FAILS_HIT, "a pass that fails with the fetch of an earlier one", TEX_BUILT)             \
    X(TEX_WIDE, "the last word of a texel of 128 bits", TEX_BUILT)                                \
    X(TEX_WORDS_AGAIN, "words in successive cycles", TEX_BUILT)                                   \
    X(TEX_ROUNDS, "a sum of which a half is rounded up", TEX_BUILT)                               \
    X(TEX_DROP_LINE, "a line that becomes invalid alone", TEX_BUILT)                              \
    X(TEX_DROP_COMING, "an invalidation of a line under fetch", TEX_BUILT)                        \
    X(TEX_DROP_LOOKUP, "an invalidation of the line that is looked up", TEX_BUILT)                \
    X(TEX_DROP_ALL, "an invalidation of all lines", TEX_BUILT)                                    \
    X(TEX_DROP_WAITS, "an invalidation of a line that a pass in the FIFO has hit", TEX_BUILT)     \
    X(TEX_RESET_BUSY, "reset with an instruction in flight", TEX_BUILT)

enum { TEXTURE_POINTS(POINT_ENUMERATOR) TEXTURE_POINT_COUNT };
extern const struct point_name texture_event_names[TEXTURE_POINT_COUNT];

// The cycle before.
struct texture_past {
    bool words;
};

// Counts the cover points of a cycle, with the contract's state before it.
void texture_count(struct drive *, struct texture_past *, const struct texture_shadow *,
                   const struct ul1_texture_in *, const struct ul1_texture_out *);

#endif
