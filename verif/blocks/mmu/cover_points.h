// Memory management unit: the cover points of a random run of the block alone.
#ifndef MMU_COVER_POINTS_H
#define MMU_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/mmu/track.h"

// Name, text, and the configurations in which it is possible.
#define MMU_POINTS(X)                                                                                   \
    X(TAKEN, "request taken", true)                                                                     \
    X(TAKEN_RUNNING, "requests taken in two cycles running", true)                                      \
    X(NO_PLACE, "request waits for a place", true)                                                      \
    X(HELD_UP, "request to memory waits", true)                                                         \
    X(IN_AND_OUT, "a place left and another taken in a cycle", true)                                    \
    X(GREW, "sectors join a request that waits", UL1_SECTORS > 1)                                       \
    X(WALK_2, "walk of two levels", true)                                                               \
    X(WALK_3_4K, "walk of three levels, 4 KB", true)                                                    \
    X(WALK_3_64K, "walk of three levels, 64 KB", true)                                                  \
    X(RESERVED_SIZE, "walk with the reserved page size", true)                                          \
    X(FROM_1, "walk from a table of level 1", true)                                                     \
    X(FROM_2, "walk from a table of level 2", true)                                                     \
    X(FAULT_0, "walk fails with its first entry", true)                                                 \
    X(FAULT_1, "walk fails with its second entry", true)                                                \
    X(FAULT_2, "walk fails with its third entry", true)                                                 \
    X(PAGE_FAULT, "page fault", true)                                                                   \
    X(BUS_ERROR, "bus error of a walk", true)                                                           \
    X(WALK_NO_PLACE, "walker waits for a place", true)                                                  \
    X(WALK_BEHIND, "walker's request waits behind another", true)                                       \
    X(WALK_FIRST, "walker's request goes before another", true)                                         \
    X(TWO_ASK, "two walkers want to ask", UL1_WALKERS > 1)                                              \
    X(BEGINS_BESIDE, "walk begins beside another", UL1_WALKERS > 1)                                     \
    X(TAKES_OVER, "walk begins in place of one that has failed", true)                                  \
    X(JOINS, "request joins a walk", true)                                                              \
    X(JOINS_AT_LAST, "request joins a walk that ends in this cycle", true)                              \
    X(NO_WALKER, "request finds no walker", UL1_WALKERS > 1)                                            \
    X(STILL_FAILS, "two requests running told of a failed walk", true)                                  \
    X(TAKEN_BESIDE, "request taken beside a walk", true)                                                \
    X(WALKED_AGAIN, "page walked for again", true)                                                      \
    X(MANY_WALKS, "more walks than translations are kept", true)                                        \
    X(TAKEN_AFTER_WALK, "request taken in the cycle after its walk", true)                              \
    X(OTHER_AFTER_FAULT, "another request at once behind a fault", true)                                \
    X(WRITE_TAKEN, "write taken", true)                                                                 \
    X(WRITE_WALKED, "write taken after a walk", true)                                                   \
    X(WRITE_NOT_READY, "write that is first and cannot leave yet", true)                                \
    X(WRITE_WAITS, "write waits for a walk", true)                                                      \
    X(WRITE_PAGE, "write fails, page", true)                                                            \
    X(WRITE_BUS, "write fails, bus", true)                                                              \
    X(READONLY, "write fails, readonly", true)                                                          \
    X(READONLY_WALKED, "write fails after a walk, readonly", true)                                      \
    X(READONLY_NO_PLACE, "write fails with no place free, readonly", true)                              \
    X(READ_OF_READONLY, "read of a page that may not be written", true)                                 \
    X(FENCE_TAKEN, "fence taken", true)                                                                 \
    X(FENCE_NO_PLACE, "fence waits for a place", true)                                                  \
    X(FENCE_AFTER_FAULT, "fence at once behind a fault", true)                                          \
    X(FENCE_LEVELS, "fences of two levels, one after the other", true)                                  \
    X(ALL_KINDS, "read, write and fence in three cycles running", true)                                 \
    X(FORGOT, "page forgotten that was asked for last", true)                                           \
    X(FORGOT_OTHER, "another page forgotten", true)                                                     \
    X(FORGOT_RUNNING, "pages forgotten in two cycles running", true)                                    \
    X(FORGOT_ALL, "all forgotten", true)                                                                \
    X(WALKED_AFTER_FORGET, "page forgotten, and walked for again at once", true)                        \
    X(PAGE_CHANGED, "use_page changed", true)                                                           \
    X(ROOT_CHANGED, "use_root changed", true)                                                           \
    X(CONMMU_TAKEN, "request of the constant cache taken", UL1_CONSTANTS > 0)                           \
    X(CONMMU_FAULT, "one that fails", UL1_CONSTANTS > 0)                                                \
    X(CONMMU_WAITS, "one that waits for a walk", UL1_CONSTANTS > 0)                                     \
    X(CONMMU_TURN, "one that goes first", UL1_CONSTANTS > 0)                                            \
    X(CONMMU_BEHIND, "one behind a request of prt", UL1_CONSTANTS > 0)                                  \
    X(TEXMMU_TAKEN, "request of the texture cache taken", UL1_TEXTURE > 0)                              \
    X(TEXMMU_FAULT, "one of that which fails", UL1_TEXTURE > 0)                                         \
    X(TEXMMU_WAITS, "one of that which waits for a walk", UL1_TEXTURE > 0)                              \
    X(TEXMMU_TURN, "one of that before one of prt", UL1_TEXTURE > 0)                                    \
    X(TEXMMU_BEHIND, "one of that behind one of prt", UL1_TEXTURE > 0)                                  \
    X(BOTH_CON, "both caches make a request, and that of constants goes first",                         \
      UL1_CONSTANTS > 0 && UL1_TEXTURE > 0)                                                             \
    X(BOTH_TEX, "both make one, and that of textures goes first", UL1_CONSTANTS > 0 && UL1_TEXTURE > 0) \
    X(RESET_WALK, "reset during a walk", true)                                                          \
    X(RESET_WAITING, "reset with requests waiting", true)

enum { MMU_POINTS(POINT_ENUMERATOR) MMU_POINT_COUNT };

extern const struct point_name mmu_points[MMU_POINT_COUNT];

// Counts the cover points of a cycle, between mmu_track_begin and mmu_track_advance.
void mmu_events_count(struct drive *, const struct mmu_track *, const struct ul1_mmu_in *,
                      const struct ul1_mmu_out *);

#endif
