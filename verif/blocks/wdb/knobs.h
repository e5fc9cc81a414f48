// Write data buffer: what its drive does in a phase, that is for a few hundred cycles: how much there is of everything.
#ifndef WDB_KNOBS_H
#define WDB_KNOBS_H

#include "blocks/draw.h"

enum { WDB_LINES = 6, WDB_PLACES = 4 }; // lines in use, rows of the cache that they are in, at most

struct wdb_knobs {                      // how often, in percent
    unsigned beat, take, load, keep;    // a beat is asked for; a store enters; a load; a pass keeps its beat
    unsigned port;                      // the array takes a write
    unsigned cached, hit;               // a pass is cached; a lookup hits if it can
    unsigned back, cover;               // a store is written back; it covers its sectors
    unsigned upkeep;                    // a lookup is an inval's or a flush's
    unsigned open, arrive, replay;      // a line is fetched; it arrives; is replayed
    unsigned first, others, leave, fault; // a write is on offer; not the oldest; it is answered if it can leave; it fails
    unsigned memory;                    // memory takes a request

    bool whole;                         // stores write all they can
    bool drain;                         // nothing new comes, until nothing waits and a command has been
    unsigned lines, places;             // so many are in use
    struct rows rows;                   // of shared passes
};

// For a new phase; none begins while the buffer is to run empty.
void wdb_draw_knobs(struct drive *, struct wdb_knobs *);

#endif
