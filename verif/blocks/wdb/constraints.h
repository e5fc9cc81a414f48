// Write data buffer: the random constraints of its drive for a phase.
#ifndef WDB_CONSTRAINTS_H
#define WDB_CONSTRAINTS_H

#include "blocks/draw.h"

enum { WDB_LINES = 6, WDB_PLACES = 4 }; // lines in use, and rows of the cache that hold them, at most

struct wdb_constraints {             // rates, in percent
    unsigned beat, take, load, keep; // a beat is requested; a store enters; a load; a pass keeps its beat
    unsigned port;                   // the array takes a write
    unsigned cached, hit;            // a pass is cached; a lookup hits if it can
    unsigned back, cover;            // a store is written back; it covers its sectors
    unsigned cmo;                    // a lookup is a CMO's (inval or flush)
    unsigned open, arrive, replay;   // a line is fetched; it arrives; it is replayed
    // a write is on offer; not the oldest; it is answered if it can leave; it fails
    unsigned first, others, leave, fault;
    unsigned memory; // memory takes a request

    bool whole;             // stores write all bytes that they can
    bool drain;             // nothing new enters until the buffer is empty and a command has completed
    unsigned lines, places; // in use
    struct rows rows;       // of shared passes
};

// Draws a new phase; none begins while the buffer must run empty.
void wdb_draw_constraints(struct drive *, struct wdb_constraints *);

#endif
