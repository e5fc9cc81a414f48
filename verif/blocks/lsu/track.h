// Load/store unit: what its drive goes by: the intake, the lines under way, the pass in stage 1
// and the fences that wait, as their owners would have them.
#ifndef LSU_TRACK_H
#define LSU_TRACK_H

#include "blocks/lsu/knobs.h"

// A line on its way, as the pending request table has it.
struct lsu_fetch {
    bool used, closed, filled;          // closed: a store is held for it
    uint8_t err, count, given, done;    // how it ends; accesses that wait, those of them handed out, and replayed
    uint16_t left;                      // cycles until it is filled
    uint64_t line;
    struct {
        uint8_t id, sub;
    } wait[UL1_MERGE];
};

// What the pass in stage 1 is: a shared one, the lookup of a cached load, the replay of a filled line, a cached store, an inval
// or a flush, or nothing.
struct lsu_pass {
    bool shared, cached, lookup, replay, store, inval, flush;
    bool shared_load;
    bool writeback;                     // a store that is written back
    bool bare;                          // a replay that no load waits for
    uint8_t err;                        // that a replay brings
    uint8_t id, sub;
    uint32_t lanes;
    uint64_t line;
};

struct lsu_track {
    uint32_t beats_used;                // of the intake
    uint8_t leaving[UL1_INTAKE];        // cycles until a beat that was given up is free

    struct lsu_fetch fetch[UL1_PRT];
    uint8_t filled[UL1_PRT];            // the filled queue
    unsigned filled_count, handed;      // so many entries, and of them all is handed out
    unsigned leaving_entry;             // its last replay is in stage 1: it is free after that; PRT if there is none

    struct lsu_pass stage1;
    bool opens;                         // set by the drive: it opens an entry;
    unsigned opened;                    // that, or the entry whose line it has; PRT if none

    // Fences on their way, oldest first: who asked, and cycles until the answer.
    unsigned asking;
    struct {
        uint8_t id;
        uint16_t left;
    } asked[UL1_PT];
};

// At the end of a cycle. Draws how long it takes for a beat to be free, a line to come, a fence to be answered.
void lsu_track_advance(struct lsu_track *, struct drive *, const struct lsu_settings *, const struct lsu_knobs *,
    const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// Of a reset.
void lsu_track_reset(struct lsu_track *);

// The entry that has the line; PRT if none has. The lowest that is free; there must be one.
unsigned lsu_entry_of(const struct lsu_track *, uint64_t line);
unsigned lsu_free_entry(const struct lsu_track *);

unsigned lsu_entries_in_use(const struct lsu_track *);
unsigned lsu_ways_taken(const struct lsu_track *, unsigned set, unsigned carveout);

// The lanes of the slots on `req`.
uint32_t lsu_lanes_of(const struct ul1_lsu_out *);

#endif
