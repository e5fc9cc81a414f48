// How long each instruction, and what waits besides, stays in a row of the table of waits (wait_rows.h, attribute.h), judged by
// its bound.
#ifndef SURROUND_WAITS_H
#define SURROUND_WAITS_H

#include "lockstep/stimulus.h"
#include "surround/attribute.h"
#include "surround/flight.h"
#include "surround/pace.h"

struct waits {
    const struct flight *flight;        // by entry
    struct instr **const *offered;      // which is on the port
    const struct instr *offer[2];       // the last that was: of others, of shared memory
    const struct memory_port *port;
    const struct settings *set;
    struct wait *longest;               // WAIT_KINDS of them: of the run, of all machines
    struct wait part[WAIT_KINDS];       // of the part
    struct standing standing;
    struct ledger ledger;               // of instructions in flight
    struct ledger others;               // of all else
    struct rows now;                    // of this cycle, or empty
    struct paced paced;
    uint64_t cycle;                     // of the run
    bool booked, booked_hit;            // in this cycle a shared load, a cached one or an inval lacked only its booking
    bool unwalked;                      // a request waits for all walkers
    unsigned times;                     // so many times its bound a stay may take
    const char *starves;                // who has exceeded his bound, in which row; null: nobody
    struct stay over;
    uint64_t bound;
};

void waits_init(struct waits *);

// A part begins, with nothing under way, of a machine of which a block may be late by so many cycles; after a reset nothing is.
void waits_part(struct waits *, unsigned late);
void waits_reset(struct waits *);

// In each cycle without reset, before anything of it is noted in the table of instructions in flight. False: somebody waits
// for too long.
bool waits_cycle(struct waits *, const struct ul1_l1_in *, const struct ul1_l1_out *);

void waits_taken(struct waits *, unsigned entry, const struct instr *, uint64_t size); // of shared memory

#endif
