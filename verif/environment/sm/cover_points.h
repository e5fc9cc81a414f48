// The cover points of a machine that the instruction side counts, from the machine's outputs.
#ifndef SM_COVER_POINTS_H
#define SM_COVER_POINTS_H

#include "checkers/lockstep/stimulus.h"
#include "program/bounds.h"
#include "environment/sm/program.h"
#include "environment/sm/waits.h"

enum { DEGREES = UL1_LANE_W + 1 }; // classes of bank conflicts: 1, 2, 3-4, 5-8, ... passes for an access

// Each line under fetch holds a PRT entry and a way, and an access that lacks both waits for the way. So a
// lack of entries alone needs more ways than entries.
#define MORE_WAYS_THAN_ENTRIES                                                      \
    (UL1_S48_SETS * UL1_S48_WAYS > UL1_PRT || UL1_S32_SETS * UL1_S32_WAYS > UL1_PRT \
     || UL1_S16_SETS * UL1_S16_WAYS > UL1_PRT)

// All cover points: name, text, and whether the configuration can reach it (or SELDOM). Some form arrays:
// CP_LOADS + k is the point for width code k, and so on in the order of the codes; the reserved codes come
// last.
#define MACHINE_POINTS(X)                                                                              \
    /* Instructions: taken, by width; cached stores by hint; accesses by passes; remainders; errors */ \
    X(LOADS, "loads 8 bit", 1)                                                                         \
    X(LOADS_1, "loads 16 bit", 1)                                                                      \
    X(LOADS_2, "loads 32 bit", 1)                                                                      \
    X(LOADS_3, "loads 64 bit", 1)                                                                      \
    X(LOADS_4, "loads 128 bit", 1)                                                                     \
    X(STORES, "stores 8 bit", 1)                                                                       \
    X(STORES_1, "stores 16 bit", 1)                                                                    \
    X(STORES_2, "stores 32 bit", 1)                                                                    \
    X(STORES_3, "stores 64 bit", 1)                                                                    \
    X(STORES_4, "stores 128 bit", 1)                                                                   \
    X(FENCES, "fences cta", 1)                                                                         \
    X(FENCES_1, "fences gpu", 1)                                                                       \
    X(FENCES_2, "fences sys", 1)                                                                       \
    X(FENCES_3, "fences reserved", 1)                                                                  \
    X(BARS, "bars", UL1_BARRIERS != 0)                                                                 \
    X(BARS_WAIT, "bars of warps that wait", UL1_BARRIERS != 0)                                         \
    X(BARRIERS_OPEN, "barriers opened", UL1_BARRIERS != 0)                                             \
    X(BARRIERS_OPEN_ALL, "barriers at which all warps but one waited", UL1_BARRIERS != 0)              \
    X(BARS_FAIL, "faulty arrivals", UL1_BARRIERS != 0)                                                 \
    X(LOCKS, "lanes that get a lock", UL1_LOCKS != 0)                                                  \
    X(LOCKS_LOST, "lanes that find their lock taken", UL1_LOCKS != 0)                                  \
    X(UNLOCKS, "passes that unlock", UL1_LOCKS != 0)                                                   \
    X(UNLOCKS_VOID, "lanes of conditional unlocks that store nothing", UL1_LOCKS != 0)                 \
    X(REDS, "reductions at their lookups", UL1_GLOBAL_ATOMICS != 0)                                    \
    X(REDS_DROP, "lines that reductions drop", UL1_GLOBAL_ATOMICS != 0)                                \
    X(REDS_WRITEBACK, "dirty lines that reductions write back", UL1_GLOBAL_ATOMICS != 0)               \
    X(REDS_CLOSE, "lines under fetch that reductions close", UL1_GLOBAL_ATOMICS != 0)                  \
    X(REDS_WAIT, "waits: reduction's held stores", UL1_GLOBAL_ATOMICS != 0)                            \
    X(MATRIX_LOADS, "plain matrix loads, sub-warps", UL1_MATRIX != 0)                                  \
    X(MATRIX_LOADS_TURNED, "transposed matrix loads, sub-warps", UL1_MATRIX != 0)                      \
    X(MATRIX_STORES, "plain matrix stores, sub-warps", UL1_MATRIX > 1)                                 \
    X(MATRIX_STORES_TURNED, "transposed matrix stores, sub-warps", UL1_MATRIX > 1)                     \
    X(COPIES, "asynchronous copies", UL1_COPIES != 0)                                                  \
    X(COPIES_MOST, "cycles in which no further copy may start", UL1_COPIES != 0)                       \
    X(COPIES_LOST, "copies whose load fails", UL1_COPIES != 0)                                         \
    X(COPIES_BAD, "copies whose store fails", UL1_COPIES != 0)                                         \
    X(GROUPS, "groups of copies closed", UL1_COPIES != 0)                                              \
    X(GROUP_WAITS, "waits for groups of copies", UL1_COPIES != 0)                                      \
    X(HINTS, "cached stores ca", 1)                                                                    \
    X(HINTS_1, "cached stores cg", 1)                                                                  \
    X(HINTS_2, "cached stores wb", 1)                                                                  \
    X(HINTS_3, "cached stores wt", 1)                                                                  \
    X(HINTS_4, "cached stores nc", 1)                                                                  \
    X(HINTS_5, "cached stores ord", 1)                                                                 \
    X(HINTS_6, "cached stores reserved", 1)                                                            \
    X(ORDERED, "ordered loads", 1)                                                                     \
    X(DEGREES, "conflict degree 1", 1)                                                                 \
    X(DEGREES_1, "conflict degree 2", 1)                                                               \
    X(DEGREES_2, "conflict degree 3-4", 1)                                                             \
    X(DEGREES_3, "conflict degree 5-8", 1)                                                             \
    X(DEGREES_4, "conflict degree 9-16", UL1_LANE_W >= 4)                                              \
    X(DEGREES_5, "conflict degree 17-32", UL1_LANE_W >= 5)                                             \
    X(REPLAYS, "replay depth 1", 1)                                                                    \
    X(REPLAYS_1, "replay depth 2", 1)                                                                  \
    X(REPLAYS_2, "replay depth 3", 1)                                                                  \
    X(REPLAYS_3, "replay depth 4 and more", 1)                                                         \
    X(RIDING_LOADS, "loads riding along", 1)                                                           \
    X(RIDING_STORES, "stores riding along", 1)                                                         \
    X(REPLAYED, "replays", 1)                                                                          \
    X(RETURNED, "remainders returned", 1)                                                              \
    X(AGAIN, "remainders presented again", 1)                                                          \
    X(NULL, "empty masks", 1)                                                                          \
    X(ERRORS, "errors misaligned", 1)                                                                  \
    X(ERRORS_1, "errors range", 1)                                                                     \
    X(ERRORS_2, "errors space", 1)                                                                     \
    X(ERRORS_3, "errors page", 1)                                                                      \
    X(ERRORS_4, "errors bus", 1)                                                                       \
    X(ERRORS_5, "errors of reserved operations", 1)                                                    \
    X(INVALS, "invals", 1)                                                                             \
    X(FLUSHES, "flushes", 1)                                                                           \
    /* The write data buffer and fills, in cycles */                                                   \
    X(INTAKE_LAST, "intake down to its last beat", 1)                                                  \
    X(FORWARDED, "shared loads forwarded by the WDB", 1)                                               \
    X(FORWARDED_HIT, "hits forwarded by the WDB", 1)                                                   \
    X(FORWARDED_DIRTY, "dirty lines forwarded by the WDB", UL1_S16_WAYS > 1 ? 1 : SELDOM)              \
    X(FILL, "fills", 1)                                                                                \
    /* The rows of the wait table in docs/microarchitecture.md; in cycles, unless stated there */      \
    X(TABLE_FULL, "waits: instruction table full", 1)                                                  \
    X(TABLE_KEPT, "waits: instruction table reserved", 1)                                              \
    X(COMMANDED, "waits: command in progress", 1)                                                      \
    X(RESERVED, "waits: shared load's reservation", UL1_HLAT - UL1_LAT < 8 ? 1 : SELDOM)               \
    X(RESERVED_HIT, "waits: cached load's reservation", 1)                                             \
    X(DATA_LATE, "waits: store's beat", 1)                                                             \
    X(BEHIND_ORDERED, "waits: ordered load behind another", 1)                                         \
    X(CREDIT, "waits: store's credit", 1)                                                              \
    X(FLUSH_CREDIT, "waits: flush's credit", 1)                                                        \
    X(BEHIND_DEFERRED, "waits: warp's deferred access", 1)                                             \
    X(BEHIND_REMAINDER, "waits: warp's remainder", 1)                                                  \
    X(BEHIND_FENCE, "waits: warp's fence", 1)                                                          \
    X(FENCE_INSTRS, "waits: fence's instructions", 1)                                                  \
    X(FENCE_WAITS, "waits: fence's answer", 1)                                                         \
    X(FENCE_BEHIND, "waits: fence behind another", 1)                                                  \
    X(DEFERRALS, "waits: entry", !MORE_WAYS_THAN_ENTRIES ? 0 : UL1_PRT < 64 ? 1 : SELDOM)              \
    X(DEFERRALS_1, "waits: way", 1)                                                                    \
    X(DEFERRALS_2, "waits: merge slot", 1)                                                             \
    X(DEFERRALS_3, "waits: closed entry", 1)                                                           \
    X(DEFERRALS_4, "waits: credit for a dirty line", 1)                                                \
    X(READOUT_WAITS, "waits: dirty line's readout", 1)                                                 \
    X(READOUTS, "turns for dirty lines", 1)                                                            \
    X(WALKED, "waits: request's walk", 1)                                                              \
    X(NO_WALKER, "waits: request without a walker", UL1_WALKERS > 1)                                   \
    X(BEHIND_DATA, "waits: request behind a write's data", 1)                                          \
    X(BACK_PRESSURE, "waits: request for memory", 1)                                                   \
    X(FILL_FIRST, "waits: WDB behind a fill", 1)                                                       \
    X(HELD_WAITS, "waits: held stores", 1)                                                             \
    X(COMMAND_STATES, "command drains", 1)                                                             \
    X(COMMAND_STATES_1, "command sweeps", 1)                                                           \
    X(COMMAND_STATES_2, "command settles", 1)                                                          \
    X(COMMAND_STATES_3, "command wants a fence", 1)                                                    \
    X(COMMAND_STATES_4, "command waits for its answer", 1)                                             \
    X(COMMAND_STATES_5, "command finishes", 1)                                                         \
    X(COMMAND_STATES_6, "command wants a turn", 1)                                                     \
    X(COMMAND_STATES_7, "command looks its line up", 1)                                                \
    X(COMMAND_STATES_8, "waits: command for a last replay", 1)                                         \
    X(SWEEP_WAITS, "waits: sweep for an entry", UL1_SETS <= 128 && UL1_POLICIES == 2 ? 1 : SELDOM)     \
    /* Cached loads: outcomes of lookups, and of the fetches that they wait for */                     \
    X(HITS, "hits", 1)                                                                                 \
    X(HITS_UNDER_MISS, "hits under a miss", 1)                                                         \
    X(HITS_UNDER_FULL, "hits under a full PRT", UL1_INSTRS - UL1_INSTRS_KEPT > UL1_PRT)                \
    X(HITS_BESIDE_FILL, "hits beside a fill", 1)                                                       \
    X(MISSES, "misses", 1)                                                                             \
    X(SECTOR_MISSES, "sector misses", UL1_SECTORS > 1)                                                 \
    X(BYPASSES, "bypasses", 1)                                                                         \
    X(MERGES, "merges", UL1_MERGE > 1)                                                                 \
    X(MERGES_AT_LAST, "merges with the last fill", UL1_MERGE > 1)                                      \
    X(WOKEN, "woken", 1)                                                                               \
    X(KEPT_OUT, "lookups beside an urgent deferred access", SELDOM)                                    \
    X(SERVED, "replays of lines", 1)                                                                   \
    X(FAILED, "replays that fail", 1)                                                                  \
    X(BARE, "bare replays", 1)                                                                         \
    X(DROPPED, "lines dropped", 1)                                                                     \
    X(FILL_PIECES, "fills that are not the last", UL1_SECTORS > 1)                                     \
    X(FILL_BUS, "bus errors of lines", 1)                                                              \
    X(WALKS, "TLB misses", 1)                                                                          \
    X(WALKS_SHARED, "walks waited for by several", 1)                                                  \
    X(WALKS_BESIDE, "walks beside others", UL1_WALKERS > 1)                                            \
    X(PASSED_WALK, "requests that pass a walk", 1)                                                     \
    X(PAGE_FAULTS, "page faults", 1)                                                                   \
    X(WALK_BUS, "bus errors of walks", 1)                                                              \
    X(FAULTS_MERGED, "faults of merged accesses", UL1_MERGE > 1)                                       \
    /* Cached stores: outcomes */                                                                      \
    X(THROUGH, "stores through", 1)                                                                    \
    X(FALLBACK, "stores through for want of something", 1)                                             \
    X(UPDATES, "of these updates", 1)                                                                  \
    X(DIRTIED, "stores to lines there", 1)                                                             \
    X(ALLOCATED, "stores that allocate", 1)                                                            \
    X(FETCHED, "stores that fetch", 1)                                                                 \
    X(HELD_BACK, "stores held", 1)                                                                     \
    X(HELD_THROUGH, "stores held and sent", 1)                                                         \
    X(PURGED, "copies purged", UL1_LANE_GROUPS == 1)                                                   \
    X(JOINED, "stores joined", UL1_WDB - UL1_WDB_KEPT > 2)                                             \
    X(RELEASED, "held stores released", 1)                                                             \
    X(RELEASED_CLEAN, "updates released", 1)                                                           \
    X(RELEASED_GONE, "updates dropped with the line", 1)                                               \
    X(LOST, "held stores lost", 1)                                                                     \
    X(GONE, "clean rows given away", 1)                                                                \
    X(EVICTED, "evictions", 1)                                                                         \
    X(SWEPT, "lines written back by commands", 1)                                                      \
    X(FLUSHED, "lines written back by flushes", 1)                                                     \
    X(VOIDED, "lines dropped by invals", 1)                                                            \
    X(VOIDED_DIRTY, "dirty sectors kept by invals", UL1_SECTORS > 1)                                   \
    X(CMO_FETCH, "CMO of lines under fetch", 1)                                                        \
    X(COMMAND_DROPS, "lines dropped by the command line", 1)                                           \
    /* Lost stores: on their way (page, bus, read-only), refused by memory, held (page, bus) */        \
    X(REPORTS, "stores lost: page", 1)                                                                 \
    X(REPORTS_1, "stores lost: walk", 1)                                                               \
    X(REPORTS_2, "stores lost: read-only", 1)                                                          \
    X(REPORTS_3, "stores lost: refused", 1)                                                            \
    X(REPORTS_4, "stores lost: held, page", 1)                                                         \
    X(REPORTS_5, "stores lost: held, bus", 1)                                                          \
    /* Commands taken, by operation; reserved codes last */                                            \
    X(COMMANDS, "commands line", 1)                                                                    \
    X(COMMANDS_1, "commands all", 1)                                                                   \
    X(COMMANDS_2, "commands flush", 1)                                                                 \
    X(COMMANDS_3, "commands both", 1)                                                                  \
    X(COMMANDS_4, "commands page", 1)                                                                  \
    X(COMMANDS_5, "commands carveout", 1)                                                              \
    X(COMMANDS_6, "commands reserved", 1)                                                              \
    X(COMMANDS_BUSY, "commands in traffic", 1)                                                         \
    X(COMMANDS_MISS, "commands in misses", 1)                                                          \
    /* Parts run with each setting; and costs, as in struct costs */                                   \
    X(RESET, "resets", 1)                                                                              \
    X(RESET_ALONE, "resets of an L1 while others go on", 1)                                            \
    X(DRAIN_WAITS, "cycles in which a request waits behind such a reset", 1)                           \
    X(CARVEOUTS, "carveout s48", 1)                                                                    \
    X(CARVEOUTS_1, "carveout s32", 1)                                                                  \
    X(CARVEOUTS_2, "carveout s16", 1)                                                                  \
    X(CARVEOUTS_3, "carveout of another code", 1)                                                      \
    X(HOMES, "home lsu", 1)                                                                            \
    X(HOMES_1, "home instr", 1)                                                                        \
    X(FETCHES, "fetch line", 1)                                                                        \
    X(FETCHES_1, "fetch sector", 1)                                                                    \
    X(PAGES, "pages of 4 KB", 1)                                                                       \
    X(PAGES_1, "pages of 64 KB", 1)                                                                    \
    X(PAGES_2, "pages of 2 MB", 1)                                                                     \
    X(PAGES_3, "pages of the reserved code", 1)                                                        \
    X(POLICIES, "policy fermi", 1)                                                                     \
    X(POLICIES_1, "policy kepler", 1)                                                                  \
    X(ADDRESS_READS, "address reads", 1)                                                               \
    X(DATA_READS, "store data reads", 1)                                                               \
    X(STALLS, "stalls", 1)

