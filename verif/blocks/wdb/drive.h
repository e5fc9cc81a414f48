// Write data buffer (store and victim buffer): the random drive of the block alone. It acts as the arbiter,
// the tag unit and the PRT for a few lines in a few rows, the crossbars, the write port, the request queue
// and the path to memory.
#ifndef WDB_DRIVE_H
#define WDB_DRIVE_H

#include "blocks/wdb/constraints.h"
#include "blocks/wdb/shadow.h"
#include "blocks/wdb/track.h"

enum {
    WDB_GOING = 2 // requests on their way to memory, at most
};

// A row of the cache: its line, and the state of that in the tag unit and the PRT.
struct wdb_alloc {
    uint16_t row;
    bool full; // it has a line
    uint8_t line, valid, dirty;
    bool fetch, filled, drop, fail; // it is under fetch; the outcome of the fetch
    // its PRT entry, the sectors requested, the waiting loads, the sectors that held stores make dirty
    uint8_t prt, wants, replays, keeps;
    bool closed; // a store is held for it
};

struct wdb_drive {
    struct drive drive;
    struct wdb_contract contract;
    struct wdb_track track;

    struct wdb_constraints constraint;
    bool sweep; // a command writes dirty lines back
    uint64_t line[WDB_LINES];
    struct wdb_alloc place[WDB_PLACES];

    struct {
        uint8_t op, number;
    } going[WDB_GOING]; // requests on their way to memory
    unsigned goings;
};

struct stimulus *wdb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
