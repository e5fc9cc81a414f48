// Write data buffer (store buffer and victim buffer): store data wait in its intake for their pass. The bytes
// of a pass wait in its entries for the array's write port and for memory, and dirty victims wait there for
// memory. Loads receive forwarded bytes from the entries.
//
// Assumptions: the arbiter admits no store, and the tag unit evicts no dirty line, without a credit.
//
// Files, each of which uses only earlier ones: state.h; entries.h (entries by age and pending work); intake.c
// (the intake); write.c (the array); leave.c (memory); atom.c (results of atomics); alloc.c (entries for
// stage 1); forward.c (forwarding); wdb.c (the outputs and the clock edge).
#ifndef UL1_WDB_STATE_H
#define UL1_WDB_STATE_H

#include "common/address.h"
#include "common/operations.h"

// As many entries as an index can name. Only UL1_WDB are allocated, but an index also comes from outside.
#define WDB_ENTRIES (1 << UL1_WDB_W)

_Static_assert(UL1_WDB <= 64 && UL1_INTAKE <= 64 && UL1_SECTORS <= 8,
               "sets of entries have 64 bits, of sectors 8");

// The kind of an entry, and the progress of its write to memory.
enum wdb_kind { WDB_SHARED, WDB_CACHED, WDB_DIRTY };
enum wdb_memory { WDB_NONE, WDB_WAITS, WDB_SENT };

struct wdb_state {
    // Intake: beats in slot order.
    uint64_t intake_used; // bit i: beat i is used
    uint32_t beat[UL1_INTAKE][LANES];

    // Entries; bit i of a mask stands for entry i. A freed entry keeps its contents until it is allocated
    // again, not before the end of the next cycle; until then it may forward bytes.
    uint64_t used, has_data;
    uint64_t shared; // entries of kind WDB_SHARED
    // Used entries with array sectors and not held; with a memory write that waits
    uint64_t to_array, to_memory;
    uint64_t before[WDB_ENTRIES]; // age order: those allocated before, used or not
    struct wdb_entry {
        uint8_t kind, memory;
        uint8_t array;            // sectors that it writes in the array
        uint8_t held, prt;        // its line is under fetch, by this PRT entry
        uint8_t red, width, sign; // operation of a reduction, else none; its width and sign
        line_number line;         // for a cached store or a dirty line
        // By bank. Words of a cached store or a dirty line are at their numbers in the line.
        uint8_t be[UL1_BANKS];
        array_row row[UL1_BANKS]; // the same for all banks for a cached store
        uint32_t data[UL1_BANKS];
    } entry[WDB_ENTRIES];

    // Entries held until the previous cycle: the last replay, now in stage 2, came before them
    uint64_t was_held;
    // The entry written to the array in the previous cycle, and its sectors; else none
    uint8_t wrote, wrote_sect;

    // A store or a flush is in stage 1, admitted in the previous cycle; it is cached
    uint8_t coming, coming_cached;
    uint8_t evicted;  // a dirty line got an entry in the last cycle
    uint8_t reads[2]; // the entries of dirty lines in the last cycle and the one before, if any
    // Whether each of these lines keeps its row, and the line in stage 2, too. A flushed line does, and one
    // that a reduction found under fetch. The first gives its row up if a reduction made it invalid.
    uint8_t keeps[2], kept, gives;
    uint64_t is_read; // entries of cached stores with the row that a victim readout reads, in stage 1

    // The pass in stage 2; without a load or a store the other fields are undefined.
    uint8_t load, store, readout; // a victim readout is a load, too, and an atomic is both a load and a store
    uint8_t cached;               // of a load
    uint8_t atom, width, sign;    // operation of an atomic, else none; its width and sign
    uint8_t swaps; // a `cas` on global memory has its second operand so many words apart, else 0
    uint8_t beat_at, frees_beat; // a store's beat, and whether this was its last use
    uint8_t target;              // the entry that a store or a readout writes
    line_number line;            // for a cached load or a readout
    bank_set banks;
    array_row row[UL1_BANKS];
};

#endif
