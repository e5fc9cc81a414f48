// Constant cache: read-only lines of 64 bytes in sets of four ways, and the loads that are served from them.
//
// A pass has three stages. In the first a load is chosen, and its addresses are read. In the second the
// lowest lane that waits leads, and lanes with its address join it. In the third the word is looked up. One
// fetch is open at a time; loads that miss meanwhile wait for its end.
#ifndef UL1_CONSTANT_H
#define UL1_CONSTANT_H

#include "common/address.h"

// Numbers of loads that the pins can name, and the loads there are.
enum { CONSTANT_IDS = 1 << UL1_CON_ID_W };

_Static_assert(UL1_CON_INSTRS <= 8, "sets of loads have 8 bits");
_Static_assert(UL1_CON_WAYS == 4, "ages of ways are numbers below 4");

struct constant_state {
    // Loads in flight. Bit i of a set stands for load i.
    uint8_t valid;  // in flight
    uint8_t waits;  // its word missed: it waits for the end of the fetch
    uint8_t issued; // its last pass has gone
    struct constant_load {
        uint8_t warp, reg, width, sign;
        uint8_t word;      // of the lanes that come next: the word of their access that comes next
        uint8_t err, lane; // error, and the lowest lane that failed
        lane_set todo;     // lanes that have not all of their words
        lane_set failing;
        uint64_t err_addr; // address of the lowest lane that failed
        uint64_t addr[LANES];
    } load[CONSTANT_IDS];

    struct constant_choice {
        uint8_t valid, id, again; // again: it is served the line that it has fetched
    } choice;                     // in the second stage
    uint8_t chosen;               // the load that was chosen last

    struct constant_pass {
        uint8_t valid, id, again;
        uint8_t word, last, ends; // ends: the lanes have all of their words; last: so have all of the load
        lane_set lanes;           // without lanes it only retires
        uint64_t addr;            // of the word
    } look;                       // in the third stage

    struct constant_read {
        uint8_t valid, id, ofs, retires;
        lane_set lanes;
        uint32_t word;
    } read, out; // the word that was read; the word that is written to the register file

    // The lines
    uint8_t parts[UL1_CON_SETS][UL1_CON_WAYS]; // parts that are valid
    uint8_t age[UL1_CON_SETS][UL1_CON_WAYS];   // 0: the way used last
    uint64_t tag[UL1_CON_SETS][UL1_CON_WAYS];
    uint32_t data[UL1_CON_SETS][UL1_CON_WAYS][UL1_CON_LINE_WORDS];

    struct constant_fetch {
        uint8_t state; // a con_state
        uint8_t id;    // the load that opened it
        uint8_t way, walks, got, err, kept;
        uint64_t addr; // an address in the part
    } fetch;
};

#endif
