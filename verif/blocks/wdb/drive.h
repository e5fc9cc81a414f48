// Write data buffer: the random drive of the block alone. It plays the arbiter, the tag unit and the pending request table
// for a few lines in a few rows, the crossbars, the write port, the request queue and the way to memory.
#ifndef WDB_DRIVE_H
#define WDB_DRIVE_H

#include "blocks/draw.h"
#include "blocks/wdb/shadow.h"
#include "blocks/wdb/track.h"

enum {
    WDB_LINES = 6, WDB_PLACES = 4,      // lines in use, rows of the cache that they are in
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

struct wdb_knobs {                      // how often, in percent
    unsigned beat, take, load, keep;    // a beat is asked for; a store enters; a load; a pass keeps its beat
    unsigned port;                      // the array takes a write
    unsigned cached, hit;               // a pass is cached; a lookup hits if it can
    unsigned back, cover;               // a store is written back; it covers its sectors
    unsigned open, arrive, replay;      // a line is fetched; it arrives; is replayed
    unsigned first, leave, fault;       // a write is the first request; it is answered if it can leave; it fails
    unsigned memory;                    // memory takes a request
};

struct wdb_drive {
    struct drive drive;
    struct wdb_contract contract;
    struct wdb_track track;

    struct wdb_knobs knob;
    bool whole;                         // stores write all they can
    bool drain, sweep;                  // nothing new comes; and dirty lines are written back by a command
    struct rows rows;                   // of shared passes
    uint64_t line[WDB_LINES];
    unsigned lines, places;             // so many are in use
    struct wdb_place place[WDB_PLACES];

    struct { uint8_t op, number; } going[WDB_GOING]; // what is on its way to memory
    unsigned goings;
};

struct stimulus *wdb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
