// Tracks from cycle to cycle, from a machine's samples, what each instruction does, for rows of text
// (rows.h). It needs all outputs inside the machine, from a reset on.
#ifndef STORY_PLOT_H
#define STORY_PLOT_H

#include "cosim/story/label.h"
#include "environment/sm/attribute.h"

// An instruction in flight, as it was taken.
struct actor {
    struct instr instr;
    unsigned passes, begun; // passes of a shared access: needed, and done
    unsigned beats;         // of loaded words
    uint32_t left;          // lanes of its remainder
};


// The occupant of a stage.
enum staged_kind {
    STAGED_NONE,
    STAGED_SHARED,
    STAGED_LINE,
    STAGED_WOKEN,
    STAGED_REPLAY,
    STAGED_BARE,
    STAGED_DIRTY,
    STAGED_COMMAND
};
struct staged {
    enum staged_kind kind;
    uint8_t entry, sub; // of the occupant
    unsigned number;    // number of its pass
    uint64_t line;
};

// The contents of a WDB entry.
struct buffered {
    struct label who;
    uint64_t line;
    bool cached; // it has a line
};

struct plot {
    const struct ul1_sizes *sizes; // of the L1
    bool begun;                    // a reset was seen
    bool unwalked;
    struct standing standing;
    struct actor actor[ENTRIES];
    struct staged stage[3]; // of this cycle
    uint64_t evicted;       // line that will be read out
    struct buffered wdb[UL1_WDB_MOST];
    struct {
        uint8_t warp[UL1_MERGE_MOST];
        unsigned count;
    } prt[UL1_PRT_MOST]; // loads that opened it or merged into it
    uint8_t command;     // a code of cmd_op
    uint64_t command_addr;
    // This cycle: the instructions that made progress, and the holders in each row.
    uint64_t on;
    struct rows instrs, others;
};

// Updates the state of this cycle.
void plot_cycle(struct plot *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Computes the state of the next cycle.
void plot_clock(struct plot *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// The PRT entry with this line, or the one that it gets; PRT if there is none.
unsigned plot_prt(const struct plot *, const struct ul1_l1_out *, uint64_t line);

// The instruction on the port.
struct instr plot_offered(const struct plot *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
