// Load/store unit: the state that its drive uses: the intake, the lines under fetch, the pass in stage 1, and
// the fences that wait, as other blocks would hold them.
#ifndef LSU_TRACK_H
#define LSU_TRACK_H

#include "blocks/lsu/constraints.h"

// A line under fetch, as the PRT holds it.
struct lsu_fetch {
    bool used, closed, filled;       // closed: a store is held for it
    uint8_t err, count, given, done; // its outcome; accesses that wait, those handed out, and those replayed
    uint16_t left;                   // cycles until it is filled
    uint64_t line;
    struct {
        uint8_t id, sub;
    } wait[UL1_MERGE];
};

// The kind of the pass in stage 1: a shared access, a cached load's lookup, the replay of a filled line, a
// cached store, an inval or a flush, or none.
struct lsu_pass {
    bool shared, cached, lookup, replay, store, inval, flush;
    bool shared_load;
    bool writeback; // a store that is written back
    bool bare;      // a replay without a waiting load
    uint8_t err;    // the error of a replay
    uint8_t id, sub;
    uint32_t lanes;
    uint64_t line;
};

struct lsu_track {
    uint32_t beats_used;         // of the intake
    uint8_t leaving[UL1_INTAKE]; // cycles until a released beat is free

    struct lsu_fetch fetch[UL1_PRT];
    uint8_t filled[UL1_PRT];       // the filled queue
    unsigned filled_count, handed; // its length; entries with all accesses handed out
    // the entry with its last replay in stage 1, which is free after that; PRT if there is none
    unsigned leaving_entry;

    struct lsu_pass stage1;
    bool opens;      // set by the drive: it opens an entry
    unsigned opened; // the entry that it opens, or the one that has its line; PRT if none

    // Accesses that await old words: their number, and the cycles until these come. Number `next` is on
    // offer.
    struct lsu_old {
        bool used, taken;
        uint8_t id, part, err;
        uint16_t left;
        uint32_t mask;
    } old[UL1_OLDS];
    unsigned next_old;

    // Fences in flight, oldest first: the entry, and the cycles until the answer.
    unsigned asking;
    struct {
        uint8_t id;
        uint16_t left;
    } asked[UL1_INSTRS];
};

// Advances at the end of a cycle. Draws the time until a beat is free, a line arrives, a fence is answered.
void lsu_track_advance(struct lsu_track *, struct drive *, const struct lsu_settings *,
                       const struct lsu_constraints *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

// A reset.
void lsu_track_reset(struct lsu_track *);

// The PRT entry that has the line; PRT if none has. The lowest free one; there must be one.
unsigned lsu_entry_of(const struct lsu_track *, uint64_t line);
unsigned lsu_free_entry(const struct lsu_track *);

unsigned lsu_entries_in_use(const struct lsu_track *);
unsigned lsu_ways_taken(const struct lsu_track *, unsigned set, unsigned carveout);

// The lanes of the slots on `req`.
uint32_t lsu_lanes_of(const struct ul1_lsu_out *);

#endif
