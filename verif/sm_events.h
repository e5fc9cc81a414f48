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
    EV_WDB_FULL = EV_ERRORS + 3,            // cycles without room in the write data buffer
    EV_FORWARDED,                           // cycles in which a load was served from it
    EV_INTAKE_LAST,                         // cycles with one beat of the intake left
    EV_DATA_LATE,                           // cycles in which data wanted were not there
    EV_BOOKED,                              // cycles in which a load waits, as its write-back slot is taken
    EV_FILL,
    EV_FILL_FIRST,                          // cycles in which a store waits for the write port behind a fill
    EV_RESET,
    EV_SPLITS,                              // parts run with each split
    EV_HOMES = EV_SPLITS + 4,               // and with each home of remainders
    EV_ADDRESS_READS = EV_HOMES + 2,        // costs, as in struct sm_costs
    EV_DATA_READS,
    EV_STALLS,
    EV_COUNT
};

struct sm_events {
    struct event event[EV_COUNT];
    unsigned depth;                         // remainders in the replay buffer
    uint8_t passes[SM_ENTRIES][4];          // so far, of the access under way
};

void sm_events_init(struct sm_events *);
void sm_events_part(struct sm_events *, const struct sm_settings *); // a part starts
void sm_events_reset(struct sm_events *);
void sm_events_taken(struct sm_events *, const struct sm_instr *);
void sm_events_retired(struct sm_events *, const struct sm_instr *);
void sm_events_cycle(struct sm_events *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
