// A part whose instructions come from a program of text (program/engine.h), on one L1: hands the engine's instructions and
// commands to the host of that L1, and tells the engine what becomes of them.
#ifndef SURROUND_FOLLOW_H
#define SURROUND_FOLLOW_H

#include "program/engine.h"
#include "surround/follower.h"

struct text_follower {
    struct follower base;               // first: one is the other
    struct engine *engine;
    unsigned l1;
    // What the stores in flight store; an instruction in hand, and one aside, have one too.
    uint32_t words[ENTRIES + 2][LANES * PROGRAM_WORDS];
    uint32_t words_of[ENTRIES + 2];     // serial + 1 of who has them; 0: free
    // Who made an entry of the pending request table ask memory last, and put something into one of the write data buffer:
    // serial + 1, or 0.
    uint32_t asks[UL1_PRT], writes[UL1_WDB];
    // Of reads that are translated and that memory has not taken, who asked; in order, round and round.
    uint32_t going[4];
    unsigned gone, taken;
    // A lookup of the cycle before that opened an entry or merged into one: that may ask in this cycle for the first time.
    struct {
        uint32_t serial;                // + 1; 0: none
        uint64_t line;
        bool opened, asked;
    } looked;
};

// A part begins.
void follow_begin(struct text_follower *, struct engine *, unsigned l1);

#endif
