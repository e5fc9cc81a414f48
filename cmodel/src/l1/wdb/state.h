// Write data buffer: store data wait in its intake for their pass, and the bytes of a pass in its entries for the array's
// write port and for memory; dirty lines that are read out wait there for memory; loads are served from the entries.
//
// It relies on the arbiter to let no store in, and on the tag unit to read no dirty line out, without room.
//
// What it consists of, each part using only some of those before it: this file (the state), entries.h (which there are, by
// age and by what they wait for), intake.h (store data on their way in), write.h (the array), leave.h (memory), place.h
// (entries for the pass in stage 1), serve.h (bytes for loads and readouts); wdb.c (the outputs and the clock edge).
#ifndef UL1_WDB_STATE_H
#define UL1_WDB_STATE_H

#include "common/address.h"

// As many as an index can name. Only UL1_WDB are ever given out, but an index comes from outside as well.
#define WDB_ENTRIES (1 << UL1_WDB_W)

_Static_assert(UL1_WDB <= 64 && UL1_INTAKE <= 64 && UL1_SECTORS <= 8, "sets of entries have 64 bits, of sectors 8");

// Whose bytes an entry holds, and how far its write to memory is.
enum wdb_kind { WDB_SHARED, WDB_CACHED, WDB_DIRTY };
enum wdb_memory { WDB_NONE, WDB_WAITS, WDB_SENT };

struct wdb_state {
    // Intake: beats in slot order.
    uint64_t intake_used;                   // bit i: beat i is used
    uint32_t beat[UL1_INTAKE][LANES];

    // Entries; bit i of a mask stands for entry i. An entry that has become free keeps what it had until it is given out
    // again, which is never before the end of the next cycle: until then loads may be served from it.
    uint64_t used, has_data;
    uint64_t shared;                        // whose kind is WDB_SHARED
    uint64_t to_array, to_memory;           // used ones that write sectors in the array and are not held; that wait for memory
    uint64_t before[WDB_ENTRIES];           // their ages: those given out before, whether still used or not
    struct wdb_entry {
        uint8_t kind, memory;
        uint8_t array;                      // sectors that it writes in the array
        uint8_t held, prt;                  // its line is under fetch, and for which entry of the pending request table
        line_number line;                   // of a cached store or a dirty line
        uint8_t be[LANES];
        array_row row[LANES];               // of a cached one the same for all banks
        uint32_t data[LANES];
    } entry[WDB_ENTRIES];

    uint64_t was_held;                      // held until the cycle before: the last replay, now in stage 2, came before them
    uint8_t wrote, wrote_sect;              // the entry written to the array in the cycle before, and the sectors; else none

    uint8_t coming, coming_cached;          // a store or a flush is in stage 1: it was let in in the cycle before; of the cache
    uint8_t evicted;                        // whether an entry was given to a dirty line in the last cycle
    uint8_t reads[2];                       // the entries given to dirty lines in the last cycle and the one before, if any;
    uint8_t keeps[2], kept;                 // whether each line keeps its row, and that in stage 2: it was flushed
    uint64_t is_read;                       // entries of cached stores whose row is read, in stage 1, for a dirty line

    // The pass in stage 2; without one (neither load nor store) the rest is left over from an earlier pass.
    uint8_t load, store, readout;           // a dirty line's is a load, too
    uint8_t cached;                         // of a load
    uint8_t beat_at, frees_beat;            // of a store: its beat, and whether that is not needed again
    uint8_t target;                         // of a store or a readout: the entry that it writes
    line_number line;                       // of a cached load or a readout
    uint32_t banks;
    array_row row[LANES];
};

#endif
