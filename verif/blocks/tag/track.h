// Tag unit: what its random drive goes by and its events are told from: the lines under fetch, as the pending request table
// knows them, the rows of the cache, and the command under way.
#ifndef TAG_TRACK_H
#define TAG_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct tag_fetch {
    bool filled, error, drop, closed;
    uint64_t line;
    uint16_t row;
    uint8_t wanted, got, keeps;         // sectors; those that held stores make dirty
    uint8_t need[UL1_MERGE];            // of the accesses that wait
    uint8_t waiting, replayed;
};

struct tag_track {
    uint8_t use_page, was_state;        // the settings in use, and the command in the cycle before
    uint64_t use_root;

    uint64_t used;
    struct tag_fetch fetch[UL1_PRT];

    struct {                            // what is in each row, to know what goes
        uint64_t line;
        uint8_t valid, dirty;
    } row[UL1_ARRAY_ROWS];

    uint8_t op, new_carveout;           // of the command
    uint64_t cmd_line;                  // and its line
    unsigned sweep_set, written;        // the set it is at, and the lines of it that were written back

    // What this cycle's inputs say: which replay is made; which line something arrives for, which fails, in these sectors;
    // into which a miss merges or for which a store is held; and the sectors that it asks for. TAG_NONE: none.
    unsigned replaying, filling, faulting, merging;
    uint8_t faulted, asked;
    bool keeps;                         // a store that is held is written back
};

// The fetch of a line, or null; and those that are filled.
const struct tag_fetch *tag_find_fetch(const struct tag_track *, uint64_t line);
uint64_t tag_filled(const struct tag_track *);

// Of the command under way: whether it names a line, and makes lines invalid; the row of each way of the set it is at; and
// whether a line of that set is to be written back.
bool tag_names(const struct tag_track *, uint64_t line);
bool tag_invalidates(const struct tag_track *);
unsigned tag_swept_row(const struct tag_track *, const struct ul1_tag_out *, unsigned way);
bool tag_writes_back(const struct tag_track *, const struct ul1_tag_out *);

// Whether other settings are to be in use.
bool tag_renews(const struct tag_track *, const struct ul1_tag_in *);

// Whether the line of a fetch is complete at the end of this cycle.
bool tag_completes(const struct tag_track *, unsigned entry, const struct ul1_tag_in *);

// The end of a cycle.
void tag_track_advance(struct tag_track *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
