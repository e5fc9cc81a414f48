// Arbiter: its random drive, within its contract. Plays those who offer candidates, the load/store unit that presents what was
// selected, and the splitter.
#ifndef ARB_DRIVE_H
#define ARB_DRIVE_H

#include "blocks/arb/contract.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct arb_drive {
    struct drive d;
    struct arb_contract contract;

    // How often there is what, in percent. The candidate:
    unsigned some;                      // there is one, if it can book
    unsigned filled, failed, bare;      // it is the replay of a filled line; it brings an error, is bare
    unsigned store, cached;             // else it is a store, is cached
    unsigned readout, turn;             // a turn of a dirty line, of the command `line`
    unsigned upkeep;                    // a cached access that is no store is an inval's or a flush's
    unsigned book, hit;                 // a booking of another unit; a load in stage 1 that hits
    unsigned stays;                     // remainders keep their places
    unsigned whole;                     // nothing is left over
};

struct stimulus *arb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
