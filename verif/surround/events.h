// What the instruction side counts of the events in a machine, from what the machine shows of itself.
#ifndef SURROUND_EVENTS_H
#define SURROUND_EVENTS_H

#include "lockstep/stimulus.h"
#include "surround/program.h"

enum {
    DEGREES = UL1_LANE_W + 1, // classes of conflicts: 1, 2, 3-4, 5-8, ... passes for an access

    EV_LOADS = 0,                           // taken, of each width
    EV_STORES = EV_LOADS + 5,
    EV_FENCES = EV_STORES + 5,            // of each level; the reserved one is the last
    EV_HINTS = EV_FENCES + 4,             // cached stores with each hint; the reserved ones are the last
    EV_DEGREES = EV_HINTS + 6,              // accesses that needed so many passes
    EV_REPLAYS = EV_DEGREES + DEGREES,   // cycles with 1, 2, ... remainders in the replay buffer
    EV_RIDING_LOADS = EV_REPLAYS + UL1_RB,  // passes in which several slots share a word
    EV_RIDING_STORES,
    EV_REPLAYED,                            // passes of remainders
    EV_RETURNED,
    EV_AGAIN,
    EV_NULL,                                // retired without an active lane
    EV_ERRORS,                              // retired with each kind of error
    EV_INTAKE_LAST = EV_ERRORS + 5,         // cycles with one beat of the intake left
    EV_FORWARDED,                           // cycles in which a shared load is served by the write data buffer,
    EV_FORWARDED_HIT,                       // a cached one,
    EV_FORWARDED_DIRTY,                     // a dirty line that is read out
    EV_FILL,

    // Who waits for what: the rows of that table in docs/microarchitecture.md. Cycles, if nothing else is said.
    EV_WAITS,
    EV_THROTTLED = EV_WAITS,                // offered, not taken, as the replay buffer is about to run full,
    EV_TABLE_FULL,                          // as the pending table is full,
    EV_COMMANDED,                           // as a command is under way
    EV_BOOKED,                              // a shared load, as its write-back slot is taken
    EV_BOOKED_HIT,                          // a cached one likewise,
    EV_LEFT_SLOT,                           // or to leave its own to a replayed shared one
    EV_DATA_LATE,                           // a store, for its beat,
    EV_ROOM,                                // for room in the write data buffer,
    EV_BEHIND_SLEEPER,                      // behind a load of its warp that sleeps,
    EV_BEHIND_REMAINDER,                    // passes that leave a remainder, with others of the warp behind
    EV_BEHIND_FENCE,                      // fences, of those for which others of their warp waited
    EV_FENCE_INSTRS,                       // fences that are to wait for their warp's instructions,
    EV_FENCE_WAITS,                         // for the answer to their fence,
    EV_FENCE_BEHIND,                        // for the fence before theirs
    EV_DEFERRALS,                           // lookups that are deferred, of each cause
    EV_EVICT_SLOT = EV_DEFERRALS + 5,       // slots for dirty lines, with an access that could have entered,
    EV_EVICTS,                              // and all of them
    EV_BEHIND_WALK,                         // a request, as the page walker is busy,
    EV_BEHIND_DATA,                         // reads, behind a write that has no data yet,
    EV_BACK_PRESSURE,                       // for the memory
    EV_FILL_FIRST,                          // an entry of the write data buffer, for the write port behind a fill,
    EV_HELD_WAITS,                          // for its line
    EV_COMMAND_STATES,                      // a command: drains, goes through the cache, and so on, by state
    EV_SWEEP_WAITS = EV_COMMAND_STATES + 6, // for a free entry of the write data buffer

