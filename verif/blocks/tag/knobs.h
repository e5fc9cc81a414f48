// Tag unit: what the drive of the block alone has in hand, and what of it holds for a phase.
#ifndef TAG_KNOBS_H
#define TAG_KNOBS_H

#include "blocks/draw.h"
#include "blocks/tag/shadow.h"
#include "blocks/tag/track.h"

// With many sets a command takes long, as it sweeps them all: so commands are frequent and resets are rare.
enum { TAG_LARGE = UL1_SETS > 64 };

enum { TAG_HIGHS = 10, TAG_LOWS = 6 }; // more than ways, so that lines of a set meet

struct tag_knobs {                      // how often, in percent
    unsigned pass, cached, repeat, bypass; // a pass; it is a cached one; of the line before; it bypasses
    unsigned upkeep;                    // it is an inval's or a flush's
    unsigned store, back, cover;        // it is a store; that is written back; that covers its sectors
    unsigned open, whole, room;         // a miss opens a fetch; of all sectors; there is room for a dirty line
    unsigned fill, pieces, error, fault; // something arrives; a part; with an error; a translation fails
    unsigned replay;                    // a filled line is replayed
    unsigned cmd, drains;               // a command; nothing is looked up any more while it drains
    unsigned fence, answer;             // its fence is taken; a fence is answered
};

struct tag_drive {
    struct drive drive;
    struct tag_contract contract;
    struct tag_track track;

    uint8_t page;                       // the settings; to change them all lines must have arrived:
    uint64_t root;
    bool drain, changed;                // nothing new is asked for until then; they have just been changed
    struct tag_knobs knob;
    unsigned sectors;                   // that accesses need
    struct rows rows;                   // of shared passes
    uint64_t high[TAG_HIGHS];           // the lines in use: any of these with any of those
    uint16_t low[TAG_LOWS];
    unsigned highs, lows;
    uint64_t last;                      // the line looked up last
    bool asked, replays;                // a cached access was in stage 0 in the cycle before, of that line; as a replay

    bool reset;                         // the cycle before was one with reset: what comes directly behind it meets what that left
    bool ends;                          // a command is under way, and nothing is looked up any more
    unsigned wdb_busy;                  // cycles until the write data buffer is idle
};

// Draws what holds for a phase: all that; the lines that are used; the settings.
void tag_draw_knobs(struct drive *);
void tag_draw_lines(struct tag_drive *);
void tag_draw_settings(struct tag_drive *);

#endif
