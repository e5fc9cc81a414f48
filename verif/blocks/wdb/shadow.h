// Write data buffer: what its contract remembers of the cycles before. All zero is the state after reset.
#ifndef WDB_SHADOW_H
#define WDB_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/wdb/answers.h"

struct wdb_contract {
    uint8_t took, took_cached;          // sel_store in the cycle before, and sel_cached
    uint8_t store;                      // a store is in stage 2
    uint32_t banks;                     // and the banks it touches
    uint64_t beats;                     // intake beats that were filled and that no pass has given up
    uint8_t evicts, evicted;            // a dirty line was given an entry one cycle before, two cycles before; its row
    uint16_t evicts_row, evicted_row;
    uint8_t evicts_sect, evicted_sect;
    uint64_t held;                      // bit i: stores are held for entry i of the pending request table; their line
    uint64_t held_line[UL1_PRT];
    uint8_t queue[UL1_WDB];             // entries whose write waits, in order; each one's line
    uint64_t line[UL1_WDB];
    uint32_t count;
    uint64_t sent;                      // bit i: the write of entry i has left and memory is yet to take it
    uint64_t dirty_lines;               // bit i: entry i is a dirty line's
    struct wdb_answers answers;         // what it must answer
    bool light;                         // that is not judged
};

// Whether the write of an entry waits; and no older one of its line does.
bool wdb_waits(const struct wdb_contract *, unsigned entry);
bool wdb_may_leave(const struct wdb_contract *, unsigned entry);

void wdb_shadow_advance(struct wdb_contract *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