#define X(name, text, possible) CP_##name,
enum { MACHINE_POINTS(X) CP_COUNT };
#undef X

struct points {
    const struct ul1_sizes *sizes; // of the L1
    struct point *point;           // CP_COUNT counters, shared by all machines
    uint64_t cycle;
    unsigned depth;             // remainders in the load/store unit
    unsigned walks;             // bit w: page walker w was busy in the previous cycle
    uint8_t passes[ENTRIES][4]; // passes of the current shared access so far
    struct {
        uint8_t warp;
        bool live, load, cached, ordered, flush, reduces;
        bool waits;     // no pass yet, and one will come
        uint64_t since; // cycle in which it was taken
    } entry[ENTRIES];
    uint8_t live[WARPS], waiting[WARPS];  // per warp: entries that are live, and that wait
    uint8_t ordered[WARPS], lines[WARPS]; // entries that wait: ordered loads, cached instructions
    uint64_t unwoken;                     // entries that were deferred in the previous cycle
    uint8_t beat[ENTRIES];                // stores with a beat in the intake for a new access, in order
    unsigned beats;
    unsigned fences;      // fences that were sent to memory and not answered
    unsigned flushes;     // flushes without a pass so far that will have one
    uint8_t command, set; // the operation in progress; the set that its sweep has reached
    unsigned behind;      // the cover point that counts forwarding for the access in stage 2; 0: none
};

void points_init(struct points *, const struct ul1_sizes *,
                 struct point *); // takes the counters, and writes their names
void points_part(struct points *, const struct settings *, unsigned carveout); // a part begins
void points_reset(struct points *);
// The L1 is reset alone; a request of it waits behind that.
void points_alone(struct points *, bool reset, bool waits);
void points_taken(struct points *, unsigned entry, const struct instr *);
void points_retired(struct points *, unsigned entry, const struct instr *, unsigned err);
void points_costs(struct points *, const struct costs *); // adds the costs of a part
void points_report(struct points *, enum lost_how, unsigned err);
void points_cycle(struct points *, const struct waits *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
