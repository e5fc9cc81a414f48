// Write data buffer: the random drive of the block alone. It plays the arbiter, the tag unit and the pending request table
// for a few lines in a few rows, the crossbars, the write port, the request queue and the way to memory.
#ifndef WDB_DRIVE_H
#define WDB_DRIVE_H

#include "blocks/wdb/knobs.h"
#include "blocks/wdb/shadow.h"
#include "blocks/wdb/track.h"

enum {
    WDB_GOING = 2                       // requests that may be on their way to memory
};

// A row of the cache: whose line it has, and what the tag unit and the pending request table know of that.
struct wdb_place {
    uint16_t row;
    bool full;                          // it has a line
    uint8_t line, valid, dirty;
    bool fetch, filled, drop, fail;     // its fetch is under way; what comes of it
    uint8_t prt, wants, replays, keeps; // its entry, the sectors asked for, the loads that wait, what held stores make dirty
    bool closed;                        // a store is held for it
};

struct wdb_drive {
    struct drive drive;
    struct wdb_contract contract;
    struct wdb_track track;

    struct wdb_knobs knob;
    bool sweep;                         // dirty lines are written back by a command
    uint64_t line[WDB_LINES];
    struct wdb_place place[WDB_PLACES];

    struct { uint8_t op, number; } going[WDB_GOING]; // what is on its way to memory
    unsigned goings;
};

struct stimulus *wdb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
