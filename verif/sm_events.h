// What the instruction side counts of the events in a machine, from what the machine shows of itself.
#ifndef SM_EVENTS_H
#define SM_EVENTS_H

#include "sm.h"

enum {
    SM_DEGREES = LG + 1, // classes of conflicts: 1, 2, 3-4, 5-8, ... passes for an access

    EV_LOADS = 0,                           // taken, of each width
    EV_STORES = EV_LOADS + 5,
    EV_DEGREES = EV_STORES + 5,             // accesses that needed so many passes
    EV_REPLAYS = EV_DEGREES + SM_DEGREES,   // cycles with 1, 2, ... remainders in the replay buffer
    EV_RIDING_LOADS = EV_REPLAYS + UL1_RB,  // passes in which several slots share a word
    EV_RIDING_STORES,
    EV_REPLAYED,                            // passes of remainders
    EV_THROTTLED,                           // cycles: offered, not taken, as the replay buffer is about to run full
    EV_TABLE_FULL,                          // cycles: offered, not taken, as the pending table is full
    EV_RETURNED,
    EV_AGAIN,
    EV_NULL,                                // retired without an active lane
    EV_ERRORS,                              // retired with each kind of error
    EV_WDB_FULL = EV_ERRORS + 5,            // cycles without room in the write data buffer
    EV_FORWARDED,                           // cycles in which a load was served from it
    EV_INTAKE_LAST,                         // cycles with one beat of the intake left
    EV_DATA_LATE,                           // cycles in which data wanted were not there
    EV_BOOKED,                              // cycles in which a shared load waits, as its write-back slot is taken
    EV_BOOKED_HIT,                          // or a cached one,
    EV_LEFT_SLOT,                           // or a cached one leaves its own to a replayed shared one
    EV_FILL,
    EV_FILL_FIRST,                          // cycles in which a store waits for the write port behind a fill

    EV_HITS,                                // cached accesses that hit, not counting replays
    EV_HITS_UNDER_MISS,                     // of these, with some entry of the pending request table in use,
    EV_HITS_UNDER_FULL,                     // with all of them,
    EV_HITS_BESIDE_FILL,                    // in the cycle of a fill
    EV_MISSES,                              // that open an entry
    EV_SECTOR_MISSES,                       // of these, whose line is there without all sectors needed
    EV_BYPASSES,                            // that are to bypass the cache
    EV_MERGES,
    EV_MERGES_AT_LAST,                      // in the cycle that completes the entry
    EV_DEFERRALS,                           // of each cause
    EV_DOOMED = EV_DEFERRALS + 4,           // misses on lines that are there, but invalidated
    EV_WOKEN,                               // accesses that enter again
    EV_SERVED,                              // replays of lines fetched
    EV_FAILED,                              // of lines that could not be
    EV_DROPPED,                             // lines dropped with their last replay
    EV_FILL_PIECES,                         // fills that leave their entry incomplete
    EV_FILL_BUS,                            // that bring an error
    EV_BACK_PRESSURE,                       // cycles in which the memory does not take a request
    EV_WALKS,                               // walks begun
    EV_WALKS_SHARED,                        // cycles of walks for which several requests wait
    EV_PAGE_FAULTS,                         // entries ended by an absent page,
    EV_WALK_BUS,                            // by a page table that could not be read,
    EV_FAULTS_MERGED,                       // with several accesses that wait
    EV_INVALS,                              // invalidations taken
    EV_INVALS_IN_WALK,                      // that make a walk drop what comes

    EV_RESET,
    EV_SPLITS,                              // parts run with each split
    EV_HOMES = EV_SPLITS + 4,               // with each home of remainders
    EV_FETCHES = EV_HOMES + 2,              // with each way to fetch
    EV_PAGES = EV_FETCHES + 2,              // and with each size of pages
    EV_ADDRESS_READS = EV_PAGES + 4,        // costs, as in struct sm_costs
    EV_DATA_READS,
    EV_STALLS,
    EV_COUNT
};

struct sm_events {
    struct event event[EV_COUNT];
    unsigned depth;                         // remainders in the replay buffer
    uint8_t walk;                           // what the page walker was at in the cycle before
    uint8_t passes[SM_ENTRIES][4];          // so far, of the access under way
};

void sm_events_init(struct sm_events *);
void sm_events_part(struct sm_events *, const struct sm_settings *); // a part starts
void sm_events_reset(struct sm_events *);
void sm_events_taken(struct sm_events *, const struct sm_instr *);
void sm_events_retired(struct sm_events *, const struct sm_instr *, unsigned err);
void sm_events_costs(struct sm_events *, const struct sm_costs *); // of a part
void sm_events_cycle(struct sm_events *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
