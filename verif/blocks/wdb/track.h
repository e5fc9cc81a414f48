// Write data buffer: what is in it, entry by entry as the specification has it: to know what meets what, for events, and what it
// must answer.
#ifndef WDB_TRACK_H
#define WDB_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum { WDB_NONE = UL1_WDB };            // no entry

enum wdb_memory { WDB_MEMORY_NONE, WDB_MEMORY_WAITS, WDB_MEMORY_SENT }; // how far the write to memory is

struct wdb_entry {
    bool data, cached, dirty_line, held;
    uint8_t prt, array;                 // what it is held for; the sectors that it is to write in the array
    enum wdb_memory memory;
    uint64_t line;
    uint16_t row[UL1_BANKS];
    uint8_t be[UL1_BANKS];
    uint32_t word[UL1_BANKS];           // what it has for the bytes enabled
    uint64_t age;                       // counts up
};

struct wdb_track {
    uint8_t beat_used[UL1_INTAKE];      // passes since it was filled
    bool freeing;                       // a beat is freed at the end of this cycle
    bool was_used;                      // something waited to be written in the cycle before

    struct wdb_entry entry[UL1_WDB];
    uint64_t used;                      // which of them are
    uint64_t ages;
    struct ul1_wdb_in stage2;           // the inputs of the cycle before: of the pass in stage 2
    unsigned offered;                   // the entry offered to the array, or WDB_NONE
    unsigned stage2_entry;              // the one that a store in stage 2 writes, or WDB_NONE
    unsigned readout[3];                // entries of dirty lines whose pass is one stage on, two, in stage 2; or WDB_NONE
    bool kept[3];                       // of each whether its line was flushed and keeps its row
    bool wrote;                         // an entry was written to the array in the cycle before, this, which was
    unsigned wrote_entry;
    struct wdb_entry written;
};

// The youngest entry with the line of the store in stage 1, or WDB_NONE.
unsigned wdb_youngest(const struct wdb_track *, const struct ul1_wdb_in *);

// Whether it writes what it has for this bank.
bool wdb_writes_bank(const struct wdb_entry *, unsigned bank);

// How far the write of an entry is at the end of the cycle.
enum wdb_memory wdb_memory_next(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// What is left of what an entry was to write in the array, behind the write of this cycle: less if it is released by a last
// replay, or if its row is gone.
struct wdb_left {
    bool released, gone;
    uint8_t had, left;                  // sectors
};

struct wdb_left wdb_left_of(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// A line that was flushed in the cycle before gives up its row, or some of it.
bool wdb_gone_early(const struct wdb_track *, const struct ul1_wdb_in *);

// Whether the dirty line that is read out, in stage 2, takes along what the entry has for its row.
bool wdb_read_out(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// The end of a cycle.
void wdb_track_advance(struct wdb_track *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
