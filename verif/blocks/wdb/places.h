// Write data buffer: the state of its random drive, and the rows of lines there.
#ifndef WDB_PLACES_H
#define WDB_PLACES_H

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
    bool closed;  // a store is held for it
    bool reduced; // a reduction has overtaken its fetch
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

enum { WDB_NOWHERE = WDB_PLACES }; // no row

void wdb_draw_lines(struct wdb_drive *wdb);

unsigned wdb_place_of(const struct wdb_drive *wdb, unsigned line);

// A row that can be given to another line: not under fetch, and with a credit if its line is dirty.
unsigned wdb_draw_victim(struct wdb_drive *wdb, const struct ul1_wdb_out *out);

void wdb_evict(const struct wdb_drive *wdb, struct ul1_wdb_in *in, const struct wdb_alloc *place);

// The row's line is given away, and this line gets the row without a valid sector.
void wdb_give_row(struct wdb_drive *wdb, struct ul1_wdb_in *in, unsigned i, unsigned line);

// The line of the row is fetched.
void wdb_open(struct wdb_drive *wdb, unsigned i, unsigned wants);

#endif
