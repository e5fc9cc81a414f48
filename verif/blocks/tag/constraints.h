// Tag unit: the state of its random drive, and its random constraints for a phase.
#ifndef TAG_CONSTRAINTS_H
#define TAG_CONSTRAINTS_H

#include "blocks/draw.h"
#include "blocks/tag/shadow.h"
#include "blocks/tag/track.h"

// With many sets a command takes long, because it sweeps them all: so commands are frequent and resets are
// rare.
enum { TAG_LARGE = UL1_SETS > 64 };

enum { TAG_HIGHS = 10, TAG_LOWS = 6 }; // more than ways, so that lines of a set meet

struct tag_constraints {                   // rates, in percent
    unsigned pass, cached, repeat, bypass; // a pass; a cached one; of the previous line; bypassing
    unsigned cmo;                          // it is a CMO's (inval or flush)
    unsigned store, back, cover;           // it is a store; that is written back; that covers its sectors
    // a miss opens a fetch; of all sectors; there is a WDB credit for a dirty line
    unsigned open, whole, room;
    // a response; with part of the sectors; with an error; a translation fails
    unsigned fill, pieces, error, fault;
    unsigned replay;        // a filled line is replayed
    unsigned cmd, drains;   // a command; no lookups while it drains
    unsigned fence, answer; // its fence is taken; a fence is answered
};

struct tag_drive {
    struct drive drive;
    struct tag_contract contract;
    struct tag_track track;

    uint8_t page; // the settings; a change requires that all lines have arrived
    uint64_t root;
    bool drain, changed; // no new request until then; the settings were just changed
    struct tag_constraints constraint;
    unsigned sectors;         // sectors that accesses need
    struct rows rows;         // of shared passes
    uint64_t high[TAG_HIGHS]; // the lines in use: any combination of a high and a low part
    uint16_t low[TAG_LOWS];
    unsigned highs, lows;
    uint64_t last; // the line looked up last
    // asked: a cached access of that line was in stage 0 in the previous cycle; replays: it was a replay
    bool asked, replays;

    bool reset;        // the previous cycle had a reset, and this one meets the state that it left
    bool ends;         // a command is in progress, and lookups have stopped
    unsigned wdb_busy; // cycles until the write data buffer is idle
};

// Draws the constraints of a phase: the rates and settings; the lines in use.
void tag_draw_constraints(struct drive *);
void tag_draw_lines(struct tag_drive *);
void tag_draw_settings(struct tag_drive *);

#endif
