// What the samples of a machine tell of who does what: carried from cycle to cycle, for rows that people read (rows.h). Of what is
// inside the machine it must see all outputs, from a reset on.
#ifndef STORY_PLOT_H
#define STORY_PLOT_H

#include "story/label.h"
#include "surround/attribute.h"

// An instruction in flight, as it was taken.
struct actor {
    struct instr instr;
    unsigned passes, begun;     // of shared memory, that it needs and that it has had
    unsigned beats;             // of loaded words
    uint32_t left;              // lanes of its remainder
};


// What is in a stage.
enum staged_kind { STAGED_NONE, STAGED_SHARED, STAGED_LINE, STAGED_WOKEN, STAGED_REPLAY, STAGED_BARE, STAGED_DIRTY, STAGED_COMMAND };
struct staged {
    enum staged_kind kind;
    uint8_t entry, sub;         // whose
    unsigned number;            // which pass of it
    uint64_t line;
};

// What an entry of the write data buffer has.
struct buffered {
    struct label who;
    uint64_t line;
    bool cached;                // it is of a line
};

struct plot {
    bool begun;                 // a reset was seen
    bool unwalked;
    struct standing standing;
    struct actor actor[ENTRIES];
    struct staged stage[3];       // of this cycle
    uint64_t evicted;           // line that is to be read out
    struct buffered wdb[UL1_WDB];
    struct {
        uint8_t warp[UL1_MERGE];
        unsigned count;
    } prt[UL1_PRT];             // loads that it was opened by, and that merged into it
    uint8_t command;            // a code of cmd_op
    uint64_t command_addr;
    // Of this cycle: who has got on, and who waits in which row.
    uint64_t on;
    struct rows instrs, others;
};

// As it is in this cycle.
void plot_cycle(struct plot *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// And as it will be in the next one.
void plot_clock(struct plot *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Entry of the pending request table with this line, or the one that it gets; behind the last if there is none.
unsigned plot_prt(const struct ul1_l1_out *, uint64_t line);

// An instruction on the port.
struct instr plot_offered(const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
