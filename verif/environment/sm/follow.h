// Runs a part with instructions from a text program (program/engine.h) on one L1. It passes the engine's
// instructions and commands to that L1's host, and reports their outcome to the engine.
#ifndef SM_FOLLOW_H
#define SM_FOLLOW_H

#include "program/engine.h"
#include "environment/sm/follower.h"

struct text_follower {
    struct follower base; // must be first: pointers to either are converted
    struct engine *engine;
    unsigned l1;
    const struct ul1_sizes *sizes;
    unsigned prt; // entries of the L1's PRT
    // Store data of the stores in flight, of the instruction in hand, and of the one set aside.
    uint32_t words[FLIGHTS + 2][LANES * PROGRAM_WORDS];
    uint32_t words_of[FLIGHTS + 2]; // serial + 1 of the store that owns the words; 0: free
    // Wide instructions of shared memory in flight or in hand: serial + 1, and what the order of their lanes
    // depends on.
    struct text_wide {
        uint32_t serial;
        uint8_t op, width;
    } wide[FLIGHTS + 2];
    unsigned wides; // of these in use
    // The instruction that last made a PRT entry request a line, and the one that last wrote to a WDB entry:
    // serial + 1, or 0.
    uint32_t asks[UL1_PRT_MOST], writes[UL1_WDB_MOST];
    // A ring of reads that are translated and not yet taken by memory: the instruction behind each, in order.
    uint32_t going[4];
    unsigned gone, taken;
    // The previous cycle's lookup that opened or joined a PRT entry. Its request may be issued in this cycle
    // at the earliest.
    struct {
        uint32_t serial; // serial + 1; 0: none
        uint64_t line;
        bool opened, asked;
    } looked;
};

// A part begins.
void follow_begin(struct text_follower *, struct engine *, unsigned l1, const struct ul1_sizes *);

#endif
