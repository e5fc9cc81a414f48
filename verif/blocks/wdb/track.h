// Write data buffer: the state of its entries by the specification, for cover points and the reference
// predictor.
#ifndef WDB_TRACK_H
#define WDB_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "common/banks.h"
#include "ul1_ports.h"

enum { WDB_NONE = UL1_WDB }; // no entry

enum wdb_memory { WDB_MEMORY_NONE, WDB_MEMORY_WAITS, WDB_MEMORY_SENT }; // progress of the write to memory

struct wdb_entry {
    bool data, cached, dirty_line, held;
    uint8_t red;        // operation of a reduction, else none
    bool wide, minus;   // it is on 64 bits; on signed numbers
    bool computed;      // the words are results of an atomic, which the memory checker judges
    uint8_t prt, array; // the PRT entry that it is held for; the sectors that it must write to the array
    enum wdb_memory memory;
    uint64_t line;
    // By bank. Words of a cached store or a dirty line are at their numbers in the line.
    uint16_t row[UL1_BANKS];
    uint8_t be[UL1_BANKS];
    uint32_t word[UL1_BANKS]; // the words of the enabled bytes
    uint64_t age;             // counts up
};

struct wdb_track {
    uint8_t beat_used[UL1_INTAKE]; // passes since it was filled
    bool freeing;                  // a beat is freed at the end of this cycle
    bool was_used;                 // a write was waiting in the previous cycle

    struct wdb_entry entry[UL1_WDB];
    uint64_t used; // entries in use
    uint64_t ages;
    struct ul1_wdb_in stage2; // the previous cycle's inputs: the pass in stage 2
    unsigned offered;         // the entry offered to the array, or WDB_NONE
    unsigned stage2_entry;    // the entry that a store in stage 2 writes, or WDB_NONE
    // entries of dirty lines with their readout one stage on, two, in stage 2; or WDB_NONE
    unsigned readout[3];
    bool kept[3]; // for each, whether the line was flushed, or was reduced under fetch, and keeps its row
    bool gives;   // the first was reduced and gives its row up
    bool wrote;   // an entry was written to the array in the previous cycle: its number and contents
    unsigned wrote_entry;
    struct wdb_entry written;
};

// The youngest entry with the line of the store in stage 1, or WDB_NONE.
unsigned wdb_youngest(const struct wdb_track *, const struct ul1_wdb_in *);

// Where an entry has the word of a bank.
static inline unsigned wdb_place(const struct wdb_entry *entry, unsigned bank)
{
    return entry->cached || entry->dirty_line ? bank_word(bank) : bank;
}

// Whether the entry has data to write to this bank.
bool wdb_writes_bank(const struct wdb_entry *, unsigned bank);

// Progress of an entry's memory write at the end of the cycle.
enum wdb_memory wdb_memory_next(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// The sectors that an entry still has to write to the array after this cycle: fewer if a last replay releases
// it, or if its row is given up.
struct wdb_left {
    bool released, gone;
    uint8_t had, left; // sectors
};

struct wdb_left wdb_left_of(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// A line that was flushed in the previous cycle gives up its row, or some of it.
bool wdb_gone_early(const struct wdb_track *, const struct ul1_wdb_in *);

// Whether the victim readout in stage 2 takes along the entry's data for its row.
bool wdb_read_out(const struct wdb_track *, const struct ul1_wdb_in *, unsigned entry);

// The end of a cycle.
void wdb_track_advance(struct wdb_track *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
