// Write data buffer: the state of its contract. All zero is the state after reset.
#ifndef WDB_SHADOW_H
#define WDB_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/banks.h"
#include "blocks/wdb/predictor.h"

struct wdb_contract {
    uint8_t took, took_cached; // sel_store and sel_cached of the previous cycle
    uint8_t store, atomic;     // a store is in stage 2; an atomic
    bank_set banks;            // the banks that it touches
    uint64_t beats;            // intake beats that were filled and not released
    uint8_t evicts, evicted;   // a dirty line was given an entry one cycle ago, two cycles ago; its row
    uint16_t evicts_row, evicted_row;
    uint8_t evicts_sect, evicted_sect;
    uint64_t held; // bit i: stores are held for PRT entry i; its line
    uint64_t held_line[UL1_PRT];
    uint8_t queue[UL1_WDB]; // entries with a waiting write, in order; the line of each
    uint64_t line[UL1_WDB];
    uint32_t count;
    uint64_t sent;                  // bit i: the write of entry i has left, and memory has not taken it yet
    uint64_t dirty_lines;           // bit i: entry i belongs to a dirty line
    struct wdb_predictor predictor; // the reference predictor
    bool light;                     // its outputs are not checked
};

// Whether the write of an entry waits; whether, in addition, no older one of its line does.
bool wdb_waits(const struct wdb_contract *, unsigned entry);
bool wdb_may_leave(const struct wdb_contract *, unsigned entry);

void wdb_shadow_advance(struct wdb_contract *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
