// A part whose instructions come from a program of text (program/engine.h), on one L1: hands the engine's instructions and
// commands to the host of that L1, and tells the engine what becomes of them.
//
// Cycles are those of the part. Where something returns false, or FOLLOW_OBJECTS, the engine objects.
#ifndef SURROUND_FOLLOW_H
#define SURROUND_FOLLOW_H

#include "program/engine.h"
#include "surround/costs.h"

struct follower {
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

enum followed { FOLLOW_INSTR, FOLLOW_LATER, FOLLOW_IN_TIME, FOLLOW_END, FOLLOW_OBJECTS };

// A part begins.
void follow_begin(struct follower *, struct engine *, unsigned l1);

// Its cycles, and what is counted but passes, are not judged from now on.
void follow_untimed(struct follower *);

const char *follow_error(const struct follower *);
bool follow_at_fault(const struct follower *);

// What comes next; the instruction is null where there is one in hand. FOLLOW_LATER waits for what is under way,
// FOLLOW_IN_TIME for a cycle.
enum followed follow_next(struct follower *, uint64_t cycle, struct instr *);

// Nothing goes before what stands above it in the text.
bool follow_in_order(const struct follower *);

bool follow_command(struct follower *, struct command *);
void follow_command_taken(struct follower *, uint64_t cycle);
bool follow_command_done(struct follower *, uint64_t cycle);

void follow_taken(struct follower *, uint32_t serial, uint64_t cycle);

// A pass of a shared access, `again` of one that had a pass before.
void follow_pass(struct follower *, uint32_t serial, bool again);

// In each cycle, before anything else of it. Then, if a cached access is looked up, that of this instruction; then what
// memory takes.
void follow_cycle(struct follower *, const struct ul1_l1_out *);
void follow_lookup(struct follower *, uint32_t serial, const struct ul1_l1_out *);
void follow_memory(struct follower *, const struct ul1_l1_in *, const struct ul1_l1_out *);

bool follow_loaded(struct follower *, uint32_t serial, const struct ul1_l1_out *);
bool follow_retired(struct follower *, uint32_t serial, uint64_t cycle, const struct ul1_l1_out *, bool inside);
bool follow_lost(struct follower *, uint64_t line, unsigned error, enum lost_how);
bool follow_ended(struct follower *, const struct costs *, bool inside);

#endif
