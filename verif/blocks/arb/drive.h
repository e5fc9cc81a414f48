// Arbiter: its random drive, within its contract. It acts as the sources of candidates, the load/store unit
// that presents the selected access, and the splitter.
#ifndef ARB_DRIVE_H
#define ARB_DRIVE_H

#include "blocks/arb/contract.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct arb_drive {
    struct drive d;
    struct arb_contract contract;

    // Rates, in percent. The candidate:
    unsigned some;                 // there is one, if it can reserve the write port
    unsigned filled, failed, bare; // it replays a filled line; it has an error; it is bare
    unsigned store, cached;        // otherwise it is a store; it is cached
    unsigned readout, turn;        // the arbiter inserts a victim readout; the command `line`
    unsigned cmo;                  // a cached access that is no store is a CMO's (inval or flush)
    unsigned book, hit;            // another unit reserves the write port; a load in stage 1 hits
    unsigned stays;                // remainders stay in the pool
    unsigned whole;                // no remainder is left
    uint8_t atom;                  // operation of the candidate, if it is an atomic or a lock access
};

struct stimulus *arb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
