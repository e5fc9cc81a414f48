// Tag unit: the state that its random drive and its cover points use: the lines under fetch as the PRT holds
// them, the rows of the cache, and the command in progress.
#ifndef TAG_TRACK_H
#define TAG_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct tag_fetch {
    bool filled, error, drop, closed;
    bool reduced; // overtaken by a reduction, so that its line is dropped
    uint64_t line;
    uint16_t row;
    uint8_t wanted, got, keeps; // sectors; those that held stores make dirty
    uint8_t need[UL1_MERGE];    // sectors of the accesses that wait
    uint8_t waiting, replayed;
};

struct tag_track {
    uint8_t use_page, was_state; // the settings in use, and the command in the previous cycle
    uint64_t use_root;

    uint64_t used;
    struct tag_fetch fetch[UL1_PRT];

    struct { // the contents of each row, for evictions
        uint64_t line;
        uint8_t valid, dirty;
    } row[UL1_ARRAY_ROWS];

    uint8_t op, new_carveout;    // of the command
    uint64_t cmd_line;           // its line
    unsigned sweep_set, written; // the set that it has reached, and the lines of it that were written back

    // This cycle's inputs: the fetch that is replayed, that gets a response, or that fails, with the failed
    // sectors; the one that a miss merges into or a store is held for, with the sectors requested. TAG_NONE:
    // none.
    unsigned replaying, filling, faulting, merging;
    uint8_t faulted, asked;
    bool keeps; // a held store is written back
};

// The fetch of a line, or null; the set of filled ones.
const struct tag_fetch *tag_find_fetch(const struct tag_track *, uint64_t line);
uint64_t tag_filled(const struct tag_track *);

// The command in progress: whether it names a line; whether it makes lines invalid; the row of each way of
// its current set; whether a line of that set must be written back.
bool tag_names(const struct tag_track *, uint64_t line);
bool tag_invalidates(const struct tag_track *);
unsigned tag_swept_row(const struct tag_track *, const struct ul1_tag_out *, unsigned way);
bool tag_writes_back(const struct tag_track *, const struct ul1_tag_out *);

// Whether the settings must change.
bool tag_renews(const struct tag_track *, const struct ul1_tag_in *);

// Whether the line of a fetch is complete at the end of this cycle.
bool tag_completes(const struct tag_track *, unsigned entry, const struct ul1_tag_in *);

// The end of a cycle.
void tag_track_advance(struct tag_track *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