    EV_HITS,                                // cached loads that hit, not counting replays
    EV_HITS_UNDER_MISS,                     // of these, with some entry of the pending request table in use,
    EV_HITS_UNDER_FULL,                     // with all of them,
    EV_HITS_BESIDE_FILL,                    // in the cycle of a fill
    EV_MISSES,                              // that open an entry
    EV_SECTOR_MISSES,                       // of these, whose line is there without all sectors needed
    EV_BYPASSES,                            // that are to bypass the cache
    EV_MERGES,
    EV_MERGES_AT_LAST,                      // in the cycle that completes the entry
    EV_WOKEN,                               // accesses that enter again
    EV_SERVED,                              // replays of lines fetched
    EV_FAILED,                              // of lines that could not be
    EV_BARE,                                // for stores alone
    EV_DROPPED,                             // lines dropped with their last replay
    EV_FILL_PIECES,                         // fills that leave their entry incomplete
    EV_FILL_BUS,                            // that bring an error
    EV_WALKS,                               // walks begun
    EV_WALKS_SHARED,                        // cycles of walks for which several requests wait
    EV_PAGE_FAULTS,                         // entries ended by an absent page,
    EV_WALK_BUS,                            // by a page table that could not be read,
    EV_FAULTS_MERGED,                       // with several accesses that wait

    EV_THROUGH,                             // stores written to memory at once, as they are of that kind,
    EV_FALLBACK,                            // or though they are to be written back, as something lacks
    EV_UPDATES,                             // of either, those that update sectors of their line
    EV_DIRTIED,                             // stores that make sectors of their line dirty,
    EV_ALLOCATED,                           // that get a way for it
    EV_FETCHED,                             // that open an entry of the pending request table
    EV_HELD_BACK,                           // held for a line under fetch, to be written back,
    EV_HELD_THROUGH,                        // or sent to memory at once
    EV_PURGED,                              // that bypass the cache, which had a copy
    EV_JOINED,                              // that join another in the write data buffer
    EV_RELEASED,                            // last replays of lines for which stores were held that become dirty,
    EV_RELEASED_CLEAN,                      // of others,
    EV_RELEASED_GONE,                       // of others where the line is dropped,
    EV_LOST,                                // that fail, and stores that were to be written back with them
    EV_GONE,                                // rows given away that have no dirty sector
    EV_EVICTED,                             // dirty lines read out as their way is wanted,
    EV_SWEPT,                               // by a command
    EV_REPORTS,                             // stores lost: leaving (page, bus, read-only), refused, held (page, bus)
    EV_COMMANDS = EV_REPORTS + 6,           // taken, each operation; the reserved ones are the last
    EV_COMMANDS_BUSY = EV_COMMANDS + 7,     // while instructions are in flight
    EV_COMMANDS_MISS,                       // while a line is being fetched

    EV_RESET,
    EV_CARVEOUTS,                              // parts run with each carveout
    EV_HOMES = EV_CARVEOUTS + 4,               // with each home of remainders
    EV_FETCHES = EV_HOMES + 2,              // with each way to fetch
    EV_PAGES = EV_FETCHES + 2,              // each size of pages
    EV_POLICIES = EV_PAGES + 4,             // and with each policy
    EV_ADDRESS_READS = EV_POLICIES + 2,     // costs, as in struct costs
    EV_DATA_READS,
    EV_STALLS,
    EV_COUNT
};

struct events {
    struct event *event;                    // EV_COUNT of them, counted by all machines
    uint64_t cycle;
    unsigned depth;                         // remainders in the replay buffer
    uint8_t walk;                           // what the page walker was at in the cycle before
    uint8_t passes[ENTRIES][4];          // so far, of the shared access under way
    struct {
        uint8_t warp;
        bool live, load, waits;             // waits: it has had no pass, and will have one
        uint64_t since;                     // when it was taken
    } entry[ENTRIES];
    uint8_t live[WARPS], waiting[WARPS]; // of each warp, entries of that kind
    uint8_t beat[ENTRIES];               // the stores whose beats are in the intake for a new access, in order
    unsigned beats;
    unsigned fences;                        // that asked memory and are not answered
    uint8_t command, set;                   // the operation under way; the set that its sweep is at
    unsigned behind;                        // in stage 2: which of the events that count what is served; 0: none
};

void events_init(struct events *, struct event *); // the counters, of which it writes the names
void events_part(struct events *, const struct settings *, unsigned carveout); // a part starts
void events_reset(struct events *);
void events_taken(struct events *, unsigned entry, const struct instr *);
void events_retired(struct events *, unsigned entry, const struct instr *, unsigned err);
void events_costs(struct events *, const struct costs *); // of a part
void events_report(struct events *, enum lost, unsigned err);
void events_cycle(struct events *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
