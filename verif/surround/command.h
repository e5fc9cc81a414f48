// Commands to a machine: those of a part's list, and those at random.
#ifndef SURROUND_COMMAND_H
#define SURROUND_COMMAND_H

#include "surround/backing.h"

enum { RECENT = 16 };

struct commander {
    const struct part *part;
    struct rng rng;
    unsigned given;             // of the part's list, those offered so far
    bool offering, under_way;   // one is offered; one was taken and is not complete
    struct command offered, doing; // those
    bool aimed;                 // since the run began an address was noted:
    uint64_t recent[RECENT]; // some that cached instructions had
};

void commander_init(struct commander *, uint64_t seed);
void commander_part(struct commander *, const struct part *); // it begins
void commander_reset(struct commander *);

// A cached instruction was taken: where commands at random may be aimed.
void commander_note(struct commander *, const struct instr *);

// Sets the pins. `cycle` is that of the part, `retired` counts its instructions that have retired, `over` says that there
// are no others. False: a page could not be changed, and the memory says why.
bool commander_drive(struct commander *, struct backing *, struct ul1_l1_in *, uint64_t cycle, uint64_t retired,
                        bool over);

// Looks at the settled cycle: whether a command that was under way is complete, and whether one is taken. (Both may be.)
struct commanded {
    bool complete, taken;
    struct command was, is;
} commander_observe(struct commander *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// No command is offered, under way or to come from the part's list.
bool commander_idle(const struct commander *);

#endif
