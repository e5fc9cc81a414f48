// Old words of atomics on global memory: an entry for each access that memory answers, from its lookup
// until the pass that returns its words.
#ifndef UL1_OLD_H
#define UL1_OLD_H

#include "common/bits.h"

// As many entries as a number can name.
enum { OLD_ENTRIES = 1 << UL1_OLD_W };

// Without atomics on global memory nothing of this changes.
struct old_state {
    uint64_t used;
    uint64_t waits;    // their writes are in the write data buffer
    uint64_t answered; // with words or an error, and not taken yet
    struct old_entry {
        uint8_t id, part, err;
        uint8_t wdb;   // the entry of its write, while it waits
        lane_set mask; // slots
        uint32_t word[UL1_LINE_WORDS];
    } entry[OLD_ENTRIES];
    uint8_t last; // the last one taken

    // The access in stage 1
    uint8_t comes, id, part;
    lane_set mask;
    // The passes in stages 1 and 2 that return words
    uint8_t returns, number, here;
    uint32_t word[UL1_LINE_WORDS];
};

#endif
