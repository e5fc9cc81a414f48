// Checks the length of every stay in a row of the wait table against its bound (wait_rows.h, attribute.h),
// for each instruction and for all else that waits.
#ifndef SM_WAITS_H
#define SM_WAITS_H

#include "checkers/lockstep/stimulus.h"
#include "environment/sm/attribute.h"
#include "environment/sm/flight.h"
#include "environment/sm/pace.h"

struct waits {
    const struct flight *flight;   // by entry
    struct instr **const *offered; // which offer is on the port
    const struct instr *offer[2];  // the last offers: of other instructions, of shared memory
    const struct memory_port *port;
    // Null unless blocks stand between the L1 and memory.
    const uint64_t *shared; // the longest stay of a request and its response in these blocks
    const uint64_t *taken;  // the most cycles after which the first of them takes a request
    bool elsewhere;         // the contract of the block that takes requests bounds their waits for it
    const struct settings *set;
    struct wait *longest;         // WAIT_KINDS longest waits cycle of the run, of all machines
    struct wait part[WAIT_KINDS]; // of the part
    struct standing standing;
    struct ledger ledger; // instructions in flight
    struct ledger others; // all other holders
    struct rows now;      // rows of this cycle, or empty
    struct paced paced;
    uint64_t cycle; // cycle of the run
    // a shared load, and a cached load or inval, lacked only its reservation in this cycle
    bool reserved, reserved_hit;
    bool unwalked;       // a request waits for all walkers
    unsigned times;      // the factor by which a stay may exceed its bound
    const char *starves; // the holder that exceeded its bound, and its row; null: none
    struct stay over;
    uint64_t bound;
};

void waits_init(struct waits *, const struct ul1_sizes *);

// A part begins with nothing in flight. A block of the machine may be late by `late` cycles. `waits_reset`:
// nothing is in flight any more.
void waits_part(struct waits *, unsigned late);
void waits_reset(struct waits *);

// Call in each cycle without reset, before the instructions in flight are updated. Returns false if a wait
// exceeds its bound.
bool waits_cycle(struct waits *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// size: of shared memory
void waits_taken(struct waits *, unsigned entry, const struct instr *, uint64_t size);

#endif
